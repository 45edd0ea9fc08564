"""Plain text and delimited tables: encodings, dialects, headers."""

from __future__ import annotations

import codecs

import pytest

from pipeline.container import delimited, encoding
from pipeline.errors import UnreadableFile
from pipeline.extract.csv import read_table
from pipeline.extract.txt import read_text

SENTENCE = "Señora Íñiguez, año 1980:\r\n«conforme» — sí."


@pytest.mark.parametrize(
    ("name", "mark"),
    [
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
        ("utf-32-le", b""),
        ("utf-32-be", b""),
        ("cp1252", b""),
    ],
)
def test_every_encoding_comes_back_to_its_bytes(name: str, mark: bytes) -> None:
    data = mark + SENTENCE.encode(name)
    text, coding = encoding.decode(data)
    assert text == SENTENCE
    assert coding.encode(text) == data


@pytest.mark.parametrize("name", ["cp850", "mac_roman", "cp1252"])
@pytest.mark.parametrize(
    "text",
    [
        "Doña Begoña Muñoz Peñalver",
        "DOÑA BEGOÑA MUÑOZ, n.º 3",
        "La señora Íñiguez está: ¿cuándo?",
        "Ángel Núñez García, 1ª planta",
        "Conclusión: «sí».",
    ],
)
def test_pages_of_other_systems_are_told_by_their_spanish(name: str, text: str) -> None:
    data = text.encode(name)
    assert encoding.decode(data) == (text, encoding.Coding(name))


@pytest.mark.parametrize(
    "text",
    ["São Paulo", "10 € y ½", "L’ajuntament", "D.\xa0Juan\xa0Rey", "“Jürgen Groß” – 25 m²", "Plaça d’Espanya · 5", "•\xa0n.º 1"],
)  # fmt: skip
def test_windows_text_stays_windows_text(text: str) -> None:
    assert encoding.decode(text.encode("cp1252")) == (text, encoding.Coding("cp1252"))


@pytest.mark.parametrize(("data", "refused"), [(b"Do+APE-a Ana", True), (b"a+b-c +A1- ana+AB-x 3+API-", False)])
def test_seven_bit_letters_are_refused(data: bytes, refused: bool) -> None:
    if refused:
        with pytest.raises(UnreadableFile, match="UTF-7"):
            encoding.decode(data)
    else:
        assert encoding.decode(data)[0] == data.decode()


def test_bytes_windows_leaves_undefined_are_kept() -> None:
    data = b"a\x81\xf1o"
    text, coding = encoding.decode(data)
    assert coding.encode(text) == data and "ñ" in text


def test_a_letter_the_encoding_lacks_becomes_its_base() -> None:
    assert encoding.Coding("cp1252").encode("Ș Łó 中") == b"S ?\xf3 ?"


def test_paragraphs_are_blocks_and_line_ends_stay() -> None:
    document = read_text(b"Uno\r\ndos\r\n\r\nTres", "a.txt")
    assert document.text == "Uno\r\ndos\r\n\r\nTres"
    assert [document.text[b.start : b.end].strip() for b in document.blocks] == ["Uno\r\ndos", "Tres"]


@pytest.mark.parametrize(
    ("text", "name", "delimiter"),
    [
        ("a;b\n1,5;2,5\n", "", ";"),
        ("a,b\nx,y\n", "", ","),
        ("a\tb, c\nx\ty, z\n", "", "\t"),
        ('n|d\n"x;y;z|"|2\n', "", "|"),
        ("sep=;\na,b;c\n", "", ";"),
        ("una sola columna\notra línea\n", "", ","),
        ('Nombre;Importe\n"García; Ana";1,5\n"Ruiz; Luis";2,5\n', "", ";"),
    ],
)
def test_the_delimiter_is_the_one_that_splits_evenly(text: str, name: str, delimiter: str) -> None:
    assert delimited.delimiter_of(text, name) == delimiter


def test_cells_follow_the_quotes() -> None:
    text = '"a ""b"" c";"d;\ne"\r\n\r\nf;'
    cells = [(c.row, c.column, c.value) for c in delimited.cells(text, ";")]
    assert cells == [(0, 0, 'a "b" c'), (0, 1, "d;\ne"), (1, 0, ""), (2, 0, "f"), (2, 1, "")]


def test_a_quote_that_never_closes_swallows_nothing() -> None:
    cells = [c.value for c in delimited.cells('a;"b\nc;d\n', ";")]
    assert cells == ["a", '"b', "c", "d"]


def test_cells_are_named_by_their_header_in_spite_of_the_mark() -> None:
    data = codecs.BOM_UTF8 + b'DNI,Nombre,"C.P."\n99500000E,"Ana ""Gil""",06001\n,,08001\n'
    document = read_table(data, "a.csv")
    blocks = {(b.row, b.column): b for b in document.blocks}
    assert [blocks[1, n].label for n in range(3)] == ["DNI", "Nombre", "C.P."]
    assert blocks[0, 0].label == ""
    assert document.text == 'DNI\tNombre\tC.P.\n99500000E\tAna "Gil"\t06001\n\t\t08001\n'


def test_a_table_without_header_has_no_labels() -> None:
    document = read_table(b"Ana;99500000E;612000111\nLuis;99500001R;612000112\n", "a.csv")
    assert {b.label for b in document.blocks} == {""}


def test_a_form_is_named_by_its_left_column() -> None:
    document = read_table("Nombre;Ana Gil\nDNI;99500000E\nTeléfono;612000111\n".encode(), "a.csv")
    labels = {b.row: b.label for b in document.blocks if b.column == 1}
    assert labels == {0: "Nombre", 1: "DNI", 2: "Teléfono"}


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Begoña Muñoz\n".encode() + "Íñigo Núñez".encode("cp1252"), "Begoña Muñoz\nÍñigo Núñez"),
        ("Begoña Muñoz, ".encode() + b"\xc3", "Begoña Muñoz, \xc3"),
        ("Begoña ".encode() + b"\xed\xa0\x80\x81" + " Muñoz".encode(), "Begoña í\xa0€\x81 Muñoz"),
        ("Bego\u0303a Nu\u0301n\u0303ez, ".encode() + "Íñigo".encode("cp1252"), "Bego\u0303a Nu\u0301n\u0303ez, Íñigo"),
    ],
    ids=["put together", "cut short", "half a pair", "accents apart"],
)
def test_other_bytes_in_utf8_spoil_no_letter_of_the_rest(data: bytes, text: str) -> None:
    assert encoding.decode(data) == (text, encoding.Coding("utf-8"))


def test_lines_drawn_in_an_old_page_are_no_letters_of_utf8() -> None:
    text = "├│ Begoña Muñoz Íñigo, niño de Cádiz\r\n└┘\r\n"
    assert encoding.decode(text.encode("cp850")) == (text, encoding.Coding("cp850"))
