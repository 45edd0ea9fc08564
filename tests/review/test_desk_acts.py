"""The acts of the review screen: what they do, what they refuse, and that undo takes them back exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from review import audit
from review.actions import adding, decisions, history, persons
from review.actions.acts import Done, NotPossible, Stale
from review.desk_wording import words
from review.models import Act, AuditEvent, CaseFile, Decision, Detection, Entity, SourceFile
from tests.cast import Cast
from tests.review.a_case import a_file, snapshot

TEXT = """Doña [PERSON#1 Remedios Orejudo Tordesillas], con DNI [NIF#1 99000001F], pide una beca.

La [PERSON#1? Sra. Orejudo] y don [PERSON#2 Casto Bermejuela] citan el [=CITATION Decreto 45/2019].

Firma [PERSON#1 REMEDIOS OREJUDO TORDESILLAS] y [PERSON#3 C. Bermejuela].
"""
OTHER = "Consta [PERSON#2 Casto Bermejuela] y su móvil [PHONE#1 612 345 678]; la sra. orejudo y Sra.  Orejudo."


@pytest.fixture
def files(cast: Cast) -> tuple[SourceFile, SourceFile]:
    return a_file(cast.case, cast.alba, TEXT), a_file(cast.case, cast.alba, OTHER, "anexo.txt")


def entity(cast: Cast, tag: str) -> Entity:
    return Entity.objects.select_related("case__policy").get(case=cast.case, tag=tag)


def mention(cast: Cast, tag: str, n: int = 0) -> Detection:
    rows = Detection.objects.select_related("source__case__policy", "entity").filter(entity__tag=tag, withdrawn=False)
    return rows.order_by("source_id", "start")[n]


def now(cast: Cast) -> int:
    return CaseFile.objects.get(pk=cast.case.pk).revision


def actions_of(cast: Cast, tag: str) -> list[str]:
    rows = Detection.objects.filter(entity__tag=tag, lost_to="", withdrawn=False).order_by("source_id", "start")
    return list(rows.values_list("action", flat=True))


def test_hiding_a_name_leaves_the_designation_that_the_policy_keeps(cast: Cast) -> None:
    a_file(cast.case, cast.alba, "El [ROLE#7 alcalde] D. [PERSON#7 Casto Bermejuela] y la [ROLE#8 solicitante].")
    Detection.objects.filter(label="ROLE").update(engine_action="keep", action="keep", output="", engine_output="")
    Detection.objects.filter(label="ROLE", spelling="alcalde").update(entity=entity(cast, "PER_7"))
    Entity.objects.filter(tag="PER_7").update(label="PERSON", name="Casto Bermejuela")
    decisions.decide_entity(entity(cast, "PER_7"), action="replace", by=cast.alba, revision=0)
    assert actions_of(cast, "PER_7") == ["keep", "tag"] and entity(cast, "PER_7").decided
    decisions.decide_entity(entity(cast, "PER_7"), action="suppress", by=cast.alba, revision=1)
    assert actions_of(cast, "PER_7") == ["suppress", "suppress"]
    decisions.decide_entity(entity(cast, "PER_8"), action="replace", by=cast.alba, revision=2)
    assert actions_of(cast, "PER_8") == ["tag"]


def test_one_decision_covers_every_mention_and_is_traced(cast: Cast, files: Any) -> None:
    done = decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.alba, revision=0)
    assert actions_of(cast, "PER_1") == ["keep", "keep", "keep"]
    assert {m.output for m in Detection.objects.filter(entity__tag="PER_1")} == {""}
    assert entity(cast, "PER_1").decided and entity(cast, "PER_1").action == "keep"
    assert sum(len(change.ids) for change in done.changes) == 3
    event = AuditEvent.objects.latest("number")
    assert (event.kind, event.actor, event.case_ref, event.tag) == ("act.decide", cast.alba, cast.case.pk, "PER_1")
    assert "Orejudo" not in str(event.data) and audit.verify() is None


def test_mention_beats_spelling_beats_entity(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="suppress", by=cast.alba, revision=0)
    folded = "remedios orejudo tordesillas"
    decisions.decide_spelling(entity(cast, "PER_1"), spelling=folded, action="keep", by=cast.alba, revision=1)
    decisions.decide_mention(mention(cast, "PER_1", 2), action="tag", by=cast.alba, revision=2)
    assert actions_of(cast, "PER_1") == ["keep", "suppress", "tag"]
    # A later word on the whole entity leaves the exceptions alone.
    decisions.decide_entity(entity(cast, "PER_1"), action="tag", by=cast.alba, revision=3)
    assert actions_of(cast, "PER_1") == ["keep", "tag", "tag"]


def test_an_entity_decided_mention_by_mention_counts_as_decided(cast: Cast, files: Any) -> None:
    for n in range(3):
        assert not entity(cast, "PER_1").decided
        decisions.decide_mention(mention(cast, "PER_1", n), action="tag", by=cast.alba, revision=n)
    assert entity(cast, "PER_1").decided and entity(cast, "PER_1").action == ""


def test_a_protected_reference_is_hidden_by_a_ruling_on_itself_only(cast: Cast, files: Any) -> None:
    law = Detection.objects.select_related("source__case__policy", "entity").get(effect="protect")
    decisions.decide_mention(law, action="suppress", by=cast.alba, revision=0)
    law.refresh_from_db()
    assert (law.action, law.output, law.reason) == ("suppress", "[…]", "reviewer")


def test_stale_writes_nothing(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.bruno, revision=0)
    before, acts = snapshot(cast.case), Act.objects.count()
    with pytest.raises(Stale):
        decisions.decide_entity(entity(cast, "PER_1"), action="tag", by=cast.alba, revision=0)
    assert (snapshot(cast.case), Act.objects.count(), now(cast)) == (before, acts, 1)


def test_merge_moves_mentions_and_identifiers_and_the_tag_follows(cast: Cast, files: Any) -> None:
    nif, third = entity(cast, "NIF_1"), entity(cast, "PER_3")
    Entity.objects.filter(pk=nif.pk).update(attached_to=third)
    preview = persons.merge_preview(entity(cast, "PER_2"), third)
    assert (preview.moved.mentions, preview.moved.files, preview.total) == (1, 1, 3)
    persons.merge(entity(cast, "PER_2"), third, by=cast.alba, revision=0)
    rows = Detection.objects.filter(entity__tag="PER_2").values_list("output", flat=True)
    assert list(rows) == ["[PER_2]"] * 3
    nif.refresh_from_db()
    assert nif.attached_to == entity(cast, "PER_2")


def test_merging_never_brings_into_view_what_was_ruled_hidden(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_2"), action="keep", by=cast.alba, revision=0)
    decisions.decide_entity(entity(cast, "PER_3"), action="suppress", by=cast.alba, revision=1)
    persons.merge(entity(cast, "PER_2"), entity(cast, "PER_3"), by=cast.alba, revision=2)
    assert set(actions_of(cast, "PER_2")) == {"suppress"}


def test_merging_what_is_kept_into_somebody_undecided_keeps_nobody(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_3"), action="keep", by=cast.alba, revision=0)
    persons.merge(entity(cast, "PER_2"), entity(cast, "PER_3"), by=cast.alba, revision=1)
    assert "keep" not in actions_of(cast, "PER_2") and not entity(cast, "PER_2").decided


def test_unlike_kinds_do_not_merge(cast: Cast, files: Any) -> None:
    with pytest.raises(NotPossible, match="unlike-kinds"):
        persons.merge(entity(cast, "PER_1"), entity(cast, "NIF_1"), by=cast.alba, revision=0)
    assert now(cast) == 0


def test_split_gives_a_tag_never_given_before(cast: Cast, files: Any) -> None:
    persons.split(entity(cast, "PER_1"), spellings=["sra. orejudo"], by=cast.alba, revision=0)
    assert actions_of(cast, "PER_4") == ["tag"] and mention(cast, "PER_4").output == "[PER_4]"
    history.undo(cast.case, by=cast.alba, revision=1)
    persons.split(entity(cast, "PER_1"), spellings=["sra. orejudo"], by=cast.alba, revision=2)
    assert mention(cast, "PER_5").output == "[PER_5]"


def test_splitting_everything_is_no_split(cast: Cast, files: Any) -> None:
    with pytest.raises(NotPossible, match="nothing-to-split"):
        persons.split(entity(cast, "PER_3"), spellings=["c. bermejuela"], by=cast.alba, revision=0)


def test_relabel_gives_the_label_its_tag_and_its_action(cast: Cast, files: Any) -> None:
    persons.relabel(entity(cast, "PER_3"), label="ORG", by=cast.alba, revision=0)
    moved = entity(cast, "ORG_1")
    assert (moved.kind, moved.label) == ("legal", "ORG")
    assert mention(cast, "ORG_1").output == "[ORG_1]" and mention(cast, "ORG_1").label == "ORG"
    # The number is given back to nobody while an undo could want it.
    persons.split(entity(cast, "PER_1"), spellings=["sra. orejudo"], by=cast.alba, revision=1)
    assert entity(cast, "PER_4")


def test_adding_finds_the_same_everywhere_whatever_accents_case_and_spacing(cast: Cast, files: Any) -> None:
    start = len("Consta Casto Bermejuela y su móvil 612 345 678; la ")
    place = adding.selection(files[1], start - 1, start + len("sra. orejudo"), " sra. orejudo")
    found = adding.sweep(place)
    assert (found.others, found.covered) == (1, 1)  # the wide spacing; the one that is a mention already
    adding.add(place, label="PERSON", entity=entity(cast, "PER_1"), everywhere=True, by=cast.alba, revision=0)
    added = Detection.objects.filter(added_by=cast.alba, withdrawn=False)
    assert {(d.output, d.layer, d.decided) for d in added} == {("[PER_1]", "reviewer", True)} and added.count() == 2


def test_adding_over_a_kept_mention_outscores_it(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "TEL_1"), action="keep", by=cast.alba, revision=0)
    phone = mention(cast, "TEL_1")
    place = adding.Place(phone.source, phone.start, phone.end)
    adding.add(place, label="PHONE", entity=None, everywhere=True, by=cast.alba, revision=1)
    phone.refresh_from_db()
    assert phone.lost_to == Detection.objects.get(added_by=cast.alba).ref
    history.undo(cast.case, by=cast.alba, revision=2)
    phone.refresh_from_db()
    assert phone.lost_to == ""


def test_a_selection_that_is_not_what_was_seen_is_refused(cast: Cast, files: Any) -> None:
    with pytest.raises(NotPossible, match="bad-selection"):
        adding.selection(files[0], 0, 4, "Otra")


def test_bulk_takes_only_what_is_beyond_doubt(cast: Cast, files: Any) -> None:
    Detection.objects.filter(entity__tag="TEL_1").update(validated=False)
    decisions.accept_bulk(cast.case, by=cast.alba, revision=0)
    decided = set(Entity.objects.filter(case=cast.case, decided=True).values_list("tag", flat=True))
    assert decided == {"PER_2", "PER_3", "NIF_1"}  # PER_1 has a doubt, TEL_1 a failed check
    with pytest.raises(NotPossible, match="nothing-to-accept"):
        decisions.accept_bulk(cast.case, by=cast.alba, revision=1)


ACTS: dict[str, Callable[[Cast, tuple[SourceFile, SourceFile]], Done]] = {
    "entity": lambda c, f: decisions.decide_entity(entity(c, "PER_1"), action="keep", by=c.alba, revision=now(c)),
    "initials": lambda c, f: decisions.decide_entity(entity(c, "PER_1"), action="initials", by=c.alba, revision=now(c)),
    "spelling": lambda c, f: decisions.decide_spelling(
        entity(c, "PER_1"), spelling="sra. orejudo", action="suppress", by=c.alba, revision=now(c)),
    "mention": lambda c, f: decisions.decide_mention(mention(c, "PER_2"), action="keep", by=c.alba, revision=now(c)),
    "discard": lambda c, f: decisions.discard(entity(c, "PER_2"), by=c.alba, revision=now(c)),
    "bulk": lambda c, f: decisions.accept_bulk(c.case, by=c.alba, revision=now(c)),
    "merge": lambda c, f: persons.merge(entity(c, "PER_1"), entity(c, "PER_2"), by=c.alba, revision=now(c)),
    "split": lambda c, f: persons.split(entity(c, "PER_1"), spellings=["sra. orejudo"], by=c.alba, revision=now(c)),
    "move": lambda c, f: persons.move(mention(c, "PER_1"), entity(c, "PER_2"), by=c.alba, revision=now(c)),
    "relabel": lambda c, f: persons.relabel(entity(c, "PER_1"), label="ORG", by=c.alba, revision=now(c)),
    "rename": lambda c, f: persons.rename(entity(c, "PER_1"), name="R. Orejudo", by=c.alba, revision=now(c)),
    "add": lambda c, f: adding.add(
        adding.Place(f[0], 0, 4), label="PERSON", entity=None, everywhere=True, by=c.alba, revision=now(c)),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ACTS))
def test_undo_restores_every_row_and_redo_brings_it_back(name: str, cast: Cast, files: Any) -> None:
    before = snapshot(cast.case)
    ACTS[name](cast, files)
    after = snapshot(cast.case)
    assert after != before
    history.undo(cast.case, by=cast.alba, revision=1)
    assert snapshot(cast.case) == before
    history.redo(cast.case, by=cast.alba, revision=2)
    assert snapshot(cast.case) == after
    history.undo(cast.case, by=cast.alba, revision=3)
    assert snapshot(cast.case) == before


def test_undo_appends_and_never_erases(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.alba, revision=0)
    history.undo(cast.case, by=cast.alba, revision=1)
    assert [bool(d.revokes_id) for d in Decision.objects.order_by("pk")] == [False, True]


def test_undo_falls_back_on_the_ruling_before(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.alba, revision=0)
    decisions.decide_entity(entity(cast, "PER_1"), action="suppress", by=cast.alba, revision=1)
    history.undo(cast.case, by=cast.alba, revision=2)
    assert set(actions_of(cast, "PER_1")) == {"keep"}


def test_each_walks_the_own_acts_only(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.alba, revision=0)
    decisions.decide_entity(entity(cast, "PER_2"), action="keep", by=cast.bruno, revision=1)
    history.undo(cast.case, by=cast.alba, revision=2)
    assert set(actions_of(cast, "PER_1")) == {"tag"} and set(actions_of(cast, "PER_2")) == {"keep"}
    with pytest.raises(NotPossible, match="nothing-to-undo"):
        history.undo(cast.case, by=cast.alba, revision=3)


def test_what_a_colleague_built_on_is_not_undone(cast: Cast, files: Any) -> None:
    persons.merge(entity(cast, "PER_2"), entity(cast, "PER_3"), by=cast.alba, revision=0)
    decisions.decide_entity(entity(cast, "PER_2"), action="keep", by=cast.bruno, revision=1)
    with pytest.raises(NotPossible, match="built-upon"):
        history.undo(cast.case, by=cast.alba, revision=2)
    assert now(cast) == 2


def test_what_a_colleague_built_on_is_not_redone_and_is_said_so(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_2"), action="keep", by=cast.alba, revision=0)
    history.undo(cast.case, by=cast.alba, revision=1)
    decisions.decide_entity(entity(cast, "PER_2"), action="suppress", by=cast.bruno, revision=2)
    with pytest.raises(NotPossible, match="redo-built-upon") as refused:
        history.redo(cast.case, by=cast.alba, revision=3)
    said = str(words("refusal", refused.value.why)) % refused.value.facts
    assert said.startswith("No se puede rehacer: Bruno")
    assert all(str(words("refusal", code)) != code for code in ("tag-taken", "redo-tag-taken", "built-upon"))


def test_redo_refuses_a_tag_that_somebody_else_has_by_now(cast: Cast, files: Any) -> None:
    persons.relabel(entity(cast, "PER_3"), label="ORG", by=cast.alba, revision=0)
    tag = Act.objects.get().tag
    history.undo(cast.case, by=cast.alba, revision=1)
    Entity.objects.create(case=cast.case, tag=tag, kind="legal", label="ORG")
    with pytest.raises(NotPossible, match="redo-tag-taken"):
        history.redo(cast.case, by=cast.alba, revision=2)
    assert entity(cast, "PER_3").label == "PERSON" and now(cast) == 2


def test_a_new_act_ends_what_could_be_redone(cast: Cast, files: Any) -> None:
    decisions.decide_entity(entity(cast, "PER_1"), action="keep", by=cast.alba, revision=0)
    history.undo(cast.case, by=cast.alba, revision=1)
    decisions.decide_entity(entity(cast, "PER_2"), action="keep", by=cast.alba, revision=2)
    assert history.next_redo(cast.case, cast.alba) is None
    history.undo(cast.case, by=cast.alba, revision=3)
    redo = history.next_redo(cast.case, cast.alba)
    assert redo is not None and redo.tag == "PER_2"
