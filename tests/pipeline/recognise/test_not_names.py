"""What a model takes for names: wording goes, names after wording stay, rules are left alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.detection import Label, Layer, detect
from pipeline.document import Span, fold, from_text
from pipeline.lexicons.blockers import is_blocked
from pipeline.recognise.not_names import without_wording


def left(text: str, guess: str, label: Label = Label.PERSON, layer: Layer = Layer.NER) -> list[tuple[str, float]]:
    document = from_text(text)
    start = text.index(guess)
    found = detect(Span(start, start + len(guess)), label, 0.6, recogniser="m", trigger="m", layer=layer)
    return [(document.surface(d.span), d.score) for d in without_wording(document, [found])]


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("SEGUNDO.- Notifíquese a los interesados.", "SEGUNDO.- Notifíquese"),
        ("Tercero. Remítanse las actuaciones.", "Tercero. Remítanse"),
        ("Código Seguro de Verificación", "Código Seguro"),
        ("RESOLUCIÓN", "RESOLUCIÓN"),
        ("Ordenanza Fiscal n.º 12", "Ordenanza Fiscal"),
        ("Tel. 924 990 123", "Tel"),
        ("plantilla Normal.dotm", "Normal.dotm"),
        ("estilo /APA.XSL", "APA.XSL"),
        ("llega San Roque con sus fiestas", "Roque"),
        ("reconocido el Grado III", "Grado III"),
        ("Toledo, a 6 de mayo de 2024", "Toledo"),
        ("Torre-Pacheco, 3 de junio de 2024", "Torre-Pacheco"),
        ("Tramita: la sección", "Tramita"),
        ("Adina / Edad: 85", "Adina"),
        ("OTI / TIS: 04471190", "OTI"),
        ("Natural de Zafra, soltero", "Natural de Zafra"),
        ("Nombre: ABDELKARIM   F. nac.: 9/9/04", "F"),
        ("con N.I.G. 0417", "G"),
        ("POS  NOMBRE    FIDE ID   ELO  PTOS\n1  LEDO", "FIDE ID"),
        ("Núm.   Bloq.  Esc.  Piso  Pta.\n", "Pta"),
        ("Cedente\tDNI cedente\tCesionario\tMatrícula\n", "Cesionario"),
        ("Firman todos menos la hermana", "Firman"),
        ("Kontuan hartuta, ebatzi dut", "Kontuan"),
        ("que lle morreu a nai", "lle morreu"),
        ("etxean bizi gabe erroldan ezin", "bizi gabe erroldan"),
        ("un axente da quenda", "axente"),
    ],
)
def test_wording_is_no_name(text: str, guess: str) -> None:
    assert all(score < 0.35 for _, score in left(text, guess))


@pytest.mark.parametrize("guess", ["PRIMERO.- Conceder", "Código Seguro", "Normal.dotm", "APA.XSL", "RESOLUCIÓN"])
def test_wording_is_no_place(guess: str) -> None:
    assert left(f"Consta {guess} en el acto", guess, Label.LOC) == []


NAMES: Sequence[tuple[str, str, str]] = [
    ("Notifíquese Tecla Nogal", "Notifíquese Tecla Nogal", "Tecla Nogal"),
    ("SEGUNDO.- Tecla Nogal alega", "SEGUNDO.- Tecla Nogal", "Tecla Nogal"),
    ("Van der Meulen firma", "Van der Meulen", "Van der Meulen"),
    ("Segundo Requejo Luengar firma", "Segundo Requejo Luengar", "Segundo Requejo Luengar"),
    ("escribe J.Ruiz hoy", "J.Ruiz", "J.Ruiz"),
    ("Wei Chen firma", "Wei Chen", "Wei Chen"),
    ("No es verdad que K. cobre", "K.", "K."),
    ("Nombre   Tecla Nogal   DNI   99012345J\n", "Tecla Nogal", "Tecla Nogal"),
    ("Tecla Nogal    Wei Chen    Ada Lope\n", "Wei Chen", "Wei Chen"),
    ("Secretaria    Tecla Nogal    Presidenta\n", "Tecla Nogal", "Tecla Nogal"),
    ("Pacheco (D.) vino", "D", "D"),
    ("Sóc Tecla Nogal, veïna", "Sóc Tecla Nogal", "Tecla Nogal"),
    ("Kontuan Tecla Nogal", "Kontuan Tecla Nogal", "Tecla Nogal"),
    ("Paquete para Mr. Okafor: recogido", "Okafor", "Okafor"),
    ("Anotado por Maru: prefiere la tarde", "Maru", "Maru"),
    ("pregunta por zoraida gabe nogueira", "zoraida gabe nogueira", "zoraida gabe nogueira"),
]


@pytest.mark.parametrize(("text", "guess", "name"), NAMES)
def test_names_stay(text: str, guess: str, name: str) -> None:
    assert left(text, guess) == [(name, 0.6)]


def test_a_lone_word_that_opens_a_sentence_is_looked_at_and_not_hidden() -> None:
    assert left("No sabe. Prestan fianza.", "Prestan")[0][1] <= 0.6
    assert left("Tercera. Prestan fianza.", "Tercera. Prestan") == [("Prestan", 0.3)]


def test_what_rules_find_is_not_touched() -> None:
    assert left("Código Seguro", "Código Seguro", layer=Layer.RULE) == [("Código Seguro", 0.6)]


@pytest.mark.parametrize(
    "text",
    ["calle |Benita Garzo", "Avda. |Benita Garzo", "la calle Doña |Benita Garzo", "la calle\nDoña |Benita Garzo",
     "Pza. de |Benita Garzo", "el síndrome de |Garzo"],
)  # fmt: skip
def test_a_name_after_a_street_or_an_illness_is_its(text: str) -> None:
    assert is_blocked(fold(text.replace("|", "")), text.index("|"))


@pytest.mark.parametrize(
    "text",
    ["en el caso de doña |Benita Garzo|", "la enfermedad de don |Benito Garzo|", "Sentencia de D. |Benito Garzo|",
     "EL MÉTODO DE LA DRA. |BENITA GARZO|", "el índice del Sr. |Garzo|", "la casa de la señora |Garzo|",
     "la sentencia de |Benita Garzo Ruiz|", "el plan de |Irene Gil|", "el caso de |Blas|, menor", "la finca de D. |Blas|"],
)  # fmt: skip
def test_who_has_or_undergoes_something_is_named(text: str) -> None:
    start, end = text.index("|"), text.rindex("|") - 1
    assert not is_blocked(fold(text.replace("|", "")), start, end)


@pytest.mark.parametrize(
    "text",
    ["el síndrome de |Garzo|", "la escala de |Norton Bravo|", "la sentencia de |Pozuelo|", "el caso |Benita Garzo|",
     "la calle de doña |Benita Garzo|", "el IES Doña |Benita Garzo|", "la plaza de |Benita Garzo|", "la ley |Garzo|",
     "el plan de |Zaragoza|", "premio Doña |Benita Garzo|"],
)  # fmt: skip
def test_whose_name_a_thing_bears_is_not(text: str) -> None:
    start, end = text.index("|"), text.rindex("|") - 1
    assert is_blocked(fold(text.replace("|", "")), start, end)


@pytest.mark.parametrize(
    "text",
    ["la obra de la plaza. Doña |Benita Garzo", "la obra de la plaza.\nDoña |Benita Garzo", "en este caso. |Benita Garzo",
     "RESIDENCIA\n\nDoña |Benita Garzo", "según la ley.\nD. |Benito Garzo", "conforme al plan.  Don |Benito Garzo"],
)  # fmt: skip
def test_a_name_after_the_end_of_a_sentence_or_a_paragraph_is_not(text: str) -> None:
    assert not is_blocked(fold(text.replace("|", "")), text.index("|"))
