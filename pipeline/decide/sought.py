"""What the written file must no longer hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.analysis import Analysis, Sought
from pipeline.decision import Action, Replacement
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons.unseen import without_unseen

# What coincides without being the same fact: where it wasn't marked it may stand.
_COMMON = {Label.AGE, Label.LOC, Label.POSTCODE, Label.KINSHIP, Label.POST, Label.ROLE, Label.QUASI}
_SAID_OF_MANY = {Label.AGE, Label.KINSHIP, Label.POST, Label.ROLE}
# Identifiers of few digits, which no other word is by chance.
_UNIQUE = {Label.PLATE, Label.VIN, Label.MAC, Label.PASSPORT, Label.CADASTRE, Label.CSV, Label.HEALTH_ID}
_LONG = 12
_WORD = re.compile(r"[^\W_]+")
_RAISED = dict.fromkeys(map(ord, "ªº°"), " ")


def sought(analysis: Analysis, others: Sequence[Analysis] = ()) -> tuple[Sought, ...]:
    """List each replaced value of the document, and of the rest of its expediente, once.

    `allowed` is how often the value stands in the intended text: inside a mention that a decision keeps, or, for a
    single word ("Rey" in "Rey de Armas") or a common fact (an age), wherever it isn't a mention. A name of several
    words or an identifier may stand only where a decision keeps it; so may a value that is one of them anywhere.
    """
    firsts: dict[str, tuple[Replacement, str]] = {}
    strong: set[str] = set()
    for source in (analysis, *others):
        for replacement in source.replacements():
            folded = _plain(replacement.original)
            if len(folded) < 2 or replacement.output == replacement.original:
                continue
            firsts.setdefault(folded, (replacement, source.document.digest))
            if not _is_weak(folded, replacement):
                strong.add(folded)
    intended, kept = _squashed([intended_text(analysis)]), _squashed(_kept_texts(analysis))
    values = []
    for folded, (r, document) in firsts.items():
        if folded in strong:
            values.append(Sought(r.original, r.label, r.detection, _allowed(folded, r.label, kept), document))
            continue
        stands = intended.count(_WORD.findall(folded))
        # A designation or an age that the text keeps of somebody else proves nothing wherever it's found.
        if not (stands and r.label in _SAID_OF_MANY):
            values.append(Sought(r.original, r.label, r.detection, stands, document))
    return tuple(values)


def _plain(text: str) -> str:
    return " ".join(without_unseen(fold(text)).translate(_RAISED).split())


def intended_text(analysis: Analysis) -> str:
    """Return the document's text with its replacements applied."""
    text, out, last = analysis.document.text, [], 0
    for replacement in analysis.replacements():
        out += [text[last : replacement.span.start], replacement.output]
        last = replacement.span.end
    return "".join([*out, text[last:]])


def _is_weak(folded: str, replacement: Replacement) -> bool:
    if replacement.label in _COMMON:
        return True
    digits = sum(c.isdigit() for c in folded)
    if replacement.label in _UNIQUE and digits:
        return False
    return digits < 5 and " " not in folded and "@" not in folded and "." not in folded


def _kept_texts(analysis: Analysis) -> list[str]:
    kept = []
    for detection in analysis.detections:
        decision = analysis.decisions.get(detection.id)
        if detection.lost_to is None and (decision is None or decision.action is Action.KEEP):
            kept.append(analysis.document.surface(detection.span))
    return kept


@dataclass(frozen=True, slots=True)
class _Squashed:
    """Texts without spaces and signs, and where their words begin: the gate counts by words, never inside one."""

    text: str = field(repr=False)
    edges: frozenset[int] = field(repr=False)

    def count(self, words: Sequence[str]) -> int:
        """Count where these words stand one after another, however they are parted."""
        wanted, found = "".join(words), 0
        if not wanted:
            return 0
        at = self.text.find(wanted)
        while at >= 0:
            whole = at in self.edges and at + len(wanted) in self.edges
            found += whole or (len(wanted) >= _LONG and not wanted.isdigit())
            at = self.text.find(wanted, at + 1)
        return found


def _squashed(texts: Iterable[str]) -> _Squashed:
    pieces: list[str] = []
    edges: set[int] = set()
    at = 0
    for text in texts:
        for word in (*_WORD.findall(_plain(text)), "\n"):
            edges.add(at)
            pieces.append(word)
            at += len(word)
    return _Squashed("".join(pieces), frozenset(edges | {at}))


def _allowed(folded: str, label: str, kept: _Squashed) -> int:
    """Count where a decision keeps the value; a name also with its surnames first, since the gate finds it so."""
    words = _WORD.findall(folded)
    turns = len(words) if label == Label.PERSON else 1
    return sum(kept.count(list(turned)) for turned in {tuple(words[n:] + words[:n]) for n in range(turns)})
