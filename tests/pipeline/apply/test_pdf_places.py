"""A name in one object of a PDF, off its pages: whatever is decided it goes, and the gate would see it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.extract.pdf import read_pdf
from pipeline.verify import find_leaks
from tests.pipeline.apply.pdf_corners import built, texts_of

HIDDEN = "Casilda Retuerto Ojanza"
SAID = String(HIDDEN)
Change = Callable[[pikepdf.Pdf], None]


def root(**keys: Any) -> Change:
    return lambda pdf: put(pdf.Root, keys)


def page(**keys: Any) -> Change:
    return lambda pdf: put(pdf.pages[0].obj, keys)


def put(holder: pikepdf.Object, keys: Mapping[str, Any]) -> None:
    for key, value in keys.items():
        holder[f"/{key}"] = value


def note(subtype: str, **keys: Any) -> Change:
    rect = Array([72, 500, 172, 520])

    def change(pdf: pikepdf.Pdf) -> None:
        made = Dictionary(Type=Name.Annot, Subtype=Name(f"/{subtype}"), Rect=rect, **keys)
        pdf.pages[0].obj.Annots = Array([pdf.make_indirect(made)])

    return change


def stream(place: Callable[[pikepdf.Pdf, pikepdf.Object], None], **keys: Any) -> Change:
    """Put a stream that says the name in its place."""
    said = f"BT ({HIDDEN}) Tj ET".encode()
    return lambda pdf: place(pdf, pdf.make_indirect(pdf.make_stream(said, **keys)))


def field(**keys: Any) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        note("Widget", FT=Name.Tx, T=String("z"), **keys)(pdf)
        pdf.Root.AcroForm = Dictionary(Fields=Array([pdf.pages[0].obj.Annots[0]]))

    return change


def signed(**keys: Any) -> Change:
    value = Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), ByteRange=Array([0, 1, 2, 3]), **keys)
    return field(V=value)


def script(code: pikepdf.Object | String) -> Dictionary:
    return Dictionary(S=Name.JavaScript, JS=code)


def structured(**keys: Any) -> Change:
    def change(pdf: pikepdf.Pdf) -> None:
        element = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.P, Pg=pdf.pages[0].obj, **keys))
        pdf.Root.StructTreeRoot = Dictionary(Type=Name.StructTreeRoot, K=element)

    return change


def outlined(pdf: pikepdf.Pdf) -> None:
    item = pdf.make_indirect(Dictionary(Title=SAID))
    pdf.Root.Outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=item, Last=item, Count=1))


def layered(pdf: pikepdf.Pdf) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=SAID))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary())


FILE = Dictionary(Type=Name.Filespec, F=SAID, UF=SAID)
PLACES: dict[str, Change] = {
    "property": lambda pdf: pdf.docinfo.__setitem__("/Author", SAID),
    "property of one's own": lambda pdf: pdf.docinfo.__setitem__("/Instructor", SAID),
    "metadata of a page": stream(lambda pdf, made: page(Metadata=made)(pdf), Type=Name.Metadata, Subtype=Name.XML),
    "bookmark": outlined,
    "layer": layered,
    "prefix of page numbers": root(PageLabels=Dictionary(Nums=Array([0, Dictionary(P=SAID)]))),
    "named place": root(Names=Dictionary(Dests=Dictionary(Names=Array([SAID, Array([0, Name.Fit])])))),
    "attached file": root(Names=Dictionary(EmbeddedFiles=Dictionary(Names=Array([String("z"), FILE])))),
    "associated file": root(AF=Array([FILE])),
    "collection of files": root(Collection=Dictionary(Schema=Dictionary(N=SAID))),
    "script on opening": root(OpenAction=script(SAID)),
    "script by name": root(Names=Dictionary(JavaScript=Dictionary(Names=Array([String("z"), script(SAID)])))),
    "script of a page": page(AA=Dictionary(O=script(SAID))),
    "script in a stream": stream(lambda pdf, made: root(OpenAction=script(made))(pdf)),
    "threads": root(Threads=Array([Dictionary(I=Dictionary(Title=SAID))])),
    "base of links": root(URI=Dictionary(Base=SAID)),
    "intent of colours": root(OutputIntents=Array([Dictionary(S=Name.GTS_PDFA1, Info=SAID)])),
    "data of a program": root(PieceInfo=Dictionary(Z=Dictionary(Private=SAID))),
    "legal notice": root(Legal=Dictionary(Attestation=SAID)),
    "key of the catalogue": root(CasildaRetuertoOjanza=1),
    "key of a page": page(CasildaRetuertoOjanza=1),
    "note": note("Text", Contents=SAID),
    "author of a note": note("Text", T=SAID, Contents=String("z")),
    "rich text of a note": note("FreeText", RC=SAID, Contents=String("z")),
    "subject of a note": note("Text", Subj=SAID),
    "name of a note": note("Text", NM=SAID),
    "attached file of a note": note("FileAttachment", FS=FILE),
    "link": note("Link", A=Dictionary(S=Name.URI, URI=String("https://z.example/Casilda%20Retuerto%20Ojanza"))),
    "link to another file": note("Link", A=Dictionary(S=Name.GoToR, F=SAID)),
    "program to run": note("Link", A=Dictionary(S=Name.Launch, F=SAID)),
    "drawing of a note": stream(
        lambda pdf, made: note("Stamp", AP=Dictionary(N=made))(pdf), Subtype=Name.Form, BBox=Array([0, 0, 9, 9])
    ),
    "value of a field": field(V=SAID),
    "default of a field": field(DV=SAID),
    "help of a field": field(TU=SAID),
    "options of a field": field(Opt=Array([SAID])),
    "caption of a button": field(MK=Dictionary(CA=SAID)),
    "form of another kind": stream(lambda pdf, made: root(AcroForm=Dictionary(Fields=Array(), XFA=made))(pdf)),
    "who signed": signed(Name=SAID),
    "why it was signed": signed(Reason=SAID),
    "where it was signed": signed(Location=SAID),
    "the signature itself": signed(Contents=String(f"0 {HIDDEN} 0")),
    "title of an element": structured(T=SAID),
    "alternative text of an element": structured(Alt=SAID),
    "text in place of an element": structured(ActualText=SAID),
    "long form of an element": structured(E=SAID),
    "identifier of an element": structured(ID=SAID),
    "properties of an element": structured(A=Dictionary(O=Name.UserProperties, P=Array([Dictionary(N=SAID)]))),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_name_off_the_pages_goes(place: str) -> None:
    data = built(PLACES[place])
    assert find_leaks(data, "a.pdf", [Sought(HIDDEN, "PERSON", "d1")])
    written = write_pdf(data, read_pdf(data, "a.pdf"), [])
    assert [where for where, text in texts_of(written.data) if "etuerto" in text] == []
    assert find_leaks(written.data, "a.pdf", [Sought(HIDDEN, "PERSON", "d1")]) == ()
    assert ("signatures-removed:1" in written.notes) == ("sign" in place)


@pytest.mark.parametrize("before", [True, False])
def test_what_stands_around_the_file_goes(before: bool) -> None:
    data = built(lambda pdf: None)
    said = f"\n% {HIDDEN}\n".encode()
    odd = data[:9] + said + data[9:] if before else data + said
    assert find_leaks(odd, "a.pdf", [Sought(HIDDEN, "PERSON", "d1")])
    written = write_pdf(odd, read_pdf(odd, "a.pdf"), [])
    assert b"etuerto" not in written.data
