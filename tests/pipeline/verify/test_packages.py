"""The verifier finds what was left in any part of an Office package."""

from __future__ import annotations

import base64
import io
import zipfile

import docx
import openpyxl
import pytest
from openpyxl.comments import Comment

from pipeline.analysis import Sought
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.verify.test_leaks import NAME, NIF, NUMBER, PERSON

CORNERS = (
    "split over runs", "header", "comment author", "core property", "custom property", "hyperlink", "alternative text",
    "part name", "nested workbook", "image bytes", "field code", "utf-16 part", "archive comment", "base64 part",
)  # fmt: skip


def planted(corner: str) -> str:
    """A number of its own for each corner."""
    return f"99{CORNERS.index(corner):02d}8{CORNERS.index(corner):02d}3K"


def word_file() -> bytes:
    def cut(corner: str) -> str:
        return planted(corner)[:4] + "</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>" + planted(corner)[4:]

    link = f'<w:hyperlink w:tooltip="{planted("hyperlink")}"><w:r><w:t>enlace</w:t></w:r></w:hyperlink>'
    field = f'<w:r><w:instrText> MERGEFIELD "{planted("field code")}" </w:instrText></w:r>'
    picture = f'<w:r><w:drawing><wp:docPr id="1" name="i" descr="{planted("alternative text")}"/></w:drawing></w:r>'
    body = f"<w:p><w:r><w:t>{cut('split over runs')}</w:t></w:r>{link}{field}{picture}</w:p>"
    book = openpyxl.Workbook()
    book.active["A1"] = planted("nested workbook")
    ns = made.NAMESPACES
    parts = {
        "word/header9.xml": f"<w:hdr {ns}><w:p><w:r><w:t>{cut('header')}</w:t></w:r></w:p></w:hdr>".encode(),
        "word/comments9.xml": f'<w:comments {ns}><w:comment w:author="{planted("comment author")}"/></w:comments>'.encode(),
        "docProps/custom9.xml": f"<Properties><property><v>{planted('custom property')}</v></property></Properties>".encode(),
        f"word/media/{planted('part name')}.png": b"\x89PNG",
        "word/embeddings/libro.xlsx": made.saved(book),
        "word/media/image9.png": b"\x89PNG\r\n\x1a\ntEXtAutor\0" + planted("image bytes").encode() + b"\xff\xfe",
        "customXml/item9.xml": f"<?xml version='1.0' encoding='utf-16'?><a>{planted('utf-16 part')}</a>".encode(
            "utf-16"
        ),
        "customXml/item8.xml": b"<a>"
        + base64.b64encode(b"autor de la nota: " + planted("base64 part").encode())
        + b"</a>",
    }
    data = made.word(body, parts=parts)
    document = docx.Document(io.BytesIO(data))
    document.core_properties.author = planted("core property")
    out = io.BytesIO()
    document.save(out)
    return _with_lost_parts(out.getvalue(), parts)


def _with_lost_parts(data: bytes, parts: dict[str, bytes]) -> bytes:
    """Parts that no relationship names are dropped by a library's save; a careless writer keeps them."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as package:
        for name in set(parts) - set(package.namelist()):
            package.writestr(name, parts[name])
        package.comment = planted("archive comment").encode()
    return out.getvalue()


@pytest.mark.parametrize("corner", CORNERS)
def test_every_corner_of_a_package(corner: str) -> None:
    leaks = find_leaks(word_file(), "a.docx", [Sought(planted(corner), "NIF", "d1")])
    assert leaks
    assert planted(corner) not in repr(leaks)


def test_runs_of_two_paragraphs_or_cells_are_not_joined() -> None:
    cells = made.word(made.table(["9901", "2345J"]))
    assert find_leaks(cells, "a.docx", [NUMBER]) == ()


def test_a_clean_package_is_clean() -> None:
    data = made.word(made.paragraph("Resolución de la alcaldía de 12 de mayo"))
    common = [Sought("Normal", "PERSON", "d3"), Sought("15", "AGE", "d4"), Sought("Calibri", "PERSON", "d5")]
    assert find_leaks(data, "a.docx", [PERSON, NUMBER, *common]) == ()


def test_corners_of_a_workbook() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["A1"], sheet["B7"] = "Nombre", f'=CONCATENATE("{NIF}")'
    sheet["A2"].comment = Comment("visto", NAME)
    hidden = book.create_sheet("Oculta")
    hidden.sheet_state, hidden["C3"] = "veryHidden", "99111222X"
    hidden["C4"] = 613294625
    sought = [PERSON, NUMBER, Sought("99111222X", "NIF", "d3"), Sought("613 294 625", "PHONE", "d4")]
    leaks = find_leaks(made.saved(book), "a.xlsx", sought)
    assert {leak.detection for leak in leaks} == {"d1", "d2", "d3", "d4"}


def test_places_of_shared_strings_are_no_numbers() -> None:
    book = openpyxl.Workbook()
    for n in range(40):
        book.active.append([f"texto {n}"])
    assert find_leaks(made.saved(book), "a.xlsx", [Sought("15", "AGE", "d1", allowed=1)]) == ()
