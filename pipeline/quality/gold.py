"""Annotated documents: the standoff format of corpora and the project's own marked gold.

Marked: a header between `---` lines, then text with `⟦LABEL:pN|surface⟧`; marks don't nest.
Standoff: one JSON object a line, `{"id", "text", "spans": [{"start", "end", "label", "orig"}]}`, offsets in code
points; `meta.unannotated` lists stretches nobody annotated, `meta.not_in_text` values that invisible signs cut.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from pipeline.errors import UnreadableFile
from pipeline.lexicons.names import trim_titles
from pipeline.quality.labels import DIRECT, IGNORED, LABELS, LEAVE, QUASI, from_corpus, has_bare_ties, has_honorifics

__all__ = ["DIRECT", "LABELS", "LEAVE", "QUASI", "GoldDocument", "GoldPerson", "GoldSpan", "load", "marked", "standoff"]

MARK = re.compile(r"⟦([A-Z]+)(?::(p\d+))?\|([^⟧]*)⟧")
_ARTICLE = re.compile(r"(?:el|la|los|las)\s+(?=\S)", re.I)
_DETERMINER = re.compile(r"(?<!\w)(?:el|la|los|las|una?|unos|unas|mis?|tus?|sus?|nuestr[oa]s?)\s+\Z", re.I)
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


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
    """A text with its marks and people; `ignored` are stretches that count for nothing.

    A `coarse` document comes from a corpus whose labels are wider than ours.
    """

    id: str
    text: str = field(repr=False)
    spans: tuple[GoldSpan, ...]
    people: Mapping[str, GoldPerson] = field(default_factory=dict, repr=False)
    kind: str = ""
    register: str = ""
    corpus: str = ""
    ignored: tuple[tuple[int, int], ...] = ()
    coarse: bool = False


def load(path: Path) -> list[GoldDocument]:
    """Read a .jsonl file, one marked .txt, or a folder of marked files; raises UnreadableFile with the place."""
    try:
        if path.is_dir():
            return [marked(p) for p in sorted(path.rglob("*.txt"))]
        if path.suffix == ".txt":
            return [marked(path)]
        return list(standoff(path))
    except (OSError, UnicodeDecodeError):
        raise UnreadableFile(f"{path.name} can't be read as gold.", remedy="Check its path and encoding.") from None


def standoff(path: Path) -> Iterator[GoldDocument]:
    """Yield the documents of a standoff file; its corpus is the file's name up to the first stop."""
    corpus = path.name.split(".")[0]
    with path.open(encoding="utf-8") as handle:
        for number, line in enumerate(handle, 1):
            if not line.strip():
                continue
            try:
                yield _row(json.loads(line), corpus)
            except (ValueError, KeyError, TypeError, AttributeError):
                raise UnreadableFile(f"Line {number} of {path.name} isn't an annotated document.") from None


def _row(row: Mapping[str, Any], corpus: str) -> GoldDocument:
    text, meta = str(row["text"]), row.get("meta") or {}
    spans = [
        _span(text, int(s["start"]), int(s["end"]), from_corpus(corpus, s.get("orig", ""), s["label"]), corpus)
        for s in row["spans"]
    ]
    for hidden in meta.get("not_in_text", ()):
        if found := _cut_by_signs(text, hidden["text"]):
            spans.append(GoldSpan(*found, from_corpus(corpus, hidden["type"], "ID")))
    ignored = [(int(start), int(end)) for start, end in meta.get("unannotated", ())]
    ignored += [(s.start, s.end) for s in spans if s.label == IGNORED]
    kept = tuple(s for s in spans if s.label != IGNORED)
    return GoldDocument(str(row["id"]), text, kept, corpus=corpus, ignored=tuple(ignored), coarse=True)


def _span(text: str, start: int, end: int, label: str, corpus: str) -> GoldSpan:
    """Make a span, checked, with our bounds: forms of address stay outside a name, a tie's article inside."""
    if not 0 <= start < end <= len(text):
        raise ValueError("a span out of the text")
    if label == "PER" and has_honorifics(corpus):
        article = _ARTICLE.match(text, start, end)
        after = article.end() if article else start
        trimmed, _ = trim_titles(text, after, end)
        start = trimmed if trimmed > after else start
    if label == "REL" and has_bare_ties(corpus) and (opening := _DETERMINER.search(text, max(0, start - 12), start)):
        start = opening.start()
    return GoldSpan(start, end, label)


def _cut_by_signs(text: str, value: str) -> tuple[int, int] | None:
    """Find a value whose characters are parted by invisible signs."""
    places = [i for i, char in enumerate(text) if not _INVISIBLE.match(char)]
    at = "".join(text[i] for i in places).find(value)
    return (places[at], places[at + len(value) - 1] + 1) if at >= 0 and value else None


def marked(path: Path) -> GoldDocument:
    """Read a marked file."""
    raw = path.read_text(encoding="utf-8")
    parts = re.split(r"^---\s*$\n?", raw, maxsplit=2, flags=re.M)
    if len(parts) != 3:
        raise UnreadableFile(f"{path.name} has no header between two lines of ---.")
    try:
        header = yaml.safe_load(parts[1]) or {}
        people = {str(key): _person(p) for key, p in (header.get("people") or {}).items()}
    except (yaml.YAMLError, AttributeError):
        raise UnreadableFile(f"The header of {path.name} isn't well formed.") from None
    text, spans = unmarked(parts[2].lstrip("\n"))
    kind, register = str(header.get("kind", "")), str(header.get("register", ""))
    return GoldDocument(path.stem, text, spans, people, kind, register)


def _person(entry: Mapping[str, Any]) -> GoldPerson:
    return GoldPerson(*(str(entry.get(key, "")) for key in ("name", "gender", "origin", "role")))


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
