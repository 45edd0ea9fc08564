"""Layer 3, the context model: what whole documents taught to be somebody's, by what stands around it.

Rules know the form of a thing; whose it is, or that a bare "tengo 43" is an age, is told by the words around it. The
model says so of names, numbers, dates, places, addresses, ages, ties, posts, bodies and attributes, each with a chance
that `calibration.json` turns into how often it was right on documents that the model hadn't seen; a name's is weighed
together with what the name model and the rules say of it (`name_chances.py`).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import BlockKind, Document, Span, covered
from pipeline.lexicons import words
from pipeline.lexicons.name_edges import whole
from pipeline.lexicons.names import is_common
from pipeline.recognise.name_chances import WEIGHTS, weighed
from pipeline.recognise.name_scores import Calibration
from pipeline.recognise.ner import NamedSpan, Ner, person_inside, plain
from pipeline.recognise.not_names import is_technical, without_wording
from pipeline.recognise.spanish_numbers import VALUES

MODEL = Path(__file__).parent.parent / "models" / "contexto"
# The model is given at most this many characters at once, cut at the end of a line where there is one; it parts them.
WINDOW = 4000
_WORTH_A_LOOK, _ASIDE = 0.1, 0.3
# From here on the model's word for a file of somebody's outweighs a rule that takes it for an act of the body.
_SURE = 0.9
_IN_CITATIONS = frozenset({Label.DATE, Label.LOC, Label.ORG, Label.CASE_NUMBER})
_KNOW_BETTER = frozenset({"sexes", "kinship"})
# Small words before a number are no part of it.
_LEAD = re.compile(r"(?:(?:es|son|el|la|los|las|de|del|y|o|con|en|al?|su|por|para)\s+)+(?=\S*\d)", re.I)
# A citation is left readable and a designation joined to people only where the model is surer than that.
_LEAST: dict[str, float] = {Label.CITATION: 0.8, Label.ROLE: 0.5, Label.PERSON: 0.0}
# Numbers and keys: "el DNI es 12345678Z" has no second number in "es".
_NUMBERS = frozenset({Label.OTHER_ID, Label.CASE_NUMBER})
# A key without figures has at least so many letters.
_LOGIN = 3
# A longer run of letters without figures is no key either.
_LONGEST_KEY = 128
_PLACES = frozenset({Label.ADDRESS, Label.LOC})
# What a rule is about, after its number and date.
_TITLE = re.compile(
    r"\s?,?\s(?:del?(?!\s(?:modo|manera|acuerdo|forma|que)\b)|sobre|para|per\sa|dels?|d[ao]s?|por\s(?:la|el)\sque"
    r"|pel\s?(?:la)?\sque|reguladora\sdel?)\s[^.,;:()\n\x00]{3,120}"
)
# The rest of it where the citation took its first words: "Ley 3/2009, de los derechos" "y deberes de los usuarios".
_TITLE_ON = re.compile(r"\s(?:[yei]|en|para|contra|del?|dels?|d[ao]s?)\s[^.,;:()\n\x00]{3,120}")
# What a rule is so sure of is somebody's and ends a title; places and bodies belong to it.
_THEIRS, _OF_TITLES = 0.5, frozenset({Label.LOC, Label.ORG})
_MONTH_LAST = re.compile(r"\d\s+(?:de\s|d['’])?\s?[^\W\d_]+\Z")
_QUOTES = frozenset("«\"“'‘")
_POSTCODE = re.compile(r"\d{5}")
# Signs that belong to no datum at its head and at its end.
_HEAD, _END = ' \t\r\n\u00a0.,;:()«»"“”', ' \t\r\n\u00a0,;:(«"“'


@dataclass(frozen=True, slots=True)
class Scores:
    """By label, how often the model was right at each chance: rising steps."""

    steps: dict[str, tuple[list[float], list[float]]]

    @classmethod
    def load(cls, path: Path) -> Scores:
        """Read the steps from a JSON file."""
        return cls.of_points(json.loads(path.read_text(encoding="utf-8"))["steps"])

    @classmethod
    def of_points(cls, points: Mapping[str, Sequence[Sequence[float]]]) -> Scores:
        """Make scores of each label's points, chance and share, in rising order."""
        return cls({label: ([p[0] for p in each], [p[1] for p in each]) for label, each in points.items()})

    def of(self, label: str, chance: float) -> float:
        """Return the share that is right at this chance, in 0..1."""
        chances, right = self.steps[label]
        at = bisect_right(chances, chance)
        if at in (0, len(chances)):
            return right[min(at, len(chances) - 1)]
        low, high = chances[at - 1], chances[at]
        return right[at - 1] + (right[at] - right[at - 1]) * (chance - low) / (high - low)


