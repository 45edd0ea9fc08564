"""The views of the review screen: who gets in, what each answers, and what it refuses."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from review.models import Act, AuditEvent, CaseFile, Detection, Entity, SourceFile, User
from review.states import CaseState
from tests.cast import Cast
from tests.review.a_case import a_file
from tests.review.test_desk_acts import OTHER, TEXT


@pytest.fixture
def files(cast: Cast) -> tuple[SourceFile, SourceFile]:
    return a_file(cast.case, cast.alba, TEXT), a_file(cast.case, cast.alba, OTHER, "anexo.txt")


def signed_in(user: User) -> Client:
    client = Client(headers={"hx-request": "true"})
    client.force_login(user)
    return client


def entity(tag: str) -> Entity:
    return Entity.objects.get(tag=tag, case__title="Becas de comedor")


def pages(cast: Cast, files: Any) -> dict[str, str]:
    key, file = cast.case.key, files[0].key
    one, mention = entity("PER_1").pk, Detection.objects.filter(entity__tag="PER_1").first()
    assert mention is not None
    return {
        "desk": reverse("desk", args=[key]),
        "desk_rows": reverse("desk_rows", args=[key]) + f"?ids={one}",
        "desk_index": reverse("desk_index", args=[key]) + f"?de={one}",
        "desk_map": reverse("desk_map", args=[key, file]),
        "desk_pulse": reverse("desk_pulse", args=[key]),
        "desk_sync": reverse("desk_sync", args=[key]),
        "desk_document": reverse("desk_document", args=[key, file]),
        "desk_fragment": reverse("desk_fragment", args=[key, file, 0]),
        "desk_evidence": reverse("desk_evidence", args=[key, mention.pk]),
        "desk_details": reverse("desk_details", args=[key, one]),
        "desk_acts": reverse("desk_acts", args=[key]),
    }


def forms(cast: Cast, files: Any) -> dict[str, str]:
    key, one = cast.case.key, entity("PER_1").pk
    mention = Detection.objects.filter(entity__tag="PER_1").first()
    assert mention is not None
    return {
        "desk_move_form": reverse("desk_move_form", args=[key, mention.pk]),
        "desk_merge_form": reverse("desk_merge_form", args=[key, one]),
        "desk_merge_preview": reverse("desk_merge_preview", args=[key, one]) + f"?to={entity('PER_2').pk}",
        "desk_split_form": reverse("desk_split_form", args=[key, one]),
        "desk_label_form": reverse("desk_label_form", args=[key, one]),
    }


def posts(cast: Cast, files: Any) -> dict[str, tuple[str, dict[str, Any]]]:
    key, one, two = cast.case.key, entity("PER_1").pk, entity("PER_2").pk
    mention = Detection.objects.filter(entity__tag="PER_1").first()
    assert mention is not None
    file = files[0].key
    ambiguous = entity("PER_3")
    Entity.objects.filter(pk=ambiguous.pk).update(candidates=["PER_2"])
    return {
        "desk_decide_entity": (reverse("desk_decide_entity", args=[key, one]), {"action": "keep"}),
        "desk_decide_spelling": (
            reverse("desk_decide_spelling", args=[key, one]),
            {"action": "keep", "spelling": "sra. orejudo"},
        ),
        "desk_decide_mention": (reverse("desk_decide_mention", args=[key, mention.pk]), {"action": "suppress"}),
        "desk_discard": (reverse("desk_discard", args=[key, one]), {}),
        "desk_bulk": (reverse("desk_bulk", args=[key]), {}),
        "desk_merge": (reverse("desk_merge", args=[key, one]), {"to": two}),
        "desk_split": (reverse("desk_split", args=[key, one]), {"spellings": ["sra. orejudo"]}),
        "desk_move": (reverse("desk_move", args=[key, mention.pk]), {"to": two}),
        "desk_candidate": (reverse("desk_candidate", args=[key, ambiguous.pk]), {"to": two}),
        "desk_relabel": (reverse("desk_relabel", args=[key, one]), {"label": "ORG"}),
        "desk_rename": (reverse("desk_rename", args=[key, one]), {"name": "R. Orejudo"}),
        "desk_add": (
            reverse("desk_add", args=[key, file]),
            {"start": 0, "end": 4, "label": "PERSON", "everywhere": "1"},
        ),
    }


READS = [
    "desk", "desk_rows", "desk_index", "desk_map", "desk_pulse", "desk_sync", "desk_document", "desk_fragment", "desk_evidence",
    "desk_details", "desk_acts",
]  # fmt: skip
FORMS = [
    "desk_move_form", "desk_merge_form", "desk_merge_preview", "desk_split_form", "desk_label_form",
]  # fmt: skip
ACTS = [
    "desk_decide_entity", "desk_decide_spelling", "desk_decide_mention", "desk_discard", "desk_bulk", "desk_merge",
    "desk_split", "desk_move", "desk_candidate", "desk_relabel", "desk_rename", "desk_add",
]  # fmt: skip


@pytest.mark.parametrize("name", READS)
def test_reading_is_for_the_unit(name: str, cast: Cast, files: Any) -> None:
    url = pages(cast, files)[name]
    for user in (cast.alba, cast.bruno, cast.diego):
        assert signed_in(user).get(url).status_code == 200
    assert signed_in(cast.carla).get(url).status_code == 404
    assert Client().get(url).status_code == 302
    assert signed_in(cast.alba).post(url).status_code == 405


@pytest.mark.parametrize("name", FORMS)
def test_forms_are_for_those_who_decide(name: str, cast: Cast, files: Any) -> None:
    url = forms(cast, files)[name]
    assert signed_in(cast.alba).get(url).status_code == 200
    assert signed_in(cast.diego).get(url).status_code == 403
    assert signed_in(cast.carla).get(url).status_code == 404


@pytest.mark.parametrize("name", ACTS)
def test_acting_is_for_those_who_decide_in_an_open_case(name: str, cast: Cast, files: Any) -> None:
    url, data = posts(cast, files)[name]
    data = data | {"revision": 0}
    assert signed_in(cast.carla).post(url, data).status_code == 404
    assert signed_in(cast.diego).post(url, data).status_code == 403
    assert signed_in(cast.alba).get(url).status_code == 405
    assert signed_in(cast.alba).post(url, data | {"revision": ""}).status_code == 400
    CaseFile.objects.update(state=CaseState.TO_APPROVE)
    assert signed_in(cast.alba).post(url, data).status_code == 409
    assert Act.objects.count() == 0
    CaseFile.objects.update(state=CaseState.IN_REVIEW)
    answer = signed_in(cast.bruno).post(url, data)
    assert answer.status_code == 200 and Act.objects.count() == 1
    assert answer.headers["Cache-Control"]
    # The same page sends it again: the revision is an old one by now.
    stale = signed_in(cast.alba).post(url, data)
    assert stale.status_code in {404, 409} and Act.objects.count() == 1


@pytest.mark.parametrize("name", ACTS)
def test_without_its_token_nothing_happens(name: str, cast: Cast, files: Any) -> None:
    url, data = posts(cast, files)[name]
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.alba)
    assert client.post(url, data | {"revision": 0}).status_code == 403
    assert Act.objects.count() == 0


def state_of(answer: Any) -> dict[str, str]:
    found = re.search(r'<div id="desk-state"([^>]*)>', answer.content.decode())
    assert found
    return {k: html.unescape(v) for k, v in re.findall(r'data-(\w+)="([^"]*)"', found[1])}


def test_a_decision_answers_with_the_row_the_progress_and_the_marks(cast: Cast, files: Any) -> None:
    one = entity("PER_1").pk
    url = reverse("desk_decide_entity", args=[cast.case.key, one])
    answer = signed_in(cast.alba).post(url, {"action": "suppress", "revision": 0})
    told = state_of(answer)
    (change,) = json.loads(told["changes"])
    assert (change["s"], change["h"], change["o"], len(change["ids"])) == ("replaced", 1, "[…]", 3)
    assert told["revision"] == "1" and f'id="e{one}"' in answer.content.decode()
    assert "1 de 5" in answer.content.decode()


def test_a_conflict_says_who_and_writes_nothing(cast: Cast, files: Any) -> None:
    url = reverse("desk_decide_entity", args=[cast.case.key, entity("PER_1").pk])
    signed_in(cast.bruno).post(url, {"action": "keep", "revision": 0})
    answer = signed_in(cast.alba).post(url, {"action": "suppress", "revision": 0})
    told = state_of(answer)
    assert answer.status_code == 409 and "Bruno" in told["said"] and told["revision"] == "1"
    assert entity("PER_1").action == "keep"


def test_an_object_of_another_case_is_not_reached_through_ones_own(cast: Cast, files: Any) -> None:
    other = CaseFile.objects.create(unit=cast.elsewhere, title="Otro", policy=cast.policy, created_by=cast.carla)
    a_file(other, cast.carla, "Doña [PERSON#1 Sagrario Cienfuegos] firma.")
    theirs = Entity.objects.get(case=other)
    url = reverse("desk_merge", args=[cast.case.key, entity("PER_1").pk])
    assert signed_in(cast.alba).post(url, {"to": theirs.pk, "revision": 0}).status_code == 404
    assert signed_in(cast.alba).get(reverse("desk_details", args=[cast.case.key, theirs.pk])).status_code == 404


def test_the_menu_of_a_selection_counts_its_like_before_anything_is_done(cast: Cast, files: Any) -> None:
    url = reverse("desk_add_menu", args=[cast.case.key, files[1].key])
    start = "Consta Casto Bermejuela y su móvil 612 345 678; la sra. orejudo".index("sra.")
    answer = signed_in(cast.alba).post(url, {"start": start, "end": start + 12, "seen": "sra. orejudo"})
    page = answer.content.decode()
    assert "<strong>1 más</strong>" in page and "1 ya cubierta" in page
    first = re.search(r'<select id="add-entity".*?<option value="(\d*)"', page, re.S)
    assert first and first[1] == str(entity("PER_1").pk)
    assert Act.objects.count() == 0


def test_evidence_gives_the_four_answers_and_what_competed(cast: Cast, files: Any) -> None:
    mention = Detection.objects.filter(entity__tag="NIF_1").first()
    assert mention is not None
    Detection.objects.create(
        source=mention.source, ref="x1", start=mention.start, end=mention.end - 1, label="PHONE", score=0.31,
        effect="hide", layer="rule", recogniser="phone", trigger="nine-digits", lost_to=mention.ref,
        engine_action="keep", engine_reason="outscored", action="keep", reason="outscored",
    )  # fmt: skip
    url = reverse("desk_evidence", args=[cast.case.key, mention.pk])
    page = signed_in(cast.alba).get(url).content.decode()
    for told in ("0.9731", "names", "treatment:dona", "+0.3500", "0.6231", "0.3100", "Teléfono", "[NIF_1]"):
        assert told in page, page[page.find("Por qué") :]


def test_reading_leaves_one_entry_a_sitting(cast: Cast, files: Any) -> None:
    client = signed_in(cast.alba)
    for _ in range(3):
        client.get(reverse("desk", args=[cast.case.key]))
    assert AuditEvent.objects.filter(kind="original-read").count() == 1


def test_nothing_inline(cast: Cast, files: Any) -> None:
    page = signed_in(cast.alba).get(reverse("desk", args=[cast.case.key])).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


@pytest.mark.parametrize(
    "name", ["desk", "desk_rows", "desk_document", "desk_fragment", "desk_evidence", "desk_details"]
)
def test_reading_by_any_address_leaves_its_entry(cast: Cast, files: Any, name: str) -> None:
    cache.clear()
    client = signed_in(cast.bruno)
    for _ in range(2):
        assert client.get(pages(cast, files)[name]).status_code == 200
    events = AuditEvent.objects.filter(kind="original-read", actor=cast.bruno, case_ref=cast.case.pk)
    assert events.count() == 1


NAMED = [name for name in (*READS, *FORMS, *ACTS) if name.startswith(
    ("desk_doc", "desk_frag", "desk_evi", "desk_det", "desk_move", "desk_merge", "desk_split", "desk_label",
     "desk_decide", "desk_discard", "desk_candidate", "desk_relabel", "desk_rename", "desk_add"))]  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_an_address_names_the_expediente_of_what_it_names(cast: Cast, files: Any, name: str) -> None:
    other = CaseFile.objects.create(unit=cast.unit, title="Otro", policy=cast.policy, created_by=cast.alba)
    asks = pages(cast, files) | forms(cast, files)
    client = signed_in(cast.alba)
    right, data = posts(cast, files)[name] if name in ACTS else (asks[name], {})
    wrong = right.replace(str(cast.case.key), str(other.key))
    sent = data | {"revision": 0}
    answer = client.post(wrong, sent) if name in ACTS else client.get(wrong)
    assert answer.status_code == 404 and not Act.objects.exists()
    assert (client.post(right, sent) if name in ACTS else client.get(right)).status_code == 200


def test_nobody_joins_or_goes_to_somebody_of_another_expediente(cast: Cast, files: Any) -> None:
    other = CaseFile.objects.create(unit=cast.unit, title="Otro", policy=cast.policy, created_by=cast.alba)
    stranger = Entity.objects.create(case=other, tag="PER_9", kind="natural", label="PERSON", name="Otra")
    client = signed_in(cast.alba)
    for name in ("desk_merge", "desk_move", "desk_candidate"):
        where, _data = posts(cast, files)[name]
        assert client.post(where, {"to": stranger.pk, "revision": 0}).status_code == 404
    assert not Act.objects.exists()
