"""Where the files of a denied release leak, in words, each with the mention to look at on the desk."""

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
    """One place: where in the written file, how found, and the mention with its own place in the original."""

    where: str
    how: Any
    label: str
    mention: Detection | None
    at: str
    place: Place | None = None

    @property
    def tag(self) -> str:
        """The tag of the mention's entity, if any."""
        return self.mention.entity.tag if self.mention and self.mention.entity else ""


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
    return Spot(
        leak_wording.place(row.where), leak_wording.how(row.how), row.label, mention, _at(mention) if mention else "",
        place_of(mention) if mention and mention.source.state == FileState.ANALYSED else None,
    )  # fmt: skip


def _at(mention: Detection) -> str:
    """Say where a mention stands in its file: by page where the file has pages, else by line."""
    if mention.source.state != FileState.ANALYSED:
        return ""
    kept = store.load_document(mention.source)
    number = bisect_right(kept.blocks, mention.start, key=lambda block: block.start) - 1
    page = kept.blocks[number].page if number >= 0 else None
    if page is not None:
        return _("página %(n)s") % {"n": page + 1}
    return _("línea %(n)s") % {"n": kept.text.count("\n", 0, mention.start) + 1}
