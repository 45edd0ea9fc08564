"""What a model takes for a name and is the wording of acts, forms and programs.

A statistical model guesses from capitals. Numbered paragraphs ("SEGUNDO.- Notifíquese"), form words ("Código
Seguro"), orders and file names are no people and no places: they go, or the name after them is left standing.
What rules find is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from pipeline.detection import Detection, Label, Layer
from pipeline.document import Document, Span
from pipeline.lexicons import words
from pipeline.lexicons.informal import Informal
from pipeline.lexicons.name_tokens import Token, tokens
from pipeline.lexicons.names import common_band, given_band, is_common, is_everyday, is_known, particles, surname_band
from pipeline.lexicons.places import is_dated, is_municipality

_EXTENSION = re.compile(r"(?<=[^\W_])\.([a-z\d]{2,5})$")
_NUMBERED = re.compile(r"[.ºª)]")
_SENTENCE_HEAD = re.compile(r"(?:^|[.:;!?)\]\n•*–-])\s*$")
# A single word with a number behind it is what the number is called: "Tel. 924…", "Grado 3".
_NUMBER_AFTER = re.compile(r"[.:]?\s?(?:n\.?[ºo°]\s?)?\d")
# A form's label, in one language or two: "Tramita:", "Adina / Edad: 85".
_LABEL_AFTER = re.compile(r"\.?\s?:|\s/\s")
# What a form's label opens: a line, a cell, another language's label.
_OPENS = re.compile(r"(?:^|[\n\x00\t|/;•*\[\]–-]|[ ]{2})[ ]*$")
# Participles, finite verbs and abstract nouns ("Leída", "Requirieron"): a word that nobody bears and ends so.
_WORD_ENDING = re.compile(r"(?:[ai]d[oa]s?|[ai]eron|aron|aban|idad(?:es)?|cion(?:es)?|mente|mientos?|ieren|onen|ismo)$")
_SAINT_BEFORE = re.compile(r"(?<![^\W_])(?:san|santa|santo|sant|sto|sta)\.?\s+$")
_ROMAN = frozenset("ivx")
_ARTICLES = frozenset({"el", "la", "los", "las", "un", "una"})
# A word that only a guess calls a name stays to be looked at, below every threshold.
_ASIDE = 0.3
_CELL_GAP = re.compile(r"[ \t]{2,}|\t|[ \t]*\|[ \t]*")
_WIDEST = 240


def without_wording(document: Document, detections: Iterable[Detection]) -> Iterator[Detection]:
    """Yield the detections; of the model's, without what is wording, and cut where wording opens them."""
    loose = Informal(document.text)
    for detection in detections:
        if detection.provenance.layer is not Layer.NER:
            yield detection
            continue
        left = _left(document, detection, loose)
        if left is not None:
            yield left


def _left(document: Document, detection: Detection, loose: Informal) -> Detection | None:
    """Return what is left of a guess once wording is taken off; None where it is wording all over."""
    span = detection.span
    row = tokens(document, span.start, span.end)
    if not row or is_technical(document, span) or _is_dateline(document, span):
        return None
    if _heads_columns(document, span):
        return None
    if detection.label != Label.PERSON:
        return None if all(_is_wording(t) for t in row if t.folded not in particles()) else detection
    first = _opening(document, row)
    if first == len(row) or (first and row[first].folded in particles()):
        return None
    if first:
        detection = replace(detection, span=Span(row[first].start, span.end))
    if len(row) - first == 2 and row[first].folded in _ARTICLES:
        return _lone(document, row[first + 1], detection, loose)
    if len(row) - first > 1:
        return _aside(detection) if _is_clause(document, row[first:]) else detection
    if first and (is_everyday(row[first].folded) or not is_known(row[first].folded)):
        return _aside(detection)
    return _lone(document, row[first], detection, loose)


def _is_clause(document: Document, row: Sequence[Token]) -> bool:
    """Tell whether small letters all along and a word of a sentence make a clause: "porti morrió", "izan zen"."""
    if not all(document.text[token.start].islower() for token in row):
        return False
    listed = any(token.folded in words("sentence_words.txt") for token in row)
    return listed and not any(is_known(token.folded) and not is_common(token.folded) for token in row)


