"""One pass over each view for thousands of values at once (Aho-Corasick), then the rules of what counts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import ahocorasick

from pipeline.analysis import Leak, Sought
from pipeline.lexicons.lookalikes import latin
from pipeline.verify.folded import Squashed, plain, squash
from pipeline.verify.forms import IDENTIFIER, LONG, MIN_RAW, MIN_RAW_DIGITS, Form, Kind, forms
from pipeline.verify.view import Layer, View

_RUNNING = frozenset({Layer.MAIN, Layer.NAME, Layer.PIXELS})


# So much of a long form is looked for by the automaton, the rest compared where that stands: its time grows with the
# depth of a form that repeats itself, and it is freed by recursion.
_DEPTH = 256
# Readings of the same text that is counted as it's read.
_READINGS = frozenset({Layer.JOINED, Layer.DRAWN, Layer.RAW, Layer.DECODED, Layer.PIXELS})
# Kinds that say something in some layers only.
_ONLY_IN = {
    Kind.WORD: frozenset({Layer.IDENTIFIERS, Layer.NAME}),
    Kind.INITIALS: frozenset({Layer.NAME}),
}

_Place = tuple[int, int, Form]


@dataclass(frozen=True, slots=True)
class Hit:
    """A form found in a view."""

    form: Form
    view: View = field(repr=False)


class Searcher:
    """All the values that must be gone, ready to be looked for in one view after another."""

    def __init__(self, sought: Sequence[Sought]) -> None:
        self._sought = list(sought)
        by_text: dict[str, list[Form]] = defaultdict(list)
        for form in forms(self._sought):
            by_text[form.text].append(form)
        self._automaton = ahocorasick.Automaton()
        for head, same in _by_head(by_text).items():
            self._automaton.add_word(head, (len(head), same))
        self._is_empty = not by_text
        if by_text:
            self._automaton.make_automaton()

    def hits(self, view: View) -> Iterator[Hit]:
        """Yield what counts as found in a view, read as it stands and with letters of other scripts as Latin ones."""
        if self._is_empty or not view.text:
            return
        found = list(self._forms_in(view.text, view.layer))
        yield from (Hit(form, view) for form in found)
        if (text := latin(view.text)) is not view.text:
            alike = replace(view, text=text, how=view.how or "found in letters of another script")
            seen = Counter(form.index for form in found)
            for form in self._forms_in(text, view.layer):
                seen[form.index] -= 1
                if seen[form.index] < 0:
                    yield Hit(form, alike)

    def _forms_in(self, text: str, layer: Layer) -> Iterator[Form]:
        squashed = squash(text)
        slugs: dict[str, Form] = {}
        places: list[_Place] = []
        for last, (size, found) in self._automaton.iter(squashed.text):
            start = last + 1 - size
            for form in found:
                end = start + len(form.text)
                if len(form.text) > size and not squashed.text.startswith(form.text, start):
                    continue
                if form.kind is Kind.SLUG:
                    slugs[form.text] = form
                elif _counts(form, squashed, start, end, layer):
                    places.append((start, end, form))
        yield from _outermost(places)
        yield from _real_slugs(slugs, text, " ._+-" if layer is Layer.NAME else "._+-")

    def leaks(self, views: Iterable[View]) -> tuple[Leak, ...]:
        """Return the leaks of all the views: what stands more often in a layer than decisions allow."""
        by_layer: dict[tuple[Layer, str, int], list[Hit]] = defaultdict(list)
        for view in views:
            reading = view.how if view.layer in _READINGS else ""
            for hit in self.hits(view):
                by_layer[view.layer, reading, hit.form.index].append(hit)
        leaks: dict[tuple[str, int], Leak] = {}
        for (layer, _, index), hits in by_layer.items():
            allowed = self._sought[index].allowed
            if layer in _READINGS and len(by_layer.get((Layer.MAIN, "", index), ())) <= allowed:
                # Another reading of text that may stand sees it up to twice: drawn in parts, and joined.
                allowed *= 2
            if len(hits) > allowed:
                for hit in hits:
                    leaks.setdefault((hit.view.where, index), self._leak(hit))
        return tuple(leaks.values())

    def _leak(self, hit: Hit) -> Leak:
        value = self._sought[hit.form.index]
        how = hit.view.how or hit.form.kind.value
        return Leak(hit.view.where, value.label, value.detection, how, document=value.document)


def _by_head(by_text: Mapping[str, Sequence[Form]]) -> dict[str, list[Form]]:
    """Return the forms by their first characters, as many as the automaton looks for."""
    by_head: dict[str, list[Form]] = defaultdict(list)
    for text, same in by_text.items():
        by_head[text[:_DEPTH]] += same
    return by_head


def _outermost(places: list[_Place]) -> Iterator[Form]:
    """Yield the forms but those that lie in another of the same value: a number's part in the whole."""
    reached: dict[int, int] = {}
    for _, end, form in sorted(places, key=lambda place: (place[0], -place[1])):
        if end > reached.get(form.index, -1):
            reached[form.index] = end
            yield form


