"""Legal citations, found in order to be kept: the dates and numbers inside are nobody's.

Each rule asks for the noun of a rule, a court or a journal beside the number: a bare "45/2019" may be the file
of a person. Organs, illnesses and institutions that bear a person's name are kept by the same recogniser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace

from pipeline.detection import Detection, Effect, Label, detect
from pipeline.document import Document, fold
from pipeline.lexicons import names
from pipeline.lexicons.openings import Opened
from pipeline.recognise import law_regional as regional
from pipeline.recognise import law_shapes as shapes
from pipeline.recognise import street_types
from pipeline.recognise.cited_names import end_before_name, follows_title, is_issuer
from pipeline.recognise.date_shapes import legible
from pipeline.recognise.eponyms import find_eponyms
from pipeline.recognise.namesakes import find_namesakes
from pipeline.recognise.nobodys import find_nobodys
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

NAME = "citation"
WHOLE, ARTICLE_ALONE = 0.97, 0.9
_REGIONAL = (regional.BASQUE_RULE, regional.BASQUE_CODE, regional.BASQUE_ARTICLE, regional.AMERICAN_RULE)
_WORD_AFTER = re.compile(r"\s{1,6}([^\W\d_]+)")
_CAPITALS = tuple("ABCDEFGHIJKLMNÑOPQRSTUVWXYZÁÉÍÓÚ")
_CAPITAL_NOUN = 5
# "matrícula 9944 LSV" is a plate, "art. 9944 LSV" no likelier.
_PLATE_LETTERS = 3
_FIGURES_OF_PLATE = re.compile(r"(?<![\w.])\d{4}[ \-]?\Z")
# Before a bare article of a code with two letters: "el 199.2 CP"; "motor de 150 CC" is none.
_BEFORE_ITEM = re.compile(r"(?:[(;]\s?|(?<![^\W_])(?:el|los|del|al|y|e|ex|segun|conforme)\s)\Z")
# "123 CP 28013" ends an address.
_FIGURES_AFTER = re.compile(r"[\s.:]{0,3}\d")
_PLAIN_NOUNS = ("ley", "leyes", "llei", "lleis")
_EUROPEAN = re.compile(r"s{1,2}tedh|s{0,2}s?tj[uc]e|s{1,2}tgu?e?\b")
_PARTY = re.compile(
    r"\s{0,3},\s{1,3}(?:asunto\s|caso\s)?[«\"“]?(?P<first>[A-ZÀ-ÖØ-Þ][^\W\d_]+)"
    r"(?:[ -](?:(?:y|e|de|del|la|otros)\s){0,2}[A-ZÀ-ÖØ-Þ][^\W\d_]+){0,3}(?:\sy\sotr[oa]s)?[»\"”]?(?=\s{0,2}[,.;:)])"
)
_STREET_BEFORE = re.compile(
    rf"(?<![^\W_]){street_types.pattern('street', 'estate')}\s+(?:del?\s+)?(?:la\s+|los\s+|las\s+)?\Z"
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a citation: place, kind (rule, article, heading, ruling, journal…)."""

    start: int
    end: int
    kind: str


@recogniser(NAME, labels=[Label.CITATION])
def find_citations(document: Document) -> Iterator[Detection]:
    """Yield the whole of each citation, article and date included, and the names that are no person's."""
    running = legible(running_text(document))
    cited = list(_merged(running, _pieces(running)))
    for piece in cited:
        yield _protected(running, piece)
    for found in (*find_eponyms(running), *find_namesakes(running), *find_nobodys(running)):
        piece = Piece(*found)
        if not _names_a_street(running.text, piece.start):
            yield _protected(running, piece)


def _protected(running: RunningText, piece: Piece) -> Detection:
    score = ARTICLE_ALONE if piece.kind == "article" else WHOLE
    return detect(
        running.span(piece.start, piece.end), Label.CITATION, score,
        recogniser=NAME, trigger=piece.kind, effect=Effect.PROTECT,
    )  # fmt: skip


