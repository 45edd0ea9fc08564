"""Fixtures used by more than one folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings

from review import trail_guard
from tests import cast as people

# A busy machine is no finding: how long an example takes belongs to the benchmark.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Lift the trail's triggers: tests that commit have to empty the tables; the trail's own tests put them back."""
    with django_db_blocker.unblock():
        trail_guard.lift(connection)


@pytest.fixture(autouse=True)
def _plain_settings(settings: Any, tmp_path: Path) -> None:
    # A quick hasher, static files as they lie, tasks that stay put, and private files of the test's own.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        "default": {"BACKEND": "review.storage.PrivateStorage", "OPTIONS": {"location": tmp_path / "files"}},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    settings.CELERY_BROKER_URL = "memory://"


@pytest.fixture
def cast(db: None) -> people.Cast:
    """The cast, stored."""
    return people.assemble()
