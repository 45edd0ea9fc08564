"""Which mentions are one person, and which never are."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from pipeline.analysis import Found
from pipeline.detection import Label, detect
from pipeline.document import Span, from_text
from pipeline.group import group
from pipeline.group.part_names import part_names
from tests.marked import find
from tests.pipeline.group.made import MODULES, analysed, entity_with, grouped, settled

ONE = [
    ("Doña María Luisa Fernández Iglesias recurre. Firmado: FERNÁNDEZ IGLESIAS, MARÍA LUISA.", 2),
    ("Don Mohamed El Idrissi comparece. El Sr. El Idrissi alega. Fdo.: M. El Idrissi", 3),
    ("Doña Remedios Tordesillas Vaquero firma. Testigos: R. T. V.; Vaquero, R.", 3),
    ("Intervienen Ana Belén San Segundo Santa-Cruz y otros; por la Sra. San Segundo firma él.", 2),
    ("Doña Ávila Rey Paz acudió; la Sra. Rey no reclama.", 2),
    ("Don Francisco Núñez Alía firma. FRANCISCO NUNEZ ALIA, presente. Paco Núñez recoge.", 3),
    ("Don José María Garzo Luengar y, después, Jose Mª Garzo.", 2),
    ("Nombre: Pedro\nApellidos: De Miguel Rivera\nFirmado: Pedro de Miguel Rivera", 3),
    ("APELLIDOS: NOGAL PARDO\nNOMBRES: TECLA\nFirmado: Tecla Nogal", 3),
    ("Nombre ........... Tecla\nApellidos ........ Nogal Pardo\nFirmado: Tecla Nogal", 3),
    ("Ref.: Remedios Tordesillas Vaquero. Conforme, R.T.V.", 2),
    ("Informa M. Puigdevall Roca. Firmado: Meritxell Puigdevall", 2),
    ("La señora Camps Fluvià calla. Firmado: M. Camps", 2),
    ("Firmado: Hafida Moussaoui. Copia para Hafida M., presente.", 2),
    ("Comparece Kaur, Gurdeep. Doña Gurdeep Kaur firma.", 2),
    ("Firmado: LORENZO SERRANO OLMEDO. Firmante: SERRANO OLMEDO LORENZO", 2),
    ("Acude doña Ávila Rey Paz. Firmado: ÁVILA REY PAZ.", 2),
    ("Don Wei Chen firma. Titular: CHEN WEI", 2),
    ("Firma doña Remedios Tordesillas Vaquero. Hola, Remedios: gracias.", 2),
    ("Don Santiago Requejo Luengar acude. Avisa a Santi Requejo mañana.", 2),
    ("Firma don Custodio Lourenço Tavares. Según Lourenço Tavares, no.", 2),
    ("Acude don Amadou Coulibaly Traoré. Figura como don Amadu Koulibali.", 2),
    ("Firma don Iñaki Goikoetxea Mendia. Devuelta por el Sr. Goicoechea.", 2),
    ("Doña Gregoria Ibáñez Roa firma. Conforme: GREGORlA IBANEZ ROA", 2),
    ("Paga el señor Lapeña. Firma el señor Lapeña Ucero.", 2),
    ("Don Bartolomé Rosell Tur, alias «Tolo», se opone. Don Bartolomé firma.", 3),
    ("Declara don Pancracio Garzo, a quien todos llaman el Chato. Don Pancracio calla.", 3),
    ("Quedará con la madre. Daniel Requejo elige. Firma: Daniel Requejo", 2),
]
APART = [
    ("El concejal don Ovidio Retamar y la concejala doña Ovidia Retamar; don Nemesio Pulgar y doña Nemesia Pulgar", 4),
    ("el hermano Teodoro y la hermana Teodora", 2),
    ("Don Juan Pérez Gil demanda a don Juan Pérez Mora.", 2),
    ("Don Trinidad Garzo y doña Trinidad Garzo", 2),
    ("Don Eulogio Saucedo Pinto y doña Edelmira Saucedo Pinto", 2),
    ("Doña Ana Garzo Lope y doña Ana María Pulgar Lope", 2),
    ("Don Hugo Zambrano y la señora Ivonne Zambrano", 2),
    ("Firmado: Kamala Chellaram. El señor K. Pulgar, y don Karim Garzo.", 3),
    ("Don Jeray Garzo Lope y don Yeray Garzo Lope, hermanos.", 2),
    ("Don Casimiro Garzo Lope y don Casimiro Lope Vila", 2),
    ("Doña Tecla Nogal y su hija, a quien don Luis Pulgar llama «Petra Lope».", 3),
    ("Acude doña Tecla Nogal (doña Petra Lope excusa)", 2),
    ("Acude don Nicanor Garzo Lope. Lo acompaña el letrado, don Nicanor Garzo Lope hijo.", 2),
    ("Don Nicanor Garzo Lope (padre) y don Nicanor Garzo Lope (hijo) firman.", 2),
]
UNSPLIT = [
    "Don Nicanor Garzo Lope, padre de la menor, firma. Don Nicanor Garzo Lope recurre.",
    "Don Nicanor Garzo Lope (padre) y doña Tecla Nogal Pardo (madre). Don Nicanor Garzo Lope recurre.",
    "Don Nicanor Garzo Lope, hijo de Tecla. Don Nicanor Garzo Lope paga.",
]


@pytest.mark.parametrize("text", UNSPLIT)
def test_a_tie_said_of_somebody_makes_no_second_one_of_the_name(text: str) -> None:
    _, entities = analysed([text])
    assert len(entity_with(entities, "Nicanor Garzo Lope").mentions) == 2


def test_one_letter_signs_for_the_only_one_whose_name_begins_with_it() -> None:
    text = "Escribe doña Remedios Tordesillas Vaquero a don Luis Pulgar.\nAtentamente,\n{}.\n"
    for letter, mentions in (("R", [1, 2]), ("Z", [1, 1, 1])):
        document = from_text(text.format(letter))
        found = find(document, *MODULES)
        start = document.text.rindex(letter)
        found.append(detect(Span(start, start + 1), Label.PERSON, 0.9, recogniser="test", trigger="test"))
        entities = group([settled(document, found)], ())
        assert sorted(len(e.mentions) for e in entities if e.label == "PERSON") == mentions


@pytest.mark.parametrize(("text", "forms"), ONE)
def test_all_forms_of_one_name_are_one_person(text: str, forms: int) -> None:
    _, entities = analysed([text])
    (person,) = [e for e in entities if e.label == "PERSON" and len(e.mentions) > 1]
    assert len(person.mentions) == forms
    assert [e.tag for e in entities if e.label == "PERSON"] == ["PER_1"]


def test_author_and_typist_of_a_drafting_mark_are_two_and_the_author_is_found() -> None:
    _, entities = analysed(["Ref.: RTV/msq. Tramita doña Remedios Tordesillas Vaquero."])
    author = entity_with(entities, "Remedios Tordesillas Vaquero")
    assert len(author.mentions) == 2
    assert [len(e.mentions) for e in entities if e.label == "PERSON" and e.id != author.id] == [1]


HOMONYMS = [
    (
        "Don Ángel Ventura Sierra, con NIF 99676048M, pidió beca. Se parece a su padre, don Ángel Ventura Sierra, "
        "NIF 99452695M. Se estima el recurso de Ángel Ventura hijo.",
        [2, 1],
    ),
    (
        "Don Ángel Ventura Sierra, NIF 99676048M, firma. Don Ángel Ventura Sierra, con NIF 99.676.048-M, recurre.",
        [2],
    ),
    (
        "Doña Petra Garzo Lope, NIF 99676048M. Doña Petra Garzo Lope, NIF 99452695M. Ante mí, doña Petra Garzo Lope.",
        [1, 1, 1],
    ),
]


@pytest.mark.parametrize(("text", "mentions"), HOMONYMS)
def test_the_number_beside_a_name_tells_who_it_is(text: str, mentions: list[int]) -> None:
    _, entities = analysed([text])
    assert sorted((len(e.mentions) for e in entities if e.kind == "natural"), reverse=True) == mentions


def test_homonyms_keep_their_ids_in_the_next_run() -> None:
    texts = [HOMONYMS[0][0]]
    _, entities = analysed(texts)
    _, again = analysed(texts, entities)
    assert [(e.id, e.tag, e.mentions) for e in again] == [(e.id, e.tag, e.mentions) for e in entities]


PARTED = [
    ["Ona Vilalta Serra", ", ", "Fátima Chakir"],
    ["Nelly", ", ", "Jhon Jairo"],
    ["Zhang", "–", "Ledo"],
    ["Rei Castro", " y ", "Outeiro Lema"],
]
WHOLE = [
    "Vilalta Serra, María Luisa",
    "Requejo, Pedro",
    "Ortega y Gasset",
    "Soler i Climent",
    "Marta Ruiz-Garzo",
    "José María de la Trinidad López de Haro y Martínez de Pisón",
]


@pytest.mark.parametrize("pieces", PARTED)
def test_two_people_in_one_detection_are_parted(pieces: list[str]) -> None:
    text = "".join(pieces)
    document = from_text(text)
    one = detect(Span(0, len(text)), Label.PERSON, 0.9, recogniser="test", trigger="test")
    (found,) = part_names([Found(document, (replace(one, id="d1"),))])
    assert [document.surface(d.span) for d in found.standing] == pieces[::2]


@pytest.mark.parametrize("text", WHOLE)
def test_one_name_is_not_parted(text: str) -> None:
    one = detect(Span(0, len(text)), Label.PERSON, 0.9, recogniser="test", trigger="test")
    (found,) = part_names([Found(from_text(text), (replace(one, id="d1"),))])
    assert [d.span for d in found.standing] == [Span(0, len(text))]


@pytest.mark.parametrize(("text", "people"), APART)
def test_people_who_share_a_name_stay_apart(text: str, people: int) -> None:
    assert len(grouped(text)) == people


def test_the_sex_of_the_title_tells_two_of_one_surname_apart() -> None:
    text = "Demandante: Eulogio Saucedo Pinto. Demandada: Edelmira Saucedo Pinto. El Sr. Saucedo y la Sra. Saucedo."
    _, entities = analysed([text])
    him, her = entity_with(entities, "Eulogio Saucedo Pinto"), entity_with(entities, "Edelmira Saucedo Pinto")
    assert (len(him.mentions), len(her.mentions)) == (2, 2)
    assert (him.gender, her.gender) == ("M", "F")


def test_a_mention_that_fits_two_names_both_and_belongs_to_neither() -> None:
    _, entities = analysed(["Don Juan Pérez Gil y don Luis Pérez Mora. El Sr. Pérez contesta."])
    doubtful = entity_with(entities, "Pérez")
    assert set(doubtful.candidates) == {
        entity_with(entities, "Juan Pérez Gil").id, entity_with(entities, "Luis Pérez Mora").id
    }  # fmt: skip


def test_those_of_the_same_document_come_first() -> None:
    _, entities = analysed(["Don Juan Pérez Gil firma.", "Don Luis Pérez Mora firma. El Sr. Pérez contesta."])
    assert len(entity_with(entities, "Luis Pérez Mora").mentions) == 2


def test_tags_follow_the_first_appearance_over_all_documents() -> None:
    _, entities = analysed(["Doña Tecla Nogal, DNI 99012345J.", "Don Anselmo Requejo y doña Tecla Nogal."])
    assert [(e.tag, e.id) for e in entities] == [("PER_1", "n1"), ("NIF_1", "n2"), ("PER_2", "n3")]


def test_known_ids_and_tags_stay_and_new_ones_follow() -> None:
    _, before = analysed(["Doña Tecla Nogal Pardo, DNI 99012345J."])
    _, after = analysed(["Don Anselmo Requejo. La Sra. Nogal, DNI 99012345J."], known=before)
    assert [(e.id, e.tag) for e in after] == [("n1", "PER_1"), ("n2", "NIF_1"), ("n3", "PER_2")]
    assert entity_with(after, "Nogal").tag == "PER_1"


def test_time_grows_with_the_number_of_people_and_not_faster() -> None:
    given = [f"Gumersinda{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(600)]
    taken = []
    for size in (75, 600):
        text = "\n".join(f"- Garzo Luengar, {name}" for name in given[:size])
        start = time.process_time()
        assert len(grouped(text)) == size
        taken.append(time.process_time() - start)
    assert taken[1] < 8 * 3 * taken[0] + 0.3
