"""Types described in words: try one on a text or an analysed file, add or withdraw one in a new policy version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db import IntegrityError, transaction

from pipeline import policy, recognise
from pipeline.described import DescribedType
from pipeline.detection import Detection
from pipeline.document import Document, from_text
from pipeline.errors import ModelMissing
from review import audit
from review.actions import reading
from review.models import PolicyVersion, SourceFile, User
from review.store.documents import engine_document
from review.store.findings import detection_of

# A trial answers while somebody waits: it reads this many words and says where it stopped.
WORDS_TRIED = 3000


class Stale(Exception):
    """The version isn't the latest of its policy any more: somebody else has made a newer one."""


class BadType(ValueError):
    """The type can't be kept; `code` says why: `taken`, `malformed`, `unknown`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of the tried text; `score` where the type marks it, and whether it reaches the threshold."""

    text: str = field(repr=False)
    score: float | None = None
    reaches: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A marked value with its score and what weighed in it, as codes."""

    text: str = field(repr=False)
    score: float
    trigger: str
    reaches: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """What a type would mark: the text cut at the marks, the marks by score, the model, and where it stopped."""

    runs: tuple[Run, ...]
    hits: tuple[Hit, ...]
    model: str
    cut_at: int = 0
    missing: bool = False


class _NoNames:
    """A model that names nothing: trying a typed text needs no names."""

    name = "none"

    def __call__(self, texts: Sequence[str]) -> list[tuple[()]]:
        return [() for _ in texts]


def type_of(
    *, slug: str, description: str, examples: Sequence[str], head_words: Sequence[str], threshold: float
) -> DescribedType:
    """Return the type that a form describes; raises BadType where it's malformed."""
    try:
        return DescribedType(slug, description.strip(), tuple(examples), tuple(head_words), threshold)
    except ValueError:
        raise BadType("malformed") from None


def try_on_text(kind: DescribedType, text: str) -> Trial:
    """Try a type on a text that somebody typed; nothing is kept."""
    document, cut_at = _short(from_text(text))
    return _tried(kind, document, recognise.find_all(document, ner=_NoNames()), cut_at)


def try_on_file(kind: DescribedType, source: SourceFile, by: User, sitting: str) -> Trial:
    """Try a type on an analysed file, beside what was found in it; the reading leaves an entry in the trail."""
    reading.desk(source.case, by, sitting)
    document, cut_at = _short(engine_document(source))
    end = len(document.text)
    found = [detection_of(row) for row in source.detections.filter(lost_to="", end__lte=end)]
    return _tried(kind, document, found, cut_at)


def _short(document: Document) -> tuple[Document, int]:
    """Return the first words of a document, and how many they are where it goes on."""
    for number, match in enumerate(re.finditer(r"\S+", document.text)):
        if number == WORDS_TRIED:
            at = match.start()
            blocks = tuple(replace(b, end=min(b.end, at), anchors=()) for b in document.blocks if b.start < at)
            return replace(document, text=document.text[:at], folded=document.folded[:at], blocks=blocks), number
    return document, 0


def _tried(kind: DescribedType, document: Document, found: Iterable[Detection], cut_at: int) -> Trial:
    try:
        model = recognise.default_described()
    except ModelMissing:
        return Trial((Run(document.text),), (), "", cut_at, missing=True)
    marks = recognise.find_described(document, (kind,), tuple(found), model=model)
    hits = [Hit(document.surface(d.span), d.score, d.provenance.trigger, d.score >= kind.threshold) for d in marks]
    ordered = tuple(sorted(hits, key=lambda hit: -hit.score))
    missing = model.name.startswith("none")
    return Trial(tuple(_runs(document.text, marks, kind.threshold)), ordered, model.name, cut_at, missing)


def _runs(text: str, marks: Sequence[Detection], threshold: float) -> Iterable[Run]:
    at = 0
    for mark in sorted(marks, key=lambda d: d.span.start):
        if mark.span.start > at:
            yield Run(text[at : mark.span.start])
        yield Run(text[mark.span.start : mark.span.end], mark.score, mark.score >= threshold)
        at = mark.span.end
    if at < len(text):
        yield Run(text[at:])


def add_type(version: PolicyVersion, kind: DescribedType, by: User) -> PolicyVersion:
    """Add a type in a new version of the policy; raises Stale and BadType. The version itself stays as it is."""
    was = policy.parse(version.body)
    if any(t.slug == kind.slug for t in was.described):
        raise BadType("taken")
    return _next(version, was, (*was.described, kind), "described-added", kind.slug, by)


def withdraw_type(version: PolicyVersion, slug: str, by: User) -> PolicyVersion:
    """Leave a type out of a new version of the policy; raises Stale and BadType."""
    was = policy.parse(version.body)
    kept = tuple(t for t in was.described if t.slug != slug)
    if len(kept) == len(was.described):
        raise BadType("unknown")
    return _next(version, was, kept, "described-withdrawn", slug, by)


def _next(
    version: PolicyVersion, was: policy.Policy, types: tuple[DescribedType, ...], act: str, slug: str, by: User
) -> PolicyVersion:
    number = version.number + 1
    if PolicyVersion.objects.filter(name=version.name, number__gte=number).exists():
        raise Stale
    body = policy.dump(was.with_described(types, number))
    sign = "+" if act == "described-added" else "-"
    try:
        with transaction.atomic():
            made = PolicyVersion.objects.create(
                name=version.name, number=number, title=version.title, body=body, note=f"{sign} {slug}", created_by=by
            )
            audit.record(act, actor=by, obj=made, slug=slug)
    except IntegrityError:
        # Two people at once: the constraint lets one version through.
        raise Stale from None
    return made
