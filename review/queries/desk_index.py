"""Where the mentions of an expediente lie: those of one entity, which the page walks, and the map of one file."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.db.models import Count, F, Min, Q

from review import rulings
from review.models import CaseFile, Detection, SourceFile
from review.queries import desk_pages, desk_text
from review.queries.desk import mark_state

BANDS = 600
_LOUDEST = ("open", "replaced", "generalised", "kept", "protected")


def index(case: CaseFile, entity: int) -> dict[str, Any]:
    """Return the files where an entity stands, and each mention: id, number of its file, offset, state, doubt, page.

    A negative id stands for the mentions without an entity that are spelt as the one with that number. The page is
    -1 where the file has none, and the number of pages for what stands on none of them.
    """
    where = Q(entity_id=entity) if entity > 0 else _spelt_like(case, -entity)
    rows = Detection.objects.filter(rulings.live(case) & where).exclude(source__document="").order_by(
        "source__order", "source_id", "start"
    ).select_related("source").defer("source__relations", "adjustments", "output", "engine_output")  # fmt: skip
    files: list[str] = []
    marks: list[list[int | str]] = []
    for source, found in groupby(rows, key=lambda row: row.source):
        there = list(found)
        pages = desk_pages.pages_of(source, [row.start for row in there])
        marks += [_mark(row, len(files), page) for row, page in zip(there, pages, strict=True)]
        files.append(str(source.key))
    return {"entity": entity, "files": files, "marks": marks}


def line_of(mention: Detection) -> int:
    """Return the id of the line of the list that a mention belongs to."""
    if mention.entity_id is not None:
        return mention.entity_id
    found = Detection.objects.filter(_spelt_like(mention.source.case, mention.pk) & rulings.live(mention.source.case))
    return -(found.order_by().aggregate(first=Min("pk"))["first"] or mention.pk)


def _spelt_like(case: CaseFile, pk: int) -> Q:
    one = Detection.objects.filter(source__case=case, pk=pk).first()
    if one is None:
        return Q(pk__in=[])
    return Q(entity=None, effect=one.effect, label=one.label, spelling=one.spelling)


def _mark(row: Detection, file: int, page: int) -> list[int | str]:
    state = mark_state(row.effect, row.action, row.decided)
    return [row.pk, file, row.start, state, int(row.doubtful and not row.decided), page]


def density(source: SourceFile) -> dict[str, Any]:
    """Return into how many bands of how many characters a file is cut, and each that holds a mention: its number, the
    state that asks most, whether anything in it is in doubt, and a mention of it.
    """
    blocks = desk_text.blocks(source)
    length = blocks[-1].end if blocks else 1
    wide = length // BANDS + 1
    standing = Detection.objects.filter(source=source, lost_to="", withdrawn=False).order_by()
    rows = standing.annotate(band=F("start") / wide).values_list("effect", "action", "decided", "band").annotate(
        first=Min("pk"), doubts=Count("pk", filter=Q(doubtful=True, decided=False))
    )  # fmt: skip
    found: dict[int, tuple[int, bool, int]] = {}
    for effect, action, decided, band, first, doubts in rows:
        rank = _LOUDEST.index(mark_state(effect, action, decided))
        best, doubt, kept = found.get(band, (len(_LOUDEST), False, first))
        found[band] = (min(rank, best), doubt or bool(doubts), first if rank < best else kept)
    bands = [[band, _LOUDEST[rank], int(doubt), first] for band, (rank, doubt, first) in sorted(found.items())]
    return {"bands": -(-length // wide), "wide": wide, "marks": bands}
