"""Two pages with a name on the first, what else is put into them, and a look for it everywhere in what is written."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf
import pymupdf
from pikepdf import Array, Dictionary, Name

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.extract.pdf import read_pdf
from pipeline.verify import find_leaks
from tests.pipeline import made

NAME = "Irene Valroca Prieto"
SAID = f"BT /F1 10 Tf 72 700 Td (Comparece {NAME} y firma.) Tj ET\n".encode()
OTHER = b"BT /F1 10 Tf 72 700 Td (Nadie comparece y nadie firma.) Tj ET\n"
BOX = b"72 600 40 30 re f\n"
LEFT = re.compile(r"irene|val ?roca|49\s*72\s*65\s*6e\s*65", re.I)
EVERYTHING = pikepdf.StreamDecodeLevel.all


def built(change: Callable[[pikepdf.Pdf], None]) -> bytes:
    """Return two pages, the name on the first, after a change; streams stay as they are packed."""
    pdf = pikepdf.new()
    for content in (SAID, OTHER):
        page = pdf.add_blank_page(page_size=(400, 800)).obj
        page.Resources = Dictionary(Font=Dictionary(F1=typeface()))
        page.Contents = pdf.make_stream(content)
    change(pdf)
    out = io.BytesIO()
    pdf.save(out, static_id=True, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return out.getvalue()


def typeface() -> Dictionary:
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


def drawings(pdf: pikepdf.Pdf, glyph: bytes, name: str = "/a") -> Dictionary:
    """Return a typeface of one glyph, the letter a."""
    return Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 9, 9]), FontMatrix=Array([0.1, 0, 0, 0.1, 0, 0]),
        FirstChar=97, LastChar=97, Widths=Array([9]), Encoding=Dictionary(Differences=Array([97, Name(name)])),
        CharProcs=Dictionary({name: pdf.make_stream(b"9 0 0 0 9 9 d1\n" + glyph)}), Resources=Dictionary(),
    )  # fmt: skip


def form(pdf: pikepdf.Pdf, content: bytes, **more: Any) -> pikepdf.Stream:
    box = Array([0, 0, 400, 800])
    return pdf.make_stream(content, Type=Name.XObject, Subtype=Name.Form, BBox=box, **more)


def first(pdf: pikepdf.Pdf, content: bytes, **resources: dict[str, Any]) -> None:
    """Give the first page more resources, kind by kind, and content before what it says."""
    held = pdf.pages[0].obj.Resources
    for kind, named in resources.items():
        if f"/{kind}" not in held:
            held[f"/{kind}"] = Dictionary()
        for name, value in named.items():
            held[f"/{kind}"][name] = value
    pdf.pages[0].obj.Contents = pdf.make_stream(content + SAID)


def texts_of(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield every key, name, string and unpacked stream of a file, with its place."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        yield from _texts(pdf.trailer, "trailer")
        for stored in pdf.objects:
            yield from _texts(stored, str(stored.objgen[0]))
            if isinstance(stored, pikepdf.Stream) and "/Length1" not in stored:
                yield f"stream {stored.objgen[0]}", stored.read_bytes(EVERYTHING).decode("latin-1")


def _texts(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, (pikepdf.Name, pikepdf.String)):
        yield where, str(value)
    elif isinstance(value, Array):
        for item in value:
            yield from () if getattr(item, "is_indirect", False) else _texts(item, where)
    elif isinstance(value, (Dictionary, pikepdf.Stream)):
        for key, item in value.items():
            yield where, key
            yield from () if getattr(item, "is_indirect", False) else _texts(item, where + key)


def ink(data: bytes) -> list[bytes]:
    """Return the pixels of both pages, without the line that says the name."""
    clips = pymupdf.Rect(0, 120, 400, 800), pymupdf.Rect(0, 0, 400, 800)
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        return [
            bytes(page.get_pixmap(clip=clip, annots=False).samples) for page, clip in zip(opened, clips, strict=True)
        ]


def clean(data: bytes) -> bytes:
    """Return the file without the name; nothing of it is left, by this test's own look and by the gate's."""
    document = read_pdf(data, "a.pdf")
    written = write_pdf(data, document, made.replacing(document, [NAME], "[PER_1]"))
    assert [(where, text[:80]) for where, text in texts_of(written.data) if LEFT.search(text)] == []
    assert find_leaks(written.data, "a.pdf", [Sought(NAME, "PERSON", "d1")]) == ()
    assert not any(note.startswith("pages-rasterised") for note in written.notes)
    with pymupdf.open(stream=written.data, filetype="pdf") as opened:
        assert {"Comparece", "[PER_1]", "y", "firma."} <= set(opened[0].get_text().split())
        assert "Nadie comparece y nadie firma." in opened[1].get_text()
    return written.data
