"""The law of the review screen: undoing everything is the beginning, redoing everything is the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from review import rulings
from review.actions import adding, decisions, history, persons
from review.actions.acts import NotPossible
from review.models import CaseFile, Decision, Detection, Entity
from tests.cast import Cast, assemble
from tests.review.a_case import a_file, snapshot
from tests.review.test_desk_acts import OTHER, TEXT

pytestmark = pytest.mark.django_db
# A failing walk is told as it is: making it shorter takes minutes, as each try builds a case.
QUICK = [Phase.explicit, Phase.reuse, Phase.generate]
PICK = st.integers(0, 30)
DEEDS = [
    "entity",
    "spelling",
    "mention",
    "discard",
    "bulk",
    "merge",
    "split",
    "move",
    "relabel",
    "rename",
    "add",
    "undo",
]


def _entities(cast: Cast) -> list[Entity]:
    rows = Entity.objects.filter(case=cast.case, merged_into=None, mentions__withdrawn=False, mentions__lost_to="")
    return list(rows.select_related("case__policy").distinct().order_by("pk"))


def _mentions(cast: Cast) -> list[Detection]:
    rows = Detection.objects.filter(source__case=cast.case, withdrawn=False, lost_to="")
    return list(rows.select_related("source__case__policy", "entity").order_by("pk"))


def _deed(cast: Cast, name: str, a: int, b: int) -> None:
    revision = CaseFile.objects.get(pk=cast.case.pk).revision
    entities, mentions = _entities(cast), _mentions(cast)
    one, two, mention = entities[a % len(entities)], entities[b % len(entities)], mentions[a % len(mentions)]
    action = ["tag", "keep", "suppress", "initials", "generalise"][b % 5]
    who: dict[str, Any] = {"by": cast.alba, "revision": revision}
    spelling = one.mentions.filter(withdrawn=False, lost_to="").order_by("pk").first()
    assert spelling is not None
    deeds: dict[str, Callable[[], object]] = {
        "entity": lambda: decisions.decide_entity(one, action=action, **who),
        "spelling": lambda: decisions.decide_spelling(one, spelling=spelling.spelling, action=action, **who),
        "mention": lambda: decisions.decide_mention(mention, action=action, **who),
        "discard": lambda: decisions.discard(one, **who),
        "bulk": lambda: decisions.accept_bulk(cast.case, **who),
        "merge": lambda: persons.merge(one, two, **who),
        "split": lambda: persons.split(one, spellings=[spelling.spelling], **who),
        "move": lambda: persons.move(mention, two, **who),
        "relabel": lambda: persons.relabel(one, label=["ORG", "PERSON", "PHONE", "NIF"][b % 4], **who),
        "rename": lambda: persons.rename(one, name=f"Nombre {b}", **who),
        "add": lambda: adding.add(
            adding.Place(mention.source, max(0, mention.start - 5), mention.end), label="PERSON",
            entity=two if b % 2 else None, everywhere=bool(a % 2), **who,
        ),
        "undo": lambda: history.undo(cast.case, **who),
    }  # fmt: skip
    deeds[name]()


class History(TestCase):
    """Random acts over a small case."""

    @settings(max_examples=15, deadline=None, phases=QUICK, suppress_health_check=list(HealthCheck))
    @given(st.lists(st.tuples(st.sampled_from(DEEDS), PICK, PICK), min_size=1, max_size=6))
    def test_undoing_all_is_the_beginning_and_redoing_all_is_the_end(self, steps: list[tuple[str, int, int]]) -> None:
        cast = assemble()
        a_file(cast.case, cast.alba, TEXT)
        a_file(cast.case, cast.alba, OTHER, "anexo.txt")
        before = snapshot(cast.case)
        for step in steps:
            try:
                _deed(cast, *step)
            except NotPossible:
                continue
            self.assertSettled(cast)
        after, rows = snapshot(cast.case), Decision.objects.count()
        undone = self._walk(cast, history.undo)
        self.assertEqual(snapshot(cast.case), before)
        self.assertGreaterEqual(Decision.objects.count(), rows)
        for _ in range(undone):
            history.redo(cast.case, by=cast.alba, revision=self._revision(cast))
        self.assertEqual(snapshot(cast.case), after)

    def _walk(self, cast: Cast, turn: Any) -> int:
        count = 0
        while history.next_undo(cast.case, cast.alba):
            turn(cast.case, by=cast.alba, revision=self._revision(cast))
            count += 1
        return count

    def _revision(self, cast: Cast) -> int:
        return CaseFile.objects.get(pk=cast.case.pk).revision

    def assertSettled(self, cast: Cast) -> None:
        """What the rows hold is what the rulings make of them: settling again changes nothing."""
        entities = Entity.objects.filter(case=cast.case).values_list("pk", flat=True)
        loose = Detection.objects.filter(source__case=cast.case, entity=None).values_list("pk", flat=True)
        self.assertEqual(rulings.settle(CaseFile.objects.get(pk=cast.case.pk), list(entities), list(loose)), [])
