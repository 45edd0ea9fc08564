"""The forms in which a value could survive: as it was, turned round, backwards, a number in part, an e-mail slug."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline import lexicons
from pipeline.analysis import Sought
from pipeline.lexicons.lookalikes import latin
from pipeline.lexicons.names import is_common
from pipeline.lexicons.number_parts import number_parts
from pipeline.verify.folded import words

SHORT = 5
LONG = 12
MIN_SLUG = 7
MIN_NAME = 4
MIN_RAW = 6
MIN_RAW_DIGITS = 9
IDENTIFIER = 7
MIN_BACKWARDS = 7  # "León" backwards is "Noel"
MIN_INITIALS = 3
MAX_PART_WORDS = 6  # an account in groups of four
_PERSON = "PERSON"


class Kind(StrEnum):
    """How a form relates to the value."""

    SAME = "found"
    TURNED = "found with its words turned round"
    SLUG = "found as a slug"
    WORD = "found in an identifier"
    PART = "found without its letter, prefix or control figures"
    BACKWARDS = "found backwards"
    INITIALS = "found as initials"


@dataclass(frozen=True, slots=True)
class Form:
    """One squashed form of a value and its parts: `index` is the value's place in the list of what is sought."""

    text: str = field(repr=False)
    index: int
    kind: Kind
    words: int
    parts: tuple[str, ...] = field(default=(), repr=False)
    # Asked at every hit, so that it is counted once.
    figures: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", sum(map(str.isdigit, self.text)))

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
        return self.figures >= IDENTIFIER


def forms(sought: list[Sought]) -> Iterator[Form]:
    """Yield every form of every value, each once."""
    for index, value in enumerate(sought):
        alike = latin(value.text)
        if alike is value.text:
            yield from _of_value(alike, value, index)
        else:
            yield from dict.fromkeys(form for text in (value.text, alike) for form in _of_value(text, value, index))


def _of_value(text: str, value: Sought, index: int) -> Iterator[Form]:
    """Yield the forms of a value written like this, the plainest first."""
    tokens = words(text)
    if not tokens:
        return
    whole = [Form("".join(tokens), index, Kind.SAME, len(tokens), tuple(tokens))]
    is_name = value.label == _PERSON and not any(map(str.isdigit, whole[0].text))
    if is_name and 2 <= len(tokens) <= 8:
        whole += _turned(tokens, index)
        yield from _of_person(tokens, index)
    for form in whole:
        yield form
        if _tells_backwards(form, is_name=is_name):
            yield Form(form.text[::-1], index, Kind.BACKWARDS, form.words)
    for part in sorted(number_parts(text, value.label)):
        yield Form(part, index, Kind.PART, MAX_PART_WORDS)
    if value.label == _PERSON and value.is_own:
        yield from _in_names(tokens, index)


def _in_names(tokens: list[str], index: int) -> Iterator[Form]:
    """Yield what the name of a thing or of a file may say of somebody: a word, the initials."""
    telling = [t for t in tokens if len(t) >= MIN_NAME and t.isalpha()]
    kept = {t for t in telling if len(telling) == 1 or not is_common(t)}
    yield from (Form(t, index, Kind.WORD, 1) for t in sorted(kept))
    for letters in sorted({"".join(t[0] for t in said) for said in (tokens, _without_small_words(tokens))}):
        if len(letters) >= MIN_INITIALS and letters.isalpha():
            yield Form(letters, index, Kind.INITIALS, len(letters))


def _tells_backwards(form: Form, *, is_name: bool) -> bool:
    """Tell whether a form read from its end is no other value or word by chance, as dates and short words are."""
    if len(form.text) < MIN_BACKWARDS or form.text == form.text[::-1]:
        return False
    if form.is_number:
        return len(form.text) >= MIN_RAW_DIGITS
    return is_name or form.words > 1 or form.is_identifier


def _without_small_words(tokens: list[str]) -> list[str]:
    return [t for t in tokens if t not in lexicons.words("particles.txt")]


def _turned(tokens: list[str], index: int) -> Iterator[Form]:
    # A lone word with its small words ("De la Botella") says the same of nobody turned round: "la botella de anís".
    turns = range(1, len(tokens)) if len(_without_small_words(tokens)) > 1 else ()
    turned = {"".join(tokens[k:] + tokens[:k]) for k in turns} - {"".join(tokens)}
    for text in sorted(turned):
        if len(text) >= SHORT + 1:
            yield Form(text, index, Kind.TURNED, len(tokens))


def _of_person(tokens: list[str], index: int) -> Iterator[Form]:
    names = _without_small_words(tokens)
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
