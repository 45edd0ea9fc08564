"""Fit what the words around a name say of its bearer's roles: `python -m training.role_contexts gold/train`.

For each stem and each class of roles: how much oftener somebody of that class has the stem beside the name than
somebody else, as the difference of log odds, few cases held near none. `scripts/weigh_roles.py` weighs it afterwards.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import log
from pathlib import Path

from pipeline.document import fold, from_text
from pipeline.group.role_contexts import KIN, TABLE, Table, classes_of, encoded, stems_around
from pipeline.group.role_words import read, ties
from pipeline.quality.gold import GoldDocument, load

TARGET = Path("pipeline/lexicons") / TABLE
HEAD = (
    "# stems beside a name and, in tenths, what each says of its bearer's roles; fitted by training/role_contexts.py\n"
)
# The stems and classes seen less than this tell nothing, nor do weights below the last.
_LEAST_STEM, _LEAST_CLASS, _LEAST_WEIGHT = 3, 8, 0.5
# How many cases of the average are put to those seen, and the largest weight.
_PRIOR, _MOST, _NEVER = 8.0, 2.5, 1e-3
Example = tuple[set[str], frozenset[str]]


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path, nargs="+")
    documents = [d for path in parser.parse_args().gold for d in load(path)]
    table = fitted([example for d in documents for example in examples(d)])
    TARGET.write_bytes(gzip.compress((HEAD + encoded(table)).encode(), mtime=0))


def examples(document: GoldDocument) -> list[Example]:
    """Return the stems around the names of each person of a document, and the classes of the roles they have."""
    marks = [s for s in document.spans if s.label == "PER"]
    names = sorted((s.start, s.end) for s in marks)
    own: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for s in marks:
        if s.person:
            own[s.person].append((s.start, s.end))
    text = from_text(document.text)
    return [(stems_around(text, places, names), _classes(document, key)) for key, places in own.items()]


def _classes(document: GoldDocument, key: str) -> frozenset[str]:
    """Return the classes of a person's roles: those of the header, and those by which the text designates them."""
    said: list[str] = []
    found: set[str] = set()
    if key in document.people:
        role, *of = re.split(r"\bde p\d+", fold(document.people[key].role))
        said += re.split(r"[,;/()]| y ", role)
        if of and not ties().keys().isdisjoint(re.findall(r"\w+", role)):
            found.add(KIN)
    said += [fold(document.text[s.start : s.end]) for s in document.spans if s.label == "ROLE" and s.person == key]
    for each in (" ".join(s.split()) for s in said):
        role = read(each)[0] if each else ""
        found |= classes_of(role) | ({KIN} if role in ties() else set())
    return frozenset(found)


def fitted(cases: Sequence[Example]) -> Table:
    """Return the weights of each stem, by class."""
    stems = Counter(stem for around, _ in cases for stem in around)
    classes = Counter(name for _, names in cases for name in names)
    both = Counter((stem, name) for around, names in cases for stem in around for name in names)
    shares = {name: many / len(cases) for name, many in sorted(classes.items()) if many >= _LEAST_CLASS}
    table: dict[str, list[tuple[str, float]]] = {}
    for stem, many in sorted(stems.items()):
        if many >= _LEAST_STEM:
            table[stem] = list(_weights(((name, both[stem, name], share) for name, share in shares.items()), many))
    return {stem: weights for stem, weights in table.items() if weights}


def _weights(seen: Iterable[tuple[str, int, float]], many: int) -> Iterable[tuple[str, float]]:
    """Yield the weights that say something; `seen` are class, cases with the stem and share of all cases."""
    for name, cases, share in seen:
        odds = (cases + _PRIOR * share) / (many + _PRIOR)
        weight = log(odds / share) - log((1 - odds + _NEVER) / (1 - share + _NEVER))
        if abs(weight) > _LEAST_WEIGHT:
            yield name, max(-_MOST, min(_MOST, weight))


if __name__ == "__main__":
    main()
