"""Cutting and setting a page's text in its own content stream: what is known of the page, for the rewriter.

Only what is proven right afterwards stays; every other page is left as it was, for the redaction that follows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from operator import eq, itemgetter
from typing import Any, overload

import pymupdf

from pipeline.container.pdf_operands import RESOURCE
from pipeline.container.pdf_placed import Matrix, joined
from pipeline.container.pdf_proof import is_as_set
from pipeline.container.pdf_recalled import PageLines
from pipeline.container.pdf_rewrite import Drawn, Gap, Piece, Unfit, glyphs_of, rewritten
from pipeline.container.pdf_set import Placed, Setting, face_of, font_of, lines, placed
from pipeline.container.pdf_text import Segment

MAX_FORMS, MAX_FORM_BYTES = 40, 512 * 1024  # counted anew on every page
Point = tuple[float, float]
_DEPTH = 4
_ORIGIN, _SYNTHETIC = itemgetter("origin"), itemgetter("synthetic")


class Faces:
    """The type that pieces are set in, among the resources of one document."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def fit(self, taken: Mapping[str, int], code: str) -> bool:
        """Tell whether the name of a face is free on a page, or its own there."""
        name = self.name(code)
        return name not in taken or taken[name] == self._known.get(code)

    def add(self, page: pymupdf.Page, code: str) -> None:
        """Have a face among a page's resources; it is loaded once for the document."""
        name = self.name(code)
        if code not in self._known or not _has_now(page, name, self._known[code]):
            self._known[code] = page.insert_font(fontname=name, fontbuffer=font_of(code).buffer)

    @staticmethod
    def name(code: str) -> str:
        """Return the name of a face among the resources."""
        return f"Anz{code}"


def _has_now(page: pymupdf.Page, name: str, xref: int) -> bool:
    """Name a font object among a page's resources; tell whether they could take it."""
    mupdf = pymupdf.mupdf
    owner = mupdf.pdf_page_from_fz_page(page.this)
    resources = mupdf.pdf_dict_get_inheritable(owner.obj(), mupdf.PDF_ENUM_NAME_Resources)
    fonts = mupdf.pdf_dict_gets(resources, "Font")
    if not mupdf.pdf_is_dict(fonts):
        return False
    mupdf.pdf_dict_puts(fonts, name, mupdf.pdf_new_indirect(owner.doc(), xref, 0))
    return True


class Origins(Sequence[Point]):
    """Where the glyphs of a page stand, line by line, each worked out when it's asked for."""

    def __init__(self) -> None:
        self._starts = [0]
        self._lines: list[Callable[[int], Point]] = []
        self.last: Point | None = None

    def add(self, count: int, place: Callable[[int], Point]) -> None:
        """Add so many glyphs of a line."""
        if count:
            self._starts.append(self._starts[-1] + count)
            self._lines.append(place)
            self.last = place(count - 1)

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, at: int) -> Point: ...
    @overload
    def __getitem__(self, at: slice) -> list[Point]: ...
    def __getitem__(self, at: int | slice) -> Point | list[Point]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self)))]
        line = bisect_right(self._starts, at) - 1
        return self._lines[line](at - self._starts[line])


class InPlace(Enum):
    """Whether a page's text was set in its own content, and if so, whether the page draws anything else."""

    NOT_DONE = "not done"
    TEXT_ONLY = "text only"
    WITH_ART = "with art"


def set_in_place(
    page: pymupdf.Page, read: PageLines, before: Sequence[Segment], settings: Sequence[Setting], faces: Faces
) -> InPlace:
    """Cut and set an upright page's text in its own content; where it can't be done, all is as it was.

    `read` is what the library reads on the page, `before` its segments.
    """
    fonts = page.get_fonts(full=True)
    taken = {name: xref for xref, *_, name, _, owner in fonts if not owner}
    codes = {face_of(piece.style) for s in settings for piece in s.pieces}
    if not all(faces.fit(taken, code) for code in codes):
        return InPlace.NOT_DONE
    content = page.read_contents()
    for recalls in (True, False) if read.recalled else (False,):
        try:
            drawn, place_of = _drawn(page, read, fonts, recalls=recalls)
            new, paints = rewritten(content, drawn, list(_gaps(page, settings, place_of)))
        except Unfit:
            continue
        for code in codes:
            faces.add(page, code)
        if _is_right_with(page, new, before, settings):
            return InPlace.WITH_ART if paints else InPlace.TEXT_ONLY
    return InPlace.NOT_DONE


def _is_right_with(page: pymupdf.Page, content: bytes, before: Sequence[Segment], settings: Sequence[Setting]) -> bool:
    """Give a page a new content; where that isn't right, the page keeps its own."""
    owner, old = page.parent, page.parent.xref_get_key(page.xref, "Contents")[1]
    xref = owner.get_new_xref()
    owner.update_object(xref, "<<>>")
    owner.update_stream(xref, content)
    owner.xref_set_key(page.xref, "Contents", f"{xref} 0 R")
    if is_as_set(page, before, settings):
        return True
    owner.xref_set_key(page.xref, "Contents", old)
    return False


