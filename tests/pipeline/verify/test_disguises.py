"""Values in disguise: in part, backwards, in letters of other scripts, in short codes, in the name of the file."""

from __future__ import annotations

import base64

import pytest

from pipeline.analysis import Sought
from pipeline.verify import find_leaks

NAME = "María Luisa Zahínos Íñigolo"
SHORT = "Ana Zahínos"


def found(text: str, value: str, label: str, *, name: str = "a.txt", allowed: int = 0) -> set[str]:
    """How one value leaks in a file."""
    return {leak.how for leak in find_leaks(text.encode(), name, [Sought(value, label, "d1", allowed)])}


def page(inside: str) -> str:
    """A page of HTML."""
    return f"<!DOCTYPE html><html><body>{inside}</body></html>"


def coded(text: str) -> str:
    """In base64, without its padding."""
    return base64.b64encode(text.encode()).decode().rstrip("=")


PARTS = [
    ("99012345J", "NIF", "DNI 99012345 y ya"),
    ("99.012.345-J", "NIF", "DNI n.º 99.012.345."),
    ("1.234.567-L", "NIF", "DNI 01234567"),
    ("01234567L", "NIF", "DNI 1.234.567, 1234567L"),
    ("X9012345J", "NIE", "número X-9012345"),
    ("X9012345J", "NIE", "número 9012345"),
    ("X9012345J", "NIE", "número 9012345J"),
    ("B-99123457", "NIF_ENTITY", "la 99123457"),
    ("ZZA990123", "PASSPORT", "pasaporte 990123"),
    ("YY999900112233", "HEALTH_ID", "tarjeta 999900112233"),
    ("+34 612 345 678", "PHONE", "llamar al 612 34 56 78"),
    ("612 345 678", "PHONE", "llamar al +34612345678"),
    ("612 345 678", "PHONE", "llamar al 0034612345678"),
    ("+351 210 000 123", "PHONE", "llamar al 210000123"),
    ("00212 612 000 123", "PHONE", "llamar al 612 000 123"),
    ("ES91 9999 0001 4101 2345 6789", "IBAN", "cuenta 9999 0001 41 0123456789"),
    ("ES91 9999 0001 4101 2345 6789", "IBAN", "cuenta 9999-0001-0123456789"),
    ("ES91 9999 0001 4101 2345 6789", "IBAN", "cuenta 0123456789"),
    ("9999-0001-41-0123456789", "ACCOUNT", "cuenta ES7899990001410123456789"),
    ("PT70 9999 00001234567890150", "IBAN", "cuenta 9999 00001234567890150"),
    ("28/12345678/40", "NSS", "afiliación 28/12345678"),
    ("9999901 QD0099N 0001 FS", "CADASTRE", "finca 9999901QD0099N"),
]


@pytest.mark.parametrize(("value", "label", "text"), PARTS)
def test_a_number_in_part(value: str, label: str, text: str) -> None:
    assert "found without its letter, prefix or control figures" in found(text, value, label)


@pytest.mark.parametrize(
    ("value", "label", "text"),
    [
        ("99012345J", "NIF", "factura 199012345"),
        ("99012345J", "NIF", "factura 990123456"),
        ("99012345J", "NIF", "9901\n2345"),
        ("X9012345J", "NIE", "filas 9\n012 345"),
        ("+34 612 345 678", "PHONE", "1612345678"),
        ("ES91 9999 0001 4101 2345 6789", "IBAN", "entidad 9999 0001"),
        ("ZZA990123", "PASSPORT", "1990123 o 990.1234"),
        ("3 de abril de 2024", "DATE", "2024"),
        ("12345/2019", "CASE_NUMBER", "12345"),
    ],
)
def test_other_numbers_are_no_parts(value: str, label: str, text: str) -> None:
    assert found(text, value, label) == set()


def test_a_number_that_may_stand_is_counted_once_where_it_stands_whole() -> None:
    assert found("DNI 99.012.345-J", "99012345J", "NIF", allowed=1) == set()
    assert found("DNI 99.012.345-J y 99012345", "99012345J", "NIF", allowed=1)


@pytest.mark.parametrize(
    ("value", "label", "text"),
    [
        (NAME, "PERSON", NAME[::-1]),
        (NAME, "PERSON", f"\u202e{NAME[::-1]}\u202c"),
        (NAME, "PERSON", "firmado: " + "Zahínos Íñigolo, María Luisa"[::-1]),
        ("Zahínos", "PERSON", "soníhaZ"),
        ("99012345J", "NIF", "\u202eJ54321099"),
        ("612 345 678", "PHONE", "\u202e876543216"),
        ("calle del Pozo 9", "ADDRESS", "9 ozoP led ellac"),
    ],
)
def test_backwards(value: str, label: str, text: str) -> None:
    assert found(text, value, label) == {"found backwards"}


@pytest.mark.parametrize(
    ("value", "label", "text"),
    [
        ("León", "PERSON", "Noel"),
        ("Roma", "LOC", "amor"),
        ("20/11/2012", "DATE", "2102-11-02"),
        ("99012345", "PHONE", "54321099"),
    ],
)
def test_short_words_and_dates_backwards_are_others(value: str, label: str, text: str) -> None:
    assert found(text, value, label) == set()


def test_what_reads_alike_from_both_ends_counts_once() -> None:
    assert found("don Otto Ott O", "Otto Otto", "PERSON") == {"found"}
    assert found("el Otto Otto", "Otto Otto", "PERSON", allowed=1) == set()


