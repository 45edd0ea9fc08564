"""The verifier finds what was left in any corner, and isn't frightened by what may stand."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from urllib.parse import quote

import pikepdf
import pymupdf
import pytest

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.extract.pdf import read_pdf
from pipeline.verify import digest, find_leaks
from tests.pipeline import made
from tests.pipeline.verify import hiding_places

NAME = "María Luisa Zahínos Íñigolo"
NIF = "99012345J"
PERSON = Sought(NAME, "PERSON", "d1")
NUMBER = Sought(NIF, "NIF", "d2")


def in_text(text: str, *sought: Sought, name: str = "a.txt") -> list[str]:
    """How each leak in a text file was found."""
    return [leak.how for leak in find_leaks(text.encode(), name, sought or (PERSON, NUMBER))]


@pytest.mark.parametrize(
    "text",
    [
        "doña María Luisa Zahínos Íñigolo recurre",
        "DOÑA MARIA LUISA ZAHINOS INIGOLO",
        "Mari\u0301a Luisa Zahi\u0301nos I\u0301n\u0303igolo",
        "María\u00a0Luisa\u2009Zahínos Íñigolo",
        "María Luisa Zahí-\nnos Íñigolo",
        "María Luisa\nZahínos Íñigolo",
        "Mar\u00adía Lui\u200bsa Zahínos Íñigolo",
        "ZAHÍNOS ÍÑIGOLO, MARÍA LUISA",
        "M a r í a L u i s a Z a h í n o s Í ñ i g o l o",
        "ＭＡＲＩＡ ＬＵＩＳＡ ＺＡＨＩＮＯＳ ＩＮＩＧＯＬＯ",
        "doñaMaríaLuisaZahínosÍñigoloRecurre",
        "correo: marialuisa.x; maria.zahinos@correo.example",
        "usuario mlzahinos",
        "usuario zahinosml99 en la sede",
        "Mar&iacute;a Luisa Zah&#237;nos &#xCD;&ntilde;igolo",
        quote(NAME),
        quote(NAME, encoding="cp1252"),
        "https://x.example/?url=" + quote("https://y.example/?q=" + quote(NAME), safe=""),
        quote(quote(quote(NAME, encoding="cp1252"))),
        "data:text/plain;base64," + base64.b64encode(("x" * 20 + " " + NAME).encode()).decode(),
        "base64 " + base64.urlsafe_b64encode(("¿?" * 9 + NAME).encode("utf-16-le")).decode(),
        NAME.encode("utf-8").hex(),
        "ff00ff00ff00ff00ff " + NAME.encode("utf-8").hex(),
        "c3a1c3a9c3adc3b3 " + NAME.encode("cp1252").hex(),
        "c3a1c3a9c3adc3b3 " + NAME.encode("utf-16").hex() + " 4142434445464748",
        "Mar=C3=ADa Luisa Zah=C3=ADnos =C3=8D=C3=B1igolo",
        "Mar\\u00eda Luisa Zah\\u00ednos \\u00cd\\u00f1igolo",
    ],
)
def test_every_form_of_a_name(text: str) -> None:
    assert in_text(text, PERSON)


@pytest.mark.parametrize(
    "text",
    [
        "https://x.example/?dni=100%2599012345J",
        "https://x.example/?dni=99%252E012%252E345%252DJ",
        "https://x.example/?dni=99%2E012345%2DJ",
        "https://x.example/?dni=99012345%4A",
        "99012345J",
        "99.012.345-J",
        "99 012 345 j",
        "DNI99012345J",
        "nº99012345-J.",
        "99012\n345J",
        "(99012345/J)",
        "99012345Jnacido",
    ],
)
def test_every_form_of_a_number(text: str) -> None:
    assert in_text(text, NUMBER)


@pytest.mark.parametrize(
    "text",
    [
        "María Luisa Pérez y Juan Zahínos",
        "María, la hija de Zahínos",
        "doña María Zahínos-Soto",
        "factura 199012345J7",
        "199.012.345 J",
        "mensaje",
        "expediente 9901234",
    ],
)
def test_what_is_somebody_else(text: str) -> None:
    assert in_text(text) == []


def test_what_may_stand_may_stand_in_hexadecimal_digits_among_others() -> None:
    date = Sought("3 de abril de 2024", "DATE", "d1", allowed=2)
    others = b"\xe1\xe9" + b"\0\1" * 9
    text = "El 3 de abril de 2024 y el 3 de abril de 2024.\n"
    digits = [b"El 3 de abril de 2024".hex(), others.hex(), b"y el 3 de abril de 2024".hex()]
    assert in_text(text + " ".join(digits), date) == []
    assert in_text(text + " ".join(digits * 3), date)


def test_a_given_name_and_a_surname_in_a_sentence_are_no_slug() -> None:
    assert in_text("doña María Zahínos Soto", PERSON) == []
    assert set(in_text("maria.zahinos@x.example", PERSON)) == {"found as a slug"}


def test_two_word_names_turned_round_stay_on_one_line() -> None:
    sought = Sought("Ana Zahínos", "PERSON", "d1")
    assert in_text("Zahínos, Ana", sought)
    assert in_text("Pedro Zahínos\nAna Soto", sought) == []


def test_a_lone_word_with_its_small_words_is_not_turned_round() -> None:
    sought = Sought("De la Botella", "PERSON", "d1")
    assert in_text("la botella de anís", sought) == []
    assert in_text("Le contesté: de la Botella.", sought)
    assert in_text("Botella de la Torre, Ana", Sought("Ana Botella de la Torre", "PERSON", "d1"))


@pytest.mark.parametrize("size", [255, 256, 257, 1_000_000])
def test_a_value_of_any_length_is_found_whole(size: int) -> None:
    digits = ("1234567890" * (size // 10 + 1))[:size]
    sought = Sought(digits, "OTHER_ID", "d1")
    assert in_text(f"Clave: {digits}.", sought)
    assert in_text(f"Clave: {digits[:-1]}x", sought) == []
    assert in_text(f"Clave: {digits}.", Sought(digits + "7", "OTHER_ID", "d2")) == []


@pytest.mark.parametrize("text", ["Gil", "GIL,", "(gil)"])
def test_short_values_count_as_whole_words(text: str) -> None:
    assert in_text(text, Sought("Gil", "PERSON", "d1"))


@pytest.mark.parametrize("text", ["ágil y vigilante", "G. I. L.", "g il"])
def test_short_values_do_not_count_inside_others(text: str) -> None:
    assert in_text(text, Sought("Gil", "PERSON", "d1")) == []


def test_what_decisions_keep_is_tolerated_and_no_more() -> None:
    kept = Sought("Rosales", "PERSON", "d1", allowed=2)
    assert in_text("plaza de Rosales, calle Rosales", kept) == []
    assert in_text("plaza de Rosales, calle Rosales y don Rosales", kept)


def test_the_file_name_counts() -> None:
    assert in_text("nada", PERSON, name="resolucion_Maria-Luisa.Zahinos_Inigolo.txt")
    assert in_text("nada", NUMBER, name="99012345J.txt")


def test_leaks_do_not_carry_the_value() -> None:
    leaks = find_leaks(f"{NAME} {NIF}".encode(), "a.txt", [PERSON, NUMBER])
    assert len(leaks) == 4  # text and bytes, each
    assert not any(piece in repr(leaks) for piece in (NIF, "Zahínos", "María"))
    assert {leak.label for leak in leaks} == {"PERSON", "NIF"}


def test_cells_are_not_added_up() -> None:
    row = Sought("99012345", "PHONE", "d1")
    assert find_leaks(b"a;b\n9901;2345\n", "a.csv", [row]) == ()
    assert find_leaks(b"a;b\n9901 2345;x\n", "a.csv", [row])


ENCODINGS = ["utf-8-sig", "cp1252", *(f"utf-{width}{end}" for width in (16, 32) for end in ("", "-le", "-be"))]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_tables_and_texts_in_any_encoding(encoding: str) -> None:
    greek = Sought("Ἀθηνᾶ Ζηνοβίου", "PERSON", "d1")
    assert find_leaks(f"DNI;Nombre\n1;{NAME}\n".encode(encoding), "a.csv", [PERSON])
    assert find_leaks(f"Comparece {NAME} hoy.\n".encode(encoding), "a.txt", [PERSON])
    if encoding != "cp1252":
        assert find_leaks(f"Comparece {greek.text} hoy, y firma.\n".encode(encoding), "a.txt", [greek])


# PDF ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [p for p in hiding_places.PLACES if p != "image"])
def test_every_hiding_place(place: str) -> None:
    """All but the pixels of a picture, which the verifier can't read."""
    assert find_leaks(hiding_places.build(), "a.pdf", [Sought(hiding_places.value(place), "NIF", "d1")])


