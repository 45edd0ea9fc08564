"""What the engine missed: a stretch of text, and every same occurrence in the expediente, hidden by hand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q

from pipeline.decision import Reason
from pipeline.detection import PICTURES, Effect, Layer
from pipeline.document import fold
from pipeline.entity import EntityKind, Form
from review import rulings
from review.actions import tags
from review.actions.acts import Done, Move, NotPossible, claim, perform
from review.actions.decisions import hiding
from review.actions.persons import is_label
from review.models import Act, CaseFile, Detection, Entity, SourceFile, User
from review.states import FileState
from review.store.documents import load_document

LONGEST = 300


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one file's text, half-open, in code points."""

    source: SourceFile
    start: int
    end: int

    @property
    def text(self) -> str:
        """The stretch as it stands."""
        return load_document(self.source).text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Sweep:
    """What adding would hide: the selection and its like, file by file; `covered` counts those hidden already."""

    places: tuple[Place, ...]
    covered: int
    per_file: tuple[tuple[SourceFile, int], ...] = field(default=())

    @property
    def others(self) -> int:
        """How many besides the selection itself."""
        return len(self.places) - 1


def selection(source: SourceFile, start: int, end: int, seen: str = "") -> Place:
    """Return the selected stretch, trimmed; NotPossible where it isn't what the reviewer saw.

    `seen` is the text as the browser counted it: a difference means that the two don't count alike.
    """
    text = load_document(source).text
    if not 0 <= start < end <= len(text) or end - start > LONGEST:
        raise NotPossible("bad-selection")
    if seen and text[start:end].replace("\r\n", "\n") != seen.replace("\r\n", "\n"):
        raise NotPossible("bad-selection")
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if not re.search(r"\w", text[start:end]):
        raise NotPossible("bad-selection")
    return Place(source, start, end)


def occurrences(folded: str, term: str) -> Iterator[tuple[int, int]]:
    """Yield where a term stands as whole words, accents, case and spacing aside."""
    parts = [re.escape(part) for part in fold(term).split()]
    if not parts:
        return
    before = r"(?<!\w)" if re.match(r"\w", fold(term).strip()) else ""
    after = r"(?!\w)" if re.search(r"\w$", fold(term).strip()) else ""
    for match in re.finditer(before + r"\s+".join(parts) + after, folded):
        yield match.start(), match.end()


def sweep(place: Place, *, everywhere: bool = True) -> Sweep:
    """Find what adding the selection would hide, in every analysed file of the expediente."""
    found, covered = [place], 0
    if everywhere:
        files = SourceFile.objects.filter(case_id=place.source.case_id, removed=False, state=FileState.ANALYSED)
        for source in files:
            taken = _taken(source)
            for start, end in _within_blocks(source, place.text):
                if source.pk == place.source.pk and start < place.end and place.start < end:
                    continue
                if _overlaps(taken, start, end):
                    covered += 1
                else:
                    found.append(Place(source, start, end))
    counted = Counter(p.source.pk for p in found)
    by_key = {p.source.pk: p.source for p in found}
    return Sweep(tuple(found), covered, tuple((by_key[pk], n) for pk, n in counted.items()))


def _within_blocks(source: SourceFile, term: str) -> Iterator[tuple[int, int]]:
    document = load_document(source)
    starts = [block.start for block in document.blocks]
    for start, end in occurrences(document.folded, term):
        if bisect_right(starts, start) == bisect_right(starts, end - 1):
            yield start, end


def _taken(source: SourceFile) -> list[tuple[int, int]]:
    """Return the stretches that need no hand: hidden already, or protected."""
    standing = Detection.objects.filter(source=source, lost_to="", withdrawn=False)
    settled = ~Q(action="keep") | Q(effect=Effect.PROTECT.value)
    return list(standing.filter(settled).order_by("start").values_list("start", "end"))