@dataclass(frozen=True, slots=True)
class ContextModel:
    """The tagger with its calibration, and the weights of names of either model; without them none is weighed."""

    tagger: Ner
    scores: Scores
    names: Calibration | None = None

    @classmethod
    def load(cls, path: Path = MODEL) -> ContextModel:
        """Load weights and calibration of a folder."""
        from pipeline.recognise.context_tagger import ContextTagger

        return cls(ContextTagger.load(path), Scores.load(path / "calibration.json"), Calibration.load(path / WEIGHTS))

    @property
    def name(self) -> str:
        """Name and version, as reports quote it."""
        return self.tagger.name


def with_context(document: Document, found: Sequence[Detection], model: ContextModel) -> list[Detection]:
    """Return what was found and what the model adds: names of either model weighed together, and doubted what a rule
    knows to be nobody's."""
    names, others = said_of(document, found, model)
    heeded = _heeded(document, found, others)
    found = [*_outside_titles(document, found)]
    if model.names is None:
        return [*found, *names, *heeded]
    return [*weighed(document, found, [*names, *others], model.names), *heeded]


def said_of(
    document: Document, found: Sequence[Detection], model: ContextModel
) -> tuple[list[Detection], list[Detection]]:
    """Return the names that the model says, with its own chance as score, and the rest."""
    said = list(_safe(document, found, find_in_context(document, model)))
    names = without_wording(document, [d for d in said if d.label == Label.PERSON])
    return list(names), [d for d in said if d.label != Label.PERSON]


def _outside_titles(document: Document, found: Sequence[Detection]) -> Iterator[Detection]:
    """Yield what was found; a place that the title of a rule names is doubted: "de la vivienda en Navarra"."""
    titles = covered(len(document.text), _titles(document, found))
    for detection in found:
        named = detection.label == Label.LOC and all(titles[detection.span.start : detection.span.end])
        yield detection.adjusted("aside:title", min(0.0, _ASIDE - detection.score)) if named else detection


def _safe(document: Document, found: Sequence[Detection], said: Iterable[Detection]) -> Iterator[Detection]:
    """Yield what the model says, but no citation that would leave a name or an identifier inside it readable."""
    hidden = (d for d in found if d.label not in _IN_CITATIONS and d.effect is Effect.HIDE and d.score >= 0.5)
    theirs = covered(len(document.text), (d.span for d in hidden))
    for detection in said:
        if detection.effect is Effect.HIDE or not any(theirs[detection.span.start : detection.span.end]):
            yield detection


def _heeded(document: Document, found: Sequence[Detection], said: Sequence[Detection]) -> Iterator[Detection]:
    """Yield what the model says, doubted where half of it or more is what a rule saw and set aside, or the title of
    a rule."""
    aside = covered(len(document.text), (*(d.span for d in found if _is_set_aside(d)), *_titles(document, found)))
    for detection in said:
        span = detection.span
        known = sum(aside[span.start : span.end]) >= len(span) / 2
        sure = detection.label == Label.CASE_NUMBER and detection.score >= _SURE
        doubted = known and not sure and detection.effect is Effect.HIDE
        yield detection.adjusted("aside:rule", min(0.0, _ASIDE - detection.score)) if doubted else detection


def _titles(document: Document, found: Sequence[Detection]) -> Iterator[Span]:
    """Yield what stands after a cited rule up to the next sign: "Ley 3/2009, de los derechos de los usuarios".

    Where a rule sees somebody's, the title ends: "Ley 39/2006 para la madre de 81 años, ciega".
    """
    hidden = (d for d in found if d.effect is Effect.HIDE and d.score >= _THEIRS)
    theirs = sorted(d.span.start for d in hidden if d.label not in _OF_TITLES)
    for each in found:
        if each.label == Label.CITATION and each.provenance.trigger == "rule":
            begun = document.folded[each.span.end - 1].isalpha() and not _MONTH_LAST.search(document.surface(each.span))
            title = (_TITLE_ON if begun else _TITLE).match(document.folded, each.span.end)
            if title:
                at = bisect_left(theirs, title.start())
                yield Span(title.start(), min([title.end(), *theirs[at : at + 1]]))


