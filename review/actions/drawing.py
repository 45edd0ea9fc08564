"""Regions drawn on a page by hand: hidden as one datum each, and destroyed when the file is written."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from pipeline.decision import Reason
from pipeline.detection import PICTURES, Effect, Label, Layer
from pipeline.document import PICTURE_TEXT
from pipeline.entity import EntityKind, Form
from review import rulings
from review.actions import tags
from review.actions.acts import Done, Move, NotPossible, claim, perform
from review.actions.adding import spelling_of
from review.actions.decisions import hiding
from review.models import Act, CaseFile, Detection, Entity, SourceFile, User
from review.store.documents import area_starts
from review.wording import picture_name

SMALLEST = 0.002  # shares of a page: a slip of the hand, not a region
LABELS = (Label.AREA.value, Label.SIGNATURE.value, Label.FACE.value)

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A region of a page (from 0), in the units of the page's boxes."""

    source: SourceFile
    page: int
    box: Box


def is_worth(box: Box) -> bool:
    """Tell whether a box in shares of a page lies on it and is more than a slip of the hand."""
    x0, y0, x1, y1 = box
    return 0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1 and min(x1 - x0, y1 - y0) >= SMALLEST


def add(drawn: Drawn, *, label: str, entity: Entity | None, by: User, revision: int) -> Done:
    """Hide a region under a label, as a datum of somebody where an entity is given; raises NotPossible."""
    case = drawn.source.case
    with transaction.atomic():
        claim(case, revision)
        if label not in PICTURES or (entity and (entity.case_id != case.pk or entity.kind == EntityKind.VALUE)):
            raise NotPossible("bad-label")
        number, start = _keep(drawn, by)
        owner = _owner(case, drawn, number, label, entity)
        row = _row(case, drawn.source, start, owner, by)
        moves = [Move("detection", "withdrawn", (row.pk,), True, False)]
        return perform(case, by, Act.Kind.DRAW, entities=[owner.pk], mentions=[row.pk], moves=moves, tag=owner.tag)


def _keep(drawn: Drawn, by: User) -> tuple[int, int]:
    """Note the region with who drew it and when; return its number and where it stands in the text."""
    # Read under the claim: whoever drew before is in.
    source = SourceFile.objects.get(pk=drawn.source.pk)
    start = area_starts(source)[-1]
    said = {
        "page": drawn.page, "box": [round(side, 3) for side in drawn.box], "by": by.pk,
        "at": timezone.now().isoformat(timespec="seconds"),
    }  # fmt: skip
    source.areas = [*source.areas, said]
    source.save(update_fields=["areas"])
    drawn.source.areas = source.areas
    return len(source.areas), start


def _owner(case: CaseFile, drawn: Drawn, number: int, label: str, holder: Entity | None) -> Entity:
    last = Entity.objects.filter(case=case).order_by("-order").first()
    return Entity.objects.create(
        case=case, tag=tags.next_tag(case, label), kind=EntityKind.VALUE.value, label=label,
        name=picture_name(drawn.page + 1), value=f"{drawn.source.digest[:12]}:{drawn.page + 1}:z{number}",
        order=last.order + 1 if last else 0, attached_to=holder,
    )  # fmt: skip


def _row(case: CaseFile, source: SourceFile, start: int, owner: Entity, by: User) -> Detection:
    action = hiding(rulings.policy_of(case), owner.label)
    serial = Act.objects.filter(case=case).count() + 1
    return Detection.objects.create(
        source=source, entity=owner, ref=f"r{serial}.0", start=start, end=start + 1, label=owner.label, score=1.0,
        effect=Effect.HIDE.value, layer=Layer.REVIEWER.value, recogniser="reviewer", trigger="drawn",
        form=Form.VALUE.value, spelling=spelling_of(PICTURE_TEXT), value=owner.value, engine_action=action,
        engine_reason=Reason.REVIEWER.value, action=action, reason=Reason.REVIEWER.value, decided=True, added_by=by,
        withdrawn=True,
    )  # fmt: skip
