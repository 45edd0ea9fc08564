"""Where every standing mention of an expediente lies: what the page walks and maps without asking again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from review import rulings
from review.models import CaseFile, Detection, SourceFile
from review.queries import desk_pages, desk_text
from review.queries.desk import mark_state


def index(case: CaseFile) -> dict[str, Any]:
    """Return the files with their pieces, and each mention: id, file, offset, entity, state, doubt, page.

    The page is -1 where the file has none, and the number of pages for what stands on none of them.
    """
    files = list(SourceFile.objects.filter(case=case, removed=False).exclude(document="").order_by("order", "pk"))
    groups = desk_text.loose_groups(case)
    rows = Detection.objects.filter(rulings.live(case)).order_by("source__order", "source_id", "start").values_list(
        "pk", "source_id", "start", "entity_id", "effect", "action", "decided", "doubtful", "label", "spelling"
    )  # fmt: skip
    listed: list[list[int | str]] = []
    for source_id, found in groupby(rows, key=lambda row: row[1]):
        number = next((n for n, source in enumerate(files) if source.pk == source_id), None)
        if number is not None:
            listed += _marks(files[number], number, list(found), groups)
    return {"files": [_file(source) for source in files], "marks": listed, "revision": case.revision}


def _marks(
    source: SourceFile, number: int, rows: list[Any], groups: dict[tuple[str, str, str], int]
) -> Iterable[list[int | str]]:
    pages = desk_pages.pages_of(source, [row[2] for row in rows])
    for (pk, _, at, e, effect, action, decided, doubt, label, spelling), page in zip(rows, pages, strict=True):
        entity = e or groups.get((effect, label, spelling), 0)
        yield [pk, number, at, entity, mark_state(effect, action, decided), int(doubt and not decided), page]


def _file(source: SourceFile) -> dict[str, Any]:
    cut = desk_text.pieces(source)
    starts = [piece.start for piece in cut]
    return {"key": str(source.key), "length": cut[-1].end if cut else 0, "starts": starts, "paged": bool(source.boxes)}
