"""The glyphs of a PDF page as segments: stretches of one line that are read, cut and set again as a whole.

A line with wide gaps (table cells, tab stops, columns) is several segments. Coordinates are points from the top left
of the unrotated page; `u` runs along the writing direction and `v` across it, downwards for level text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple, overload

import pymupdf

# White space as it stands; what the content stream draws, not what ActualText claims; no cut at the page's edge.
FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_IGNORE_ACTUALTEXT
WIDE_GAP = 1.8
TINY_POINTS = 2.0
LEVEL = (1.0, 0.0)
_WORD = re.compile(r"\S+")
_BOX, _ORIGIN, _CHAR = itemgetter("bbox"), itemgetter("origin"), itemgetter("c")

Box = tuple[float, float, float, float]
Event = tuple[str, Box]  # what a page draws: its kind, as the library names it, and where
_FILLED_OR_STROKED = 16 | 32


@dataclass(frozen=True, slots=True)
class Style:
    """How a glyph is drawn: font name, size in points, MuPDF font flags, colour as 0xRRGGBB, opacity 0..255."""

    font: str
    size: float
    flags: int
    colour: int
    alpha: int
    drawn: bool = True


class Glyph(NamedTuple):
    """One character with its box, its origin on the baseline and its extent along the line.

    A tuple, because a document has millions of them; its `repr` hides the character.
    """

    char: str
    box: Box
    origin: tuple[float, float]
    u0: float
    u1: float
    style: Style
    hidden: bool = False

    def __repr__(self) -> str:
        return f"<Glyph at {self.origin}>"


Run = tuple[int, Style, bool]


class Level(Sequence[Glyph]):
    """The glyphs of a level stretch that lies within its page, made only when one is asked for.

    Most are never looked at one by one; `runs` holds the end, the style and whether it's unseen of each run of `chars`.
    """

    __slots__ = ("_chars", "_made", "_straight", "runs", "text")

    def __init__(self, text: str, chars: list[dict[str, Any]], runs: list[Run]) -> None:
        self.text, self._chars, self.runs = text, chars, runs
        self._made: tuple[Glyph, ...] | None = None
        self._straight: bool | None = None

    def __repr__(self) -> str:
        return f"<{len(self)} glyphs>"

    def __len__(self) -> int:
        return len(self._chars)

    @overload
    def __getitem__(self, at: int) -> Glyph: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Glyph, ...]: ...
    def __getitem__(self, at: int | slice) -> Glyph | tuple[Glyph, ...]:
        if self._made is None and isinstance(at, int):
            return self._one(at if at >= 0 else at + len(self))
        return self._all()[at]

    def __iter__(self) -> Iterator[Glyph]:
        return iter(self._all())

    def _one(self, at: int) -> Glyph:
        char = self._chars[at]
        _, style, unseen = self.runs[0] if len(self.runs) == 1 else next(run for run in self.runs if at < run[0])
        box = char["bbox"]
        return Glyph(char["c"], box, char["origin"], box[0], box[2], style, unseen)

    def _all(self) -> tuple[Glyph, ...]:
        if self._made is None:
            new = tuple.__new__  # the named tuple's own constructor takes three times as long
            made: list[Glyph] = []
            for end, style, unseen in self.runs:
                made += [
                    new(Glyph, (char["c"], box := char["bbox"], char["origin"], box[0], box[2], style, unseen))
                    for char in self._chars[len(made) : end]
                ]
            self._made = tuple(made)
        return self._made

    @property
    def boxes(self) -> list[Box]:
        """The box of each glyph."""
        return list(map(_BOX, self._chars))

    def steps(self, at: Sequence[int]) -> list[float]:
        """Return how far some glyphs reach, each at least to where the next one starts."""
        chars = self._chars
        return [max(chars[n]["bbox"][2], chars[n + 1]["bbox"][0]) - chars[n]["bbox"][0] for n in at]

    @property
    def is_straight(self) -> bool:
        """Whether all are of one style and stand on one line, none raised."""
        if self._straight is None:
            self._straight = len(self.runs) == 1 and len({y for _, y in map(_ORIGIN, self._chars)}) == 1
        return self._straight

    @property
    def styles(self) -> set[Style]:
        """The styles of the glyphs."""
        return {style for _, style, _ in self.runs}

    @property
    def unseen(self) -> list[bool]:
        """Whether the glyphs are unseen, once for each run."""
        return [unseen for _, _, unseen in self.runs]


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of glyphs on one baseline without a wide gap.

    `direction` is a unit vector, y downwards; `size` the largest font size in it. `confidence` says of what was read
    in pixels how sure the reader was of each glyph; empty = certain text. `first` is the place of its first glyph among
    all that the library reads on the page.
    """

    glyphs: Sequence[Glyph] = field(repr=False)
    direction: tuple[float, float]
    u0: float
    u1: float
    v0: float
    v1: float
    size: float
    line: int
    confidence: tuple[float, ...] = ()
    first: int = 0

    @property
    def text(self) -> str:
        """The characters in order."""
        glyphs = self.glyphs
        return glyphs.text if isinstance(glyphs, Level) else "".join([g.char for g in glyphs])

    @property
    def boxes(self) -> list[Box]:
        """The box of each glyph."""
        glyphs = self.glyphs
        return glyphs.boxes if isinstance(glyphs, Level) else [g.box for g in glyphs]

    def steps(self, at: Sequence[int]) -> list[float]:
        """Return how far some glyphs, none of them the last, reach along the line: at least to the next one."""
        glyphs = self.glyphs
        if isinstance(glyphs, Level):
            return glyphs.steps(at)
        return [max(glyphs[n].u1, glyphs[n + 1].u0) - glyphs[n].u0 for n in at]

    @property
    def style(self) -> Style:
        """The style of the first glyph."""
        glyphs = self.glyphs
        return glyphs.runs[0][1] if isinstance(glyphs, Level) else glyphs[0].style

    @property
    def styles(self) -> set[Style]:
        """The styles of the glyphs."""
        glyphs = self.glyphs
        return glyphs.styles if isinstance(glyphs, Level) else {g.style for g in glyphs}

    @property
    def is_unseen(self) -> bool:
        """Whether no glyph is seen."""
        glyphs = self.glyphs
        return all(glyphs.unseen if isinstance(glyphs, Level) else [g.hidden for g in glyphs])

    @property
    def is_seen(self) -> bool:
        """Whether every glyph is seen."""
        glyphs = self.glyphs
        return not any(glyphs.unseen if isinstance(glyphs, Level) else [g.hidden for g in glyphs])