def _pieces(running: RunningText) -> list[Piece]:
    text = running.text
    articles = [Piece(*m.span(), "article") for m in shapes.ARTICLE.finditer(text)]
    found = [
        *_rules(running), *articles, *_acronyms(running, {p.end for p in articles}), *_rulings(running),
        *_journals(running),
        *(Piece(*m.span(), "article") for m in regional.CANON.finditer(text)),
        *(Piece(*m.span(), "article") for m in regional.TARIFF.finditer(text)),
        *(Piece(*m.span(), "heading") for m in shapes.DISPOSITION.finditer(text)),
        *(Piece(*m.span(), "collective agreement") for m in shapes.COLLECTIVE_AGREEMENT.finditer(text)),
        *(Piece(*m.span(), "reference") for m in shapes.OTHER.finditer(text) if _is_reference(running, m)),
        *(Piece(*m.span(), "database") for m in shapes.DATABASE.finditer(text) if _has_capitals(running, m)),
        *(Piece(*m.span(), "standard") for m in shapes.STANDARD.finditer(text) if running.is_upper(m.start())),
    ]  # fmt: skip
    return list(_with_items(text, _disjoint(_without_names(running, found))))


def _without_names(running: RunningText, found: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces, cut before the first person they name; the parties of a ruling stay."""
    for piece in found:
        end = piece.end
        if piece.kind != "parties":
            end = end_before_name(running, piece.start, piece.end, ruling=piece.kind == "ruling")
        whole = end == piece.end or piece.kind == "collective agreement"
        if end > piece.start and (whole or any(map(str.isdigit, running.text[piece.start : end]))):
            yield replace(piece, end=end)


def _disjoint(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces in order, of overlapping ones the first and longest; the rest of the loser is its own."""
    last_end = 0
    for piece in sorted(pieces, key=lambda p: (p.start, -p.end)):
        if piece.start >= last_end:
            yield piece
            last_end = piece.end


def _with_items(text: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces, a rule with the article right before it that goes on a list: "y 775 de la LEC"."""
    last_end = 0
    for piece in pieces:
        item = None
        if piece.kind in ("rule", "weak acronym"):
            item = shapes.ITEM_BEFORE_RULE.search(text, max(last_end, piece.start - 30), piece.start)
        yield replace(piece, start=item.start("item"), kind="rule") if item else piece
        last_end = piece.end


def _merged(running: RunningText, pieces: list[Piece]) -> Iterator[Piece]:
    """Join articles with the rule they belong to; a heading without a rule ("Capítulo I") is none."""
    current: Piece | None = None
    for piece in pieces:
        if current and _belongs(running.text, current, piece):
            kind = "rule" if piece.kind == "weak acronym" else piece.kind
            current = replace(current, end=piece.end, kind=kind)
            continue
        if current and current.kind not in ("heading", "weak acronym"):
            yield current
        current = piece
    if current and current.kind not in ("heading", "weak acronym"):
        yield current


def _belongs(text: str, current: Piece, piece: Piece) -> bool:
    if current.kind not in ("article", "heading"):
        return False
    if piece.kind not in ("article", "heading", "rule", "weak acronym", "collective agreement"):
        return False
    return piece.start - current.end <= 60 and shapes.LINK.fullmatch(text, current.end, piece.start) is not None


def _rules(running: RunningText) -> Iterator[Piece]:
    for pattern in (shapes.RULE, shapes.DATED_RULE):
        for match in pattern.finditer(running.text):
            noun = match["noun"]
            if len(noun) <= _CAPITAL_NOUN and noun not in _PLAIN_NOUNS and not _is_abbreviation(running, match):
                continue
            # A mayor's "Decreto 45/2019, de Alcaldía" is an act's own reference, no rule.
            if noun.startswith("decreto") and shapes.NOT_A_RULE_AFTER.match(running.text, match.end()):
                continue
            subject = shapes.SUBJECT.match(running.text, match.end())
            cited = subject is not None and not _goes_on(running, subject.end())
            yield Piece(match.start(), subject.end() if subject and cited else match.end(), "rule")
    for pattern in (shapes.GOVERNMENT_ACT, shapes.ORDER_OF, shapes.ORDINANCE, *_REGIONAL):
        yield from (Piece(*match.span(), "rule") for match in pattern.finditer(running.text))
    yield from _short_rules(running)
    for match in shapes.CODE.finditer(running.text):
        titled = running.is_upper(match.start()) or match.group().startswith("texto refundido")
        if titled and not _names_a_street(running.text, match.start()):
            yield Piece(*match.span(), "rule")
    for pattern in (shapes.CONSTITUTION, shapes.NAMED_RULE):
        yield from _weak(running, pattern)


def _weak(running: RunningText, pattern: Opened) -> Iterator[Piece]:
    """Yield what only an article before it makes a citation."""
    for match in pattern.finditer(running.text):
        yield Piece(*match.span(), "weak acronym")


def _goes_on(running: RunningText, end: int) -> bool:
    """Tell whether a name goes on after what a rule is about: "de Montes Roble"; in capitals only a known one does."""
    following = _WORD_AFTER.match(running.raw, end)
    if following is None or not following[1][:1].isupper():
        return False
    return not running.raw[:end].endswith(_CAPITALS) or names.is_known(fold(following[1]))


def _short_rules(running: RunningText) -> Iterator[Piece]:
    """Yield the rules whose abbreviation or issuer is known by its capitals."""
    for match in shapes.SHORT_RULE.finditer(running.text):
        if running.is_upper(match.start()):
            yield Piece(*match.span(), "rule")
    for match in shapes.ISSUED_RULE.finditer(running.text):
        if is_issuer(running.raw[match.start("issuer") : match.end("issuer")]):
            yield Piece(*match.span(), "rule")
    for match in shapes.MINISTERIAL.finditer(running.text):
        filed = shapes.FILE_BEFORE.search(running.text, max(0, match.start() - 24), match.start())
        ordered = running.text.endswith(("orden ", "ordre "), 0, match.start())
        if (running.is_upper(match.start()) or ordered) and not filed:
            yield Piece(*match.span(), "rule")


def _is_abbreviation(running: RunningText, match: re.Match[str]) -> bool:
    """Tell whether a short noun is in capitals or full of stops, and no end of a longer one ("J.D.L. 417/2023")."""
    written = running.is_upper(match.start()) or match["noun"].count(".") > 1 or match["noun"].startswith("rd")
    return written and running.raw[match.start() - 1 : match.start()] != "."


def _names_a_street(text: str, start: int) -> bool:
    """Tell whether a street type stands before: in "calle Cruz Roja, 3" the whole is somebody's address."""
    return _STREET_BEFORE.search(text, max(0, start - 30), start) is not None


def _acronyms(running: RunningText, articles: Set[int]) -> Iterator[Piece]:
    """Yield acronyms with the items beside them; `articles` are the ends of the articles that say so."""
    for match in shapes.ACRONYM.finditer(running.raw, twin=running.text):
        if len(match.group()) == _PLATE_LETTERS and _FIGURES_OF_PLATE.search(
            running.raw, max(0, match.start() - 7), match.start()
        ):
            continue
        items = shapes.AFTER_ACRONYM.match(running.text, match.end()) if len(match.group()) > 2 else None
        before = None if items else _item_before(running, match, articles)
        alone = items or before or match.group() in shapes.ALONE
        start = before.start() if before else match.start()
        yield Piece(start, items.end() if items else match.end(), "rule" if alone else "weak acronym")


def _item_before(running: RunningText, match: re.Match[str], articles: Set[int]) -> re.Match[str] | None:
    """Return the article right before an acronym: "763 LEC"; of two letters, one in parts or of three figures."""
    item = shapes.BEFORE_ACRONYM.search(running.text, max(0, match.start() - 24), match.start())
    said = item.group().strip() if item else ""
    if item is None or item.start() + len(said) in articles or _FIGURES_AFTER.match(running.text, match.end()):
        return None
    told = _BEFORE_ITEM.search(running.text, max(0, item.start() - 12), item.start()) is not None
    return item if len(match.group()) > 2 or (told and (not said.isdigit() or len(said) > 2)) else None


def _rulings(running: RunningText) -> Iterator[Piece]:
    for match in shapes.RULING.finditer(running.text):
        filed = shapes.OF_FILE.search(running.text, max(0, match.start() - 30), match.start())
        if running.raw[match.start() : match.end("prefix")].isupper() and not filed:
            yield Piece(match.start(), _with_party(running, match), "ruling")
    for match in shapes.COURT_RULING.finditer(running.text):
        if any(c.isdigit() for c in match.group()):
            yield Piece(match.start(), _closed(running.text, match), "ruling")
    yield from (Piece(*match.span(), "ruling") for match in regional.BASQUE_RULING.finditer(running.text))
    for match in shapes.SHORT_RULING.finditer(running.text):
        court = "court" if match["court"] else "bench"
        if running.raw[match.start(court) : match.end(court)].isupper():
            yield Piece(*match.span(), "ruling")
    for match in shapes.PARTIES.finditer(running.raw, twin=running.text):
        yield Piece(*match.span(), "parties")
    for match in shapes.AGAINST.finditer(running.raw):
        applicant = shapes.APPLICANT.search(running.raw, max(0, match.start() - 60), match.start())
        if applicant and not follows_title(running.text, applicant.start(), applicant.end()):
            said = running.text[max(0, match.start() - _SPOKEN) : min(len(running.text), match.end() + _SPOKEN)]
            if match["date"] or shapes.OF_STRASBOURG.search(said):
                yield Piece(applicant.start(), match.end(), "parties")


def _has_capitals(running: RunningText, match: re.Match[str]) -> bool:
    return any(map(str.isupper, running.raw[match.start() : match.end()]))


def _closed(text: str, match: re.Match[str]) -> int:
    """Return the end, less a bracket that was opened outside."""
    written = match.group()
    return match.end() - 1 if written.endswith(")") and written.count(")") > written.count("(") else match.end()


def _with_party(running: RunningText, match: re.Match[str]) -> int:
    """Return the end, the party included that a European ruling is called by: "asunto C-34/09, Ruiz Zambrano"."""
    end = _closed(running.text, match)
    party = _PARTY.match(running.raw, end) if _EUROPEAN.match(running.text, match.start()) else None
    if party is None or follows_title(running.text, *party.span()) or names.is_given(fold(party["first"])):
        return end
    return party.end()


def _journals(running: RunningText) -> Iterator[Piece]:
    for match in shapes.JOURNAL.finditer(running.text):
        name = running.raw[match.start() : match.end("journal")]
        acronym = " " not in name.strip() and len(name) < 14
        if (match["number"] or match["date"]) and (name.isupper() if acronym else name[:1].isupper()):
            yield Piece(match.start(), _closed(running.text, match), "journal")


# "C-131/12" is a case of the Luxembourg court where that court or a case is spoken of; elsewhere it may be a file.
_LUXEMBOURG = re.compile(
    r"asunto|tjue|tjce|\bss?t[sc]\b|jurisprudencia|tribunal\s+(?:de\s+justicia|general)|luxemburgo|sentencia|s\.?t\.?j"
)
_OF_LUXEMBOURG = re.compile(r"[ct][\-‑]\d")
_SPOKEN = 120


def _is_reference(running: RunningText, match: re.Match[str]) -> bool:
    """Tell whether the short forms are written in capitals, and an address carries no verification code."""
    written = running.raw[match.start() : match.end()]
    if written.lower().startswith("http"):
        return "csv=" not in written.lower()
    if _OF_LUXEMBOURG.match(running.text, match.start()):
        said = running.text[max(0, match.start() - _SPOKEN) : match.start()]
        return not written[0].islower() and _LUXEMBOURG.search(said) is not None
    return not written[0].islower() or written.lower().startswith(("eli", "asunto", "roj", "ecli", "celex", "criterio"))
