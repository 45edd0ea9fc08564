"""Several tables on one grid: each cell is named by the header of its own."""

from __future__ import annotations

import time

import pytest

from pipeline.container.regions import regions_of

PEOPLE = [["NIF", "Nombre"], ["1", "Ana"], ["2", "Leo"]]
CARS = [["Matrícula", "Importe", "Fecha"], ["1234 BCD", "10", "1/2/2020"], ["1235 BCD", "11", "2/2/2020"]]


def labels(rows: list[list[str]]) -> list[list[str]]:
    """Name every cell; a blank row is an empty list."""
    tables = regions_of([(n, row) for n, row in enumerate(rows) if any(row)])
    named = []
    for n, row in enumerate(rows):
        lefts = ["", *row]
        named.append([tables.label(n, column, lefts[column]) for column in range(len(row))])
    return named


def test_each_table_has_its_own_header() -> None:
    named = labels([*PEOPLE, [], *CARS])
    assert named[1:3] == [["NIF", "Nombre"]] * 2
    assert named[5:] == [["Matrícula", "Importe", "Fecha"]] * 2


def test_a_header_needs_no_blank_row_before_it() -> None:
    assert labels([*PEOPLE, *CARS])[4:] == [["Matrícula", "Importe", "Fecha"]] * 2


def test_a_blank_row_does_not_end_a_table() -> None:
    assert labels([*PEOPLE, [], ["3", "Zoe"], [], ["4", "Mar"]])[4:] == [["NIF", "Nombre"], [], ["NIF", "Nombre"]]


def test_a_blank_row_may_stand_below_the_header() -> None:
    assert labels([["NIF", "Nombre"], [], ["1", "Ana"], ["2", "Leo"]])[2:] == [["NIF", "Nombre"]] * 2


def test_titles_and_notes_are_no_rows() -> None:
    rows = [["Listado de plazas"], [], *CARS, [], ["Nota: importes sin IVA"], [], ["1236 BCD", "4", "3/2/2020"]]
    named = labels(rows)
    assert named[0] == [""]
    assert named[6] == [""]
    assert named[8] == ["Matrícula", "Importe", "Fecha"]


def test_names_of_groups_of_columns_stand_over_the_header() -> None:
    rows = [["Titular", "", "Representante", ""], ["NIF", "Nombre", "NIF", "Apellidos"], ["1", "Ana", "2", "Gil"]]
    assert labels(rows)[2] == ["NIF", "Nombre", "NIF", "Apellidos"]


def test_a_table_on_its_side() -> None:
    rows = [["Nombre", "Ana", "Leo", "Zoe"], ["NIF", "1", "2", "3"], ["Teléfono", "7", "8", "9"]]
    assert labels(rows) == [["", "Nombre", "Nombre", "Nombre"], ["", "NIF", "NIF", "NIF"], ["", *["Teléfono"] * 3]]


@pytest.mark.parametrize("values", [["Ana Calle Real", "Calle Real 3"], ["Empresa Sol", "Grupo Cuenta Clara"]])
def test_values_made_of_field_words_are_no_header(values: list[str]) -> None:
    rows = [["Nombre", "Domicilio"], ["Leo Gil", "Plaza Alta"], values, ["Zoe Paz", "Ronda Sur"]]
    assert labels(rows)[3] == ["Nombre", "Domicilio"]


def test_time_grows_with_the_rows() -> None:
    def seconds(count: int) -> float:
        rows = [(2 * n, ["1", "Ana", "calle Alta 3", "12,5"]) for n in range(count)]
        start = time.perf_counter()
        regions_of(rows)
        return time.perf_counter() - start

    seconds(2_000)
    assert seconds(20_000) < 30 * seconds(2_000) + 0.5
