"""Numbers of no known form: named ones and improbable shapes are marked; counts, acts and things are left."""

from __future__ import annotations

import time

import pytest

from pipeline.document import Block, build, from_text
from tests import marked

MARKED = (
    "UNIDAD DE BARRIOS\nInforme [CASE_NUMBER UB-417/2025]",
    "el informe [CASE_NUMBER IF-4417/21] del guarda",
    "crotales [OTHER_ID ES051100994417] y [OTHER_ID ES 07 1100 9944 18], leídos",
    "tasa 790, n.º [OTHER_ID 790 052 994417203 1], pagada",
    "seguro de caución [CASE_NUMBER 4.172.031]",
    "recurso [CASE_NUMBER R.G. 00417/2023]",
    "Designa de oficio [CASE_NUMBER TO-2024/009944]",
    "la tarjeta TIE núm. [OTHER_ID E 0994 4172], caducada",
    "apostillado con el n.º [CASE_NUMBER EC-A 0994417/24]",
    "la mutua MUFACE [HEALTH_ID 31 0994417 A], titular",
    "un concentrado de hematíes n.º [OTHER_ID E0994 25 441720 3]",
    "se paga [OTHER_ID 15 23 099441720]",
    "el NIF portugués [NIF 299 441 720], del socio",
    "licencia de taxi [LICENCE_ID 17]",
    "tarjeta con CVV [CARD 417]",
    "el marcapasos, n.º de serie [OTHER_ID RNB994417G], lote 4",
    "D. Previas [CASE_NUMBER 417/23] y J. Rápido [CASE_NUMBER 44/2023]",
    "Rollo Sala [CASE_NUMBER 99/21]",
    "protección de menores [CASE_NUMBER PM 44/24-C]",
    "la póliza n.º [CASE_NUMBER 99-4417-0021]",
    "abonado [OTHER_ID 994417]",
    "Nº de socio: [OTHER_ID 4417]",
    "núm. de operario [OTHER_ID 0417]",
    "número d'història [HEALTH_ID H 20417]",
    "tarjeta de salud es [HEALTH_ID CYL 360815 0417 99]",
    "el móvil, IMEI [OTHER_ID 86 990104 417725 3]",
    "la guardia civil [LICENCE_ID G-99104-M]",
    "colegiada ICA Vigo [LICENCE_ID 4.418]",
    "el n.º [CASE_NUMBER 317] de mi protocolo",
    "parte de incidencias n.º [CASE_NUMBER 88]",
    "con número de serie [OTHER_ID EWS-99041778]",
    "las pulseras [OTHER_ID 113-04] y [OTHER_ID 113-05]",
    "figura [OTHER_ID SASK-9K2M-0417] al pie",
    "consta el [OTHER_ID 9944172] en su ficha médica",
    "la retención [CASE_NUMBER ETJ 644/2023]",
    "permiso: clase B, expedido en Rumanía, n.º [LICENCE_ID B00990417R]",
    "el microchip [OTHER_ID 724099000417725]",
    "licencia federativa [LICENCE_ID AND-4417]",
    "NIS [OTHER_ID 2019 994 107]",
    "Delegación comercial: [OTHER_ID 46-0417-B]",
    "libreta de la Caja [ACCOUNT 0032-44719-3]",
    "el cupón [OTHER_ID AB12345X]",
    "ACTA Nº [CASE_NUMBER V-2231/19]",
    "el Acta: [CASE_NUMBER 2811-24-000773], de intervención",
    "Expedient: [CASE_NUMBER HES 2093/18]",
    "Previas [CASE_NUMBER 77/2024] y Prev. [CASE_NUMBER 1.233/24]",
    "escritura de venta, prot. [CASE_NUMBER 771]",
    "AGENTE Nº [LICENCE_ID 2 0 7]",
    "taxista, lic. [OTHER_ID O88], pide",
    "la de la hab. [OTHER_ID B-209] y la habitación [OTHER_ID 417-2]",
    "tarjeta transporte: [OTHER_ID 001 000 4471 2290 36]",
    "C.C. [NIF 1.077.990.412] de Quibdó",
    "LOGIN usuario=[OTHER_ID mferragut] contador=[OTHER_ID I20LA118843] parte=[CASE_NUMBER 5520]",
    "caller=[OTHER_ID x-hkim] badge=[OTHER_ID 0x4F22A1]",
    "turno de noche, voluntario [OTHER_ID V-19]",
)
LEFT = (
    "Informe de la unidad 417/2025",
    "el informe n.º 417/2025, de Intervención",
    "TA 144/72, FC 99 y tensión 120/80",
    "BDNS n.º 744172 y CPV n.º 45233222",
    "legajo 1054 de la Causa General",
    "el Model A144-SO12 de la sol·licitud",
    "el certificado de 2024 y la acreditación de 300 horas",
    "CPV 45233222-1, 77310000-6 y 03000000",
    "clasificación económica 48.009.44 y subcuenta 4300.00.17",
    "hipoteca de 72.000, deuda: 4.900 y multa 2.404",
    "multa de 601 a 1.200 € y sanción de 301 a 3.000 euros",
    "unidad tramitadora A08014418 y oficina contable L01500994",
    "referencia comercial 6260-9-136 y ref. fabricante 9910044172",
    "código de procedimiento 2994417 y código LER 020102",
    "depósito legal Z 994-2025 e id. acreedor ES40000Q1500994",
    "EudraCT 2019-004417-20",
    "EL TURNO 12 Y LA MESA A 45",
    "remesa 2025-044 y RC 12025000994, AD 220250000417",
    "recuento de leucocitos 4.417 y hematíes 4500",
    "el importe de 12.345,67 euros y 45000 más",
    "99405681 céntimos de crédito",
    "se presentaron 4812 solicitudes",
    "el año 2024 y el 03/04/2024 a las 12:30",
    "la Ley 39/2015 y el artículo 53.1.a)",
    "el acta n.º 19/2024 y la sesión 4/2024",
    "lote de reactivo es el 99120443",
    "cinemómetro n.º 01446028",
    "etilómetro DRAGER ARNF-0072",
    "código postal 06800",
    "la pieza modelo X9900000B",
    "BDNS 741236 e identificador BDNS 741236",
    "partida 231.480.00 del presupuesto",
    "la CPV 45000000-7 y el CNAE 4941",
    "el Juzgado de lo Social n.º 3",
    "superficie: 18.440 m2",
    "un total de 48221390 kilos",
    "la carretera N-340 y la A-66",
    "la COVID-19 y el grupo 3.º B",
    "cama: 412-B",
    "el número de serie B99123450 corresponde al equipo suministrado",
    "número de vecinos 340",
    "se computen 41 socios y no 14",
    "el fichero parte_04417_2024.pdf",
    "valores 77-95 y 150-450 de media",
    "host=SRV-DB2 user=root edad=88 pensión=707,30 login=none",
    "inicio=2024-05-21 fin=09:31:40 total=300",
    "https://sede.example/tramite?id=99441&user=ana",
    "el voluntario pagó 45.000 y volvió en 1999",
    "curso 2023/24 y ejercicio 2014-2020",
    "el operador trabaja 12 horas",
    "la habitación de 12 metros y la llave de 300 euros",
    "el acta n.º 12/2024, del pleno",
    "la previa 2 y la prevención de 1.233 casos",
    "25l de agua el 1o de mayo",
    "se votó 3 a 2, y antes 4 y 1",
    "el protocolo de 771 páginas",
    "las llaves y los 4417 vecinos",
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_what_is_named_or_improbable(sentence: str) -> None:
    assert marked.missing(sentence, "codes") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_counts_acts_and_things(sentence: str) -> None:
    assert marked.surplus(sentence, "codes") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEFT) >= len(MARKED)


