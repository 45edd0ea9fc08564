"""Private storage: originals, documents, results, reports; random names, owner-only permissions.

Encryption at rest is to come behind this same class.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage


class PrivateStorage(FileSystemStorage):
    """Files under one private folder, written whole under a temporary name and then renamed."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("location", settings.PRIVATE_FILES)
        super().__init__(**options)

    def url(self, name: str | None) -> str:
        """Refuse: private files have no address of their own."""
        raise ValueError("Private files are served by views only.")


def keep(folder: str, data: bytes) -> str:
    """Store bytes under a random name in a folder; return the name."""
    return default_storage.save(f"{folder}/{uuid.uuid4().hex}", ContentFile(data))


def fetch(name: str) -> bytes:
    """Return stored bytes."""
    with default_storage.open(name) as handle:
        return bytes(handle.read())


def forget(name: str) -> None:
    """Delete stored bytes, if there."""
    if name:
        default_storage.delete(name)
