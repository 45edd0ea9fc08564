"""Fields of logs, `key=value`: whose account or number a key announces, and what is nobody's."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from pipeline.recognise.logged import find_logged
from pipeline.recognise.running_text import running_text


def _values(text: str) -> list[str]:
    running = running_text(from_text(text))
    return [running.text[start:end] for start, end, _ in find_logged(running)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("acceso usr=lbravolag ok", "lbravolag"),
        ('login user="lbravolag", ip local', "lbravolag"),
        ("nhc=2204417; alta", "2204417"),
        ("usr=testeban entra", "testeban"),
        ("usr=cronda entra", "cronda"),
        ("usr=nonega sale", "nonega"),
    ],
)
def test_a_key_says_whose_a_value_is(text: str, value: str) -> None:
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "usr=root entra", "usr=svc-backup2 entra", "usr=test_03 entra", "user=none", "login=ok", "usr=sysadmin.1 sale",
        "importe=12,50", "session_id=12:40:03", "https://ejemplo.test/p?user=lbravolag", "color=verdoso", "user==dos",
    ],
)  # fmt: skip
def test_machines_amounts_and_addresses_are_nobodys(text: str) -> None:
    assert _values(text) == []
