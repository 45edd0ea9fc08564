"""What the command line reads: files, standard input, and many texts, one JSON object a line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from pipeline import engine
from pipeline.document import Document, from_text
from pipeline.errors import InputRefused, UnreadableFile

STDIN = "-"
_NO_LETTERS = re.compile("[\ud800-\udfff]")
_LINE = "Line {} isn't an object with `id` and `text`."

Say = Callable[[str], None]


def shown(text: str) -> str:
    """Return a name or text as UTF-8 can write it: halves of pairs, which stand for no letter, become U+FFFD."""
    return _NO_LETTERS.sub("\ufffd", text)


def file_bytes(path: Path) -> bytes:
    """Return the bytes of a file; raises UnreadableFile with the reason the system gives."""
    try:
        return path.read_bytes()
    except IsADirectoryError:
        raise UnreadableFile("That is a folder.", remedy="Name the files in it.") from None
    except OSError as error:
        raise UnreadableFile(f"The file can't be read ({error.strerror}).", remedy="Check its path.") from None
    except ValueError:
        raise UnreadableFile("No file can be called so.", remedy="Check its path.") from None


def read_all(names: Sequence[str], say: Say) -> tuple[list[tuple[bytes, Document]], int]:
    """Read each file once; a refused one is told and left out, so is one with the bytes of another.

    Return bytes with documents, and how many were refused.
    """
    sources: dict[str, tuple[bytes, Document]] = {}
    told: dict[str, str] = {}
    refused = 0
    for name in names:
        try:
            data, document = _read(name)
        except InputRefused as error:
            refused += 1
            say(f"anonymiza: {_in_one_line(name)}: {error}")
            continue
        first = told.setdefault(document.digest, name)
        if first != name:
            say(f"anonymiza: {_in_one_line(name)}: the same bytes as {_in_one_line(first)}; taken once.")
        sources.setdefault(document.digest, (data, document))
    return list(sources.values()), refused


def _read(name: str) -> tuple[bytes, Document]:
    if name == STDIN:
        data = sys.stdin.buffer.read()
        return data, replace(engine.read(data, "-.txt"), name=STDIN)
    data = file_bytes(Path(name))
    return data, engine.read(data, shown(Path(name).name))


def _in_one_line(name: str) -> str:
    """Return a name without anything that a terminal would obey."""
    return "".join(c if c.isprintable() else "\ufffd" for c in name)


def read_lines(path: Path) -> list[tuple[Any, Document]]:
    """Read many texts of a file in UTF-8, one {id, text} a line; raises UnreadableFile that names the line."""
    try:
        lines = file_bytes(path).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise UnreadableFile("The file isn't UTF-8.", remedy="Save it again as UTF-8.") from None
    # A line ends in a line feed: JSON may hold other ends of lines as they are.
    return [_row(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _row(line: str, number: int) -> tuple[Any, Document]:
    try:
        row = json.loads(line, parse_constant=_no_number)
        id, text = row["id"], row["text"]
        if not isinstance(text, str):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UnreadableFile(_LINE.format(number)) from None
    return (shown(id) if isinstance(id, str) else id), from_text(shown(text))


def _no_number(name: str) -> NoReturn:
    raise ValueError("no number of JSON")


def read_report(path: Path) -> dict[str, Any]:
    """Return what a report says, with what `verify` needs of it; raises UnreadableFile for anything else."""
    try:
        facts: dict[str, Any] = json.loads(file_bytes(path))
        facts["engine"]["policy"].partition("@")
        facts["source"]["sha256"] + ""
        [(entry["label"] + "", entry["place"].items()) for entry in facts["replacements"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableFile("That is not a report of anonymiza.", remedy="Name the .report.json file.") from None
    return facts
