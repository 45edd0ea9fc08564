"""The lists: who may change what, scopes, expiry, export without formulas, trying a text."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from review.models import ListEntry
from review.views.csv import csv_bytes, harmless
from tests.cast import Cast
from tests.review.asked import Asked

ENTRY = {"kind": "deny", "text": "Mochuelo", "match": "word", "label": "", "scope": "", "reason": "Apodo"}


@pytest.fixture
def diego(cast: Cast, client: Client) -> Client:
    """A client signed in as Diego, who manages policies."""
    client.force_login(cast.diego)
    return client


def entry(cast: Cast, text: str, kind: str = "deny", **more: object) -> ListEntry:
    """Store an entry."""
    return ListEntry.objects.create(kind=kind, text=text, author=cast.diego, **more)


def test_a_policy_manager_adds_everywhere_a_reviewer_to_an_expediente(cast: Cast) -> None:
    assert Asked("/listas/anadir/", "post", ENTRY).by(cast.diego).status_code == 302
    assert Asked("/listas/anadir/", "post", ENTRY).by(cast.alba).status_code == 422
    scoped = ENTRY | {"scope": f"case:{cast.case.pk}", "text": "Lechuza"}
    assert Asked("/listas/anadir/", "post", scoped).by(cast.alba).status_code == 302
    assert Asked("/listas/anadir/", "post", scoped).by(cast.carla).status_code in {403, 422}
    assert [(e.text, e.case) for e in ListEntry.objects.order_by("pk")] == [("Mochuelo", None), ("Lechuza", cast.case)]
    assert Asked("/listas/anadir/").by(cast.diego).status_code == 405


@pytest.mark.parametrize(
    "wrong",
    [{"text": ""}, {"kind": "x"}, {"match": "x"}, {"label": "NADA"}, {"scope": "policy:nada"}, {"text": "x" * 301},
     {"match": "pattern", "text": "(a+)+b"}, {"match": "pattern", "text": "["}, {"expires_on": "2020-01-01"}],
)  # fmt: skip
def test_a_malformed_entry_is_shown_with_its_error(cast: Cast, diego: Client, wrong: dict[str, str]) -> None:
    answer = diego.post("/listas/anadir/", ENTRY | wrong)
    assert answer.status_code == 422 and "field-error" in answer.content.decode()
    assert not ListEntry.objects.exists()


def test_withdrawing_is_for_those_who_may_add(cast: Cast, diego: Client) -> None:
    everywhere, own = entry(cast, "Mochuelo"), entry(cast, "Lechuza", case=cast.case)
    assert Asked(f"/listas/{everywhere.pk}/retirar/", "post").by(cast.alba).status_code == 403
    assert Asked(f"/listas/{own.pk}/retirar/", "post").by(cast.carla).status_code == 404
    assert Asked(f"/listas/{own.pk}/retirar/", "post").by(cast.alba).status_code == 302
    assert diego.post(f"/listas/{everywhere.pk}/retirar/").status_code == 302
    assert ListEntry.objects.filter(withdrawn=True).count() == 2
    assert diego.get(f"/listas/{everywhere.pk}/retirar/").status_code == 405


def test_the_page_filters_and_says_conflicts_and_expiry(cast: Cast, diego: Client) -> None:
    entry(cast, "Torremoncayo")
    entry(cast, "TORREMONCAYO", "allow", label="LOC")
    entry(cast, "Caducado", expires_on=timezone.localdate() - timedelta(days=1))
    entry(cast, "Fuera", withdrawn=True)
    page = diego.get("/listas/").content.decode()
    assert (
        "Torremoncayo" in page and "También en la otra lista" in page and "Caducado" not in page and "Fuera" not in page
    )
    assert "Caducado" in diego.get("/listas/?estado=expired").content.decode()
    assert "Fuera" in diego.get("/listas/?estado=withdrawn").content.decode()
    assert "TORREMONCAYO" in diego.get("/listas/?lista=allow").content.decode()
    answer = diego.post("/listas/buscar/", {"q": "otro\0", "lista": "deny", "ambito": ""})
    assert answer.headers["Location"] == "/listas/?lista=deny"
    assert "Torremoncayo" not in diego.get("/listas/").content.decode()
    assert b"Torremoncayo" not in diego.get("/listas/exportar/").content


def test_an_entry_of_another_unit_is_not_seen_tried_or_exported(cast: Cast) -> None:
    entry(cast, "Lechuza", case=cast.case)
    assert "Lechuza" not in Asked("/listas/").by(cast.carla).content.decode()
    assert b"Lechuza" not in Asked("/listas/exportar/").by(cast.carla).content
    tried = Asked("/listas/probar/", "post", {"text": "Una lechuza."}).by(cast.carla)
    assert "<mark" not in tried.content.decode()


def test_trying_a_text_marks_what_each_list_rules(cast: Cast, diego: Client) -> None:
    entry(cast, "Mochuelo")
    entry(cast, "EXP-7/A")
    entry(cast, "Torremoncayo", "allow")
    text = "mochuelo, (Mochuelo). MOCHUELO; exp-7/a; TORREMONCAYO; Torremoncayós <b>"
    before = ListEntry.objects.count()
    page = diego.post("/listas/probar/", {"text": text}, headers={"HX-Request": "true"}).content.decode()
    assert page.count('<mark class="deny"') == 4 and page.count('<mark class="allow"') == 1
    assert "&lt;b&gt;" in page and ListEntry.objects.count() == before
    assert diego.get("/listas/probar/").status_code == 405


def test_a_full_page_answers_where_scripts_are_off(cast: Cast, diego: Client) -> None:
    entry(cast, "Mochuelo")
    page = diego.post("/listas/probar/", {"text": "Mochuelo"}).content.decode()
    assert "<html" in page and '<mark class="deny"' in page


def test_export_and_import_go_round_without_running_formulas(cast: Cast, diego: Client) -> None:
    texts = ["=HYPERLINK(1)", "+34 600", "@suma", "-1", "'=ya", 'normal;con "comillas"', "ñ\u00ad"]
    for text in texts:
        entry(cast, text, match="exact")
    data = diego.get("/listas/exportar/").content
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))
    assert all(not row["text"].startswith(("=", "+", "-", "@")) for row in rows)
    ListEntry.objects.all().delete()
    back = diego.post("/listas/importar/", {"file": SimpleUploadedFile("l.csv", data)})
    assert back.status_code == 302
    assert sorted(ListEntry.objects.values_list("text", flat=True)) == sorted(texts)


def test_a_bad_file_is_refused_whole_with_its_lines(cast: Cast, diego: Client) -> None:
    bad = b"kind;text;match\ndeny;Bueno;word\nnada;Malo;word\ndeny;Otro;[x\n"
    page = diego.post("/listas/importar/", {"file": SimpleUploadedFile("l.csv", bad)})
    assert page.status_code == 422 and "Línea 3" in page.content.decode() and "Línea 4" in page.content.decode()
    assert not ListEntry.objects.exists()


def test_importing_is_for_policy_managers(cast: Cast) -> None:
    data = {"file": SimpleUploadedFile("l.csv", b"kind;text\ndeny;x\n")}
    assert Asked("/listas/importar/", "post", data).by(cast.alba).status_code == 403
    assert Asked("/listas/importar/").by(cast.diego).status_code == 405


@pytest.mark.parametrize("cell", ["=1", " =1", "+1", "-1", "@a", "\t=1", "＝1"])
def test_no_cell_starts_a_formula(cell: str) -> None:
    assert harmless(cell).startswith("'")
    assert harmless("texto") == "texto" and harmless(None) == ""
    assert csv_bytes(("a",), [(cell,)]).startswith(b"\xef\xbb\xbf")
