"""However the streams and objects of a PDF are packed, what is written holds nothing of a name in any of them."""

from __future__ import annotations

import base64
import io
import zlib
from collections.abc import Callable
from functools import partial
from itertools import pairwise, product

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pipeline.analysis import Sought
from pipeline.errors import InputRefused
from pipeline.extract.pdf import read_pdf
from pipeline.verify import find_leaks
from tests.pipeline.apply.pdf_corners import BOX, LEFT, NAME, OTHER, SAID, built, clean, first, form, ink

COLUMNS = 16


def lzw(data: bytes) -> bytes:
    """Pack with LZW as PDF has it: codes of 9 to 12 bits, the longer ones a code early (ISO 32000-1, 7.4.4)."""
    bits = ""
    table: dict[bytes, int] = {}
    width, following = 9, 258

    def put(code: int) -> None:
        nonlocal bits
        bits += f"{code:0{width}b}"

    put(256)
    run = b""
    for value in data:
        longer = run + bytes([value])
        if len(longer) == 1 or longer in table:
            run = longer
            continue
        put(table.get(run, run[0]))
        table[longer] = following
        following += 1
        width = max(9, min(12, (following + 1).bit_length()))
        run = longer[-1:]
    put(table.get(run, run[0]) if run else 257)
    put(257)
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def run_lengths(data: bytes) -> bytes:
    pieces = [data[n : n + 100] for n in range(0, len(data), 100)]
    return b"".join(bytes([len(piece) - 1]) + piece for piece in pieces) + b"\x80"


def predicted(data: bytes) -> bytes:
    """Return rows of a few columns, each told by the one above it (PNG's "up")."""
    data += b" " * (-len(data) % COLUMNS)
    rows = [bytes(COLUMNS), *(data[n : n + COLUMNS] for n in range(0, len(data), COLUMNS))]
    return b"".join(
        b"\x02" + bytes((a - b) & 255 for a, b in zip(row, above, strict=True)) for above, row in pairwise(rows)
    )


def told_by_the_one_before(data: bytes) -> bytes:
    """Return bytes each told by the one before it in its row (TIFF's predictor)."""
    data += b" " * (-len(data) % COLUMNS)
    rows = [data[n : n + COLUMNS] for n in range(0, len(data), COLUMNS)]
    return b"".join(bytes((v - (row[n - 1] if n else 0)) & 255 for n, v in enumerate(row)) for row in rows)


PACKED: dict[str, tuple[Callable[[bytes], bytes], Name, Dictionary | None]] = {
    "LZW": (lzw, Name.LZWDecode, None),
    "ASCII85": (lambda data: base64.a85encode(data) + b"~>", Name.ASCII85Decode, None),
    "ASCIIHex": (lambda data: data.hex(" ").encode() + b">", Name.ASCIIHexDecode, None),
    "run lengths": (run_lengths, Name.RunLengthDecode, None),
    "Flate": (zlib.compress, Name.FlateDecode, None),
    "Flate, PNG rows": (
        lambda data: zlib.compress(predicted(data)), Name.FlateDecode, Dictionary(Predictor=12, Columns=COLUMNS)
    ),
    "Flate, TIFF rows": (
        lambda data: zlib.compress(told_by_the_one_before(data)), Name.FlateDecode,
        Dictionary(Predictor=2, Columns=COLUMNS),
    ),
    "LZW, PNG rows": (lambda data: lzw(predicted(data)), Name.LZWDecode, Dictionary(Predictor=15, Columns=COLUMNS)),
}  # fmt: skip
# what is done first, then what is done to that
CHAINS = [
    *((name,) for name in PACKED),
    *product(("LZW", "Flate, PNG rows"), ("ASCII85", "ASCIIHex", "run lengths", "Flate")),
    *product(("run lengths",), ("ASCII85", "ASCIIHex", "LZW", "Flate")),
    ("run lengths", "LZW", "Flate", "ASCII85"),
    ("ASCIIHex", "ASCIIHex", "ASCII85"),
]
ODD = b"(Irene Valroca Prieto) Zz /Irene_Valroca 5 Tf % Irene Valroca\n"


def pack(stream: pikepdf.Stream, chain: tuple[str, ...], nothing: Dictionary | None) -> None:
    """Pack what a stream holds, in this order; `nothing` is what stands for parameters where there are none."""
    data = stream.read_bytes()
    filters: list[Name] = []
    parameters: list[Dictionary | None] = []
    for name in chain:
        packer, its_filter, its_parameters = PACKED[name]
        data = packer(data)
        filters.insert(0, its_filter)
        parameters.insert(0, its_parameters)
    stream.write(data, filter=filters[0] if len(filters) == 1 else Array(filters))
    if nothing is not None or any(one is not None for one in parameters):
        each = [one if one is not None else nothing for one in parameters]
        stream.DecodeParms = each[0] if len(filters) == 1 else Array(each)


