"""The forms in which a value could survive: as it was, its words turned round, its e-mail slug."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline import lexicons
from pipeline.analysis import Sought
from pipeline.lexicons.names import is_common
from pipeline.verify.folded import words

SHORT = 5
LONG = 12
MIN_SLUG = 7
MIN_NAME = 4
MIN_RAW = 6
MIN_RAW_DIGITS = 9
_PERSON = "PERSON"


class Kind(StrEnum):
    """How a form relates to the value."""

    SAME = "found"
    TURNED = "found with its words turned round"
    SLUG = "found as a slug"
    WORD = "found in an identifier"


@dataclass(frozen=True, slots=True)
class Form:
    """One squashed form of a value: `index` is the value's place in the list of what is sought."""

    text: str = field(repr=False)
    index: int
    kind: Kind
    words: int
    parts: tuple[str, str] = field(default=("", ""), repr=False)

    @property
    def is_short(self) -> bool:
        """Short forms count only as whole words of running text."""
        return len(self.text) < SHORT

    @property
    def is_number(self) -> bool:
        """All digits: more easily met by chance."""
        return self.text.isdigit()

    @property
    def is_identifier(self) -> bool:
        """Seven digits or more, with or without letters."""
        return sum(c.isdigit() for c in self.text) >= 7


def forms(sought: list[Sought]) -> Iterator[Form]:
    """Yield every form of every value, each once."""
    for index, value in enumerate(sought):
        tokens = words(value.text)
        if not tokens:
            continue
        yield Form("".join(tokens), index, Kind.SAME, len(tokens))
        if value.label == _PERSON and 2 <= len(tokens) <= 8 and not any(t.isdigit() for t in tokens):
            yield from _of_person(tokens, index)
        if value.label == _PERSON and value.is_own:
            telling = [t for t in tokens if len(t) >= MIN_NAME and t.isalpha()]
            kept = {t for t in telling if len(telling) == 1 or not is_common(t)}
            yield from (Form(t, index, Kind.WORD, 1) for t in sorted(kept))


def _of_person(tokens: list[str], index: int) -> Iterator[Form]:
    same = "".join(tokens)
    names = [t for t in tokens if t not in lexicons.words("particles.txt")]
    # A lone word with its small words ("De la Botella") says the same of nobody turned round: "la botella de anís".
    turns = range(1, len(tokens)) if len(names) > 1 else ()
    turned = {"".join(tokens[k:] + tokens[:k]) for k in turns} - {same}
    for text in sorted(turned):
        if len(text) >= SHORT + 1:
            yield Form(text, index, Kind.TURNED, len(tokens))
    for parts in sorted(_slugs(names)):
        if len("".join(parts)) >= MIN_SLUG:
            yield Form("".join(parts), index, Kind.SLUG, 2, parts)


def _slugs(names: list[str]) -> set[tuple[str, str]]:
    """Return `maria.fernandez`, `fernandez.maria`, `ml.fernandez`, `m.fernandez` for one or two given names."""
    slugs: set[tuple[str, str]] = set()
    for given in (1, 2):
        if len(names) > given and all(len(n) > 1 for n in names):
            surname, initials = names[given], "".join(n[0] for n in names[:given])
            slugs |= {(names[0], surname), (surname, names[0]), (initials, surname), (surname, initials)}
    return slugs
