"""People of one name told apart by the number or birth date beside each: father and son, two aspirants of a list."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Document, fold
from pipeline.entity import Entity
from pipeline.group.alike import same_words
from pipeline.group.attach import SENTENCE_END
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.lexicons.name_parts import NameParts, fits

# What nobody shares with another, and which kind of proof it is: two of one kind that differ are two people.
_PROOFS = {
    Label.NIF: "number", Label.NIE: "number", Label.PASSPORT: "passport", Label.NSS: "security",
    Label.HEALTH_ID: "health",
}  # fmt: skip
_BIRTH = re.compile(r"\b(?:nacimiento|nacid[oa]|naixement|nacemento|jaio\w*|f\.?\s*n(?:ac)?\.?)\b[^\n]{0,24}$")
_REACH = 220
# A name that more than these seem to bear is a heading or a mistake of reading.
_MOST = 6
_QUALIFIER = re.compile(
    r"(?P<sign>\s*(?:,\s*)?\(?)(?P<kin>padre|madre|hijo|hija|senior|junior|"
    r"el mayor|el menor|el viejo|el mozo|el joven)\b"
    r"(?!\s+(?:de|del|que|comun)\b)"
)
_TIE_BEFORE = re.compile(r"\b(?P<kin>padre|madre|hijo|hija)\b[^.;\n]{0,70}$")
_OPPOSITE = {
    "padre": "hijo", "madre": "hija", "hijo": "padre", "hija": "madre",
}  # fmt: skip
_MEANS = {
    "senior": "padre", "junior": "hijo", "el mayor": "padre", "el menor": "hijo", "el viejo": "padre",
    "el mozo": "hijo", "el joven": "hijo",
}  # fmt: skip
Proofs = Mapping[str, str]


def proofs(found: Sequence[Found], mentions: Sequence[PersonMention]) -> dict[tuple[int, int], dict[str, str]]:
    """Return what proves who is meant at each full name, by document and offset."""
    places: dict[int, list[PersonMention]] = defaultdict(list)
    for mention in mentions:
        places[mention.document].append(mention)
    told: dict[tuple[int, int], dict[str, str]] = {}
    for n, f in enumerate(found):
        values = [d for d in f.standing if d.effect is Effect.HIDE and (d.label in _PROOFS or d.label == Label.DATE)]
        starts = [d.span.start for d in values]
        for mention, after in zip(places[n], [*places[n][1:], None], strict=False):
            stop = after.start if after else len(f.document.text)
            at = bisect_left(starts, mention.detection.span.end)
            if mention.parts.is_full and (beside := _beside(f.document, mention, stop, values[at : at + 6])):
                told[n, mention.start] = beside
    for key, kin in _qualified(found, mentions).items():
        told.setdefault(key, {})["kin"] = kin
    return told


def _qualified(found: Sequence[Found], mentions: Sequence[PersonMention]) -> dict[tuple[int, int], str]:
    """Return which of father and son is said after a name that one of them shares with the other.

    "Ventura, padre" may be anybody's father; "Ventura padre", or both ties after one name, tell two people.
    """
    said: dict[NameParts, dict[tuple[int, int], tuple[str, bool]]] = defaultdict(dict)
    for m in mentions:
        match = _QUALIFIER.match(found[m.document].document.folded, m.detection.span.end)
        if match and m.parts.is_full:
            kin = _MEANS.get(match["kin"], match["kin"])
            said[m.parts][m.document, m.start] = kin, match["sign"].isspace()
    longer = _Longer({m.parts for m in mentions} if said else ())
    two = [
        s
        for parts, s in said.items()
        if (len({kin for kin, _ in s.values()}) > 1 or any(sure for _, sure in s.values())) and not longer.than(parts)
    ]
    return {key: kin for each in two for key, (kin, _) in each.items()}


class _Longer:
    """Names filed by the words of their surnames: whether one says all that a form says and more."""

    def __init__(self, names: Iterable[NameParts]) -> None:
        self._by_word: dict[str, list[NameParts]] = defaultdict(list)
        self._by_letter: dict[str, list[NameParts]] = defaultdict(list)
        for name in names:
            for word in set(name.surnames):
                self._by_word[word].append(name)
                self._by_letter[word[0]].append(name)

    def than(self, parts: NameParts) -> bool:
        """Tell whether one of them is longer than a full form that it fits: who that is, the whole name tells."""
        nearest = min((self._bearing(word) for word in parts.surnames), key=lambda buckets: sum(map(len, buckets)))
        return any(_is_longer(name, parts) for name in chain.from_iterable(nearest))

    def _bearing(self, word: str) -> list[list[NameParts]]:
        """Return where the names are filed that hold a surname which this word can be."""
        if len(word) == 1:
            return [self._by_letter.get(word, [])]
        return [self._by_word.get(other, []) for other in (word, word[0], *same_words(word))]


def _is_longer(whole: NameParts, parts: NameParts) -> bool:
    return (
        len(whole.words) > len(parts.words) and fits(parts.given, whole.given) and fits(parts.surnames, whole.surnames)
    )


def _beside(document: Document, mention: PersonMention, stop: int, values: Iterable[Detection]) -> dict[str, str]:
    end = mention.detection.span.end
    reach = min(stop, end + _REACH)
    if match := SENTENCE_END.search(document.text, end, reach):
        reach = match.start() + 1
    told: dict[str, str] = {}
    for d in values:
        if d.span.start >= reach:
            break
        kind = _PROOFS.get(Label(d.label)) if d.label in _PROOFS else None
        if kind is None and _BIRTH.search(document.folded, end, d.span.start):
            kind = "birth"
        if kind:
            squashed = "".join(c for c in document.folded[d.span.start : d.span.end] if c.isalnum() or c == "*")
            told.setdefault(kind, squashed)
    return told


def differ(one: Proofs, other: Proofs) -> bool:
    """Tell whether two sets of proofs are of two people: one kind, values that no slip of the pen explains."""
    return any(
        kind in other and (value != other[kind] if kind == "kin" else _are_two(value, other[kind]))
        for kind, value in one.items()
    )


def _are_two(one: str, other: str) -> bool:
    if ("*" in one) != ("*" in other) or one == other:
        return False
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) > 2


def told_apart(
    mentions: Sequence[PersonMention], told: Mapping[tuple[int, int], Proofs]
) -> dict[NameParts, list[tuple[dict[str, str], list[PersonMention]]]]:
    """Return the names that several people bear, each with its proofs and the mentions that they stand beside."""
    by_name: dict[NameParts, list[PersonMention]] = defaultdict(list)
    for mention in mentions:
        if (mention.document, mention.start) in told:
            by_name[mention.parts].append(mention)
    apart: dict[NameParts, list[tuple[dict[str, str], list[PersonMention]]]] = {}
    for parts, proven in by_name.items():
        bearers: list[tuple[dict[str, str], list[PersonMention]]] = []
        for mention in proven:
            own = told[mention.document, mention.start]
            same = next((b for b in bearers if not differ(b[0], own)), None)
            if same is None:
                bearers.append((dict(own), [mention]))
                if len(bearers) > _MOST:
                    break
            else:
                same[0].update({k: v for k, v in own.items() if k not in same[0]})
                same[1].append(mention)
        if len(bearers) == 1 and "kin" in bearers[0][0]:
            bearers.append(({}, []))  # the other one, of whom no tie is said
        if 1 < len(bearers) <= _MOST:
            apart[parts] = bearers
    return apart


def kin_of(documents: Sequence[Document], mentions: Sequence[PersonMention]) -> str:
    """Return what a tie right before or after one of the mentions makes its bearer: padre, madre, hijo, hija."""
    for mention in mentions:
        folded = documents[mention.document].folded
        if kin := qualifier(documents[mention.document], mention):
            return kin
        if match := _TIE_BEFORE.search(folded, max(0, mention.start - 90), mention.start):
            return match["kin"]
    return ""


def qualifier(document: Document, mention: PersonMention) -> str:
    """Return the tie that follows a name to say which of two is meant ("Ángel Ventura hijo")."""
    match = _QUALIFIER.match(document.folded, mention.detection.span.end)
    return _MEANS.get(match["kin"], match["kin"]) if match else ""


def meant_by_kin(kin: str, fitting: Sequence[Person]) -> Person | None:
    """Return the one of several people of a name whom a tie means: who is told to be it, or whom no other tie binds."""
    told = [p for p in fitting if p.proofs.get("kin", p.kin) == kin]
    if not told:
        told = [p for p in fitting if not p.kin and any(q.kin == _OPPOSITE.get(kin) for q in fitting)]
    return told[0] if len(told) == 1 else None


def meant(documents: Sequence[Document], mention: PersonMention, fitting: Sequence[Person]) -> Person | None:
    """Return the one of several people of a name whom a tie after it, or its very accents, tell."""
    if not documents or not any(p.shares_name for p in fitting):
        return None
    if kin := qualifier(documents[mention.document], mention):
        return meant_by_kin(kin, fitting)
    plain = [p for p in fitting if not p.proofs]
    if len(plain) == 1 and all("kin" in p.proofs for p in fitting if p.proofs):
        return plain[0]
    letters = _letters(mention)
    same = [p for p in fitting if any(_letters(m) == letters for m in p.mentions)]
    return same[0] if len(same) == 1 else None


def _letters(mention: PersonMention) -> list[str]:
    return sorted(mention.surface.casefold().replace(",", " ").split())


def known_proofs(known: Sequence[Entity]) -> dict[str, dict[str, str]]:
    """Return the proofs of the persons of earlier runs, by their ids."""
    table: dict[str, dict[str, str]] = defaultdict(dict)
    for entity in known:
        if entity.attached_to and entity.label in _PROOFS and entity.value:
            squashed = "".join(c for c in fold(entity.value) if c.isalnum() or c == "*")
            table[entity.attached_to].setdefault(_PROOFS[Label(entity.label)], squashed)
    return table
