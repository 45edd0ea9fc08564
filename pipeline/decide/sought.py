"""What the written file must no longer hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

import ahocorasick

from pipeline.analysis import Analysis, Sought
from pipeline.decision import Action, Replacement
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons.number_parts import number_parts
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
# That of an address or a user name, not of initials or an ordinal.
_STOP_INSIDE = re.compile(r"[^\W\d_]\.[^\W\d_]{2}")
_RAISED = dict.fromkeys(map(ord, "ªº°"), " ")


def sought(analysis: Analysis, others: Sequence[Analysis] = ()) -> tuple[Sought, ...]:
    """List each replaced value of the document, and of the rest of its expediente, once.

    `allowed` is how often the value stands in the intended text: inside a mention that a decision keeps, or, for a
    single word ("Rey" in "Rey de Armas") or a common fact (an age), wherever it isn't a mention. A name of several
    words or an identifier may stand only where a decision keeps it; so may a value that is one of them anywhere.
    """
    firsts: dict[str, tuple[Replacement, str]] = {}
    strong: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for source in (analysis, *others):
        for replacement in source.replacements():
            said = (replacement.original, replacement.label)
            if said in seen or replacement.output == replacement.original:
                continue
            seen.add(said)
            folded = _plain(replacement.original)
            if not _proves_something(_said(folded)):
                continue
            firsts.setdefault(folded, (replacement, source.document.digest))
            if not _is_weak(folded, replacement):
                strong.add(folded)
    stands = _places([intended_text(analysis)], {_said(folded) for folded in firsts if folded not in strong})
    forms = {folded: _forms(folded, r) for folded, (r, _) in firsts.items() if folded in strong}
    kept = _places(_kept_texts(analysis), set().union(*forms.values()))
    values = []
    for folded, (r, document) in firsts.items():
        is_own = document == analysis.document.digest
        if folded in strong:
            allowed = _outermost(place for said in forms[folded] for place in kept[said])
            values.append(Sought(r.original, r.label, r.detection, allowed, document, is_own))
            continue
        standing = len(stands[_said(folded)])
        # A designation or an age that the text keeps of somebody else proves nothing wherever it's found.
        if not (standing and r.label in _SAID_OF_MANY):
            values.append(Sought(r.original, r.label, r.detection, standing, document, is_own))
    return tuple(values)


def _proves_something(said: str) -> bool:
    """Tell whether a value is more than a letter, or than a number of two figures: these stand in any file."""
    return len(said) >= _ANY_NUMBER or (len(said) == 2 and not said.isdecimal())


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
    return digits < 5 and " " not in folded and "@" not in folded and not _STOP_INSIDE.search(folded)


def _kept_texts(analysis: Analysis) -> list[str]:
    kept = []
    for detection in analysis.detections:
        decision = analysis.decisions.get(detection.id)
        if detection.lost_to is None and (decision is None or decision.action is Action.KEEP):
            kept.append(analysis.document.surface(detection.span))
    return kept


def _said(folded: str) -> str:
    return "".join(_WORD.findall(folded))


def _forms(folded: str, replacement: Replacement) -> frozenset[str]:
    """Return what the gate may find of a value: a name also with its surnames first, a number in part."""
    words = _WORD.findall(folded)
    turns = len(words) if replacement.label == Label.PERSON else 1
    turned = frozenset("".join(words[n:] + words[:n]) for n in range(turns))
    return turned | number_parts(replacement.original, replacement.label)


def _outermost(places: Iterable[tuple[int, int]]) -> int:
    """Count the places that lie in no other: a number's part isn't one more where the number stands whole."""
    count = reached = 0
    for _, end in sorted(places, key=lambda place: (place[0], -place[1])):
        if end > reached:
            count, reached = count + 1, end
    return count


def _places(texts: Iterable[str], wanted: Collection[str]) -> defaultdict[str, list[tuple[int, int]]]:
    """Find where each stands in texts without spaces and signs: the gate counts by words, never inside one."""
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
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
            end = start + len(said)
            if len(said) > size and not joined.startswith(said, start):
                continue
            if (start in edges and end in edges) or (len(said) >= _LONG and not said.isdigit()):
                found[said].append((start, end))
    return found