@pytest.mark.parametrize(
    ("place", "how"),
    [
        ("off page", "text outside the page"),
        ("under a box", "text under a rectangle"),
        ("bookmark", "bookmark"),
        ("note", "annotation"),
        ("free text", "text under an annotation"),
    ],
)
def test_bad_redactions_are_named(place: str, how: str) -> None:
    leaks = find_leaks(hiding_places.build(), "a.pdf", [Sought(hiding_places.value(place), "NIF", "d1")])
    assert how in {leak.how for leak in leaks}


def _covered(cover: Callable[[pymupdf.Page], object]) -> set[str]:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), NAME)
    cover(page)
    return {leak.how for leak in find_leaks(document.tobytes(), "a.pdf", [PERSON])}


def test_marks_that_were_never_applied() -> None:
    assert "unapplied redaction mark" in _covered(lambda p: p.add_redact_annot((70, 85, 300, 105)))


def test_a_picture_over_the_text() -> None:
    grey = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8), False)
    grey.clear_with(90)
    assert "text under an image" in _covered(
        lambda p: p.insert_image((70, 85, 300, 105), pixmap=grey, keep_proportion=False)
    )


def test_a_dark_highlight() -> None:
    def dark(page: pymupdf.Page) -> None:
        mark = page.add_highlight_annot(pymupdf.Rect(70, 85, 300, 105))
        mark.set_colors(stroke=(0, 0, 0))
        mark.update()

    assert "dark highlight" in _covered(dark)