def _heads_columns(document: Document, span: Span) -> bool:
    """Tell whether the line is the head of a table: three cells or more, two of them what columns are called."""
    text = document.folded
    before = text[max(0, span.start - _WIDEST) : span.start].rpartition("\n")[2]
    line = before + text[span.start : span.end] + text[span.end : span.end + _WIDEST].partition("\n")[0]
    if len(line) > _WIDEST or ("  " not in line and "\t" not in line and "|" not in line):
        return False
    cells = [cell.strip(" .:*") for cell in _CELL_GAP.split(line.strip())]
    own = text[span.start : span.end].strip(" .:")
    headers = sum(cell in _headers() for cell in cells)
    return len(cells) > 2 and headers > 1 and any(own in cell for cell in cells) and not any(map(str.isdigit, line))


@cache
def _headers() -> frozenset[str]:
    return words("table_heads.txt") | words("heading_words.txt") | words("form_words.txt")


def _lone(document: Document, token: Token, detection: Detection, loose: Informal) -> Detection | None:
    """Judge a single word: a form's, a sentence's first, or a small one is no name on a model's word alone."""
    if document.text[token.start].islower():
        known = is_common(token.folded) or token.folded in words("sentence_words.txt")
        rare = not known and not common_band(token.folded)
        return detection if rare and token.start in loose else _aside(detection)
    after = document.folded[token.end : token.end + 10]
    if _SAINT_BEFORE.search(document.folded, max(0, token.start - 8), token.start):
        return None
    if _LABEL_AFTER.match(after) and _OPENS.search(document.text, max(0, token.start - 8), token.start):
        return None
    if token.shape == "I" and not _is_alone(document.text, detection.span):
        return None
    if token.shape == "A" and len(token.folded) < 6 and not is_known(token.folded):
        return _aside(detection)
    if _is_wording(token) or (_NUMBER_AFTER.match(after) and not is_known(token.folded)):
        return None
    band = max(given_band(token.folded), surname_band(token.folded))
    if not band and _WORD_ENDING.search(token.folded):
        return _aside(detection)
    head = _SENTENCE_HEAD.search(document.text, max(0, token.start - 4), token.start) is not None
    common = common_band(token.folded)
    doubtful = common > 0 and ((head and band < 13) or not token.is_content)
    return _aside(detection) if doubtful else detection


def _is_alone(text: str, span: Span) -> bool:
    """Tell whether a lone letter follows a small word or fills its bracket or line; else it shortens some word."""
    if text[max(0, span.start - 1) : span.start] == " " and text[max(0, span.start - 2)].islower():
        return True
    before, after = text[max(0, span.start - 1) : span.start], text[span.end : span.end + 2].lstrip(".")[:1]
    return before in ("(", "«", '"', "“", "\n", "") and after in (")", "»", '"', "”", "\n", "\r", "")


def _aside(detection: Detection) -> Detection:
    return detection.adjusted("wording:lone", min(0.0, _ASIDE - detection.score))


def is_technical(document: Document, span: Span) -> bool:
    """Tell whether the span is a file or program name: "Normal.dotm", "/APA.XSL"."""
    match = _EXTENSION.search(document.folded, span.start, span.end)
    return match is not None and match[1] in words("file_extensions.txt")


def _is_dateline(document: Document, span: Span) -> bool:
    """Tell whether the span is the town before the date of an act."""
    name = " ".join(document.folded[span.start : span.end].split())
    return is_dated(document.folded, span.end) and is_municipality(name)


def _opening(document: Document, row: Sequence[Token]) -> int:
    """Return where wording at the head of a guess ends."""
    first = 0
    while first < len(row):
        following = row[first + 1] if first + 1 < len(row) else None
        gap = following.gap if following else document.text[row[first].end : row[first].end + 1]
        numbered = row[first].folded in words("ordinals.txt") and _NUMBERED.match(gap)
        if not numbered and (not _is_wording(row[first]) or _opens_name(row[first], following)):
            break
        first += 1
    return first


def _opens_name(token: Token, following: Token | None) -> bool:
    """Tell whether a word with a meaning is a given name all the same: "Tecla Nogal"."""
    if following is None or following.gap != "s" or not given_band(token.folded):
        return False
    return token.is_content and surname_band(following.folded) > 0 and not _is_wording(following)


def _is_wording(token: Token) -> bool:
    """Tell whether a word belongs to acts and forms rather than to names."""
    word = token.folded
    if word in particles():
        return False
    if word in words("form_words.txt") or (token.shape == "A" and set(word) <= _ROMAN):
        return True
    if max(given_band(word), surname_band(word)) >= 10:
        return False
    listed = word in words("heading_words.txt") or word in words("sentence_words.txt")
    return listed or is_common(word) or _is_order(word)


def _is_order(word: str) -> bool:
    """Tell whether a word is an order with its pronoun: "Notifíquese", "Remítanse"."""
    return len(word) > 5 and word.endswith(("ese", "ase", "nse")) and not is_known(word)
