"""Tables typed as plain text: their columns count like a sheet's, and what merely looks like one doesn't."""

from __future__ import annotations

import pytest

from pipeline import extract, recognise
from pipeline.detection import Label
from pipeline.document import Document, from_text
from pipeline.recognise.text_columns import columns_in_text
from tests.fakes import FakeNer

BARS = """Nombre y apellidos | Parentesco | Edad | Natural de | Res. desde
Aurora Lanza Gil | madre | 41 | Porrúa | 1909
Fidel Lanza | hijo del 1 | 8 meses | íd. | nac.
"""
TABS = "Pol.\tParc.\tTitular\tm²\n14\t417\tSORIA ACEÑA, ABUNDIO\t312\n15\t421 a\tYE, WEI JIE\t2.310\n"
SPACES = """RELACIÓN DE VECINOS
Titular                 Polígono  Parcela   Importe
---------------------------------------------------
Aurora Lanza Gil        14        209 b     31,20
Fidel Soria Aceña       15        5009      12,00

Total                   2         2         43,20
"""


def _hidden(text: str, label: Label) -> set[str]:
    document = from_text(text)
    return {
        document.surface(d.span)
        for d in recognise.find_all(document, ner=FakeNer())
        if d.label == label and d.score >= 0.6
    }


def _columns(text: str) -> dict[str, list[str]]:
    return {c.header: [cell.text for cell in c.cells] for c in columns_in_text(from_text(text))}


def test_every_kind_of_column_that_a_person_has() -> None:
    assert {"madre", "hijo del 1"} <= _hidden(BARS, Label.KINSHIP)
    assert {"41"} <= _hidden(BARS, Label.AGE)
    assert {"1909"} <= _hidden(BARS, Label.DATE)
    assert "Porrúa" in _hidden(BARS, Label.LOC)


@pytest.mark.parametrize("text", [TABS, SPACES])
def test_parcels_beside_their_owner(text: str) -> None:
    found = _hidden(text, Label.ADDRESS)
    assert {"14", "15"} <= found and {"417", "421 a"} & found | {"209 b", "5009"} & found
    assert not {"312", "2.310", "31,20", "43,20", "2"} & found


def test_a_table_ends_with_its_lines() -> None:
    assert _columns(SPACES)["poligono"] == ["14", "15"]
    assert _columns(TABS)["m2"] == ["312", "2.310"]


@pytest.mark.parametrize(
    "text",
    [
        "Parcelas | Polígono | Cultivo\n14 | 417 | secano\n15 | 33 | viña\n",  # nobody's
        "La obra  se hará en  tres  fases\n14  417  33  2\n",
        "Nombre: Ana   Edad: 41   Localidad: Soto\n14   22   33\n",
        "Edad | Total | Media\n18 | 22 | 33\n19 | 20 | 14\n",  # a statistic
    ],
)
def test_what_is_nobodys_stays(text: str) -> None:
    assert not {t for label in (Label.AGE, Label.ADDRESS, Label.DATE) for t in _hidden(text, label)} - {"41"}


def test_a_document_with_cells_of_its_own_has_none_in_text() -> None:
    document: Document = extract.read_document(TABS.replace("\t", ";").encode(), "a.csv")
    assert not list(columns_in_text(document))


def test_a_kind_may_bear_the_number_of_a_file() -> None:
    rows = ["Beneficiario\tNIF\tConcepto\tImporte"]
    rows += ["Aurora Lanza Gil\t99441733Z\tDEVOL FIANZA EXPTE 31-24\t450,00"]
    rows += ["Fidel Soria Aceña\t99441734S\tCOMEDOR\t96,00", "Rosa Lanza Gil\t99441735Q\tCOMEDOR\t12,00"]
    hidden = _hidden("\n".join(rows) + "\n", Label.CASE_NUMBER)
    assert {number.split()[-1] for number in hidden} == {"31-24"}


def test_semicolons_part_columns_of_accounts() -> None:
    log = "fecha;hora;usuario;puesto;acción\n3/2/25;23:47;jmadrover4;URG-09;lee\n3/2/25;23:58;mferragut;URG-09;copia\n"
    assert _columns(log)["usuario"] == ["jmadrover4", "mferragut"]
    assert "jmadrover4" in _hidden(log, Label.OTHER_ID)
    assert "mferragut" in _hidden(log, Label.PERSON)
    assert not _columns("Vino Ana; llovía; no había luz; nadie; frío\nfue Luis; calor; sol; uno; dos\n")


def test_headers_of_days_have_figures() -> None:
    table = "cód.|trabajador/a|L17|M18|X19|J20\n4410|Cissé A.|M|M|T|T\n3907|Campos F., J.L.|T|T|BAJA|BAJA\n"
    assert _hidden(table, Label.OTHER_ID) >= {"4410", "3907"}


def test_what_people_hold_is_numbered_beside_their_names() -> None:
    table = "tarj.   nombre            documento\n017     Oumaima Bakkali   Y9939557Y\n022     Justo Sabio Gil   99453574X\n"
    assert _hidden(table, Label.OTHER_ID) >= {"017", "022"}
    stock = "Taquilla   Color     Medida\n017        rojo      40\n022        verde     35\n"
    assert not _hidden(stock, Label.OTHER_ID)