def test_covers_with_nothing_sought_below_are_no_leak() -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 100), "Texto corriente")
    page.draw_rect(pymupdf.Rect(70, 85, 300, 105), fill=(0, 0, 0))
    page.add_redact_annot((70, 85, 300, 105))
    assert find_leaks(document.tobytes(), "a.pdf", [PERSON, NUMBER]) == ()


def test_an_earlier_revision_is_a_leak_of_its_own() -> None:
    assert "earlier revision" in {leak.how for leak in find_leaks(hiding_places.build(), "a.pdf", [])}


def test_text_drawn_with_codes_of_its_own_is_decoded() -> None:
    """Glyph codes say nothing; the font's table does. MuPDF's view is left out to test the other one."""
    document = pymupdf.open()
    page = document.new_page()
    writer = pymupdf.TextWriter(page.rect)
    writer.append((72, 100), NAME, font=pymupdf.Font("helv"))
    writer.write_text(page)
    leaks = find_leaks(document.tobytes(), "a.pdf", [PERSON])
    assert "page 1 content" in {leak.where for leak in leaks}


@pytest.mark.parametrize("data", [b"%PDF-1.7 roto", b"PK\x03\x04 roto"])
def test_what_does_not_open_is_a_leak(data: bytes) -> None:
    assert [leak.how for leak in find_leaks(data, "a", [PERSON])] == ["unreadable"]


def test_a_locked_file_is_a_leak() -> None:
    document = pymupdf.open()
    document.new_page()
    locked = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    assert [leak.how for leak in find_leaks(locked, "a.pdf", [])] == ["unreadable"]


def test_a_writer_that_skips_one_replacement_is_caught() -> None:
    document = pymupdf.open()
    page = document.new_page()
    for n in range(8):
        page.insert_text((72, 100 + 14 * n), f"Comparece en {n} doña {NAME} y firma")
    data = document.tobytes()
    source = read_pdf(data, "a.pdf")
    replacements = made.replacing(source, [NAME])
    assert len(replacements) == 8
    assert find_leaks(write_pdf(data, source, replacements).data, "a.pdf", [PERSON]) == ()
    for skipped in range(8):
        partial = [r for n, r in enumerate(replacements) if n != skipped]
        assert find_leaks(write_pdf(data, source, partial).data, "a.pdf", [PERSON]), skipped


def test_nothing_of_a_written_file_frightens_the_verifier() -> None:
    """Operators, coordinates and fonts of a clean file hold many numbers and words."""
    data = hiding_places.build()
    source = read_pdf(data, "a.pdf")
    values = [hiding_places.NAME, *map(hiding_places.value, hiding_places.PLACES)]
    result = write_pdf(data, source, made.replacing(source, values)).data
    sought = [Sought(v, "NIF", f"d{n}") for n, v in enumerate(values)]
    sought += [Sought(t, "PERSON", f"w{n}") for n, t in enumerate(("Font", "Type", "Helvetica", "Length", "obj", "72"))]
    assert find_leaks(result, "resolucion.pdf", sought) == ()


def test_the_digest_is_that_of_the_bytes() -> None:
    assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_names_of_objects_are_searched() -> None:
    document = pymupdf.open()
    document.new_page()
    with pikepdf.open(io.BytesIO(document.tobytes())) as opened:
        opened.pages[0].Resources["/XObject"] = pikepdf.Dictionary({"/Firma99012345J": pikepdf.Dictionary()})
        out = io.BytesIO()
        opened.save(out)
    assert find_leaks(out.getvalue(), "a.pdf", [NUMBER])


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("operator", ["MP", "BMC EMC", "Do", "gs", "<</MCID 0>> BDC EMC"])
def test_names_of_content_streams_are_read(operator: str, encoding: str) -> None:
    for said, found in ((NAME, True), ("Otra cosa que no es", False)):
        document = pymupdf.open()
        page, xref = document.new_page(), document.get_new_xref()
        document.update_object(xref, "<<>>")
        name = "".join(chr(b) if chr(b).isalpha() and b < 128 else f"#{b:02x}" for b in said.encode(encoding))
        document.update_stream(xref, f"/{name} {operator}".encode())
        document.xref_set_key(page.xref, "Contents", f"{xref} 0 R")
        assert bool(find_leaks(bytes(document.tobytes(deflate=True)), "a.pdf", [PERSON])) is found
