"""What the logs tell of an exception."""

from __future__ import annotations

import logging
import sys

import pytest
from celery.app.trace import LOG_FAILURE
from django.conf import settings
from django.test import Client

from anonymiza.logs import Discreet
from tests.cast import Cast

SECRET = "Ana Inventada, 99000001A"


def test_an_exception_is_told_by_type_and_place_only() -> None:
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as cause:
            raise ValueError(SECRET) from cause
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "stage %s", ("read",), sys.exc_info())
    record.exc_text = f"written out elsewhere: {SECRET}"
    line = Discreet("%(levelname)s %(message)s").format(record)
    assert "ERROR stage read" in line and "builtins.ValueError" in line and "builtins.KeyError" in line
    assert "test_logs.py" in line and SECRET not in line


def test_every_handler_of_ours_is_discreet() -> None:
    formatters = settings.LOGGING["formatters"]
    assert all(f["()"] == "anonymiza.logs.Discreet" for f in formatters.values())
    assert all(h["formatter"] in formatters for h in settings.LOGGING["handlers"].values())


def test_a_fault_of_a_view_quotes_nothing(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr("review.queries.queue.queue", fault)
    client.force_login(cast.alba)
    client.raise_request_exception = False
    answer = client.get("/expedientes/")
    assert answer.status_code == 500 and SECRET not in answer.content.decode()
    (record,) = [r for r in caplog.records if r.exc_info]
    told = Discreet("%(message)s").format(record)
    assert "RuntimeError" in told and SECRET not in told


def test_celery_quotes_nothing_of_a_task_that_raised() -> None:
    try:
        raise RuntimeError(SECRET)
    except RuntimeError:
        info = sys.exc_info()
    said = {"name": "tests.fault", "id": "1", "exc": repr(info[1]), "traceback": SECRET, "description": "raised"}
    record = logging.LogRecord("celery.app.trace", logging.ERROR, "", 0, LOG_FAILURE, (said,), info)
    assert SECRET in record.getMessage()
    told = Discreet("%(message)s").format(record)
    assert "tests.fault" in told and "RuntimeError" in told and SECRET not in told
