"""From review to release: what is refused and why, four eyes, the way back."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied

from review import access
from review.actions import release
from review.models import Act, AuditEvent, CaseFile, Detection, Entity, ListEntry, PolicyVersion, Release, SourceFile
from review.queries import cases, desk, queue
from review.queries.progress import progress
from review.states import CASE_MOVES, CaseState, FileState
from tests.cast import Cast
from tests.review.a_case import a_file as marked

pytestmark = pytest.mark.django_db


def a_file(cast: Cast, state: FileState = FileState.ANALYSED, *, removed: bool = False) -> SourceFile:
    number = SourceFile.objects.count()
    return SourceFile.objects.create(
        case=cast.case, name="a.txt", size=1, digest=f"{number:064}", original="originals/x", state=state,
        uploaded_by=cast.alba, removed=removed,
    )  # fmt: skip


def a_doubt(source: SourceFile, **columns: object) -> Detection:
    values = {
        "ref": f"d{source.detections.count()}", "start": 0, "end": 1, "label": "PERSON", "score": 0.5,
        "effect": "hide", "layer": "ner", "recogniser": "x", "engine_action": "tag", "engine_reason": "threshold",
        "action": "tag", "reason": "threshold", "doubtful": True,
    }  # fmt: skip
    return Detection.objects.create(source=source, **{**values, **columns})


def codes(cast: Cast) -> set[tuple[str, int]]:
    with pytest.raises(release.Refused) as refused:
        release.submit(cast.case, cast.alba)
    return {(reason.code, reason.count) for reason in refused.value.reasons}


def put(cast: Cast, state: CaseState, **columns: object) -> None:
    CaseFile.objects.filter(pk=cast.case.pk).update(state=state, **columns)
    cast.case.refresh_from_db()


def test_everything_in_the_way_is_told_at_once(cast: Cast) -> None:
    assert codes(cast) == {("no-files", 1)}
    source = a_file(cast)
    a_doubt(source)
    a_doubt(source)
    a_file(cast, FileState.UPLOADED)
    a_file(cast, FileState.FAILED)
    assert codes(cast) == {("doubts", 2), ("files-pending", 1), ("files-failed", 1)}


def test_what_is_no_open_doubt_does_not_stand_in_the_way(cast: Cast) -> None:
    source = a_file(cast)
    a_doubt(source, decided=True)
    a_doubt(source, withdrawn=True)
    a_doubt(source, lost_to="d9")
    a_doubt(source, doubtful=False)
    a_doubt(a_file(cast, removed=True))
    a_file(cast, FileState.FAILED, removed=True)
    release.submit(cast.case, cast.alba)
    assert (cast.case.state, cast.case.submitted_by) == (CaseState.TO_APPROVE, cast.alba)


def test_a_stale_case_waits(cast: Cast) -> None:
    a_file(cast)
    put(cast, CaseState.IN_REVIEW, stale=1)
    assert codes(cast) == {("going-over", 1)}
    put(cast, CaseState.IN_REVIEW, attempts=settings.MAX_ATTEMPTS)
    assert codes(cast) == {("not-gone-over", 1)}


def test_the_whole_way_with_its_entries(cast: Cast) -> None:
    a_file(cast)
    release.submit(cast.case, cast.alba)
    release.approve(cast.case, cast.bruno, cast.case.revision)
    assert (cast.case.approved_by, cast.case.approved_at is not None) == (cast.bruno, True)
    release.request_release(cast.case, cast.bruno)
    assert (cast.case.state, cast.case.requested_by) == (CaseState.RELEASING, cast.bruno)
    kinds = list(AuditEvent.objects.values_list("kind", "actor"))
    assert kinds == [
        ("case-submitted", cast.alba.pk), ("case-approved", cast.bruno.pk), ("release-requested", cast.bruno.pk),
    ]  # fmt: skip


def test_four_eyes_where_the_policy_asks_for_them(cast: Cast) -> None:
    a_file(cast)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.bruno)
    with pytest.raises(release.Refused, match="same-person"):
        release.approve(cast.case, cast.bruno, cast.case.revision)
    PolicyVersion.objects.update(body={**cast.policy.body, "four_eyes": False})
    release.approve(cast.case, cast.bruno, cast.case.revision)
    assert cast.case.state == CaseState.APPROVED


def test_who_decided_anything_does_not_approve_it(cast: Cast) -> None:
    a_file(cast)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba)
    act = Act.objects.create(case=cast.case, actor=cast.bruno, kind=Act.Kind.DECIDE)
    with pytest.raises(release.Refused, match="decided-here"):
        release.approve(cast.case, cast.bruno, cast.case.revision)
    Act.objects.filter(pk=act.pk).update(undone=True)
    entry = ListEntry.objects.create(kind="allow", text="Olmo", case=cast.case, author=cast.bruno)
    assert access.approval_bar(cast.bruno, cast.case) == "decided-here"
    ListEntry.objects.filter(pk=entry.pk).update(case=None)
    assert access.approval_bar(cast.bruno, cast.case) == ""
    release.approve(cast.case, cast.bruno, cast.case.revision)


def test_what_was_sent_again_since_is_not_approved_unseen(cast: Cast) -> None:
    a_file(cast)
    release.submit(cast.case, cast.alba)
    seen = cast.case.revision
    release.send_back(cast.case, cast.alba)
    release.submit(cast.case, cast.alba)
    with pytest.raises(release.Refused, match="moved"):
        release.approve(cast.case, cast.bruno, seen)
    assert cast.case.state == CaseState.TO_APPROVE
    release.approve(cast.case, cast.bruno, cast.case.revision)


def test_only_an_approver_approves_and_releases(cast: Cast) -> None:
    a_file(cast)
    put(cast, CaseState.TO_APPROVE)
    with pytest.raises(PermissionDenied):
        release.approve(cast.case, cast.alba, cast.case.revision)
    put(cast, CaseState.APPROVED)
    with pytest.raises(PermissionDenied):
        release.request_release(cast.case, cast.alba)


def test_who_sent_it_may_take_it_back_and_a_mate_may_not(cast: Cast) -> None:
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba)
    with pytest.raises(PermissionDenied):
        release.send_back(cast.case, cast.diego)
    release.send_back(cast.case, cast.alba)
    assert (cast.case.state, cast.case.submitted_by) == (CaseState.IN_REVIEW, None)


def test_the_approver_says_what_is_asked_for(cast: Cast) -> None:
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba)
    release.send_back(cast.case, cast.bruno, "Falta la segunda página.")
    assert cast.case.note == "Falta la segunda página."
    assert "Falta" not in str(list(AuditEvent.objects.values()))


@pytest.mark.parametrize("state", list(CaseState))
def test_no_act_leaves_the_table_of_moves(cast: Cast, state: CaseState) -> None:
    a_file(cast)
    acts = {
        CaseState.TO_APPROVE: lambda: release.submit(cast.case, cast.alba),
        CaseState.APPROVED: lambda: release.approve(cast.case, cast.bruno, cast.case.revision),
        CaseState.RELEASING: lambda: release.request_release(cast.case, cast.bruno),
        CaseState.IN_REVIEW: lambda: release.send_back(cast.case, cast.bruno, "Otra vez."),
    }
    for then, act in acts.items():
        put(cast, state, submitted_by=cast.alba)
        # A release that fails goes back to approved by itself: no act of a person does it.
        if then in CASE_MOVES[state] and (state, then) != (CaseState.RELEASING, CaseState.APPROVED):
            act()
            assert CaseFile.objects.get(pk=cast.case.pk).state == then
        else:
            with pytest.raises(access.Closed):
                act()
            assert CaseFile.objects.get(pk=cast.case.pk).state == state


def test_putting_a_released_case_back_recalls_its_release(cast: Cast) -> None:
    a_file(cast)
    first, last = (
        Release.objects.create(case=cast.case, number=n, policy="pruebas@1", requested_by=cast.bruno) for n in (1, 2)
    )
    put(cast, CaseState.RELEASED)
    assert not queue.queue(cast.alba, queue.Wanted()).rows[0].recalled
    for nothing in ("", "  "):
        with pytest.raises(release.Refused, match="no-reason"):
            release.send_back(cast.case, cast.alba, nothing)
    assert cast.case.state == CaseState.RELEASED and not AuditEvent.objects.filter(kind="case-sent-back").exists()
    release.send_back(cast.case, cast.alba, "Sobraba un anexo.")
    first.refresh_from_db()
    last.refresh_from_db()
    assert first.recalled_at is None and last.recalled_at is not None
    assert (last.recalled_by, last.recalled_for) == (cast.alba, "Sobraba un anexo.")
    event = AuditEvent.objects.get(kind="release-recalled", object_ref=str(last.pk))
    assert event.data == {"reason": "Sobraba un anexo."}
    assert queue.queue(cast.alba, queue.Wanted()).rows[0].recalled


def test_the_queue_counts_as_the_desk_does(cast: Cast) -> None:
    marked(
        cast.case,
        cast.alba,
        "Viene [PERSON#1 Ana Olmo] y [PERSON#2 Efrén Rey], de [LOC#3 Soria], y otra vez [PERSON#1 Ana].",
    )
    Detection.objects.filter(label="LOC").update(action="keep")
    Entity.objects.create(case=cast.case, tag="PER_9", kind="natural", label="PERSON", name="Nadie")
    Entity.objects.filter(tag="PER_1").update(decided=True)
    counted = progress(cast.case)
    assert (counted.decided, counted.total, counted.undecided) == (1, 2, 1)
    assert queue.queue(cast.alba, queue.Wanted()).rows[0].progress == counted
    assert cases.case_view(cast.case, cast.alba).progress == counted
    assert sum(not row.quiet for row in desk.entity_rows(cast.case)) == counted.total