def grown(box: Box, by: float) -> Box:
    """Return a box widened on all sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def around(glyphs: Sequence[Glyph]) -> Box:
    """Return the box around glyphs."""
    return around_boxes([g.box for g in glyphs])


def around_boxes(boxes: Sequence[Box]) -> Box:
    """Return the box around boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def page_segments(page: pymupdf.Page) -> list[Segment]:
    """Return the segments of an upright page in the order of its content stream, off-page text included."""
    return segments_in(raw_of(page), page.rect)


def raw_of(page: pymupdf.Page) -> dict[str, Any]:
    """Return what the library reads on an upright page: blocks of lines of spans of characters."""
    return dict(page.get_text("rawdict", flags=FLAGS, clip=pymupdf.INFINITE_RECT()))


def segments_in(raw: dict[str, Any], box: pymupdf.Rect) -> list[Segment]:
    """Return the segments of what the library reads on an upright page that fills a box."""
    styles: dict[Style, Style] = {}
    segments: list[Segment] = []
    edges: Box = (box.x0, box.y0, box.x1, box.y1)
    number = first = 0
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            segments.extend(line_segments(line, number, first, edges, styles))
            number += 1
            first += sum([len(span["chars"]) for span in line["spans"]])
    return segments


def line_segments(
    line: dict[str, Any], number: int, first: int, page: Box, styles: dict[Style, Style]
) -> Iterator[Segment]:
    """Yield the segments of a line that the library reads; `first` is the place of its first character on the page."""
    if not line["spans"]:
        return  # text of no height or width
    if is_level_within(line, page):
        yield from level_segments(line, number, first, styles)
        return
    direction = _rounded(line["dir"])
    glyphs = [g for span in line["spans"] for g in _span_glyphs(span, direction, page, styles)]
    for start, end in _split(glyphs):
        yield _segment(tuple(glyphs[start:end]), direction, number, first + start)


def is_level_within(line: dict[str, Any], page: Box) -> bool:
    """Tell whether a line that the library reads is level and lies within its page."""
    box = line["bbox"]
    within = page[0] <= box[0] and page[1] <= box[1] and box[2] <= page[2] and box[3] <= page[3]
    return within and _rounded(line["dir"]) == LEVEL


def level_segments(line: dict[str, Any], number: int, first: int, styles: dict[Style, Style]) -> Iterator[Segment]:
    """Yield the segments of a level line within its page; `first` is the place of its first character on the page."""
    spans = line["spans"]
    chars: list[dict[str, Any]] = spans[0]["chars"] if len(spans) == 1 else [c for s in spans for c in s["chars"]]
    runs = runs_of(spans, [len(span["chars"]) for span in spans], styles)
    text = "".join([span["text"] if "text" in span else "".join(map(_CHAR, span["chars"])) for span in spans])
    for start, end in _level_stretches(text, chars, runs, max([style.size for _, style, _ in runs])):
        whole = end - start == len(chars)
        mine = chars if whole else chars[start:end]
        box = line["bbox"] if whole else around_boxes(list(map(_BOX, mine)))
        yield stretch(text[start:end], mine, within(runs, start, end), box, number, first + start)


def stretch(text: str, chars: list[dict[str, Any]], runs: list[Run], box: Box, line: int, first: int) -> Segment:
    """Return a stretch of a level line as a segment."""
    x0, y0, x1, y1 = box
    size = runs[0][1].size if len(runs) == 1 else max([style.size for _, style, _ in runs])
    return Segment(Level(text, chars, runs), LEVEL, x0, x1, y0, y1, size, line, first=first)


