"""Real PostgreSQL and Redis: skipped where they aren't offered, unless they are required."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest


@pytest.fixture
def services() -> Iterator[dict[str, str]]:
    """The environment of a product on a database of its own and on Redis."""
    if os.environ.get("ANONYMIZA_SERVICES") != "1":
        pytest.skip("run under scripts/with_services.py, which offers PostgreSQL and Redis")
    url = os.environ["DATABASE_URL"]
    name = f"anonymiza_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            own = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
            yield {"DATABASE_URL": own, "CELERY_BROKER_URL": os.environ["CELERY_BROKER_URL"]}
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")
