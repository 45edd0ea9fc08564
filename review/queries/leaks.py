"""Where the files of a denied release leak, in words, each with the place to look at on the desk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from review import leak_wording, store
from review.models import CaseFile, Detection, LeakPlace, SourceFile
from review.queries.desk_pages import Place, place_of
from review.states import FileState

SHOWN = 25
BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Spot:
    """One place: where in the written file, how found, and where in the original.

    There it is a mention's, or, for what no mention had found, a `stretch` of text (start and end).
    """

    where: str
    how: Any
    label: str
    mention: Detection | None
    at: str
    place: Place | None = None
    stretch: tuple[int, int] | None = None

    @property
    def tag(self) -> str:
        """The tag of the mention's entity, if any."""
        return self.mention.entity.tag if self.mention and self.mention.entity else ""

    @property
    def frame(self) -> str:
        """Page and box on it for an address: its number, then left, top, right and bottom in ten-thousandths."""
        if self.place is None:
            return ""
        x0, y0, x1, y1 = zip(*self.place.boxes, strict=True)
        box = (min(x0), min(y0), max(x1), max(y1))
        return "-".join(str(round(n)) for n in (self.place.sheet.number, *(10_000 * v for v in box)))


@dataclass(frozen=True, slots=True)
class LeakyFile:
    """A file with the first of its places, and how many more there are."""

    source: SourceFile
    spots: tuple[Spot, ...]
    more: int


def leaky_files(case: CaseFile) -> tuple[LeakyFile, ...]:
    """Return the files that leaked at the last release, with their places; none where nothing leaked."""
    rows = LeakPlace.objects.filter(case=case, source__removed=False).order_by("source__order", "source", "pk")
    found = rows.select_related("source", "mention__source", "mention__entity")
    return tuple(_file(list(group)) for _pk, group in groupby(found, key=lambda row: row.source_id))


def _file(every: Sequence[LeakPlace]) -> LeakyFile:
    # What stands in the text stands in the bytes too: those are told only of what is nowhere else.
    elsewhere = {row.mention_id for row in every if row.where != BYTES}
    rows = [row for row in every if row.where != BYTES or row.mention_id not in elsewhere]
    return LeakyFile(rows[0].source, tuple(_spot(row) for row in rows[:SHOWN]), max(0, len(rows) - SHOWN))


def _spot(row: LeakPlace) -> Spot:
    # What was replaced in a file that has been taken out since has nowhere to lead to.
    mention = row.mention if row.mention and not row.mention.source.removed else None
    stretch = (row.start, row.end) if row.start is not None and row.end is not None and not mention else None
    source = mention.source if mention else row.source
    span = (mention.start, mention.end) if mention else stretch
    shown = span if source.state == FileState.ANALYSED else None
    return Spot(
        leak_wording.place(row.where), leak_wording.how(row.how), row.label, mention, _at(source, shown),
        place_of(source, *shown) if shown else None, stretch if shown else None,
    )  # fmt: skip


def _at(source: SourceFile, span: tuple[int, int] | None) -> str:
    """Say where a stretch of text stands in its file: by page where the file has pages, else by line."""
    if span is None:
        return ""
    kept = store.load_document(source)
    number = bisect_right(kept.blocks, span[0], key=lambda block: block.start) - 1
    page = kept.blocks[number].page if number >= 0 else None
    if page is not None:
        return _("página %(n)s") % {"n": page + 1}
    return _("línea %(n)s") % {"n": kept.text.count("\n", 0, span[0]) + 1}
