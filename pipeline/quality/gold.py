"""Annotated documents: the standoff format of corpora and the project's own marked gold.

Marked: a header between `---` lines, then text with `⟦LABEL:pN|surface⟧`; marks don't nest.
Standoff: one JSON object a line, `{"id", "text", "spans": [{"start", "end", "label"}]}`, offsets in code points.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from pipeline.errors import UnreadableFile

MARK = re.compile(r"⟦([A-Z]+)(?::(p\d+))?\|([^⟧]*)⟧")
DIRECT = frozenset(
    "PER NIF NIE CIF PASSPORT NSS IBAN CARD PHONE EMAIL URL IP PLATE CADASTRE CSV HEALTH CASE ACCOUNT MISCID".split()
)
QUASI = frozenset("ADDRESS POSTCODE LOC ORG DATE AGE REL POST QI".split())
LEAVE = frozenset({"PROT", "KEEP"})
LABELS = DIRECT | QUASI | LEAVE | {"ROLE"}


@dataclass(frozen=True, slots=True)
class GoldSpan:
    """One mark: where, which label, whose."""

    start: int
    end: int
    label: str
    person: str = ""


@dataclass(frozen=True, slots=True)
class GoldPerson:
    """An invented person of a document; sex and origin are of the name, for measurement only."""

    name: str = field(repr=False)
    gender: str = ""
    origin: str = ""
    role: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with its marks and people."""

    id: str
    text: str = field(repr=False)
    spans: tuple[GoldSpan, ...]
    people: Mapping[str, GoldPerson] = field(default_factory=dict, repr=False)
    kind: str = ""


def load(path: Path) -> list[GoldDocument]:
    """Read a .jsonl file, one marked .txt, or a folder of marked files; raises UnreadableFile with the place."""
    if path.is_dir():
        return [marked(p) for p in sorted(path.rglob("*.txt"))]
    if path.suffix == ".txt":
        return [marked(path)]
    return list(standoff(path))


def standoff(path: Path) -> Iterator[GoldDocument]:
    """Yield the documents of a standoff file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            spans = tuple(GoldSpan(s["start"], s["end"], s["label"]) for s in row["spans"])
            yield GoldDocument(str(row["id"]), row["text"], spans)
        except (ValueError, KeyError, TypeError):
            raise UnreadableFile(f"Line {number} of {path.name} isn't an annotated document.") from None


def marked(path: Path) -> GoldDocument:
    """Read a marked file."""
    raw = path.read_text(encoding="utf-8")
    parts = re.split(r"^---\s*$\n?", raw, maxsplit=2, flags=re.M)
    if len(parts) != 3:
        raise UnreadableFile(f"{path.name} has no header between two lines of ---.")
    header = yaml.safe_load(parts[1]) or {}
    text, spans = unmarked(parts[2].lstrip("\n"))
    people = {
        str(key): GoldPerson(
            str(p.get("name", "")), str(p.get("gender", "")), str(p.get("origin", "")), str(p.get("role", ""))
        )
        for key, p in (header.get("people") or {}).items()
    }
    return GoldDocument(path.stem, text, spans, people, str(header.get("kind", "")))


def unmarked(text: str) -> tuple[str, tuple[GoldSpan, ...]]:
    """Return the bare text and its marks."""
    out: list[str] = []
    spans: list[GoldSpan] = []
    length = at = 0
    for match in MARK.finditer(text):
        gap = text[at : match.start()]
        length += len(gap)
        out += [gap, match[3]]
        spans.append(GoldSpan(length, length + len(match[3]), match[1], match[2] or ""))
        length += len(match[3])
        at = match.end()
    return "".join([*out, text[at:]]), tuple(spans)
