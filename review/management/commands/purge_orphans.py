"""Delete private files that no row refers to: what a process left behind when it died."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage
from django.core.management.base import BaseCommand, CommandParser

from review.models import ReleasedFile, SourceFile

FOLDERS = ("originals", "documents", "results")


class Command(BaseCommand):
    """Deletes orphans older than an hour: a younger one may belong to a transaction under way."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the least age."""
        parser.add_argument("--older-than", type=int, default=3600, metavar="SECONDS")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete and count."""
        orphans = list(find_orphans(time.time() - options["older_than"]))
        for path in orphans:
            path.unlink(missing_ok=True)
        self.stdout.write(f"{len(orphans)} orphan(s) deleted.")


def find_orphans(before: float) -> Iterator[Path]:
    """Yield the private files last written before an instant that no row refers to."""
    # Listed first and looked up afterwards: a file that gains its row in between isn't taken for an orphan.
    candidates = [path for path in _files() if path.stat().st_mtime < before]
    wanted = referenced()
    root = Path(default_storage.path(""))
    for path in candidates:
        if path.relative_to(root).as_posix() not in wanted:
            yield path


def referenced() -> set[str]:
    """Return the storage names that rows refer to."""
    names: set[str] = set()
    for row in SourceFile.objects.values_list("original", "document"):
        names.update(row)
    for released in ReleasedFile.objects.values_list("result", "report_json", "report_html"):
        names.update(released)
    return names - {""}


def _files() -> Iterator[Path]:
    root = Path(default_storage.path(""))
    for folder in FOLDERS:
        if (root / folder).is_dir():
            yield from (path for path in (root / folder).iterdir() if path.is_file())
