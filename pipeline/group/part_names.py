"""Two people that one detection took for one ("Ona Vilalta Serra, Fátima Zahra Chakir"): the span parted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.analysis import Found
from pipeline.detection import Detection, Layer, detect
from pipeline.document import Document, Span, fold
from pipeline.group.mentions import people
from pipeline.lexicons.name_parts import parse
from pipeline.lexicons.names import given_band, is_common, particles, surname_band

NAME = "propagation"

# Columns of signatures; the comma or the conjunction of a list.
_COLUMN = re.compile(r"[^\S\n]{3,}|\t")
_LISTED = re.compile(r",\s+|\s+[ye]\s+|\s*[–—]\s*")
# A given name is one where it is this much oftener that than a surname.
_CLEARLY = 2
# A surname with its particles has fewer words.
_LONG = 5


def part_names(found: Sequence[Found]) -> list[Found]:
    """Return the documents with the detections that hold several people parted into one for each."""
    return [_parted(f) for f in found]


def _parted(found: Found) -> Found:
    new: list[Detection] = []
    gone: dict[str, Detection] = {}
    for d in people(found):
        spans = list(_spans(found.document, d.span))
        if len(spans) > 1:
            spans = [s for s in spans if _could_be(found.document.surface(s))] or spans[:1]
            parts = [_part(d, span, n) for n, span in enumerate(spans)]
            new += parts
            gone[d.id] = replace(d.adjusted(f"{NAME}:parted", -d.score), lost_to=parts[0].id)
    if not new:
        return found
    return replace(found, detections=tuple([*(gone.get(d.id, d) for d in found.detections), *new]))


def _could_be(text: str) -> bool:
    """Tell whether what a column holds can be somebody: no lone word that no list of names knows ("Ventanilla")."""
    parts = parse(text).words
    return len(parts) > 1 or any((given_band(w) or surname_band(w)) and not is_common(w) for w in parts)


def _part(d: Detection, span: Span, n: int) -> Detection:
    made = detect(
        span, d.label, d.score, recogniser=NAME, trigger=f"{NAME}:parted", layer=Layer.COREFERENCE
    )  # fmt: skip
    return replace(made, id=f"{d.id}p{n}")


def _spans(document: Document, span: Span) -> Iterator[Span]:
    """Yield the span of each of the people."""
    text = document.surface(span)
    start = 0
    for match in sorted([*_COLUMN.finditer(text), *_LISTED.finditer(text)], key=lambda m: m.start()):
        left, right = text[start : match.start()], text[match.end() :]
        if match.start() <= start or not (left.strip() and right.strip()):
            continue
        if _COLUMN.fullmatch(match.group()) or _are_two(left, right, match.group().strip()):
            yield Span(span.start + start, span.start + match.start())
            start = match.end()
    if start:
        yield Span(span.start + start, span.end)


def _are_two(left: str, right: str, sign: str) -> bool:
    """Tell whether a comma or conjunction stands between two names and not inside an inverted one."""
    first, second = parse(left), parse(right.partition(",")[0] if sign == "," else right)
    if sign in ("–", "—"):
        return True
    if sign != ",":
        # "Rei Castro y Outeiro Lema"; "Ortega y Gasset" is one, and so is "José de Haro y Martínez de Pisón".
        if first.words and given_band(first.words[0]) > surname_band(first.words[0]) and _is_compound(right):
            return False
        return ("," in left and "," in right) or min(len(first.words), len(second.words)) > 1
    if all(map(_is_given, (*first.words, *second.words))):
        return True
    if not second.is_full or given_band(second.words[-1]) > surname_band(second.words[-1]):
        return False
    starts = first.words[0] if first.words else ""
    named = first.is_full and given_band(starts) >= max(1, surname_band(starts))
    return named or len(second.given[0]) == 1


def _is_compound(text: str) -> bool:
    """Tell whether a name is a surname with what follows its particle and no given name: "Fernández de Córdoba"."""
    words = fold(text).split()
    starts = bool(words) and surname_band(words[0]) > given_band(words[0])
    return starts and len(words) < _LONG and any(w in particles() for w in words[1:-1])


def _is_given(word: str) -> bool:
    return len(word) > 1 and given_band(word) > surname_band(word) + _CLEARLY
