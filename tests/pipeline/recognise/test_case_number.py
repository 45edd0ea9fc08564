"""Numbers that lead to a person's file are marked; an act's own reference and counts are left."""

from __future__ import annotations

import pytest

from pipeline.document import Block, build, from_text
from tests import marked

MARKED = (
    "la inscripción [CASE_NUMBER 3.ª] de la finca [CASE_NUMBER 2.994]",
    "expediente [CASE_NUMBER AES-\n2025/0994]",
    "Rollo núm. [CASE_NUMBER 172 de 1.979]",
    "expte. [CASE_NUMBER 120020240009944] (antes [CASE_NUMBER 12/2023/4417])",
    "justificante [CASE_NUMBER TRF-20250213-7741].pdf",
    "facturas [CASE_NUMBER T-0172] y [CASE_NUMBER T-0173]",
    "tomo [CASE_NUMBER 99º], folio [CASE_NUMBER 44 v.º], finca [CASE_NUMBER 4.417], inscripción [CASE_NUMBER 3.ª]",
    "hoja [CASE_NUMBER HU-9944], inscripción [CASE_NUMBER 4.ª]",
    "D. Urgentes [CASE_NUMBER 417/25]",
    "el recurso de reposición [CASE_NUMBER 123/2024]",
    "expediente [CASE_NUMBER 2024/000123]",
    "el expediente sancionador n.º [CASE_NUMBER 45/2019]",
    "Expte. [CASE_NUMBER EXP-2023-0456], de oficio",
    "expediente [CASE_NUMBER 12345678] consta de 9 folios",
    "autos [CASE_NUMBER 456/2018] y [CASE_NUMBER 34/2018]",
    "PAB [CASE_NUMBER 123/2019]",
    "procedimiento ordinario [CASE_NUMBER 123/2019]",
    "Diligencias Previas núm. [CASE_NUMBER 1234/2020]",
    "rollo de apelación [CASE_NUMBER 12/2020]",
    "recurso contencioso-administrativo [CASE_NUMBER 123/2020]",
    "n.º de registro [CASE_NUMBER 2024-E-RE-1234]",
    "registrada de entrada con el número [CASE_NUMBER 2024-E-RC-77]",
    "NIG [CASE_NUMBER 28079 00 4 2019 0001234]",
    "N.I.G.: [CASE_NUMBER 06015 45 3 2019 0000123]",
    "NIG: [CASE_NUMBER 2807900420190001234]",
    "con el número [CASE_NUMBER 1.234] de mi protocolo".replace(
        "con el número [CASE_NUMBER 1.234] de mi", "protocolo [CASE_NUMBER 1.234] de mi"
    ),
    "recibo n.º [CASE_NUMBER 4567]",
    "demanda (no [CASE_NUMBER 28426/06])",
    "Ref.: [CASE_NUMBER SS/2024/0987]",
    "ejecución de títulos judiciales [CASE_NUMBER 12/2018]",
    "Resolución de Alcaldía 45/2019, expediente [CASE_NUMBER 123/2019]",
    "atestado [CASE_NUMBER 2024-001234-00000321]",
    "solicitud [CASE_NUMBER 2024/123456]",
    "justificante de registro n.º [CASE_NUMBER REGAGE24e00012345678]",
    "multa [CASE_NUMBER 2024/554433]",
    "Sentencia apelada: [CASE_NUMBER 119/2024]",
    "la sentencia n.º [CASE_NUMBER 76/2024]",
    "Divorcio contencioso [CASE_NUMBER 654/2023]",
    "conciliación, expediente [CASE_NUMBER SMAC 2023/6180]",
    "las diligencias previas número [CASE_NUMBER 2.046 de 2023]",
    "NIG: [CASE_NUMBER 20.05.2-23/011482]",
    "consignaciones ([CASE_NUMBER 0338 0000 08 0780 23])",
    "N.º EXPEDIENTE: [CASE_NUMBER 430020240004182]",
    "EXPEDIENTE: [CASE_NUMBER 22-050-448.017-3]",
    "en alegaciones (registro [CASE_NUMBER O00017838e2200418877])",
    "inscrita al tomo [CASE_NUMBER 1.618], libro [CASE_NUMBER 22], folio [CASE_NUMBER 104], finca [CASE_NUMBER 2.711]",
    "el móvil, IMEI [CASE_NUMBER 356099041700284]",
    "burofax ([CASE_NUMBER NB00990417218])",
    "Expte.\tNombre\tFecha\n[CASE_NUMBER 20240311]\tROBLE CANO\t02/02/24\n[CASE_NUMBER 20240314]\tPINO SOL\t03/02/24",
    "Atestado n.º: [CASE_NUMBER 551A2400318]",
)
LEFT = (
    "la inscripción 3.ª de la lista y la finca vecina",
    "el año 172 de 1.979 y pico",
    "guion al final-\n2025",
    "multa de 601 a 1.200 €; sanción de 301 a 3.000 €",
    "el depósito legal Z 994-2025",
    "código de procedimiento 2994417",
    "el documento acta-2025.pdf y el informe foto-3.jpg",
    "la hoja de cálculo, inscripción 4.ª del curso",
    "registro sanitario ES-00417",
    "el recurso contra la resolución 123/2024",
    "hola, me llego la resolucion 45/2026 y no la entiendo",
    "la demanda contra la resolución n.º 45/2026 y el acuerdo 7/2023",
    "la Resolución de Alcaldía 45/2019",
    "el Decreto 45/2019, de 3 de abril",
    "la Ley 39/2015 y la Orden HAP/1234/2016",
    "la convocatoria 3/2024 y el presupuesto 2024/2025",
    "el curso 2023/2024",
    "el expediente de contratación 12/2024",
    "el contrato de obras 12/2024, lote 3",
    "un expediente de 12 páginas",
    "el acta 4/2024 y el bando 2/2024",
    "matrícula BA-4821-ZZ y teléfono 924-123-456",
    "DNI 99012345-J y cuenta 9999-0001-41-0123456789",
    "el 3/4/2024 y el 2024-04-03",
    "tensión 110/60 y nota 7/10",
    "norma UNE-EN 1234-2",
    "autos locos y recursos humanos",
    "la solicitud de 12 vecinos",
    "sentencia 45/2020",
    "el parte de 2022 está prescrito",
    "el libro de visitas (folio 88) y el folio 12",
    "tomó 20 folios del libro 3",
    "Importe\tPuntos\n2000\t45000",
    "Ejercicio\tImporte\tTotal\n2023\t14500\t20000",
    "una finca de 12.500 metros",
    "el permiso de 20 días y la hoja 3",
    "un proceso de 500 vecinos",
    "la parcela 112 del polígono 4",
    "el modelo 790-026 y el apartado 3.2",
    "la nota 27,75 y el puesto 12",
    "la Sala Tercera, 1147/2019",
    "el lote 3-2024 del contrato 12/2024",
    "el recibo de 1.500 euros",
    "en concepto de 300 euros",
    "de 2.046 de media",
    "el Boletín 12/2024 de la provincia",
    "se registraron 4567 votos",
    "la COVID-19 y la N-430",
    "el recurso de 3 vecinos y la queja de 150 euros",
    "una multa de 200 euros",
    "el informe 23/2024 de secretaría",
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_numbers_of_files(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = marked.above(marked.find(document, "case_number"))
    assert [document.surface(d.span) for d in found] == [document.surface(e.span) for e in expected]


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_acts_and_counts(sentence: str) -> None:
    assert marked.surplus(sentence, "case_number") == []


def test_a_shape_without_a_cue_is_a_doubt() -> None:
    (detection,) = marked.find(from_text("consta 2024/000123 al margen"), "case_number")
    assert 0.3 <= detection.score < marked.THRESHOLD


def test_a_nig_of_no_province_needs_its_cue() -> None:
    assert not marked.find(from_text("el 99079 00 4 2019 0001234"), "case_number")
    (detection,) = marked.find(from_text("NIG 99079 00 4 2019 0001234"), "case_number")
    assert detection.score < marked.find(from_text("NIG 28079 00 4 2019 0001234"), "case_number")[0].score


def test_a_column_label_is_a_cue() -> None:
    text = "2024/000123\n"
    document = build(text, [Block(0, len(text), label="Expediente")], b"", "csv")
    assert marked.above(marked.find(document, "case_number"))


def test_spaces_do_not_tell_two_numbers_apart() -> None:
    values = {
        marked.find(from_text(f"NIG {n}"), "case_number")[0].value
        for n in ("28079 00 4 2019 0001234", "2807900420190001234")
    }
    assert len(values) == 1
