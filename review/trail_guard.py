"""Triggers that make the audit trail append-only in the database, for SQLite and PostgreSQL."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "review_auditevent"
REFUSAL = "the audit trail is append-only"

_SQLITE = [
    f"CREATE TRIGGER IF NOT EXISTS trail_no_{verb.lower()} BEFORE {verb} ON {TABLE} "
    f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    for verb in ("UPDATE", "DELETE")
]
_SQLITE_LIFT = ["DROP TRIGGER IF EXISTS trail_no_update", "DROP TRIGGER IF EXISTS trail_no_delete"]
_POSTGRESQL = [
    "CREATE OR REPLACE FUNCTION trail_refuses() RETURNS trigger LANGUAGE plpgsql AS "
    f"$$ BEGIN RAISE EXCEPTION '{REFUSAL}'; END $$",
    f"CREATE TRIGGER trail_no_change BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION trail_refuses()",
    f"CREATE TRIGGER trail_no_truncate BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT EXECUTE FUNCTION trail_refuses()",
]
_POSTGRESQL_LIFT = [
    f"DROP TRIGGER IF EXISTS trail_no_change ON {TABLE}",
    f"DROP TRIGGER IF EXISTS trail_no_truncate ON {TABLE}",
]


def guard(connection: BaseDatabaseWrapper) -> None:
    """Install the triggers; raises ValueError for a database that has none to install."""
    _run(connection, {"sqlite": _SQLITE, "postgresql": _POSTGRESQL})


def lift(connection: BaseDatabaseWrapper) -> None:
    """Remove the triggers: for a migration that goes back, and for a test database that is emptied."""
    _run(connection, {"sqlite": _SQLITE_LIFT, "postgresql": _POSTGRESQL_LIFT})


def _run(connection: BaseDatabaseWrapper, statements: dict[str, list[str]]) -> None:
    if connection.vendor not in statements:
        raise ValueError(f"no append-only triggers for {connection.vendor}")
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)