def with_packed_streams(chain: tuple[str, ...], pdf: pikepdf.Pdf, nothing: Dictionary | None = None) -> None:
    shown = form(pdf, b"BT /F1 10 Tf 72 680 Td (Y otra vez " + NAME.encode() + b".) Tj ET\n" + ODD + BOX)
    shown.Resources = Dictionary(Font=pdf.pages[0].obj.Resources.Font)
    first(pdf, b"/Fm1 Do\n" + ODD, XObject={"/Fm1": shown})
    pdf.pages[1].obj.Contents = pdf.make_stream(OTHER + ODD)
    pack(shown, chain, nothing)
    for page in pdf.pages:
        assert isinstance(page.obj.Contents, pikepdf.Stream)
        pack(page.obj.Contents, chain, nothing)


@pytest.mark.parametrize("chain", CHAINS, ids=" + ".join)
def test_packed_streams_are_read_cut_and_proven(chain: tuple[str, ...]) -> None:
    bare, packed = built(partial(with_packed_streams, ())), built(partial(with_packed_streams, chain))
    assert LEFT.search(bare.decode("latin-1")) and ink(packed) == ink(bare)
    assert ink(clean(packed)) == ink(clean(bare))


@pytest.mark.parametrize("chain", CHAINS, ids=" + ".join)
def test_parameters_that_say_nothing_are_no_way_past(chain: tuple[str, ...]) -> None:
    """One parser takes an empty dictionary for none, the other won't unpack such a stream."""
    plain = built(partial(with_packed_streams, chain))
    data = built(partial(with_packed_streams, chain, nothing=Dictionary()))
    assert ink(clean(data)) == ink(clean(plain))


def with_a_form_that_cannot_be_unpacked(pdf: pikepdf.Pdf) -> None:
    shown = form(pdf, b"", Resources=Dictionary())
    shown.write(ODD, filter=Name("/Unknown"))
    first(pdf, b"/Fm1 Do\n", XObject={"/Fm1": shown})


def test_what_cannot_be_unpacked_is_refused_by_both() -> None:
    data = built(with_a_form_that_cannot_be_unpacked)
    with pytest.raises(InputRefused):
        read_pdf(data, "a.pdf")
    assert [leak.how for leak in find_leaks(data, "a.pdf", [Sought("Nadie Alguna", "PERSON", "d1")])] == ["unreadable"]


@pytest.mark.parametrize("chain", CHAINS, ids=" + ".join)
def test_the_gate_unpacks_what_it_is_given(chain: tuple[str, ...]) -> None:
    data = built(partial(with_packed_streams, chain))
    places = {leak.where for leak in find_leaks(data, "a.pdf", [Sought(NAME, "PERSON", "d1")])}
    assert {"page 1", "page 1 content", "page 2 content"} <= places
    assert any(place.startswith("object") for place in places)


def hidden_in_objects(pdf: pikepdf.Pdf) -> None:
    """Put the name into objects of all kinds, which files pack in streams of objects."""
    first(pdf, b"/Irene_Valroca <</MCID 0>> BDC EMC\n", Properties={"/Irene_Valroca": Dictionary(T=String(NAME))})
    pdf.docinfo.Author = String(NAME)
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([0, 0, 9, 9]), Contents=String(NAME))
    pdf.pages[0].obj.Annots = Array([pdf.make_indirect(note)])
    kept = pdf.make_indirect(Dictionary(Type=Name.Irene_Valroca, Said=String(NAME)))
    pdf.Root.Irene_Valroca = pdf.pages[1].obj.Irene_Valroca = kept


def saved(pdf: pikepdf.Pdf, **how: object) -> bytes:
    out = io.BytesIO()
    pdf.save(out, **how)  # type: ignore[arg-type]
    return out.getvalue()


def as_saved(**how: object) -> bytes:
    with pikepdf.open(io.BytesIO(built(hidden_in_objects))) as pdf:
        return saved(pdf, **how)


def revised(data: bytes, content: bytes) -> bytes:
    """Return a file with an appended revision in which the second page draws something else."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        number, root, size = pdf.pages[1].obj.Contents.objgen[0], pdf.Root.objgen[0], int(pdf.trailer.Size)
    before = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    body = b"%d 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\n" % (number, len(content), content)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, len(data))
    trailer = b"trailer\n<</Size %d/Root %d 0 R/Prev %d>>\n" % (size, root, before)
    return data + body + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(data) + len(body))


def of_earlier_revisions() -> bytes:
    data = as_saved(object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
    for content in (SAID, ODD + SAID, OTHER):
        data = revised(data, content)
    return data


FILES: dict[str, Callable[[], bytes]] = {
    "streams of objects, table of references in a stream": lambda: as_saved(
        object_stream_mode=pikepdf.ObjectStreamMode.generate
    ),
    "linearised": lambda: as_saved(linearize=True),
    "linearised, streams of objects": lambda: as_saved(
        linearize=True, object_stream_mode=pikepdf.ObjectStreamMode.generate
    ),
    "nothing packed": lambda: as_saved(
        compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.specialized
    ),
    "earlier revisions": of_earlier_revisions,
    "sealed with the owner's password alone": lambda: as_saved(encryption=pikepdf.Encryption(owner="llave", user="")),
}


@pytest.mark.parametrize("kind", FILES)
def test_however_objects_are_kept_nothing_is_left(kind: str) -> None:
    data = FILES[kind]()
    new = clean(data)
    assert ink(new) == ink(data)
    assert new.count(b"%%EOF") == 1 and not LEFT.search(new.decode("latin-1"))