def _real_slugs(slugs: dict[str, Form], text: str, joints: str) -> Iterator[Form]:
    """Yield the slugs that stand as one word or joined by a sign, not as a given name and surname of a sentence."""
    if not slugs:
        return
    folded = plain(text)
    for form in slugs.values():
        first, second = map(re.escape, form.parts)
        if re.search(rf"(?<![^\W_]){first}[{joints}]?{second}(?:\d{{0,4}}|_\w+)(?![^\W_])", folded):
            yield form


def _counts(form: Form, text: Squashed, start: int, end: int, layer: Layer) -> bool:
    only = _ONLY_IN.get(form.kind)
    if (only is not None and layer not in only) or not _has_edges(form, text, start, end):
        return False
    if only is not None:
        return form.kind is Kind.WORD or text.word_count(start, end) in (1, form.words)
    if form.is_number and not _is_one_number(form, text, start, end):
        return False
    if form.is_short:
        return layer in _RUNNING and text.word_count(start, end) <= form.words
    if form.kind is Kind.TURNED and form.words == 2 and text.has_break(start, end):
        return False
    if layer is Layer.RAW:
        return _counts_in_bytes(form, text, start, end)
    return layer is not Layer.JOINED or not (form.is_number or form.is_identifier)


def _is_one_number(form: Form, text: Squashed, start: int, end: int) -> bool:
    """Tell whether figures stand together as those of one number do: short ones undivided, in threes or as known."""
    groups = text.words_in(start, end)
    if len(groups) == 1 or tuple(groups) == form.parts:
        return True
    if form.kind is Kind.SAME:
        return len(form.text) >= IDENTIFIER
    if len(form.text) >= MIN_RAW_DIGITS:
        return len(groups) <= form.words
    return not text.has_break(start, end) and all(len(group) == 3 for group in groups[1:]) and len(groups[0]) < 4


def _counts_in_bytes(form: Form, text: Squashed, start: int, end: int) -> bool:
    """Among operators and offsets, numbers count only where they stand as one word."""
    if form.is_number or form.is_identifier:
        return len(form.text) >= MIN_RAW_DIGITS and text.word_count(start, end) == 1
    return len(form.text) >= MIN_RAW


def _has_edges(form: Form, text: Squashed, start: int, end: int) -> bool:
    """Tell whether the match begins and ends where words do, or is too long to be there by chance."""
    left = text.is_start(start) or _changes(text.text, start, form)
    right = text.is_end(end) or _changes(text.text, end, form)
    return (left and right) or (len(form.text) >= LONG and not form.is_number and not form.is_identifier)


def _changes(text: str, at: int, form: Form) -> bool:
    """Tell whether an identifier may end or begin here inside a word (`DNI99012345J`): not between two digits."""
    return form.is_identifier and not (text[at - 1].isdigit() and text[at].isdigit())
