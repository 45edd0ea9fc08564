"""The public corpora as training texts: labels mapped, cut into short texts, names exchanged, letters degraded."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.lexicons.names import trim_titles
from training.generate import Generator
from training.people import Invented

Labelled = tuple[str, list[tuple[int, int, str]]]

_MAPPED = {"PER": "PERSON", "ORG": "ORG", "LOC": "LOC", "ADDRESS": "ADDRESS", "DATE": "DATE"}
# How many lines stand together in a piece, and how much of what names nothing is kept.
SIZES, IDLE = (1, 2, 3, 5, 8), 0.5


def read(path: Path) -> Iterator[Labelled]:
    """Yield the texts of a standoff file with the five labels; titles stay outside a person's name."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        spans = [span for s in row["spans"] if (span := _mapped(row["text"], s)) is not None]
        yield row["text"], _disjoint(spans)


def _mapped(text: str, span: dict[str, object]) -> tuple[int, int, str] | None:
    start, end, label = int(str(span["start"])), int(str(span["end"])), _MAPPED.get(str(span["label"]))
    surface = text[start:end]
    if label == "PERSON":
        start, end = trim_titles(text, start, end)
    if label == "LOC" and not any(c.isalpha() for c in surface):
        return None
    if label == "DATE":
        # Corpora disagree on "el" before a day and on "ayer"; only a date with a figure is one here.
        start += 3 if surface.lower().startswith("el ") else 0
        if not any(c.isdigit() for c in surface):
            return None
    return (start, end, label) if label and start < end else None


def _disjoint(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    for span in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def pieces(
    text: str,
    spans: Sequence[tuple[int, int, str]],
    rng: random.Random,
    sizes: Sequence[int] = SIZES,
    *,
    idle: float = IDLE,
) -> Iterator[Labelled]:
    """Cut a long text into pieces of some lines, no span in two; of what names nothing the share `idle` is kept."""
    ends = [m.end() for m in re.finditer("\n", text)]
    lines = [0, *(at for at in ends if not any(s < at < e for s, e, _ in spans)), len(text)]
    at = 0
    while at < len(lines) - 1:
        to = min(at + rng.choice(sizes), len(lines) - 1)
        start, end = lines[at], lines[to]
        inside = [(s - start, e - start, label) for s, e, label in spans if start <= s and e <= end]
        if text[start:end].strip() and (inside or rng.random() < idle):
            yield text[start:end], inside
        at = to


def joined(singles: Sequence[Labelled], rng: random.Random) -> Iterator[Labelled]:
    """Put most sentences after one another, by line or in one, as articles do: first words stand after a stop."""
    at = 0
    while at < len(singles):
        many = rng.choice((1, 1, 2, 3, 5))
        text, spans = "", list[tuple[int, int, str]]()
        for sentence, inside in singles[at : at + many]:
            text += "" if not text else "\n" if rng.random() < 0.6 else " "
            spans += [(s + len(text), e + len(text), label) for s, e, label in inside]
            text += sentence
        yield text, spans
        at += many


def exchanged(piece: Labelled, generator: Generator, rng: random.Random, sex: str = "", origin: str = "") -> Labelled:
    """Put invented people in the place of the names of a text, as long a form as stood there."""
    text, spans = piece
    out, moved, at, length = [], [], 0, 0
    for start, end, label in spans:
        surface = text[start:end]
        new = (
            _another(surface, generator.population.draw(sex, origin), generator, rng) if label == "PERSON" else surface
        )
        out += [text[at:start], new]
        length += start - at
        moved.append((length, length + len(new), label))
        length += len(new)
        at = end
    return "".join([*out, text[at:]]), moved


def _another(surface: str, who: Invented, generator: Generator, rng: random.Random) -> str:
    words = surface.split()
    form = ["surname" if rng.random() < 0.7 else "given"] if len(words) == 1 else []
    if len(words) > 1 and "." in words[0]:
        form = ["fi"]
    elif len(words) > 1 and rng.random() < 0.5:
        return f"{who.given} {who.surnames[0]}"
    return generator.written(who, form)


def degraded(piece: Labelled, rng: random.Random) -> Labelled:
    """Take the case away from one text in eight: all capitals, all small, or capitals for the names alone."""
    text, spans = piece
    chance = rng.random()
    if chance < 0.05 and len(text.upper()) == len(text):
        return text.upper(), spans
    if chance < 0.08:
        return text.lower() if len(text.lower()) == len(text) else text, spans
    if chance < 0.13:
        for start, end, label in spans:
            if label == "PERSON" and len(text[start:end].upper()) == end - start:
                text = text[:start] + text[start:end].upper() + text[end:]
    return text, spans