def test_a_shape_alone_is_a_doubt() -> None:
    (detection,) = marked.find(from_text("figura SASK-9K2M-0417 al pie"), "codes")
    assert marked.THRESHOLD <= detection.score < 0.6


def test_a_column_header_names_its_cells() -> None:
    text = "4417\n"
    document = build(text, [Block(0, len(text), label="N.º de socio")], b"", "csv")
    (detection,) = marked.find(document, "codes")
    assert detection.label == "OTHER_ID"


def test_a_column_of_counts_is_left() -> None:
    text = "4417\n"
    document = build(text, [Block(0, len(text), label="Importe")], b"", "csv")
    assert not marked.find(document, "codes")


def test_no_run_of_groups_stalls() -> None:
    started = time.process_time()
    marked.find(from_text("1234 " * 8_000), "codes")
    assert time.process_time() - started < 4.0


def test_semicolons_make_a_table_under_a_line_of_headers_alone() -> None:
    table = "n;tomo;libro;finca;cargas\n1;1994;417;9944;libre\n2;3099;1720;17203;libre\n"
    found = _found(table)
    assert {"9944", "3099", "17203"} <= found
    prose = "modelo 1: A; hoja: 2; RUCT: 015; x\nNombre: B; alta: 3; código: OLA-2025-0994417-X; y\n"
    assert "OLA-2025-0994417-X" in _found(prose)


def _found(text: str) -> set[str]:
    document = from_text(text)
    return {document.surface(d.span) for d in marked.find(document, "codes")}
