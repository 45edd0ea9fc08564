"""Where the command line puts what it made: JSON on standard output or in a file, released files in a folder."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline import engine, report
from pipeline.analysis import Analysis
from pipeline.errors import NotWritten

STDOUT = Path("-")
_REPORT = ".report.json"


@contextmanager
def _writing() -> Iterator[None]:
    """Turn what the system says against writing into NotWritten; a pipe that nobody reads on is none of it."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotWritten(
            f"The result can't be written ({error.strerror}).", remedy="Name a folder that can be written to."
        ) from None


@contextmanager
def output(path: Path | None) -> Iterator[Any]:
    """Give a function that writes text; a file appears whole or not at all. Raises NotWritten."""
    if path is None or path == STDOUT:
        yield sys.stdout.write
        return
    with _writing():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(0, "Is a directory")
        handle = tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False)  # noqa: SIM115
    part = Path(handle.name)
    try:
        with _writing(), handle:
            yield handle.write
        with _writing():
            part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def emit(path: Path | None, text: str) -> None:
    """Write a text there, or to standard output; raises NotWritten."""
    with output(path) as write:
        write(text + "\n")


def make_folder(out: Path) -> None:
    """Make the folder of the results before any work is done; raises NotWritten."""
    with _writing():
        out.mkdir(parents=True, exist_ok=True)


def release(results: Sequence[tuple[engine.Outcome, Analysis]], out: Path) -> None:
    """Put the proven files and their reports into the folder, each whole or not at all; raises NotWritten.

    A file takes the place of an earlier result of the same original, never that of another's.
    """
    now = datetime.now(UTC).isoformat(timespec="seconds")
    standing, taken = _standing(out), list[str]()
    for outcome, analysis in results:
        source = analysis.document.digest
        others = [name for name, digest in standing.items() if digest != source]
        name = engine.free_name(outcome.name, [*taken, *others])
        taken.append(name)
        facts = report.as_json(
            analysis,
            name=name,
            digest=outcome.digest,
            sought=outcome.sought,
            notes=outcome.notes,
            made_at=now,
            reanalysed=outcome.reanalysed,
        )
        stem = Path(name).stem
        with _writing():
            _put(out / name, outcome.data)
            _put(out / f"{stem}{_REPORT}", json.dumps(facts, ensure_ascii=False, indent=1).encode())
            _put(out / f"{stem}.report.html", report.as_html(facts).encode())


def _standing(out: Path) -> dict[str, str]:
    """Return the names in the folder with the digest of the original each was made from; empty where none is said."""
    with _writing():
        names = [path.name for path in out.iterdir()]
    told = {name.removesuffix(_REPORT): _source(out / name) for name in names if name.endswith(_REPORT)}
    return {name: told.get(Path(name).stem, "") for name in names if ".report" not in name}


def _source(path: Path) -> str:
    try:
        return str(json.loads(path.read_bytes())["source"]["sha256"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""


def _put(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
