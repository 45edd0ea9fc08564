"""Private files that no row refers to: what a process left behind when it died."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage

from review.models import ReleasedFile, SourceFile

FOLDERS = ("originals", "documents", "boxes", "results")
# A younger one may belong to a transaction under way.
LEAST_AGE = 3600
# An upload may take long to arrive; its temporary file is written to all the while.
LEAST_AGE_OF_UPLOADS = 24 * 3600


def purge(older_than: float = LEAST_AGE) -> int:
    """Delete what nobody refers to and is older than some seconds; return how many files that was.

    Temporary files of uploads go too, once they are a day old.
    """
    now = time.time()
    gone = [*find_orphans(now - older_than), *find_uploads(now - max(older_than, LEAST_AGE_OF_UPLOADS))]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def find_orphans(before: float) -> Iterator[Path]:
    """Yield the private files last written before an instant that no row refers to."""
    # Listed first and looked up afterwards: a file that gains its row in between isn't taken for an orphan.
    root = Path(default_storage.path(""))
    candidates = [path for folder in FOLDERS for path in _older(root / folder, before)]
    wanted = referenced()
    for path in candidates:
        if path.relative_to(root).as_posix() not in wanted:
            yield path


def find_uploads(before: float) -> Iterator[Path]:
    """Yield the temporary files of uploads last written before an instant."""
    if settings.FILE_UPLOAD_TEMP_DIR:
        yield from _older(Path(settings.FILE_UPLOAD_TEMP_DIR), before)


def referenced() -> set[str]:
    """Return the storage names that rows refer to."""
    names: set[str] = set()
    for row in SourceFile.objects.values_list("original", "document", "boxes"):
        names.update(row)
    for released in ReleasedFile.objects.values_list("result", "report_json", "report_html"):
        names.update(released)
    return names - {""}


def _older(folder: Path, before: float) -> Iterator[Path]:
    for path in folder.iterdir() if folder.is_dir() else ():
        try:
            if path.is_file() and path.stat().st_mtime < before:
                yield path
        except FileNotFoundError:
            # A name in writing was given up, or another sweep was here first.
            continue
