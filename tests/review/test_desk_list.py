"""The list of the review screen where it is long: pages of lines, the filter, the whole behind what is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from review.actions import decisions
from review.actions.acts import NotPossible
from review.models import Act, AuditEvent, Detection, Entity
from review.queries import desk_list
from tests.cast import Cast
from tests.review.a_case import a_file
from tests.review.large_case import large_case

PEOPLE = 230


@pytest.fixture
def many(cast: Cast) -> Cast:
    """230 people with 460 mentions in two files; every fiftieth mention of a file is in doubt."""
    large_case(cast.case, cast.alba, people=PEOPLE, mentions=2 * PEOPLE, files=2)
    return cast


def client_of(cast: Cast) -> Client:
    client = Client(headers={"hx-request": "true"})
    client.force_login(cast.alba)
    return client


def listed(cast: Cast, **asked: str) -> str:
    answer = client_of(cast).post(reverse("desk_people", args=[cast.case.key]), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def lines(html: str) -> list[str]:
    return re.findall(r'data-tag="([^"]+)"', html)


def test_a_group_shows_its_first_hundred_and_knows_them_all(many: Cast) -> None:
    html = client_of(many).get(reverse("desk", args=[many.case.key])).content.decode()
    assert html.count('<li class="entity') == desk_list.PAGE
    (group,) = desk_list.groups(many.case)
    assert len(group.ids) == PEOPLE and group.asking == "1" * PEOPLE
    assert f'data-ids="{",".join(map(str, group.ids))}"' in html
    assert f'<span class="num muted">{PEOPLE}</span>' in html


def test_by_doubt_the_main_person_leads_and_dates_stand_apart(cast: Cast) -> None:
    chat = "".join(f"[DATE#{n} {n}/3/2024] [PERSON#1 Ana Ávila]: Hola, [PERSON#2 Casto Rey]. " for n in range(3, 9))
    born = "Nació el [DATE#20 4 de mayo de 2015]. Es [PERSON#9 Efrén Gil], con DNI [NIF#30 99001122K]."
    a_file(cast.case, cast.alba, f"Firma [PERSON#8? la Sra. Quirós]. Viene [PERSON#7 Leo Paz]. {chat}{born}")
    Detection.objects.filter(entity__tag="FECHA_20").update(score=0.99)
    Detection.objects.filter(entity__tag="PER_7").update(score=0.91)
    shown = {group.code: [row.tag for row in group.rows] for group in desk_list.groups(cast.case)}
    assert shown["natural"] == ["PER_8", "PER_1", "PER_2", "PER_7", "PER_9"]
    assert shown["value"] == ["NIF_30"]
    assert shown["dates"][0] == "FECHA_20" and len(shown["dates"]) == 7
    placed = {
        group.code: [row.tag for row in group.rows] for group in desk_list.groups(cast.case, desk_list.APPEARANCE)
    }
    assert placed["natural"] == ["PER_8", "PER_7", "PER_1", "PER_2", "PER_9"]


def test_what_is_shown_is_shown_again_and_what_shrank_is_not_passed(many: Cast) -> None:
    by_place = [f"PER_{n}" for n in range(1, PEOPLE + 1)]
    assert lines(listed(many, order="appearance", windows="natural:100:220")) == by_place[100:220]
    assert lines(listed(many, order="appearance", windows="natural:900:1000")) == by_place[130:230]


def test_lines_come_by_their_ids_and_only_of_the_expediente(many: Cast) -> None:
    ids = list(Entity.objects.filter(case=many.case).values_list("pk", flat=True)[150:153])
    stranger = Entity.objects.create(case=_other(many), tag="PER_9", kind="natural", label="PERSON", name="Otra")
    url = reverse("desk_rows", args=[many.case.key])
    asked = ",".join(map(str, [*reversed(ids), stranger.pk]))
    answer = client_of(many).get(f"{url}?ids={asked}")
    assert lines(answer.content.decode()) == ["PER_153", "PER_152", "PER_151"]
    for wrong in ("", "?ids=", "?ids=a", "?ids=" + ",".join("1" * 501)):
        assert client_of(many).get(url + wrong).status_code == 400


def _other(cast: Cast) -> Any:
    from review.models import CaseFile

    return CaseFile.objects.create(unit=cast.unit, title="Otro", policy=cast.policy, created_by=cast.alba)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("inventada 23", ["PER_23", "PER_123", "PER_223", "PER_230"]),
        ("INVENTADA PER_7 fulgéncia", ["PER_7", *(f"PER_{n}" for n in range(70, 80))]),
        ("nadie", []),
        ("sin decidir per_12", ["PER_12", *(f"PER_{n}" for n in range(120, 130))]),
    ],
)
def test_the_filter_looks_through_all_lines(many: Cast, typed: str, found: list[str]) -> None:
    html = listed(many, order="appearance", typed=typed)
    assert lines(html) == found
    assert ('id="no-match"' in html) == (not found)


def test_what_is_typed_is_in_no_address(many: Cast) -> None:
    for name in ("desk_people", "desk_names", "desk_bulk_form"):
        assert client_of(many).get(reverse(name, args=[many.case.key]), {"typed": "x"}).status_code == 405
    carla = Client()
    carla.force_login(many.carla)
    for name in ("desk_people", "desk_names", "desk_bulk_form"):
        assert carla.post(reverse(name, args=[many.case.key])).status_code == 404


def test_phrases_of_nobody_are_lines_too(cast: Cast) -> None:
    a_file(cast.case, cast.alba, "Según la [=CITATION Ley 39/2015] y la [KINSHIP hermana] y otra [KINSHIP hermana].")
    phrase, law = (Detection.objects.filter(label=label).order_by("start")[0] for label in ("KINSHIP", "CITATION"))
    folded = {group.code: group for group in desk_list.groups(cast.case)}
    assert folded["ties"].ids == (-phrase.pk,) and folded["ties"].rows[0].mentions == 2
    assert folded["protected"].ids == (-law.pk,) and folded["protected"].rows == () and folded["protected"].folded
    assert [row.id for row in desk_list.rows(cast.case, [-law.pk, -phrase.pk])] == [-law.pk, -phrase.pk]
    url = reverse("desk_index", args=[cast.case.key])
    last = Detection.objects.filter(label="KINSHIP").order_by("start")[1]
    told = client_of(cast).get(f"{url}?mencion={last.pk}").json()
    assert told["entity"] == -phrase.pk and [m[0] for m in told["marks"]] == [phrase.pk, last.pk]
    assert client_of(cast).get(f"{url}?de={-phrase.pk}").json() == told


def test_the_places_of_one_are_told_file_by_file(many: Cast) -> None:
    one = Entity.objects.get(case=many.case, tag="PER_50")
    told = client_of(many).get(reverse("desk_index", args=[many.case.key]) + f"?de={one.pk}").json()
    rows = Detection.objects.filter(entity=one).order_by("source__order", "start")
    assert told["files"] == [str(source.key) for source in many.case.files.order_by("order")]
    assert told["marks"] == [[row.pk, n, row.start, "open", 1, -1] for n, row in enumerate(rows)]


def test_the_map_tells_the_loudest_of_each_band(many: Cast) -> None:
    source = many.case.files.order_by("order")[0]
    Detection.objects.filter(source=source).exclude(doubtful=True).update(action="keep", decided=True)
    told = client_of(many).get(reverse("desk_map", args=[many.case.key, source.key])).json()
    doubts = Detection.objects.filter(source=source, doubtful=True)
    expected = {row.start // told["wide"]: row.pk for row in doubts}
    assert {band: pk for band, state, doubt, pk in told["marks"] if state == "open" and doubt} == expected
    assert {state for band, state, *_ in told["marks"] if band not in expected} == {"kept"}
    assert told["bands"] * told["wide"] >= source.size > (told["bands"] - 1) * told["wide"]


def test_who_to_merge_with_is_looked_for_among_all(many: Cast) -> None:
    first = Entity.objects.get(case=many.case, tag="PER_1")
    form = client_of(many).get(reverse("desk_merge_form", args=[many.case.key, first.pk])).content.decode()
    assert form.count('class="pick-line"') == 100 and "desk_names" not in form and "data-names" in form
    url = reverse("desk_names", args=[many.case.key])
    told = client_of(many).post(url, {"q": "inventada 229", "like": first.pk}).json()
    last = Entity.objects.get(case=many.case, tag="PER_229")
    assert told == {"found": [[last.pk, "PER_229", last.name]], "total": 1}
    dropped = client_of(many).get(reverse("desk_merge_form", args=[many.case.key, first.pk]) + f"?con={last.pk}")
    assert f'value="{last.pk}" required checked' in dropped.content.decode()
    assert client_of(many).get(reverse("desk_merge_form", args=[many.case.key, first.pk]) + "?con=x").status_code == 400


def test_bulk_is_about_all_that_match_not_what_is_shown(many: Cast) -> None:
    form = client_of(many).post(reverse("desk_bulk_form", args=[many.case.key]), {"typed": "per_2"}).content.decode()
    answer = client_of(many).post(reverse("desk_bulk", args=[many.case.key]), {"typed": "per_2", "revision": 0})
    assert answer.status_code == 200
    decided = set(Entity.objects.filter(case=many.case, decided=True).values_list("tag", flat=True))
    doubts = set(Detection.objects.filter(doubtful=True).values_list("entity__tag", flat=True))
    assert decided == {f"PER_{n}" for n in range(1, PEOPLE + 1) if str(n).startswith("2")} - doubts
    assert f"{len(decided)} personas y datos" in form
    decisions.accept_bulk(many.case, by=many.alba, revision=1)
    assert Entity.objects.filter(case=many.case, decided=False).count() == len(doubts)
    assert set(Entity.objects.filter(case=many.case, decided=False).values_list("tag", flat=True)) == doubts


def test_the_first_screen_asks_the_same_of_the_database_however_many_there_are(many: Cast) -> None:
    client, url = client_of(many), reverse("desk", args=[many.case.key])
    client.get(url)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    large_case(_more(many), many.alba, people=3 * PEOPLE, mentions=6 * PEOPLE, files=2)
    larger = reverse("desk", args=[_more(many).key])
    client.get(larger)
    with CaptureQueriesContext(connection) as most:
        client.get(larger)
    assert len(most) <= len(few)


def _more(cast: Cast) -> Any:
    from review.models import CaseFile

    made, _ = CaseFile.objects.get_or_create(unit=cast.unit, title="Más", policy=cast.policy, created_by=cast.alba)
    return made


@pytest.mark.parametrize("action", ["keep", "suppress"])
def test_an_act_that_changes_nothing_is_refused_and_leaves_no_entry(cast: Cast, action: str) -> None:
    a_file(cast.case, cast.alba, "La [KINSHIP#2 hermana] de [PERSON#1 Remedios Orejudo].")
    tie = Entity.objects.get(case=cast.case, tag__startswith="VINC")
    url = reverse("desk_decide_entity", args=[cast.case.key, tie.pk])
    client = client_of(cast)
    assert client.post(url, {"action": action, "revision": 0}).status_code == 200
    events = AuditEvent.objects.count()
    again = client.post(url, {"action": action, "revision": 1})
    assert again.status_code == 422 and "nada cambia" in again.content.decode()
    assert Act.objects.count() == 1 and AuditEvent.objects.count() == events
    cast.case.refresh_from_db()
    assert cast.case.revision == 1
    assert client.post(url, {"action": "initials", "revision": 1}).status_code == 200


def test_what_was_said_to_be_no_datum_is_not_said_twice(cast: Cast) -> None:
    a_file(cast.case, cast.alba, "Firma [PERSON#1 Remedios Orejudo].")
    one = Entity.objects.get(case=cast.case)
    decisions.decide_entity(one, action="keep", by=cast.alba, revision=0)
    decisions.discard(one, by=cast.alba, revision=1)  # says more than keeping it does
    with pytest.raises(NotPossible, match="nothing-changes"):
        decisions.discard(one, by=cast.alba, revision=2)


@pytest.mark.parametrize(("sex", "said"), [("F", "usuaria"), ("M", "usuario"), ("", "usuario")])
def test_what_somebody_is_is_said_in_their_sex(many: Cast, sex: str, said: str) -> None:
    Entity.objects.filter(case=many.case, tag="PER_3").update(role="usuario", gender=sex)
    assert f'<span class="role">{said}</span>' in listed(many)
    assert lines(listed(many, typed=said)) == ["PER_3"]