def _drawn(page: pymupdf.Page, read: PageLines, fonts: Sequence[Any], *, recalls: bool) -> tuple[Drawn, list[int]]:
    """Return what the page draws, and for each character that the library reads which glyph it is.

    What is recalled of lines may be taken: that a blank is one that the library put in isn't known there.
    """
    origins = Origins()
    place_of: list[int] = []
    for number in range(len(read.lines)):
        recalled = read.recalled.get(number) if recalls else None
        if recalled is not None and recalled.origin(0) != origins.last:
            place_of.extend(range(len(origins), len(origins) + len(recalled)))
            origins.add(len(recalled), recalled.origin)
        else:
            places = _match(read.chars(number), origins.last, len(origins), place_of)
            origins.add(len(places), places.__getitem__)
    to_file: Matrix = tuple(~page.transformation_matrix)
    return Drawn(origins, to_file, _widths(fonts, 0), _forms(page, fonts), _names(page)), place_of


def _names(page: pymupdf.Page) -> dict[bytes, frozenset[bytes]]:
    """Return the names among a page's resources, kind by kind, without the graphics states that set a font."""
    mupdf = pymupdf.mupdf
    owner = mupdf.pdf_page_from_fz_page(page.this).obj()
    resources = mupdf.pdf_dict_get_inheritable(owner, mupdf.PDF_ENUM_NAME_Resources)
    names: dict[bytes, frozenset[bytes]] = {}
    for kind in set(RESOURCE.values()):
        found = mupdf.pdf_dict_gets(resources, kind.decode())
        pairs = [
            (mupdf.pdf_to_name(mupdf.pdf_dict_get_key(found, n)), mupdf.pdf_dict_get_val(found, n))
            for n in range(mupdf.pdf_dict_len(found))
        ]
        names[kind] = frozenset(
            name.encode("utf-8", "surrogateescape")
            for name, value in pairs
            if not mupdf.pdf_dict_gets(value, "Font").m_internal
        )
    return names


def _match(chars: Sequence[dict[str, Any]], last: Point | None, drawn: int, place_of: list[int]) -> list[Point]:
    """Return where the glyphs of a line stand that follow so many `drawn`, the `last` of them at a place.

    Not all characters are glyphs of their own: the letters of a ligature share an origin.
    """
    places = list(map(_ORIGIN, chars))
    if not (places[:1] == [last] or any(map(eq, places, places[1:])) or any(map(_SYNTHETIC, chars))):
        place_of.extend(range(drawn, drawn + len(places)))
        return places
    places = []
    for char in chars:
        if char["synthetic"]:
            place_of.append(drawn + len(places))
            continue
        if char["origin"] != last:
            places.append(last := char["origin"])
        place_of.append(drawn + len(places) - 1)
    return places


def _widths(fonts: Sequence[Any], owner: int) -> dict[bytes, int]:
    """Return how many bytes make a code in each font of a page (0) or form; those that can't be told are left out."""
    widths = {}
    for _, _, kind, _, name, encoding, of in fonts:
        if of == owner and (kind != "Type0" or encoding == "Identity-H"):
            widths[name.encode("latin-1")] = 2 if kind == "Type0" else 1
    return widths


def _forms(page: pymupdf.Page, fonts: Sequence[Any]) -> dict[bytes, int]:
    """Return how many glyphs each form draws that the page itself calls."""
    forms = page.get_xobjects()
    contents = {xref: page.parent.xref_stream(xref) or b"" for xref, *_ in forms[: MAX_FORMS + 1]}
    if len(forms) > MAX_FORMS or sum(map(len, contents.values())) > MAX_FORM_BYTES:
        raise Unfit
    own: dict[int, dict[bytes, int]] = {}
    for _ in range(_DEPTH):
        counted: dict[int, dict[bytes, int]] = {}
        for xref, name, owner, _ in forms:
            count = glyphs_of(contents[xref], _widths(fonts, xref), own.get(xref, {}))
            counted.setdefault(owner, {})[name.encode("latin-1")] = count
        if counted == own:
            break
        own = counted
    return own.get(0, {})


def _gaps(page: pymupdf.Page, settings: Sequence[Setting], place_of: Sequence[int]) -> Iterator[Gap]:
    to_file: Matrix = tuple(~page.transformation_matrix)
    for setting, line in zip(settings, lines(settings), strict=True):
        first = setting.segment.first
        start = place_of[first + setting.first]
        end = place_of[first + len(setting.segment.glyphs) - 1] + 1
        yield Gap(start, end, tuple(_piece(one, line.direction, to_file) for one in placed(line) if one.piece.text))


def _piece(one: Placed, direction: tuple[float, float], to_file: Matrix) -> Piece:
    (dx, dy), scale = direction, abs(to_file[0])  # a page's own unit may not be a point
    size, advance, narrow = one.size * scale, one.advance * scale, one.narrow
    code, colour = face_of(one.piece.style), one.piece.style.colour
    _, _, _, _, x, y = joined((1.0, 0.0, 0.0, 1.0, one.x, one.y), to_file)
    across, down = sorted((x, x + dx * advance)), sorted((y, y - dy * advance))
    return Piece(
        b"".join([_glyph(code, char) for char in one.piece.text]), Faces.name(code).encode(), size,
        (dx * narrow, -dy * narrow, dy, dx, x, y),
        ((colour >> 16 & 255) / 255, (colour >> 8 & 255) / 255, (colour & 255) / 255),
        (across[0] - size / 4, down[0] - size / 4, across[1] + size / 4, down[1] + size),
    )  # fmt: skip


@lru_cache(maxsize=8_192)
def _glyph(code: str, char: str) -> bytes:
    """Return the code of a character in a face; raises Unfit where it has none."""
    glyph = font_of(code).has_glyph(ord(char))
    if not glyph:
        raise Unfit
    return int(glyph).to_bytes(2, "big")
