"""A name found once is looked for everywhere: in any order, in capitals, without accents, in part, as initials.

One pass over the words of every document through a tree of the names' words: the time grows with the text, not
with the number of names. A lone surname or given name counts only where nothing else can be meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span
from pipeline.entity import Entity, EntityKind
from pipeline.group.mentions import collect
from pipeline.group.patterns import Pattern, patterns
from pipeline.group.standing import SURE, Standing
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.informal import Informal
from pipeline.lexicons.name_edges import whole
from pipeline.lexicons.name_parts import NameParts, parse
from pipeline.lexicons.name_tokens import Token, is_title_at, rows_of
from pipeline.lexicons.names import common_band, is_common, is_everyday, particles, surname_band
from pipeline.lexicons.places import is_dated, is_municipality

NAME = "propagation"

_PLACE_WORDS = frozenset({"a", "de", "en", "desde", "hasta", "por", "hacia", "entre", "del"})
# "Ludivina, el prado comunal" is no "Ludivina del Prado": lower-case words with an article are words.
_ARTICLES = frozenset({"el", "lo", "los", "las", "un", "una"})
_GUESSED = 0.3
# Small words after which a capital inside a sentence is a name's; after "en" or "la" it may be a place's.
_WITH_PEOPLE = frozenset(
    {"d'en", "a", "de", "por", "con", "y", "e", "ni", "que", "contra", "segun", "para", "citado", "citada"}
)
# "la Perpetua esa no vino".
_POINTED = frozenset({"esa", "ese", "aquella", "aquel"})
# "C. penal", "R. decreto": what a lone capital shortens besides a name.
_LAWS = frozenset({"penal", "civil", "decreto", "orden", "legislativo", "comercio", "trabajo", "circulacion", "p", "e"})
# The number of an officer, a shirt or a locker.
_NUMBER_GAP = re.compile(r"(?:^[^\d-]?|[^\d./,-])\d{2,4}$")
# How many cells on either side make the row of a table.
_CELLS = 4
# A surname that so many bear at least, in bits.
_BORNE = 8
_APART = frozenset({"s", "w", "n", "-", "‐", "‑", "–", "_"})
_GIVEN_FIRST = frozenset({"full name", "given name", "familiar name", "shortened name", "initial and surname"})
_STEPS = _APART | {"d'", ",", ".", ".,", ".-", "+"}


@dataclass(slots=True)
class _Node:
    """One word deep in the tree of names."""

    next: dict[str, _Node] = field(default_factory=dict)
    ends: Pattern | None = None


def spread_names(found: Sequence[Found], known: Sequence[Entity]) -> list[Found]:
    """Return the documents with the further mentions of known and found names added."""
    names = _names(found, known)
    if not names:
        return list(found)
    rows = [rows_of(f.document) for f in found]
    vocabulary = frozenset(t.folded for blocks in rows for row in blocks for t in row)
    root = _tree(_capped(patterns([parts], vocabulary), sure) for parts, sure in names.items())
    return [_spread(f, blocks, root) for f, blocks in zip(found, rows, strict=True)]


def _names(found: Sequence[Found], known: Sequence[Entity]) -> dict[NameParts, float]:
    """Return the names to look for, each with the score of its surest mention."""
    seen: dict[NameParts, float] = {}
    for mention in collect(found):
        if mention.detection.score >= SURE and not mention.parts.is_initials:
            seen[mention.parts] = max(seen.get(mention.parts, 0.0), mention.detection.score)
    for entity in known:
        if entity.kind is EntityKind.NATURAL and entity.label == Label.PERSON:
            for name in entity.names:
                seen.setdefault(parse(name), 1.0)
    return {p: sure for p, sure in seen.items() if p.given or p.surnames}


def _capped(forms: Iterable[Pattern], sure: float) -> Iterator[Pattern]:
    """Yield the forms, none surer than the mention that they come from: a guess is no proof of itself."""
    for form in forms:
        yield form if form.score <= sure else replace(form, score=sure)


def _tree(forms: Iterable[Iterable[Pattern]]) -> _Node:
    root = _Node()
    for pattern in chain.from_iterable(forms):
        node = root
        for word in pattern.words:
            node = node.next.setdefault(word, _Node())
        if node.ends is None or node.ends.score < pattern.score:
            node.ends = pattern
    return root


def _spread(found: Found, blocks: Sequence[Sequence[Token]], root: _Node) -> Found:
    standing = Standing(found)
    here = _Surroundings(found.document, Informal(found.document.text), _alone(root), _declared(blocks))
    new: list[Detection] = []
    raised: dict[str, Detection] = {}
    for row in blocks:
        for first, last, pattern in _matches(row, root):
            first, last, score = _weighed(here, row, first, last, pattern)
            span = _span(found.document, row, first, last, pattern)
            same = standing.same(span)
            if score <= 0 and same is not None and same.score >= _GUESSED:
                # An everyday word that is also somebody's surname here, and the model took it for a name.
                score = SURE
            if score <= 0:
                continue
            if same is not None:
                if same.score < score and same.effect is Effect.HIDE:
                    raised[same.id] = same.adjusted(f"{NAME}:{pattern.kind}", score - same.score)
            elif not standing.covers(span, score):
                new.append(_made(span, score, pattern))
    if not new and not raised:
        return found
    return replace(found, detections=tuple([*(raised.get(d.id, d) for d in found.detections), *new]))


def _made(span: Span, score: float, pattern: Pattern) -> Detection:
    return detect(span, Label.PERSON, score, recogniser=NAME, trigger=f"{NAME}:{pattern.kind}", layer=Layer.COREFERENCE)


def _matches(row: Sequence[Token], root: _Node) -> Iterator[tuple[int, int, Pattern]]:
    """Yield the longest names that start at each word, left to right, without overlap."""
    small, first = particles(), root.next
    at = 0
    while at < len(row):
        if row[at].folded not in first:
            at += 1
            continue
        node, last, best = root, at, None
        position = at
        while position < len(row):
            token = row[position]
            if position > at and token.gap not in _STEPS:
                break
            word = token.folded
            if word in node.next:
                node = node.next[word]
                if node.ends is not None:
                    last, best = position + 1, node.ends
            elif position == at or word not in small:
                break
            position += 1
        if best is not None:
            yield at, last, best
        at = max(last, at + 1)


def _span(document: Document, row: Sequence[Token], first: int, last: int, pattern: Pattern) -> Span:
    """Cover the particles before a surname ("de la Calle") and what else belongs to the name.

    No preposition in capitals: "EXPEDIENTE DE IRENE".
    """
    small, head = particles() - {"y", "e", "i"}, first
    while head and row[head].gap == "s" and row[head - 1].folded in small and row[head - 1].is_content:
        head -= 1
    capitals = head < first and row[head].shape == "A"
    plain = capitals and first - head == 1 and head > 0 and row[head].gap == "s" and is_common(row[head - 1].folded)
    if not plain and not (capitals and pattern.kind in _GIVEN_FIRST):
        first = head
    return Span(*whole(document.text, row[first].start, row[last - 1].end))


def _weighed(here: _Surroundings, row: Sequence[Token], first: int, last: int, pattern: Pattern) -> _Weighed:
    """Return first and last word of a match and its score, a word beside it taken in where both are one name."""
    score = _judge(here, row, first, last, pattern)
    if score > 0 or last - first > 1 or pattern.kind not in ("surname", "second surname"):
        return first, last, score
    return _lengthened(row, first) or (first, last, 0.0)


def _lengthened(row: Sequence[Token], at: int) -> _Weighed | None:
    """Take the given name that nobody knows before a known surname ("Sasha Kravchuk"), or the surname after it."""
    token, before = row[at], row[at - 1] if at else None
    after = row[at + 1] if at + 1 < len(row) else None
    ends = after is None or after.gap not in ("s", "-") or not after.is_content
    if before is not None and token.gap == "s" and before.shape == "T" and token.shape == "T" and ends:
        opens = at < 2 or before.gap != "s" or not row[at - 2].is_content
        strange = (
            not common_band(before.folded) and not is_municipality(before.folded) and not surname_band(before.folded)
        )
        if opens and strange and not is_everyday(token.folded) and before.folded not in particles():
            return at - 1, at + 1, SURE
    if after is None or after.gap != "s" or after.shape != token.shape or surname_band(after.folded) < _BORNE:
        return None
    following = row[at + 2].gap if at + 2 < len(row) else ""
    return (at, at + 2, SURE) if token.gap not in ("s", "-") and following not in ("s", "-") else None


def _judge(here: _Surroundings, row: Sequence[Token], first: int, last: int, pattern: Pattern) -> float:
    """Weigh a match by what it is, how it is written and what stands around it; 0 for none."""
    inside = row[first:last]
    written = all(t.is_content for t in inside if t.folded not in particles())
    if pattern.kind == "initials":
        return _initials(here, row, first, last, pattern)
    if pattern.kind in ("two initials", "one initial"):
        return _few_initials(here.document, row, first, last, pattern)
    if pattern.kind == "slug":
        return pattern.score
    if len(inside) > 1:
        glued = all(t.gap not in ("s", "n", ",") for t in inside[1:])
        if not written and not glued and any(t.gap != "s" or t.folded in _ARTICLES for t in inside[1:]):
            return 0.0
        if not written and not glued and pattern.kind != "full name":
            return 0.0
        return pattern.score if written or glued else pattern.score - 0.1
    if not written:
        return SURE if _is_small_name(here, row, first) else 0.0
    return _lone(here.document, row, first, pattern)


def _is_small_name(here: _Surroundings, row: Sequence[Token], at: int) -> bool:
    """Tell whether a lone small word is a name of somebody known.

    Where nobody writes capitals and it is no plain word, or in a cell beside another such name.
    """
    token = row[at]
    if token.start in here.loose and not common_band(token.folded) and not is_everyday(token.folded):
        return True
    after = row[at + 1] if at + 1 < len(row) else None
    if token.gap != "w" or not (after is None or after.gap in ("w", "n", "¶")):
        return False
    beside = (*row[max(0, at - _CELLS) : at], *row[at + 1 : at + 1 + _CELLS])
    return any(t.folded in here.alone and t.gap in ("w", "n", "¶") for t in beside)


def _initials(here: _Surroundings, row: Sequence[Token], first: int, last: int, pattern: Pattern) -> float:
    if last - first == 1:
        # "RTV" alone is a mark only apart from running text, or where a bracket after the name declares it.
        declared = row[first].folded in here.declared
        return SURE if row[first].shape == "A" and (declared or _stands_apart(row, first)) else 0.0
    return pattern.score if all(t.shape == "I" and t.gap in (".", ".-") for t in row[first + 1 : last]) else 0.0


def _few_initials(document: Document, row: Sequence[Token], first: int, last: int, pattern: Pattern) -> float:
    """Weigh one or two initials: with their stops, and either a line of their own or what somebody does after them.

    "D. M. formula", "su hermano N. dibuja", a message signed "R."; no heading ("A. Antecedentes"), no "C. penal".
    """
    if any(t.shape != "I" for t in row[first:last]) or any(t.gap not in (".", ".-") for t in row[first + 1 : last]):
        return 0.0
    if _is_line(document.text, row[first].start, row[last - 1].end):
        return pattern.score
    after = row[last] if last < len(row) else None
    if after is None or after.gap != "." or after.shape != "l" or (first and row[first - 1].shape == "I"):
        return 0.0
    told = row[first].gap == "s" and first > 0 and row[first - 1].folded in words("before_initials.txt")
    acts = after.folded in words("speech_verbs.txt") or (last - first > 1 and after.folded not in particles())
    opens = not row[first].gap or row[first].gap[-1] in "¶.;:n"
    return pattern.score if (acts and (opens or row[first].gap == "s")) or (told and not _is_law(after)) else 0.0


def _is_law(token: Token) -> bool:
    return token.folded in _LAWS or token.folded in particles()


def _is_line(text: str, start: int, end: int) -> bool:
    """Tell whether nothing else stands on the line but marks of a quoted message and a stop."""
    line_end = text.find("\n", end)
    before = text[text.rfind("\n", 0, start) + 1 : start]
    after = text[end : line_end if line_end >= 0 else len(text)]
    return not before.strip("> \t") and after.strip() in ("", ".")


def _lone(document: Document, row: Sequence[Token], at: int, pattern: Pattern) -> float:
    """A lone surname or given name: after a title, apart from other text, or plain among lower-case words."""
    token = row[at]
    before = row[at - 1] if at else None
    if before is not None and token.gap in ("s", "n", ".") and is_title_at(row, at - 1):
        return 0.88
    if is_blocked(document.folded, token.start, token.end) or _touches_name(row, at):
        return 0.0
    apart = _stands_apart(row, at)
    odd = is_everyday(token.folded) or is_common(token.folded) or token.folded in words("heading_words.txt")
    if odd and (_acts(row, at) or _is_numbered(token) or _is_listed(row, at)):
        return 0.55
    if odd:
        return 0.0 if token.shape != "A" or not apart or is_common(token.folded) else 0.45
    if is_municipality(token.folded) and _is_where(document, before, token):
        return 0.0
    return pattern.score + (0.1 if apart else 0.0)


def _is_where(document: Document, before: Token | None, token: Token) -> bool:
    """Tell whether a town stands for itself: after "en", in brackets, before the date of an act."""
    if before is not None and before.folded in _PLACE_WORDS:
        return True
    bracketed = token.gap.endswith("(") and document.text[token.end : token.end + 1] == ")"
    return bracketed or is_dated(document.folded, token.end)


def _acts(row: Sequence[Token], at: int) -> bool:
    """Tell whether an everyday word with its capital is somebody: "votos de Bueno y de Leal", "Paz invoca".

    At the head of a sentence the capital says nothing, but the verb does; inside one, what stands before it.
    """
    token = row[at]
    if token.shape != "T":
        return False
    after = row[at + 1] if at + 1 < len(row) else None
    if token.gap != "s":
        return after is not None and after.gap == "s" and after.folded in words("speech_verbs.txt")
    before = row[at - 1]
    if before.folded in ("la", "el") and after is not None and after.gap == "s" and after.folded in _POINTED:
        return True
    return before.shape == "l" and before.folded in _WITH_PEOPLE


def _is_numbered(token: Token) -> bool:
    """Tell whether a short number before a capital is whose it is: "118 Enero"."""
    return token.shape == "T" and _NUMBER_GAP.search(token.gap) is not None


def _is_listed(row: Sequence[Token], at: int) -> bool:
    """Tell whether an everyday word stands between other capitals of a list: "Zapatero, Enero y Popa"."""
    token, rest = row[at], row[at + 1 : at + 3]
    if token.shape != "T" or token.gap != "," or not row[at - 1].is_content or not rest:
        return False
    after = rest[0] if rest[0].gap == "," else rest[1] if rest[0].folded in ("y", "e") and len(rest) > 1 else None
    return after is not None and after.shape == "T"


def _touches_name(row: Sequence[Token], at: int) -> bool:
    """Tell whether another capitalised word makes it part of a longer name."""
    token = row[at]
    after = row[at + 1] if at + 1 < len(row) else None
    before = row[at - 1] if at else None
    if token.shape == "A" and all(t is None or t.shape == "A" for t in (before, after)):
        glued_before = before is not None and token.gap in _APART and not is_common(before.folded)
        glued_after = after is not None and after.gap in _APART and not is_common(after.folded)
        return glued_before or glued_after
    if after is not None and after.gap in ("s", "-") and after.is_content:
        return True
    follows = before is not None and token.gap in ("s", "-") and before.shape in ("T", "A")
    return follows and before is not None and not is_common(before.folded) and before.folded not in particles()


def _stands_apart(row: Sequence[Token], at: int) -> bool:
    """Tell whether punctuation stands on both sides: quotes, slashes, a whole cell or line."""
    gap_after = row[at + 1].gap if at + 1 < len(row) else ""
    return row[at].gap not in ("s", "-") and gap_after not in ("s", "-")


_Weighed = tuple[int, int, float]


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a document tells of how names stand in it: `alone` are known lone names, `declared` marks in brackets."""

    document: Document
    loose: Informal
    alone: frozenset[str] = field(repr=False)
    declared: frozenset[str] = field(repr=False)


def _alone(root: _Node) -> frozenset[str]:
    return frozenset(word for word, node in root.next.items() if node.ends is not None and len(word) > 2)


def _declared(blocks: Sequence[Sequence[Token]]) -> frozenset[str]:
    """Return the marks that a bracket after a name declares: "Consuelo Mata Moreno (CMM)", "(en adelante, CMM)"."""
    found = set[str]()
    for row in blocks:
        for at, token in enumerate(row):
            if token.shape != "A" or not 2 < len(token.folded) < 7 or at < 2:
                continue
            back = at
            if "(" not in token.gap:
                back = next((n for n in range(at - 1, max(-1, at - 4), -1) if "(" in row[n].gap), 0)
            named = [t.folded[0] for t in row[max(0, back - 6) : back] if t.is_content][-len(token.folded) :]
            if back and len(named) > 1 and not Counter(named) - Counter(token.folded):
                found.add(token.folded)
    return frozenset(found)