def _overlaps(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(taken, (end - 1, 10**9))
    return any(s < end and start < e for s, e in taken[max(0, at - 3) : at])


def add(place: Place, *, label: str, entity: Entity | None, everywhere: bool, by: User, revision: int) -> Done:
    """Hide the selection and its like under an entity, a new one where none is given; counted as missed."""
    case = place.source.case
    with transaction.atomic():
        claim(case, revision)
        if not is_label(label) or label in PICTURES or (entity and entity.case_id != case.pk):
            raise NotPossible("bad-label")
        found = sweep(place, everywhere=everywhere)
        owner, label = _owner(case, place, label, entity)
        rows = _rows(case, found, label, owner, by)
        outscored = _outscore(rows)
        ids = tuple(row.pk for row in rows)
        moves = [Move("detection", "withdrawn", ids, True, False), *outscored]
        touched = {owner.pk} | _owners_of(outscored)
        losers = [pk for move in outscored for pk in move.ids]
        return perform(case, by, Act.Kind.ADD, entities=touched, mentions=[*ids, *losers], moves=moves, tag=owner.tag)


def _owner(case: CaseFile, place: Place, label: str, chosen: Entity | None) -> tuple[Entity, str]:
    """Return the entity that the marks join, and their label; an identifier of a person hangs from the person."""
    kind = tags.kind_of(label)
    if chosen is not None and (chosen.kind == kind or kind != EntityKind.VALUE):
        return chosen, label if chosen.kind == kind else chosen.label
    last = Entity.objects.filter(case=case).order_by("-order").first()
    made = Entity.objects.create(
        case=case, tag=tags.next_tag(case, label), kind=kind, label=label, name=" ".join(place.text.split()),
        value="", order=last.order + 1 if last else 0, attached_to=chosen,
    )  # fmt: skip
    return made, label


def _rows(case: CaseFile, found: Sweep, label: str, owner: Entity, by: User) -> list[Detection]:
    action = hiding(rulings.policy_of(case), label)
    serial = Act.objects.filter(case=case).count() + 1
    form = Form.FULL_NAME if owner.kind == "natural" else Form.VALUE
    rows = [
        Detection(
            source=place.source, entity=owner, ref=f"r{serial}.{n}", start=place.start, end=place.end, label=label,
            score=1.0, effect=Effect.HIDE.value, layer=Layer.REVIEWER.value, recogniser="reviewer",
            trigger="selected" if n == 0 else "same-text", form=form.value, spelling=spelling_of(place.text),
            value=owner.value, engine_action=action, engine_reason=Reason.REVIEWER.value, action=action,
            reason=Reason.REVIEWER.value, decided=True, added_by=by, withdrawn=True,
        )
        for n, place in enumerate(found.places)
    ]  # fmt: skip
    return Detection.objects.bulk_create(rows)


def spelling_of(surface: str) -> str:
    """Return the folded spelling under which equal surfaces are ruled together."""
    return fold(surface)[:LONGEST]


def _outscore(rows: list[Detection]) -> list[Move]:
    """Make whatever stands under the new marks lose to them; one move per mark that beats something."""
    moves = []
    for source_id in {row.source_id for row in rows}:
        standing = list(
            Detection.objects.filter(source_id=source_id, lost_to="", withdrawn=False)
            .order_by("start").values_list("start", "end", "pk")
        )  # fmt: skip
        for row in rows:
            if row.source_id == source_id and (beaten := _beaten(standing, row)):
                moves.append(Move("detection", "lost_to", beaten, "", row.ref))
    return moves


def _beaten(standing: list[tuple[int, int, int]], row: Detection) -> tuple[int, ...]:
    at = bisect_right(standing, (row.end - 1, 10**9, 0))
    near = standing[max(0, at - 20) : at]
    return tuple(pk for start, end, pk in near if start < row.end and row.start < end and pk != row.pk)


def _owners_of(moves: list[Move]) -> set[int]:
    ids = [pk for move in moves for pk in move.ids]
    owners = Detection.objects.filter(pk__in=ids).exclude(entity=None).values_list("entity_id", flat=True)
    return {pk for pk in owners if pk is not None}
