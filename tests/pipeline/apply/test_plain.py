"""Plain text and tables, written back: what isn't replaced keeps its bytes."""

from __future__ import annotations

import codecs

import pytest

from pipeline import apply, extract
from pipeline.container.delimited import harmless
from pipeline.errors import UnreadableFile
from tests.pipeline import made


def written(data: bytes, name: str, values: list[str], output: str = "[PER_1]") -> bytes:
    document = extract.read_document(data, name)
    return apply.write_document(data, document, made.replacing(document, values, output)).data


@pytest.mark.parametrize("coding", ["utf-8", "utf-16-le", "cp1252"])
def test_text_keeps_encoding_mark_and_line_ends(coding: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE}.get(coding, b"")
    data = mark + "Doña Íñiga Gil,\r\nvecina.\r\n\r\nFin".encode(coding)
    assert written(data, "a.txt", ["Íñiga Gil"]) == mark + "Doña [PER_1],\r\nvecina.\r\n\r\nFin".encode(coding)


def test_only_changed_cells_of_a_table_differ() -> None:
    data = codecs.BOM_UTF8 + b'DNI;Nombre;CP\r\n99500000E;"Ana ""la"" Gil";06001\r\n;;08001\r\n'
    expected = codecs.BOM_UTF8 + b'DNI;Nombre;CP\r\n[X];"[X]";06001\r\n;;08001\r\n'
    assert written(data, "a.csv", ["99500000E", "Ana la Gil"], "[X]") == expected


def test_a_replacement_that_holds_the_delimiter_is_quoted() -> None:
    assert written(b"n,d\nAna,1\n", "a.csv", ["Ana"], 'X, "Y"') == b'n,d\n"X, ""Y""",1\n'


@pytest.mark.parametrize(
    ("value", "safe"),
    [("=1+1", "'=1+1"), ("@x", "'@x"), ("+cmd|x", "'+cmd|x"), ("-5", "-5"), ("+34 600", "+34 600"), ("[X]", "[X]")],
)
def test_written_cells_run_no_formula(value: str, safe: str) -> None:
    assert harmless(value) == safe


def test_other_bytes_than_those_read_are_refused() -> None:
    document = extract.read_document(b"Hola", "a.txt")
    with pytest.raises(UnreadableFile):
        apply.write_document(b"Hola.", document, [])


def test_unsorted_replacements_are_a_mistake_of_the_caller() -> None:
    document = extract.read_document(b"Ana y Luis", "a.txt")
    replacements = made.replacing(document, ["Ana", "Luis"])
    with pytest.raises(ValueError, match="sorted"):
        apply.write_document(b"Ana y Luis", document, replacements[::-1])
