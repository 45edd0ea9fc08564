"""Where the files of a denied release leak: kept by mention until a release is asked for again."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline import store
from review.models import CaseFile, Detection, LeakPlace

KEPT = 2000


def keep(case: CaseFile, leaks: Sequence[store.LeakPlace]) -> None:
    """Keep the places of a denied release instead of those of the one before, at most 2,000 of them."""
    forget(case)
    some = leaks[:KEPT]
    mentions = _mentions({(p.mention_file, p.mention) for p in some if p.mention_file and p.mention})
    LeakPlace.objects.bulk_create(
        [
            LeakPlace(
                case=case, source_id=p.file, mention_id=mentions.get((p.mention_file, p.mention)),
                where=p.where[:200], how=p.how[:60], label=p.label[:60], start=p.start, end=p.end,
            )
            for p in some
        ],
        batch_size=500,
    )  # fmt: skip


def forget(case: CaseFile) -> None:
    """Drop what is kept: a new release tells its own."""
    LeakPlace.objects.filter(case=case).delete()


def _mentions(wanted: set[tuple[int | None, str]]) -> dict[tuple[int | None, str], int]:
    found: dict[tuple[int | None, str], int] = {}
    for file in {file for file, _ in wanted}:
        refs = [ref for other, ref in wanted if other == file]
        for at in range(0, len(refs), 500):
            rows = Detection.objects.filter(source=file, ref__in=refs[at : at + 500])
            found |= {(file, ref): pk for ref, pk in rows.values_list("ref", "pk")}
    return found
