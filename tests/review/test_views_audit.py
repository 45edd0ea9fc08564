"""The trail's page: for the DPO; filters, verification, exports that leave their own entry."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.db import connection
from django.test import Client

from review import audit, trail_guard
from review.models import AuditEvent
from tests.cast import Cast
from tests.review.asked import Asked


@pytest.fixture
def diego(cast: Cast, client: Client) -> Client:
    """A client signed in as Diego, with some entries in the trail."""
    audit.record("case-created", actor=cast.alba, case=cast.case, obj=cast.case)
    audit.record("act.decide", actor=cast.bruno, case=cast.case, tag="PER_1", mentions=3)
    client.force_login(cast.diego)
    return client


@pytest.mark.parametrize(
    ("path", "method"), [("", "get"), ("comprobar/", "post"), ("exportar.csv", "post"), ("exportar.json", "post")]
)
def test_it_is_for_the_dpo_only(cast: Cast, path: str, method: str) -> None:
    address = Asked(f"/registro/{path}", method)
    assert address.by(cast.diego).status_code == 200
    for user in (cast.alba, cast.bruno, cast.carla):
        assert address.by(user).status_code == 403
    wrong = "post" if method == "get" else "get"
    assert Asked(f"/registro/{path}", wrong).by(cast.diego).status_code == 405


@pytest.mark.parametrize(
    ("query", "shown"),
    [("hecho=act.decide", 1), ("etiqueta=PER_1", 1), ("expediente=KEY", 2), ("expediente=ID", 2), ("expediente=nada", 0),
     ("desde=2999-01-01", 0), ("hasta=2000-01-01", 0), ("desde=ayer", 2), ("quien=ALBA", 1), ("quien=x", 2), ("hecho=otra", 0)],
)  # fmt: skip
def test_filters(cast: Cast, diego: Client, query: str, shown: int) -> None:
    query = query.replace("KEY", str(cast.case.key)).replace("ID", str(cast.case.pk)).replace("ALBA", str(cast.alba.pk))
    page = diego.get(f"/registro/?{query}").content.decode()
    assert page.count("<tr>") - (1 if shown else 0) == shown


def test_the_chain_is_said_to_hold_and_then_where_it_breaks(diego: Client) -> None:
    whole = diego.post("/registro/comprobar/", headers={"HX-Request": "true"}).content.decode()
    assert "La cadena está íntegra" in whole and "<html" not in whole
    trail_guard.lift(connection)
    AuditEvent.objects.filter(number=2).update(tag="PER_9")
    broken = diego.post("/registro/comprobar/").content.decode()
    assert "La cadena se rompe en el hecho 2" in broken and "alguien lo ha cambiado" in broken
    AuditEvent.objects.filter(number=2).delete()
    assert "Falta un hecho" in diego.post("/registro/comprobar/").content.decode()


def test_exports_hold_the_chosen_entries_and_leave_one(diego: Client) -> None:
    rows = json.loads(diego.post("/registro/exportar.json?hecho=act.decide").content)
    assert [(r["kind"], r["tag"], len(r["hash"])) for r in rows] == [("act.decide", "PER_1", 64)]
    table = diego.post("/registro/exportar.csv").content.decode("utf-8-sig")
    assert len(list(csv.DictReader(io.StringIO(table), delimiter=";"))) == 3
    assert AuditEvent.objects.filter(kind="trail-exported").count() == 2


def test_every_kind_that_is_recorded_has_its_words() -> None:
    import re
    from pathlib import Path

    from django.conf import settings

    from review.models import Act
    from review.wording import EVENTS

    found = set()
    for path in [*Path(settings.BASE, "review").rglob("*.py"), *Path(settings.BASE, "pipeline").rglob("*.py")]:
        found |= set(re.findall(r"audit\.record\(\s*\"([\w.-]+)\"", path.read_text(encoding="utf-8")))
    found |= {f"act.{kind}" for kind in Act.Kind.values}
    assert found - set(EVENTS) == set()


def test_a_detail_without_a_value_is_left_out(diego: Client) -> None:
    audit.record("list-added", list="deny", label="")
    page = diego.get("/registro/?hecho=list-added").content.decode()
    assert "lista: negra" in page and "tipología:" not in page
