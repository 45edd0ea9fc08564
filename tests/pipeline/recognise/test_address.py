"""Postal addresses from street type to door, postcodes, and streets that are nobody's home."""

from __future__ import annotations

import pytest

from pipeline.detection import Effect, Label
from pipeline.document import Block, build, from_text
from tests import marked

MARKED = (
    "vive en [ADDRESS c/ Mayor, 12, 3.º B, esc. izda], desde enero",
    "vivo en [ADDRESS la calle del olmo 7], les paso mi móvil",
    "domicilio en [ADDRESS la avenida\nde los Fresnos, 21], de [LOC Valde-\nprado del Encinar]",
    "en [ADDRESS avda. de la Constitución n.º 5 bis]",
    "en [ADDRESS Plaza Mayor s/n] de la villa",
    "la finca del [ADDRESS Polígono 12 parcela 34] y [ADDRESS la parcela 7 del polígono 3]",
    "en [ADDRESS Urb. Los Olivos, chalet 3]",
    "en [ADDRESS Carretera N-V km 12] y en [ADDRESS Ctra. Colmenar Viejo Km 9,1]",
    "Domicilio en [ADDRESS Calle Mayor 15, 3º B], [POSTCODE 28001] [LOC Madrid].",
    "con domicilio en [ADDRESS Calle Alcalá número 123, piso 4º, puerta B], y con DNI",
    "domiciliada en [ADDRESS Plaza Mayor 1], [POSTCODE 28013] [LOC Madrid]",
    "domicilio en [ADDRESS Los Fresnos 21, 3.º B] de esta villa",
    "con vivienda en [ADDRESS el n.º 9 de la misma calle].",
    "reside en [ADDRESS la misma calle, número 9], con su madre",
    "vive en [ADDRESS el número 12 de la calle Mayor, junto al río]",
    "vive en [ADDRESS el portal 9 de dicha calle] y no abre",
    "con casa en [ADDRESS Gernika kalea 5], y en [ADDRESS carrer de Sants, 12, 2n 1a]",
    "veciña da [ADDRESS rúa do Vilar 3, baixo], dereito",
    "domicilio: [ADDRESS C/. Piamonte, 7, 3.º dcha]",
    "Domicilio: [ADDRESS Calle Carmen Romero, 23, 1D].",
    "en [ADDRESS Calle Joaquim Folguera, 3 - 5º 2ª]",
    "en [ADDRESS Avda. Manuel Siurot S/N], y",
    "en [ADDRESS Plaza de la Encarnación, 32, bajo A]",
    "en [ADDRESS el Polígono Industrial El Prado, nave 4, parcela 3]",
    "[ADDRESS Apartado de Correos 20134]",
    "domicilio en [ADDRESS calle Sol, núm. 4, bloque 2, portal 3, 5.º izquierda]",
    "empadronada en [ADDRESS la calle Maestro Rebollares]",
    "C.P.: [POSTCODE 06800] y código postal [POSTCODE 28035]",
    "[POSTCODE 06400] [LOC Don Benito] ([LOC Badajoz])",
    "en [ADDRESS Avda. Doctor Oloriz, 16] [POSTCODE E-18012] [LOC Granada]",
    "domicilio en [ADDRESS Calle Mayor 15, 3º B], [POSTCODE E-28001] [LOC Madrid].",
    "en [ADDRESS TRAVESÍA DE LA PAZ, 3, ÁTICO]",
    "en [ADDRESS calle Doctor Fleming, número doce]",
    "vive en [ADDRESS c/ san pascual 8 3ºC] si quieres venir",
    "sita en [ADDRESS calle Doctor Fleming, esquina con Sagasta, número 22], se embarga",
    "con domicilio en [ADDRESS Bº de la Muela, casa del Chopo], y",
    "en [ADDRESS Urb. Costa del Oro, bloque Ámbar, portal 3, 1.º-J]",
    "domiciliado en [ADDRESS C/. Los Silos, s/n, 1.ª casa a la izda.] de [LOC Lagartera]",
    "[ADDRESS Polígono 33, parcela 433, paraje La Huerta del Rubio]. Referencia",
    "habita en [ADDRESS el paraje Los Charcones, polígono 12, parcela 88], término",
    "con explotación en [ADDRESS Mas de la Vila, polígono 6], y",
    "MBAYE SECK, vecino del [ADDRESS 5.º C], que oyó un golpe",
    "dejó el piso de [ADDRESS Menéndez Pelayo, 40, 2.º], y marchó",
    "El local, [ADDRESS Bajada de San Francisco 6, bajo comercial], está cerrado",
    "se citó en [ADDRESS Vereda de Enmedio, 12] y en [ADDRESS calle Mayor, núm. 3, 2.ª planta].",
    "en [ADDRESS el Polígono Industrial La Portalada, calle Segador, 3].",
    "en [ADDRESS Diseminado 112], donde cayó en [ADDRESS la calle Fuentes]",
)
MARKED += (
    "Ruidos: entrevistamos en el [ADDRESS 3.º-C] a Rosalía; arriba, en el [ADDRESS 4.º D], abre",
    "La comunidad de propietarios debe:\n– [ADDRESS 1.º C], Aurelio\n– [ADDRESS 2º izda], Munteanu",
    "el vecino del [ADDRESS 4.º A] usa el ascensor",
    "la del [ADDRESS 5.º H] tira agua por la escalera",
)
LEFT = (
    "Karim va a 3.º B con Wences y sube por la escalera, como los alumnos",
    "los ruidos del 4.º B de Primaria",
    "la supervisora de la 6.ª Izquierda oyó ruidos en el ascensor",
    "ruidos, según el artículo 3.º a) de la ordenanza",
    "Karim va a 3.º B con Wences",
    "Para: Calle Segura, Blanca. Para urgencias, B. Calle Segura",
    "Obras de la calle Maestro Rebollares y de la plaza de la Constitución.",
    "se corta la calle a las 12 por la procesión",
    "la plaza estaba llena y la calle vacía",
    "el lote 3 y la parte 2 de la obra",
    "una vía de 3 carriles y un paso de 4 metros",
    "más frecuentes de 10 y otra más lateral de 32 mm",
    "AV corregida era de 1 en ambos ojos",
    "P.A. 110/60 y hematoma de 12 cm. Se transfundieron 3 concentrados",
    "importe de 12345 euros y 28013 habitantes",
    "el expediente 12345 y la finca 06001",
    "el camino es largo y el puente tiene 3 arcos",
    "ronda de 5 preguntas y carrera de 10 kilómetros",
    "sector 3 de la administración y ruta 66",
    "un grupo de 12 vecinos y una colonia de 40 gatos",
    "la casa de la calle Ancha fue derribada".replace("la casa de la", "el nombre de la"),
    "la sede del Ayuntamiento, Plaza de la Villa, 1",
    "preséntese en el Registro General, calle Mayor, 3",
    "pavimentación de la avenida de Extremadura",
    "la denominación de la calle Ramón y Cajal",
    "el artículo 12 y la parcela del vecino",
    "salida por la carretera de Mérida",
    "el edificio de 4 plantas y 20 viviendas",
    "finca de 3 hectáreas y cortijo de 200 metros",
    "la banda de 4 músicos y la bajada de 3 puntos",
    "la cuesta de enero y la senda de 2 metros",
    "el piso de Ana tiene 3 habitaciones",
    "casa de Luis, 3 hijos y 2 perros",
    "el titular del 2 % y el piso de 90 metros",
    "vive en el primero de los mundos",
    "los propietarios del 40 por ciento",
    "el polígono 6 y la parcela del vecino",
    "un portal de Internet y una torre de control",
    "la partida de 3.000 euros y el pago de 200",
    "polígono regular, 6 lados",
    "la acera de 2 metros está levantada",
)
STREETS = (
    (
        "Obras de la calle Maestro Rebollares y de la plaza de la Constitución.",
        ["calle Maestro Rebollares", "plaza de la Constitución"],
    ),
    ("el paseo de Rosa Prieto. Don Luis firma", ["paseo de Rosa Prieto"]),
    ("de la avenida Reyes Huertas a la calle del Pilar", ["avenida Reyes Huertas", "calle del Pilar"]),
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_the_whole_address(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = [d for d in marked.above(marked.find(document, "address")) if d.effect is Effect.HIDE]
    assert [(str(d.label), document.surface(d.span)) for d in found] == [
        (e.label, document.surface(e.span)) for e in expected
    ]


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_streets_seats_and_counts(sentence: str) -> None:
    assert marked.surplus(sentence, "address") == []


@pytest.mark.parametrize(("sentence", "streets"), STREETS)
def test_protects_streets_that_are_no_home(sentence: str, streets: list[str]) -> None:
    document = from_text(sentence)
    found = [d for d in marked.find(document, "address") if d.effect is Effect.PROTECT]
    assert [document.surface(d.span) for d in found] == streets


@pytest.mark.parametrize(
    "sentence",
    [
        "Firman Fernando de la Rúa y Casilda Bermejo",
        "doña María Calle Rodríguez y don Juan Plaza Mayoral",
        "el Grupo Socialista y la segunda ronda electoral",
        "acabó la carrera. La meta quedó lejos",
    ],
)
def test_protects_no_surname(sentence: str) -> None:
    assert [d for d in marked.find(from_text(sentence), "address") if d.effect is Effect.PROTECT] == []


@pytest.mark.parametrize("person", ["y Casilda Bermejo", "Don Luis Ojaranza", "e Isabel Nogal"])
def test_a_person_after_a_street_is_no_part_of_it(person: str) -> None:
    document = from_text(f"por la calle Mayor {person} pasaron")
    (street,) = marked.find(document, "address")
    assert document.surface(street.span) == "calle Mayor"


def test_a_home_is_surer_than_an_address_and_that_than_a_seat() -> None:
    scores = [
        marked.find(from_text(f"{cue} calle Mayor, 3"), "address")[0].score for cue in ("domicilio en", "", "sede en")
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[2] < marked.THRESHOLD <= scores[1] < scores[0]


def test_a_postcode_is_known_by_its_column() -> None:
    text = "06800\n"
    document = build(text, [Block(0, len(text), label="C.P.")], b"", "csv")
    assert [d.score >= marked.THRESHOLD for d in marked.find(document, "address")] == [True]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Domicilio: Qta. La Coromoto, calle 7 con carrera 3, sector Sur", "Qta. La Coromoto, calle 7 con carrera 3, sector Sur"),
        ("Domicilio ........ Edf. Las Gaviotas, ptal. 4, 9º F    C.P. 29740", "Edf. Las Gaviotas, ptal. 4, 9º F"),
        ("Dom.: C. San Blas 14, esq. Cjón. Ánimas, bajo. Llaves: una vecina", "C. San Blas 14, esq. Cjón. Ánimas, bajo"),
        ("Domicilio (si es distinto)\nPda. Les Planes, casa 44-B, El Pla\nTel. 600", "Pda. Les Planes, casa 44-B, El Pla"),
        ("Domicili a efectes: res\nDomicilio:   Paraje Los Huertos,\ncasa sin número (junto a la balsa)\n", "Paraje Los Huertos,\ncasa sin número (junto a la balsa)"),
    ],
)  # fmt: skip
def test_the_value_of_a_labelled_field_is_an_address_to_its_end(text: str, value: str) -> None:
    document = from_text(text)
    assert [document.surface(d.span) for d in marked.find(document, "address") if d.label is Label.ADDRESS] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Domicilio: no consta",
        "Dirección: -",
        "Dirección de correo electrónico: ana@correo.example",
        "Dirección General de Tributos: Servicio de Recaudación",
        "Dirección facultativa: Luisa Pérez Gil",
        "Domicilio:\nLa casa queda lejos de aquí.",
    ],
)
def test_a_field_without_an_address_has_none(text: str) -> None:
    assert [d for d in marked.find(from_text(text), "address") if d.label is Label.ADDRESS] == []


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("vive en la calle del Sol 4, sobre la venta, en un piso", "la calle del Sol 4, sobre la venta"),
        ("reside en calle Alta, 12, esquina Molino, de alquiler", "calle Alta, 12, esquina Molino"),
        ("vive en calle Alta, 12, y trabaja sobre la marcha", "calle Alta, 12"),
        ("vive en calle Alta, 12. Sobre la deuda nada dice", "calle Alta, 12"),
    ],
)
def test_a_home_reaches_over_what_stands_beside_it(text: str, whole: str) -> None:
    document = from_text(text)
    (address,) = [d for d in marked.find(document, "address") if d.label is Label.ADDRESS]
    assert document.surface(address.span) == whole


