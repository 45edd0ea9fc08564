"""Conversion of old binary documents by LibreOffice, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from pipeline.errors import LimitExceeded, UnreadableFile, UnsupportedFormat

_PROGRAMS = ("soffice", "libreoffice")
_SECONDS = 180
_REMEDY = "Open it in its program, save it as .docx and upload that."


def program() -> str | None:
    """Return the path of LibreOffice, or nothing where it isn't installed."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def convert(data: bytes, source: str, target: str) -> bytes:
    """Turn a file of one suffix into another, in a folder and a profile of its own that go at once.

    Raises UnsupportedFormat without LibreOffice, UnreadableFile where it makes nothing of the file, LimitExceeded
    after three minutes.
    """
    path = program()
    if path is None:
        raise UnsupportedFormat("This needs LibreOffice, which isn't installed.", stage="extract", remedy=_REMEDY)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / f"original.{source}").write_bytes(data)
        _run(path, home, source, target)
        made = home / "out" / f"original.{target}"
        if not made.is_file():
            raise UnreadableFile("LibreOffice can't read the document.", stage="extract", remedy=_REMEDY)
        return made.read_bytes()


def _run(path: str, home: Path, source: str, target: str) -> None:
    command = [
        path, "--headless", "--norestore", "--nolockcheck", "--nodefault",
        f"-env:UserInstallation={(home / 'profile').as_uri()}",
        "--convert-to", target, "--outdir", str(home / "out"), str(home / f"original.{source}"),
    ]  # fmt: skip
    surroundings = {"HOME": str(home), "PATH": str(Path(path).parent) + ":/usr/bin:/bin", "LANG": "C.UTF-8"}
    try:
        subprocess.run(command, env=surroundings, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        raise LimitExceeded("The document takes too long to convert.", stage="extract", remedy=_REMEDY) from None