def _is_set_aside(detection: Detection) -> bool:
    """Tell whether a rule saw it and knows better: the date or number of an act, a sex, a tie of nobody, a number
    that a word beside it gives to a thing."""
    told = detection.provenance
    if told.layer is not Layer.RULE or detection.score >= 0.5:
        return False
    public = told.trigger.startswith("act ") or told.recogniser in _KNOW_BETTER
    cues = (a.by.removeprefix("context:") for a in told.adjustments if a.delta < 0)
    return public or any(cue in words("thing_cues.txt") for cue in cues)


def find_in_context(document: Document, model: ContextModel) -> Iterator[Detection]:
    """Yield what the model takes for somebody's, and designations and citations where it is sure of them."""
    windows = list(_windows(document.text))
    shown = [plain(document.text[start:end]).replace("\x00", "\n") for start, end in windows]
    for (offset, _), spans in zip(windows, model.tagger(shown), strict=True):
        for span in spans:
            found = _detection(document, offset, span, model)
            if found is not None and found.score >= _LEAST.get(found.label, _WORTH_A_LOOK):
                yield found


def _windows(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > WINDOW:
        cut = max(text.rfind("\n", start + WINDOW // 2, start + WINDOW), text.rfind("\x00", start + 1, start + WINDOW))
        end = (cut if cut > start else text.rfind(" ", start + 1, start + WINDOW)) + 1
        end = end if end > start else start + WINDOW
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def _detection(document: Document, offset: int, span: NamedSpan, model: ContextModel) -> Detection | None:
    place = _place(document, offset, span)
    if place is None or (span.label != Label.PERSON and _leaves_its_cell(document, place)):
        return None
    if span.label in _PLACES and is_technical(document, place):
        return None  # "Ávila 1.txt" is no street and number
    label = span.label
    if label in _NUMBERS and _is_word(document, place):
        return None
    chance = span.score or 0.0
    score = chance if label == Label.PERSON else model.scores.of(label, chance)
    if label in (Label.ADDRESS, Label.LOC) and _POSTCODE.fullmatch(document.text, place.start, place.end):
        label = Label.POSTCODE
    effect = Effect.PROTECT if label == Label.CITATION else Effect.HIDE
    return detect(
        place, label, round(score, 4),
        recogniser=model.name, trigger=f"model:{span.label}", layer=Layer.NER, effect=effect,
    )  # fmt: skip


def _leaves_its_cell(document: Document, place: Span) -> bool:
    """Tell whether a place runs over the end of a table's cell: a postcode and the points beside it are two things."""
    block = document.block_at(place.start)
    return block.kind is BlockKind.CELL and place.end > block.end


def _is_word(document: Document, place: Span) -> bool:
    """Tell whether a place holds too few or too many letters for a key, or an everyday word, no number."""
    said, folded = document.surface(place), document.folded[place.start : place.end]
    quoted = document.text[max(0, place.start - 1) : place.start] in _QUOTES
    if any(c.isdigit() for c in said) or folded in VALUES or quoted:
        return False
    if len(said) > _LONGEST_KEY:
        return True
    return sum(c.isalpha() for c in said) < _LOGIN or (said.isalpha() and said.islower() and is_common(folded))


def _place(document: Document, offset: int, span: NamedSpan) -> Span | None:
    """Return where a span stands in the document, signs at its ends and titles of a name left out."""
    text = document.text
    if span.label == Label.PERSON:
        inside = person_inside(document, offset, text[offset : offset + span.end], span.start, span.end)
        return Span(*whole(text, offset + inside[0], offset + inside[1])) if inside else None
    start, end = offset + span.start, offset + span.end
    said = text[start:end].lstrip(_HEAD)
    start, said = end - len(said), said.rstrip(_END)
    if said.endswith(")") and "(" not in said:
        said = said.rstrip(") ")
    if span.label in _NUMBERS:
        lead = _LEAD.match(said)
        start, said = (start + lead.end(), said[lead.end() :]) if lead else (start, said)
    return Span(start, start + len(said)) if said else None