def test_a_numbered_list_of_inverted_names_has_no_streets() -> None:
    people = "1. Calle Monte, Luz\n2. Plaza Ruiz, Juan\n- Camino Vera, Lola\n"
    assert [d for d in marked.find(from_text(people), "address") if d.effect is Effect.PROTECT] == []
    streets = "1. Calle Mayor, Badajoz\n2. Plaza Mayor, Toledo\nEn calle Monte, Luz no vive\n"
    assert len([d for d in marked.find(from_text(streets), "address") if d.effect is Effect.PROTECT]) == 3


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("vive en calle del Olmo, 7, 2.º B., de Torremoncayo.", ", de Torremoncayo."),
        ("vive en C/ Mayor, 12, 3.º izq., con su hija", ", con su hija"),
        ("vive en calle Luna, 5, 1.º D.; y su hermana no", "; y su hermana no"),
        ("vive (calle Alta, 3, 1.º C.)", ")"),
        ("vive en calle Alta, 3, bj. con su hija", " con su hija"),
        ("vive en calle del Olmo, 7, 2.º B. La interesada recurre.", ". La interesada recurre."),
        ("vive en calle del Olmo, 7, 2.º B.", "."),
    ],
)
def test_an_address_takes_its_own_stop_and_leaves_the_sentence_its(text: str, rest: str) -> None:
    (found,) = (d for d in marked.find(from_text(text, "a.txt"), "address") if d.label == Label.ADDRESS)
    assert text[found.span.end :] == rest


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("vive en la calle Olmo, 14", "domicilio en C/ Olmo, 14", True),
        ("vive en la calle del Olmo, n.º 14, 2.º B", "domicilio en C/ Olmo, 14, 2º B", True),
        ("vive en la Avda. de la Paz, 3", "domicilio en avenida La Paz 3", True),
        ("vive en la calle Olmo, 14", "domicilio en C/ Olmo, 41", False),
        ("vive en la calle Olmo, 14", "domicilio en la plaza Olmo, 14", False),
        ("vive en la calle Olmo, 14, 2.º B", "domicilio en C/ Olmo, 14, 2.º C", False),
    ],
)
def test_one_address_written_in_two_ways_has_one_value(one: str, other: str, same: bool) -> None:
    values = [
        next(d.value for d in marked.find(marked.read(text)[0], "address") if d.label is Label.ADDRESS)
        for text in (one, other)
    ]
    assert all(values)
    assert (values[0] == values[1]) is same
