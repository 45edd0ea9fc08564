"""What the written file must no longer hold."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

import ahocorasick

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
# A number of fewer figures proves nothing wherever it is found.
_ANY_NUMBER = 3
# So much of a text is looked for at once, the rest compared where that stands.
_DEPTH = 256
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
            if len(folded) < 2 or _is_any_number(folded) or replacement.output == replacement.original:
                continue
            firsts.setdefault(folded, (replacement, source.document.digest))
            if not _is_weak(folded, replacement):
                strong.add(folded)
    stands = _counted([intended_text(analysis)], {_said(folded) for folded in firsts if folded not in strong})
    turned = {folded: _turned(folded, r.label) for folded, (r, _) in firsts.items() if folded in strong}
    kept = _counted(_kept_texts(analysis), set().union(*turned.values()))
    values = []
    for folded, (r, document) in firsts.items():
        is_own = document == analysis.document.digest
        if folded in strong:
            allowed = sum(kept[said] for said in turned[folded])
            values.append(Sought(r.original, r.label, r.detection, allowed, document, is_own))
            continue
        standing = stands[_said(folded)]
        # A designation or an age that the text keeps of somebody else proves nothing wherever it's found.
        if not (standing and r.label in _SAID_OF_MANY):
            values.append(Sought(r.original, r.label, r.detection, standing, document, is_own))
    return tuple(values)


def _is_any_number(folded: str) -> bool:
    """Tell whether a value is a number of two figures, which stands in dates, sizes and headers of any file."""
    return len(folded) < _ANY_NUMBER and folded.isdecimal()


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


def _said(folded: str) -> str:
    return "".join(_WORD.findall(folded))


def _turned(folded: str, label: str) -> set[str]:
    """Return what the gate may find of a value: a name also with its surnames first."""
    words = _WORD.findall(folded)
    turns = len(words) if label == Label.PERSON else 1
    return {"".join(words[n:] + words[:n]) for n in range(turns)}


def _counted(texts: Iterable[str], wanted: Collection[str]) -> Counter[str]:
    """Count where each stands in texts without spaces and signs: the gate counts by words, never inside one."""
    found: Counter[str] = Counter()
    automaton = ahocorasick.Automaton()
    by_head: dict[str, list[str]] = defaultdict(list)
    for said in filter(None, wanted):
        by_head[said[:_DEPTH]].append(said)
    for head, same in by_head.items():
        automaton.add_word(head, (len(head), same))
    if not len(automaton):
        return found
    automaton.make_automaton()
    words = [word for text in texts for word in (*_WORD.findall(_plain(text)), "\n")]
    edges = frozenset(accumulate(map(len, words), initial=0))
    joined = "".join(words)
    for last, (size, same) in automaton.iter(joined):
        start = last + 1 - size
        for said in same:
            if len(said) > size and not joined.startswith(said, start):
                continue
            whole = start in edges and start + len(said) in edges
            found[said] += whole or (len(said) >= _LONG and not said.isdigit())
    return found
