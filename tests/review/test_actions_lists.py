"""The lists: what may come in, what is refused and on which line, and whose expedientes it touches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from review import store
from review.actions import lists
from review.models import AuditEvent, CaseFile, ListEntry, SourceFile
from review.states import CaseState, FileState
from review.views.csv import csv_bytes
from tests.cast import Cast, a_policy

pytestmark = pytest.mark.django_db


def an_open_case(cast: Cast, title: str, *, state: CaseState = CaseState.IN_REVIEW) -> CaseFile:
    case = CaseFile.objects.create(unit=cast.unit, title=title, policy=cast.policy, created_by=cast.alba, state=state)
    SourceFile.objects.create(
        case=case, name="a", size=1, digest="0" * 64, original="x", state=FileState.ANALYSED, uploaded_by=cast.alba
    )
    return case


def stale(case: CaseFile) -> int:
    return CaseFile.objects.get(pk=case.pk).stale


def test_a_global_entry_touches_open_cases_only(cast: Cast) -> None:
    open_one = an_open_case(cast, "abierto")
    closed = an_open_case(cast, "cerrado", state=CaseState.APPROVED)
    effect = lists.add_entry(by=cast.diego, kind="deny", text="  la   Tía  Paca ", reason="apodo")
    assert effect == lists.Effect(1, 1)
    assert (stale(open_one), stale(closed), stale(cast.case)) == (1, 0, 0)
    assert ListEntry.objects.get().text == "la Tía Paca"


def test_an_entry_of_a_case_or_policy_touches_no_other(cast: Cast) -> None:
    one, two = an_open_case(cast, "uno"), an_open_case(cast, "dos")
    lists.add_entry(by=cast.alba, kind="allow", text="Paca", case=one)
    assert (stale(one), stale(two)) == (1, 0)
    a_policy("otra")
    assert lists.add_entry(by=cast.diego, kind="allow", text="Paca", policy_name="otra") == lists.Effect()


def test_a_withdrawn_entry_stays_and_rules_no_more(cast: Cast) -> None:
    case = an_open_case(cast, "uno")
    lists.add_entry(by=cast.diego, kind="deny", text="Paca")
    entry = ListEntry.objects.get()
    assert lists.withdraw_entry(entry, cast.diego).cases == 1
    assert lists.withdraw_entry(entry, cast.diego) == lists.Effect()
    assert (ListEntry.objects.get().withdrawn, stale(case)) == (True, 2)
    assert not store.entries_in_force(case)
    assert list(AuditEvent.objects.values_list("kind", flat=True)) == ["list-added", "list-withdrawn"]


def test_an_expired_entry_holds_on_its_last_day_and_not_after(cast: Cast) -> None:
    today = timezone.localdate()
    lists.add_entry(by=cast.diego, kind="deny", text="hoy", expires_on=today)
    lists.add_entry(by=cast.diego, kind="deny", text="ayer", expires_on=today - timedelta(days=1))
    assert [e.text for e in store.entries_in_force(cast.case)] == ["hoy"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"kind": "grey"}, "kind"),
        ({"text": "  "}, "text"),
        ({"text": "x" * 301}, "text"),
        ({"match": "fuzzy"}, "match"),
        ({"label": "NAME"}, "label"),
        ({"policy_name": "no-hay"}, "policy"),
        ({"match": "pattern", "text": "(("}, "pattern"),
        ({"match": "pattern", "text": "(a+)+b"}, "pattern"),
        ({"match": "pattern", "text": "a*"}, "pattern"),
    ],
)
def test_malformed_entries_are_refused_by_code(cast: Cast, entry: dict[str, str], code: str) -> None:
    with pytest.raises(lists.BadEntry) as bad:
        lists.add_entry(by=cast.diego, **{"kind": "deny", "text": "Paca", **entry})  # type: ignore[arg-type]
    assert bad.value.code == code
    assert not ListEntry.objects.exists()


def test_a_file_comes_in_whole(cast: Cast) -> None:
    case = an_open_case(cast, "uno")
    data = (
        "\ufeffkind;text;match;label;policy;reason;expires_on\n"
        "deny;Tía Paca;word;PERSON;;apodo;2099-01-01\n"
        'allow;"Plaza; mayor";;;pruebas;;\n'
    )
    done = lists.import_csv(data.encode(), cast.diego)
    assert (done.added, done.errors, stale(case)) == (2, (), 1)
    assert list(ListEntry.objects.order_by("pk").values_list("kind", "text", "match", "policy_name")) == [
        ("deny", "Tía Paca", "word", ""),
        ("allow", "Plaza; mayor", "word", "pruebas"),
    ]


def test_one_bad_line_keeps_all_out_and_is_named(cast: Cast) -> None:
    data = b"kind,text,expires_on\ndeny,Paca,\ngrey,Paca,\ndeny,Paca,31/12/2099\ndeny,,\n"
    done = lists.import_csv(data, cast.diego)
    assert done.errors == (lists.Fault(3, "kind"), lists.Fault(4, "date"), lists.Fault(5, "text"))
    assert not ListEntry.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"a,b\n1,2\n", "columns"), (b"", "columns"), ("kind,text\ndeny,tía".encode("cp1252"), "encoding")],
)
def test_a_file_that_is_no_list_is_refused(cast: Cast, data: bytes, code: str) -> None:
    assert lists.import_csv(data, cast.diego).errors == (lists.Fault(1, code),)


def test_what_is_exported_comes_back_as_it_was(cast: Cast) -> None:
    header = ("kind", "text", "match", "label", "policy", "reason", "expires_on")
    texts = ["=cmd()", "+34 600", "'entre comillas'", 'con "dobles"', "con; punto y coma", "-1"]
    done = lists.import_csv(csv_bytes(header, [("deny", t, "word", "", "", "", "") for t in texts]), cast.diego)
    assert done.errors == ()
    assert list(ListEntry.objects.order_by("pk").values_list("text", flat=True)) == texts