def runs_of(spans: Sequence[dict[str, Any]], lengths: Sequence[int], styles: dict[Style, Style]) -> list[Run]:
    """Return the runs that the spans of a line make, each so many characters long."""
    return [(end, *_style(span, styles)) for span, end in zip(spans, accumulate(lengths), strict=True)]


def within(runs: list[Run], start: int, end: int) -> list[Run]:
    """Return the runs of the characters from one to another."""
    if not start and end == runs[-1][0]:
        return runs
    return [(min(e, end) - start, s, u) for (e, s, u), b in _from(runs) if b < end and e > start]


def _from(runs: Sequence[Run]) -> Iterator[tuple[Run, int]]:
    """Yield the runs with where each begins."""
    return zip(runs, [0, *(end for end, _, _ in runs)], strict=False)


def _level_stretches(
    text: str, chars: Sequence[dict[str, Any]], runs: Sequence[Run], size: float
) -> Iterator[tuple[int, int]]:
    """Cut at wide gaps and drop the white space at both ends of each piece; gaps are looked for between words."""
    start, last = -1, -1
    wide, back = WIDE_GAP * min(style.size for _, style, _ in runs), -3 * size
    for word in _WORD.finditer(text):
        first, end = word.span()
        if start >= 0:
            gap = chars[first]["bbox"][0] - chars[last - 1]["bbox"][2]
            if (gap > wide or gap < back) and _is_wide_gap(gap, runs, last - 1, first):
                yield start, last
                start = -1
        start, last = (first if start < 0 else start), end
    if start >= 0:
        yield start, last


def _is_wide_gap(gap: float, runs: Sequence[Run], left: int, right: int) -> bool:
    size = max(next(style.size for end, style, _ in runs if at < end) for at in (left, right))
    return gap > WIDE_GAP * size or gap < -3 * size


def _rounded(direction: Sequence[float]) -> tuple[float, float]:
    x, y = round(direction[0], 3), round(direction[1], 3)
    return (float(x), float(y)) if (x, y) != (0, 0) else (1.0, 0.0)


def _style(span: dict[str, Any], styles: dict[Style, Style]) -> tuple[Style, bool]:
    """Return the style of a span, one object for all that are alike, and whether nobody sees it."""
    drawn = bool(span["char_flags"] & _FILLED_OR_STROKED)
    raw = Style(span["font"], span["size"], span["flags"], span["color"], span["alpha"], drawn)
    return styles.setdefault(raw, raw), not drawn or span["alpha"] == 0 or span["size"] < TINY_POINTS


def _span_glyphs(
    span: dict[str, Any], direction: tuple[float, float], page: Box, styles: dict[Style, Style]
) -> list[Glyph]:
    style, unseen = _style(span, styles)
    return [_glyph(char, direction, page, style, unseen) for char in span["chars"]]


def _glyph(char: dict[str, Any], direction: tuple[float, float], page: Box, style: Style, unseen: bool) -> Glyph:
    box, origin = char["bbox"], char["origin"]
    u0, u1 = _extent(box, origin, *direction, style.size)
    outside = box[2] <= page[0] or box[0] >= page[2] or box[3] <= page[1] or box[1] >= page[3]
    return Glyph(char["c"], box, origin, u0, u1, style, unseen or outside)


def _extent(
    box: tuple[float, ...], origin: tuple[float, float], dx: float, dy: float, size: float
) -> tuple[float, float]:
    """Return where a glyph starts and ends along its line; exact on level and upright lines."""
    if dy == 0 or dx == 0:
        a, b = box[0] * dx + box[1] * dy, box[2] * dx + box[3] * dy
        return (a, b) if a <= b else (b, a)
    start = origin[0] * dx + origin[1] * dy
    return start, start + 0.5 * size


def _split(glyphs: Sequence[Glyph]) -> Iterator[tuple[int, int]]:
    """Cut at wide gaps and drop the white space at both ends of each piece; gaps are looked for between words."""
    start, last = -1, -1
    for word in _WORD.finditer("".join([g.char for g in glyphs])):
        first, end = word.span()
        if start >= 0 and _is_wide(glyphs[last - 1], glyphs[first]):
            yield start, last
            start = -1
        start, last = (first if start < 0 else start), end
    if start >= 0:
        yield start, last


def _is_wide(left: Glyph, right: Glyph) -> bool:
    size = max(left.style.size, right.style.size)
    gap = right.u0 - left.u1
    return gap > WIDE_GAP * size or gap < -3 * size


def _segment(glyphs: tuple[Glyph, ...], direction: tuple[float, float], line: int, first: int) -> Segment:
    size = max({g.style.size for g in glyphs})
    if direction == LEVEL:
        x0, y0, x1, y1 = around(glyphs)
        return Segment(glyphs, direction, x0, x1, y0, y1, size, line, first=first)
    dx, dy = direction
    corners = [-dy * x + dx * y for g in glyphs for x, y in ((g.box[0], g.box[1]), (g.box[2], g.box[3]))]
    u0, u1 = min(g.u0 for g in glyphs), max(g.u1 for g in glyphs)
    return Segment(glyphs, direction, u0, u1, min(corners), max(corners), size, line, first=first)
