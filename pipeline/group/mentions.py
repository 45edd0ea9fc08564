"""The mentions of people in an expediente, each with its parts and what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipeline.analysis import Found
from pipeline.container.records import Record, Records
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Document, fold
from pipeline.entity import Form
from pipeline.group.role_words import lemmas
from pipeline.lexicons import rows, words
from pipeline.lexicons.name_parts import NameParts, parse, sex
from pipeline.lexicons.names import given_band, surname_band, titles

_LEFT = 48
_WORDS_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]+(?:\.?[ªº])?|d\.a)\.?[\s\"«']*$")
_SURNAME_LABEL = re.compile(
    r"(?:(?:primer|segundo|[12](?:\.?[ºo]|er|do)?\.?)\s*)?apellidos?(?:\s*[12])?(?:\s+del?\s+\w+)?|sn|surname|2\.?º"
)
_GIVEN_LABEL = re.compile(r"nombres?(?:\s+de\s+pila|\s+propio)?(?:\s+del?\s+(?:la\s+)?\w+)?|givenname|gn")
# Half of a drafting mark ("RTV/msq"): initials run together.
_MARK = re.compile(r"[A-ZÑ]{2,5}l?|[a-zñ]{2,5}")
_LABEL_BEFORE = re.compile(
    r"(?<![^\W_])((?:[12](?:\.?[ºo]|er|do)?\.?[ \t]*)?[^\W\d_]*[.ºª]*(?:[ \t][^\W\d_]+){0,4})"
    r"(?:\s*[:=]\s*|[ \t]*\.{2,}[ \t]*|[ \t]{2,})$"
)
# Fields of one form this near each other ("Nombre: …⏎Apellidos: …") are about one person.
_NEAR = 60


@dataclass(frozen=True, slots=True)
class PersonMention:
    """One mention: its document (by place in the expediente), detection, parts, sex, form and place.

    `told` is the sex that the words before it say; `sex` that one or, failing it, the one its given name suggests.
    """

    document: int
    digest: str
    detection: Detection
    parts: NameParts
    sex: str
    form: Form
    surface: str
    label: str = ""
    cell: Record | None = None
    told: str = ""

    @property
    def start(self) -> int:
        """Where it starts."""
        return self.detection.span.start


def collect(found: Sequence[Found]) -> list[PersonMention]:
    """Return every standing mention of a person, in order, fields of one form joined into one name."""
    out: list[PersonMention] = []
    for n, f in enumerate(found):
        records = Records(f.document)
        mentions = _together([_mention(n, f.document, records, d) for d in people(f)])
        out.extend(sorted(_joined(mentions), key=lambda m: m.start))
    return out


def people(found: Found) -> Iterator[Detection]:
    """Yield the standing detections of persons in one document."""
    for d in found.standing:
        if d.label == Label.PERSON and d.effect is Effect.HIDE and not _names_a_role(found.document, d):
            yield d


def designations(found: Found) -> Iterator[Detection]:
    """Yield the standing designations of one document, and what a model took for a name and is a role ("Alcaldesa")."""
    for d in found.standing:
        if d.effect is Effect.HIDE and (
            d.label == Label.ROLE or (d.label == Label.PERSON and _names_a_role(found.document, d))
        ):
            yield d


def _names_a_role(document: Document, d: Detection) -> bool:
    words_ = document.folded[d.span.start : d.span.end].replace("-", " ").split()
    return all(w in lemmas() and not (given_band(w) or surname_band(w)) for w in words_)


def _mention(n: int, document: Document, records: Records, d: Detection) -> PersonMention:
    surface = document.surface(d.span)
    title, told = before(document, d.span.start)
    block = document.block_at(d.span.start)
    label = _part_label(document, d.span.start, block.label)
    marked = d.provenance.trigger == "drafting mark" and _MARK.fullmatch(surface)
    parts = NameParts(loose=tuple(fold(surface))) if marked else parse(_led(surface), titled=title, label=label)
    return PersonMention(
        n, document.digest, d, parts, told or sex(parts), form_of(parts, surface, title),
        " ".join(surface.split()), label, records.of(block), told,
    )  # fmt: skip


def _led(surface: str) -> str:
    """Leave out a greeting or the like that a span took in ("Hola, Emilio")."""
    match = _lead().match(fold(surface))
    return surface[match.end() :] if match else surface


@cache
def _lead() -> re.Pattern[str]:
    leads = sorted(
        (r"\s+".join(map(re.escape, line.split())) for line in words("name_leads.txt")), key=len, reverse=True
    )
    return re.compile(rf"(?:{'|'.join(leads)})(?:\s*[,:]\s*|\s+)(?=\S)")


def form_of(parts: NameParts, surface: str, title: str = "") -> Form:
    """Name the form of a mention by its parts."""
    if parts.is_full:
        return Form.FULL_NAME
    if parts.is_initials:
        return Form.INITIALS
    if parts.surnames:
        return Form.SURNAME
    return Form.GIVEN_NAME


def before(document: Document, start: int) -> tuple[str, str]:
    """Return the folded form of address before a place, if any, and the sex that the words before it tell."""
    left, title, told = start, "", ""
    for _ in range(4):
        match = _WORDS_BEFORE.search(document.folded, max(0, left - _LEFT), left)
        if match is None:
            break
        word = match.group(1).replace(".", "")
        if word not in titles():
            # "Quedarán con la madre. Daniel…": a sentence ends between them; so does a line over a signature.
            ended = not {".", "\n"}.isdisjoint(document.folded[match.end(1) : left])
            told = told or ("" if ended else sex_of_word(word))
            break
        title, told, left = title or word, told or titles()[word].strip("-"), match.start()
    return title, told


def sex_of_word(word: str) -> str:
    """Return the sex that a folded role, tie, post, article or title tells."""
    return _gendered().get(word, "")


@cache
def _gendered() -> dict[str, str]:
    table = {"el": "M", "la": "F", "al": "M", "del": "M", "un": "M", "una": "F", "dicho": "M", "dicha": "F"}
    for name in ("roles.tsv", "kinship.tsv", "posts.tsv"):
        for masculine, feminine in rows(name):
            # "medica de familia" leaves "familia" without a sex.
            last, other = masculine.rsplit(" ", 1)[-1], feminine.rsplit(" ", 1)[-1]
            if last != other:
                table.setdefault(last, "M")
                table.setdefault(other, "F")
    return table


def _part_label(document: Document, start: int, header: str) -> str:
    """Tell whether a header or form label says given name or surnames."""
    label = " ".join(fold(header).split()).strip(" .:*")
    if not label:
        match = _LABEL_BEFORE.search(document.folded, max(0, start - _LEFT), start)
        label = " ".join(match.group(1).split()) if match else ""
    if _SURNAME_LABEL.fullmatch(label):
        return "surnames"
    return "given" if _GIVEN_LABEL.fullmatch(label) else ""


def _together(mentions: Sequence[PersonMention]) -> list[PersonMention]:
    """Put the mentions of one column of a table on its side one after another, where the first of them stands."""
    firsts: dict[Record, int] = {}
    for m in mentions:
        if m.cell is not None and m.cell[1] < 0:
            firsts.setdefault(m.cell, m.start)
    return sorted(mentions, key=lambda m: (firsts.get(m.cell, m.start) if m.cell else m.start, m.start))


def _joined(mentions: Sequence[PersonMention]) -> list[PersonMention]:
    """Give every field of one form or row the whole name."""
    out: list[PersonMention] = []
    group: list[PersonMention] = []
    for mention in mentions:
        if group and not (_is_field(mention) and _same_form(group[-1], mention) and _adds(group, mention)):
            out.extend(_whole(group))
            group = []
        group.append(mention)
    return out + _whole(group)


def _is_field(mention: PersonMention) -> bool:
    return bool(mention.label) and not mention.parts.is_full


def _same_form(one: PersonMention, other: PersonMention) -> bool:
    if not one.label or one.parts.is_full:
        return False
    if one.cell is not None or other.cell is not None:
        return one.cell == other.cell
    return other.start - one.detection.span.end <= _NEAR


def _adds(group: Sequence[PersonMention], mention: PersonMention) -> bool:
    """Tell whether the field says something new: a given name once, surnames up to two fields."""
    seen = [m.label for m in group]
    return seen.count(mention.label) < (1 if mention.label == "given" else 2)


def _whole(group: Sequence[PersonMention]) -> list[PersonMention]:
    if len(group) < 2:
        return list(group)
    given = tuple(w for m in group for w in m.parts.given)
    surnames = tuple(w for m in group for w in m.parts.surnames)
    parts = NameParts(given, surnames)
    told = next((m.sex for m in group if m.sex), "") or sex(parts)
    return [replace(m, parts=parts, sex=told) for m in group]