@pytest.mark.parametrize(
    "text",
    [
        "doña M\u0430ría Luis\u0430 Z\u0430hín\u043es Íñig\u043elo",
        "M\u03b1ría Luis\u03b1 Z\u03b1hín\u03bfs Íñigol\u03bf",
        "\u041c\u0410R\u00cd\u0410 LUIS\u0410 Z\u0410H\u00cdN\u041eS \u00cd\u00d1IG\u041eL\u041e",
        "M\u03acr\u03afa Luisa Zah\u03afnos Íñigolo",
        "\u1d0d\u1d00\u0280\u026aa Luisa Zahínos Íñigolo",
    ],
)
def test_letters_of_other_scripts(text: str) -> None:
    assert found(text, NAME, "PERSON") == {"found in letters of another script"}
    assert found(text, text.removeprefix("doña "), "PERSON") == {"found"}
    assert "found" in found(NAME, text.removeprefix("doña "), "PERSON")


def test_names_in_other_scripts_stay_what_they_are() -> None:
    assert found("ΑΘΗΝΑ ΖΗΝΟΒΙΟΥ", "Ἀθηνᾶ Ζηνοβίου", "PERSON") == {"found"}
    assert found("Ἀθηνᾶ Ζηνοβίου", "Ἀθηνᾶ Ζηνοβίου", "PERSON", allowed=1) == set()
    assert found("Мария Иванова", "María Ivánova", "PERSON") == set()


@pytest.mark.parametrize(
    "text",
    [
        f"clave {coded(SHORT)}",
        f"https://x.example/u/{coded(SHORT)}/ver",
        f"usuario_{coded(SHORT)}",
        page(f"<script>var n = atob('{coded(SHORT)}')</script>"),
        page(f"<p data-n='{coded(SHORT)}'>x</p>"),
        page(f"<p>{coded(SHORT)}</p>"),
        page(f"<!-- {coded(SHORT)} -->"),
        f"From: a@x.example\nSubject: x\n\nhola {coded(SHORT)}\n",
        f"From: a@x.example\nSubject: =?utf-8?b?{base64.b64encode(SHORT.encode()).decode()}?=\n\nhola\n",
        page("<style>p::after{content:'An\\61 Zah\\0000ednos'}</style>"),
        page("<p style=\"--n:'Ana Zah\\ed nos'\">x</p>"),
        page("<script>x='An\\u{61} Zah\\u{ed}nos'</script>"),
        page("<script>x='Ana Zah&#237nos'</script>"),
        page("<p>Ana Zah&#xEDnos</p>"),
        page("<p title='Ana Zah&iacutenos'>x</p>"),
        "Ana Zah&#237nos",
        "Ana Zah\\303\\255nos",
        "Ana Zah\\355nos",
    ],
)
def test_short_codes(text: str) -> None:
    name = "a.html" if text.startswith("<!") else "a.eml" if text.startswith("From") else "a.txt"
    assert found(text, SHORT, "PERSON", name=name)
    assert found(text, "Eva Retuerto", "PERSON", name=name) == set()


@pytest.mark.parametrize("sign", ["&amp;", "&#38", "%41", "\\u0041", "C:\\ed", "=41"])
def test_what_may_stand_may_be_read_once_more_beside_a_code(sign: str) -> None:
    assert found(f"{sign} el 3 de abril de 2024", "3 de abril de 2024", "DATE", allowed=1) == set()
    assert found(page(f"{sign} el 3 de abril de 2024"), "3 de abril de 2024", "DATE", allowed=1, name="a.html") == set()


@pytest.mark.parametrize(
    "sign", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\u00ad", "\u200b", "\u2066", "\U000e0041"]
)
def test_signs_inside_a_name(sign: str) -> None:
    for text in (
        f"María Luisa{sign}Zahínos Íñigolo",
        f"María Luisa Zahí{sign}nos Íñigolo",
        f"Ma{sign}ría Luisa Zahínos Íñigolo",
    ):
        said = text if sign in "\u2028\u2029\x85\x0b\x0c" else text.replace(f"Luisa{sign}", f"Luisa {sign}")
        assert found(said, NAME, "PERSON") == {"found"}


@pytest.mark.parametrize(
    "text",
    ["María Lui-\nsa Zahí-\r\n  nos Íñigolo", "María Luisa Zahí¬\nnos Íñigolo", "María Luisa Zahí\u2010\nnos Íñigolo"],
)
def test_hyphens_at_the_end_of_a_line(text: str) -> None:
    assert found(text, NAME, "PERSON") == {"found"}


@pytest.mark.parametrize(
    "name",
    ["mlzahinos.txt", "informe_m.zahinos.txt", "informe_zahinos.txt", "InformeZahinos.txt", "informe_MLZI.txt",
     "M.L.Z.I.txt", "informe-zahinos-maria.txt"],
)  # fmt: skip
def test_names_of_files(name: str) -> None:
    assert found("nada", NAME, "PERSON", name=name)
    assert found("nada", "Eva Retuerto Alcorneo", "PERSON", name=name) == set()


@pytest.mark.parametrize("name", ["m.garcia.txt", "informe_garcia-maria.txt", "nota_mgarcia_2.txt"])
def test_a_common_surname_in_the_name_of_a_file_needs_its_given_name(name: str) -> None:
    assert found("nada", "María García Rosa", "PERSON", name=name)


def test_numbers_in_names_of_files() -> None:
    assert found("nada", "99012345J", "NIF", name="informe_99012345.txt")
    assert found("nada", "99012345J", "NIF", name="informe_2024.txt") == set()
