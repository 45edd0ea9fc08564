"""Readers of environment variables, with a clear message for a malformed one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str) -> str:
    """Read a variable as text."""
    return os.environ.get(name, default)


def boolean(name: str, default: bool) -> bool:
    """Read a variable as 1/0, true/false, yes/no."""
    raw = os.environ.get(name)
    if raw is None:
        return default
    if raw.lower() in {"1", "true", "yes", "si", "sí"}:
        return True
    if raw.lower() in {"0", "false", "no", ""}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0.")


def integer(name: str, default: int) -> int:
    """Read a variable as a whole number."""
    raw = os.environ.get(name)
    try:
        return default if raw is None else int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number.") from None


def secret(name: str, folder: Path) -> str:
    """Read a secret from a variable, from the file in NAME_FILE, or make one in the private folder."""
    if name in os.environ:
        return os.environ[name]
    given = os.environ.get(f"{name}_FILE")
    path = Path(given) if given else folder / name.lower()
    if not path.exists():
        if given:
            raise ImproperlyConfigured(f"{name}_FILE names a file that does not exist.")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as handle:
            handle.write(secrets.token_urlsafe(64))
    return path.read_text().strip()


def private_folder(path: Path) -> Path:
    """Make a folder that its owner alone may enter, also where it was there already; return it."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.stat().st_mode & 0o077:
        path.chmod(0o700)
    return path


def database(name: str, default_file: Path) -> dict[str, object]:
    """Read a database URL: `postgres://user:password@host:port/name` or `sqlite:///path`."""
    url = os.environ.get(name, "")
    parts = urlsplit(url or f"sqlite:///{default_file}")
    if parts.scheme == "sqlite":
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:] if url else str(default_file)),
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must start with postgres:// or sqlite:///.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or dict(parse_qsl(parts.query)).get("host", ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
