"""Private storage: originals, documents, results, reports; random names, owner-only permissions.

Encryption at rest is to come behind this same class.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, default_storage


class PrivateStorage(FileSystemStorage):
    """Files under one private folder, written whole under a temporary name and then renamed."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("location", settings.PRIVATE_FILES)
        super().__init__(**options)

    def _save(self, name: str, content: File[Any]) -> str:
        """Write under a temporary name, flush to the disk, then give the name: it's whole or it isn't there."""
        target = Path(self.path(name))
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = target.with_name(f"{target.name}.partial")
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as handle:
            for chunk in content.chunks():
                handle.write(chunk)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(partial, target)
        _flush_folder(target.parent)
        return name

    def url(self, name: str | None) -> str:
        """Refuse: private files have no address of their own."""
        raise ValueError("Private files are served by views only.")


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def keep(folder: str, data: bytes | File[Any]) -> str:
    """Store bytes or an upload under a random name in a folder; return the name."""
    content = ContentFile(data) if isinstance(data, bytes) else data
    return default_storage.save(f"{folder}/{uuid.uuid4().hex}", content)


def fetch(name: str) -> bytes:
    """Return stored bytes."""
    with default_storage.open(name) as handle:
        return bytes(handle.read())


def forget(name: str) -> None:
    """Delete stored bytes, if there."""
    if name:
        default_storage.delete(name)
