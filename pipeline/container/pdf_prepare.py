"""A PDF cut down to its pages: nothing that isn't drawn is left; once with its pictures and once with flat ones.

Keys are kept by list, not removed by list: what isn't known to be needed for drawing goes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pikepdf

from pipeline.container import pdf_parts
from pipeline.container.pdf import open_objects, saved, unreadable
from pipeline.container.pdf_content import tidy_streams
from pipeline.container.pdf_faces import Telling, rename_faces
from pipeline.container.pdf_layers import is_hidden, switched_off
from pipeline.container.pdf_naming import rename
from pipeline.container.pdf_operands import is_own
from pipeline.container.pdf_sizes import check_sizes
from pipeline.document import BlockKind

_CATALOGUE = frozenset({"/Type", "/Pages", "/MarkInfo", "/StructTreeRoot", "/Lang", "/PageLayout", "/Version"})
_PAGE = frozenset(
    {
        "/Type", "/Parent", "/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox", "/Rotate", "/UserUnit",
        "/Resources", "/Contents", "/StructParents", "/Group", "/Tabs",
    }
)  # fmt: skip
_PAGES = frozenset({"/Type", "/Parent", "/Kids", "/Count", "/MediaBox", "/CropBox", "/Rotate", "/Resources"})
_RESOURCES = frozenset({"/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/ProcSet"})
_FORM = frozenset(
    {
        "/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Group", "/StructParent",
        "/StructParents", "/Length", "/Filter", "/DecodeParms",
    }
)  # fmt: skip
_IMAGE = frozenset(
    {
        "/Type", "/Subtype", "/Width", "/Height", "/ColorSpace", "/BitsPerComponent", "/Intent", "/ImageMask", "/Mask",
        "/Decode", "/Interpolate", "/SMask", "/SMaskInData", "/Matte", "/StructParent", "/Length", "/Filter",
        "/DecodeParms",
    }
)  # fmt: skip
_ELEMENT = frozenset({"/Type", "/S", "/P", "/K", "/Pg", "/Lang"})
_KIDS = _ELEMENT | {"/MCID"}
_TREE = frozenset({"/Type", "/K", "/ParentTree", "/ParentTreeNextKey"})
_ANYWHERE = ("/PieceInfo", "/Metadata", "/OC", "/Alternates", "/OPI", "/LastModified", "/AA", "/Thumb", "/AF")
_GREY = b"\xd9\xd9"
_MAX_PIXELS = 40_000_000
_MOST_ROLES = 8  # how often one type may stand for another
_LANGUAGE = re.compile(r"(?:[A-Za-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Za-z]{2}|\d{3}))?)?")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The cut-down bytes with flat images, the texts that went, notes for the report, the file with every layer shown.

    `all_layers` is None where no layer is off; `pictures` are the same bytes with the images as they are, None where
    there are none. `lost` counts the images that went.
    """

    data: bytes = field(repr=False)
    parts: tuple[pdf_parts.Part, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    all_layers: bytes | None = field(default=None, repr=False)
    pictures: bytes | None = field(default=None, repr=False)
    lost: int = 0


def prepare(data: bytes, is_telling: Telling | None = None) -> Prepared:
    """Cut a PDF down to what its pages draw; raises InputRefused. The same bytes give the same result.

    Typefaces whose names `is_telling` says to tell something get others.
    """
    with open_objects(data) as pdf:
        try:
            check_sizes(pdf)
            return _prepared(pdf, data.count(b"%%EOF") - 1, is_telling)
        except (pikepdf.PdfError, ValueError, TypeError, KeyError, RecursionError):
            raise unreadable() from None  # objects that aren't what their place asks for


def _prepared(pdf: pikepdf.Pdf, revisions: int, is_telling: Telling | None) -> Prepared:
    _put_parameters_right(pdf)
    parts = pdf_parts.texts(pdf)
    off = switched_off(pdf)
    notes = _notes(pdf, parts)
    _drop_document_level(pdf)
    shown = saved(pdf) if off else None
    naming = rename(pdf)
    if is_telling is not None:
        rename_faces(naming, is_telling)
    inline, said = tidy_streams(pdf, off, naming)
    parts = (*parts, *((BlockKind.HIDDEN, "ActualText", text) for text in dict.fromkeys(said)))
    images = [s for s in pdf.objects if isinstance(s, pikepdf.Stream) and s.get("/Subtype") == "/Image"]
    for image in images:
        if is_hidden(image.get("/OC"), off):
            blank(image, see_through=True)
    _strip(pdf)
    pictures = saved(pdf) if images else None
    for image in images:
        blank(image)
    if revisions > 0:
        notes.append(f"revisions-removed:{revisions}")
    return Prepared(saved(pdf), parts, tuple(notes), shown, pictures, inline)


def _notes(pdf: pikepdf.Pdf, parts: tuple[pdf_parts.Part, ...]) -> list[str]:
    files = comments = signatures = 0
    scripts = sum(key in ("JS", "script") for _, key, _ in parts)
    for stored in pdf.objects:
        if isinstance(stored, (pikepdf.Dictionary, pikepdf.Stream)):
            files += stored.get("/Type") == "/EmbeddedFile"
            signatures += "/ByteRange" in stored or _holds_signature(stored.get("/V"))
            comments += stored.get("/Type") == "/Annot" and stored.get("/Subtype") not in ("/Link", "/Widget")
    counted = {
        "attachments-removed": files,
        "scripts-removed": scripts,
        "comments-removed": comments,
        "signatures-removed": signatures,
        "properties-removed": len(parts),
    }
    return [f"{code}:{count}" for code, count in counted.items() if count]


def _holds_signature(value: Any) -> bool:
    """Tell whether a field's value is a signature written inside it, and not an object of its own."""
    return isinstance(value, pikepdf.Dictionary) and not value.is_indirect and "/ByteRange" in value


def _keep(holder: Any, keys: frozenset[str]) -> None:
    for key in list(holder):
        if key not in keys:
            del holder[key]


def _put_parameters_right(pdf: pikepdf.Pdf) -> None:
    """Leave out parameters of filters that say nothing: one parser takes them for none, another unpacks nothing."""
    for stored in pdf.objects:
        if not isinstance(stored, pikepdf.Stream) or "/DecodeParms" not in stored:
            continue
        given, filters = stored["/DecodeParms"], stored.get("/Filter")
        listed = list(given) if isinstance(given, pikepdf.Array) else [given]
        each: list[Any] = [one if isinstance(one, pikepdf.Dictionary) and len(one) else None for one in listed]
        if not any(one is not None for one in each):
            del stored["/DecodeParms"]
        elif isinstance(filters, pikepdf.Array) and len(filters) == len(each):
            stored["/DecodeParms"] = pikepdf.Array(each)


def _drop_document_level(pdf: pikepdf.Pdf) -> None:
    _keep(pdf.Root, _CATALOGUE)
    if "/Info" in pdf.trailer:
        del pdf.trailer["/Info"]
    for page in pdf.pages:
        page.obj["/Resources"] = page.get("/Resources", pikepdf.Dictionary())
        for key in list(page.obj):
            if key not in _PAGE:
                del page[key]


def _strip(pdf: pikepdf.Pdf) -> None:
    roles = _roles(pdf.Root.get("/StructTreeRoot"))
    for stored in pdf.objects:
        if isinstance(stored, (pikepdf.Dictionary, pikepdf.Stream)):
            _strip_one(stored, roles)
    _strip_tree(pdf.Root.get("/StructTreeRoot"), roles)
    _tell_language(pdf.Root)
    for page in pdf.pages:
        if isinstance(found := page.obj.get("/Resources"), pikepdf.Dictionary):
            _keep(found, _RESOURCES)
        elif found is not None:
            del page.obj["/Resources"]


def _roles(root: Any) -> dict[str, str]:
    """Return which of a file's own types of structure stands for which other one."""
    mapped = root.get("/RoleMap") if isinstance(root, pikepdf.Dictionary) else None
    pairs = mapped.items() if isinstance(mapped, pikepdf.Dictionary) else ()
    return {name: str(value) for name, value in pairs if isinstance(value, pikepdf.Name)}


def _as_element(element: Any, roles: Mapping[str, str], keys: frozenset[str]) -> None:
    """Leave an element of the structure tree its place, a type that is PDF's own, and a language."""
    _keep(element, keys)
    _tell_language(element)
    if isinstance(element.get("/S"), pikepdf.Name):
        kind = str(element["/S"])
        for _ in range(_MOST_ROLES):
            kind = kind if is_own(kind.encode("utf-8", "replace")) else roles.get(kind, "/NonStruct")
        element["/S"] = pikepdf.Name(kind if is_own(kind.encode("utf-8", "replace")) else "/NonStruct")


def _tell_language(holder: Any) -> None:
    """Drop a language that isn't a code of one."""
    if "/Lang" in holder and not _LANGUAGE.fullmatch(str(holder["/Lang"])):
        del holder["/Lang"]


def _strip_tree(root: Any, roles: Mapping[str, str]) -> None:
    """Leave the elements of the structure tree nothing that says something, those written inside others included."""
    left, seen = [root], set()
    while left:
        item = left.pop()
        if isinstance(item, pikepdf.Array):
            left += list(item)
        elif isinstance(item, pikepdf.Dictionary) and (not item.is_indirect or item.objgen not in seen):
            seen.add(item.objgen)
            if item is not root:
                _as_element(item, roles, _KIDS)
            if "/K" in item:
                left.append(item["/K"])


def _strip_one(stored: Any, roles: Mapping[str, str]) -> None:
    for key in _ANYWHERE:
        if key in stored:
            del stored[key]
    kind = stored.get("/Type")
    if stored.get("/Subtype") == "/Form" and isinstance(stored, pikepdf.Stream):
        _keep(stored, _FORM)
        if isinstance(stored.get("/Resources"), pikepdf.Dictionary):
            _keep(stored.Resources, _RESOURCES)
    elif kind == "/StructTreeRoot":
        _keep(stored, _TREE)
    elif stored.get("/Subtype") == "/Image" and isinstance(stored, pikepdf.Stream):
        _keep(stored, _IMAGE)
    elif stored.get("/Subtype") == "/PS" and isinstance(stored, pikepdf.Stream):
        stored.write(b"")  # a program for printers of old
    elif kind == "/StructElem" or ("/S" in stored and "/P" in stored and "/K" in stored):
        _as_element(stored, roles, _ELEMENT)
    elif kind == "/OBJR" or kind == "/Annot":
        _keep(stored, frozenset({"/Type"}))
    elif kind == "/Pages":
        _keep(stored, _PAGES)


def _side(said: object) -> int:
    """Return how many pixels a file says that an image has on one side; 1 where it says no number."""
    return max(1, int(said)) if isinstance(said, int | Decimal) else 1


def blank(image: pikepdf.Stream, *, see_through: bool = False) -> None:
    """Put a flat picture of the same size in place; one that let the page show through paints nothing."""
    width, height = _side(image.get("/Width")), _side(image.get("/Height"))
    if width * height > _MAX_PIXELS:
        width = height = 1
    see_through = see_through or any(key in image for key in ("/SMask", "/Mask", "/ImageMask", "/SMaskInData"))
    rows = (b"\xff" if see_through else b"\x00") * ((width + 7) // 8) * height
    _keep(image, frozenset({"/Type", "/Subtype", "/Length"}))
    image.write(zlib.compress(rows), filter=pikepdf.Name.FlateDecode)
    image["/Width"], image["/Height"], image["/BitsPerComponent"] = width, height, 1
    if see_through:
        image["/ImageMask"] = True
    else:
        image["/ColorSpace"] = pikepdf.Array([pikepdf.Name.Indexed, pikepdf.Name.DeviceGray, 1, pikepdf.String(_GREY)])
