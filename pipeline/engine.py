"""The recipes: analyse an expediente, write its files without the data, prove it. The only place that
knows the order of the stages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial

from pipeline import VERSION, apply, confined, decide, group, recognise, relate, verify
from pipeline.analysis import Analysis, Found, Leak, Sought
from pipeline.collector import fewer_collections
from pipeline.decision import Replacement, Ruling
from pipeline.detection import Detection
from pipeline.document import Document, with_readings
from pipeline.entity import Entity
from pipeline.errors import InputRefused, LeakFound
from pipeline.policy import Policy

# What the provenance of a mention says whose person was chosen as the likeliest.
_GUESSED = "guessed"

Progress = Callable[[str, int, int], None]


def _silent(stage: str, done: int, total: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One written file: bytes, clean name, what was replaced and the certificate's figures.

    `sought` is how many values the gate looked for, `reanalysed` how many blocks it analysed again.
    """

    data: bytes
    name: str
    replacements: tuple[Replacement, ...]
    digest: str
    sought: int
    notes: tuple[str, ...] = ()
    reanalysed: int = 0


@fewer_collections()
def read(data: bytes, name: str, *, progress: Progress = _silent) -> Document:
    """Turn the bytes of a file into a Document, in a process apart; raises InputRefused with the remedy.

    What was read in pixels and fails its own check is read once more, and corrected where another reading passes.
    """
    document = confined.read_document(data, name, partial(progress, "extract"))
    doubted = recognise.find_doubted(document)
    if not doubted:
        return document
    readings = confined.read_again(data, document, [d.span for d in doubted])
    better = [(d.span, recognise.better_reading(document, d, r)) for d, r in zip(doubted, readings, strict=True)]
    return with_readings(document, better)


def recognise_document(document: Document, policy: Policy, *, ner: recognise.Ner | None = None) -> Found:
    """Find every candidate of one document, context and lists applied, overlaps resolved, ids given."""
    detections = recognise.find_all(document, ner=ner or recognise.default_ner())
    detections += recognise.find_described(document, policy.described, detections)
    detections = [_told(detection, document) for detection in detections]
    return _settled(document, [*detections, *decide.list_detections(document, policy)], policy)


def analyse(
    documents: Sequence[Document],
    policy: Policy,
    *,
    known: Sequence[Entity] = (),
    rulings: Sequence[Ruling] = (),
    ner: recognise.Ner | None = None,
    key: bytes = b"",
    progress: Progress = _silent,
) -> tuple[Analysis, ...]:
    """Analyse the documents of one expediente together; persons and tags are shared.

    `known` are the entities of earlier runs over the same expediente: their ids and tags stay. `key` is the
    secret of a policy that writes pseudonyms.
    """
    ner = ner or recognise.default_ner()
    found = []
    for done, document in enumerate(documents):
        progress("recognise", done, len(documents))
        found.append(recognise_document(document, policy, ner=ner))
    return conclude(found, policy, known=known, rulings=rulings, model=ner.name, key=key, progress=progress)


def conclude(
    found: Sequence[Found],
    policy: Policy,
    *,
    known: Sequence[Entity] = (),
    rulings: Sequence[Ruling] = (),
    model: str = "",
    key: bytes = b"",
    strength: Mapping[str, float] | None = None,
    progress: Progress = _silent,
) -> tuple[Analysis, ...]:
    """Group, relate and decide over what was found in the documents of one expediente.

    `strength` is the best score of each known entity in documents that aren't among these.
    """
    progress("group", 0, 1)
    spread = group.propagate(found, known)
    found = [_settled(f.document, f.detections, policy) for f in spread]
    entities = group.group(found, known)
    guessed = {(m.document, m.detection) for e in entities for m in e.mentions if m.guessed}
    entity_of = {(m.document, m.detection): e.id for e in entities for m in e.mentions}
    found = [_with_guesses(f, guessed) for f in found] if guessed else found
    best = dict(strength or {})
    for entity, score in decide.strengths(found, entity_of).items():
        best[entity] = max(best.get(entity, 0.0), score)
    progress("decide", 0, 1)
    analyses = []
    for f in found:
        of = {d.id: entity_of[f.document.digest, d.id] for d in f.detections if (f.document.digest, d.id) in entity_of}
        decisions = decide.decide(f, entities, of, policy, rulings, strength=best, key=key)
        relations = relate.relate(f, entities, of)
        analyses.append(
            Analysis(f.document, f.detections, entities, decisions, relations, policy.ref, VERSION, model, of)
        )
    return tuple(analyses)


@fewer_collections()
def write(
    data: bytes, analysis: Analysis, *, others: Sequence[Analysis] = (), ner: recognise.Ner | None = None
) -> Outcome:
    """Write the file without the data and prove it; raises LeakFound where anything is left or was missed.

    `others` are the analyses of the rest of the expediente: what is replaced there must not stand here. `ner` is the
    model of the analysis; without it, the default one where that is the one.
    """
    replacements = analysis.replacements()
    written = confined.write_document(data, analysis.document, replacements)
    sought = values_sought(analysis, others)
    name = apply.clean_name(analysis.document.name, analysis.document.format, (s.text for s in sought))
    leaks = confined.find_leaks(written.data, name, sought)
    blocks = 0
    if not leaks:
        blocks, leaks = analyse_again(written.data, name, analysis, others=others, ner=ner)
    if leaks:
        places = ", ".join(sorted({leak.where for leak in leaks})[:5])
        raise LeakFound(
            f"{len(leaks)} leak(s) in the written file: {places}.",
            stage="verify",
            remedy="Nothing was released; review the places named and try again.",
            leaks=leaks,
        )
    return Outcome(written.data, name, replacements, verify.digest(written.data), len(sought), written.notes, blocks)


def analyse_again(
    data: bytes,
    name: str,
    analysis: Analysis,
    *,
    others: Sequence[Analysis] = (),
    ner: recognise.Ner | None = None,
) -> tuple[int, tuple[Leak, ...]]:
    """Analyse what replacements changed in a written file; return how many blocks, and what was missed, as leaks."""
    try:
        part = decide.changed_part(analysis.document, confined.read_text(data, name))
    except InputRefused:
        return 0, (Leak("file", "", "", "unreadable"),)
    if not part.blocks:
        return 0, ()
    found = recognise.find_all(part.document, ner=ner or _same_model(analysis))
    return len(part.blocks), decide.missed(analysis, others, part, found)


def _same_model(analysis: Analysis) -> recognise.Ner:
    """Return the default model where the analysis was made with it; for another, one that names nothing."""
    usual = recognise.default_ner()
    return usual if analysis.model == usual.name else recognise.NoNer()


def values_sought(analysis: Analysis, others: Sequence[Analysis] = ()) -> tuple[Sought, ...]:
    """List what must be gone from the written file, with how often each may still stand by decision."""
    return decide.sought(analysis, others)


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return the name of a written file, numbered where another of the same release (`taken`) is called alike."""
    return apply.free_name(name, taken)


def leaks_between(original: bytes, name: str, output: bytes, sought: Sequence[Sought]) -> tuple[Leak, ...]:
    """Look in a written file for what should be gone."""
    return confined.find_leaks(output, name, sought)


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes, in hexadecimal."""
    return verify.digest(data)


def model_name() -> str:
    """Return the name of the model that finds names by default."""
    return recognise.default_ner().name


def _told(detection: Detection, document: Document) -> Detection:
    """Note in the provenance that the text is that of a second reading."""
    if any(detection.span.overlaps(span) for span in document.reread):
        return detection.adjusted("second-reading", 0.0)
    return detection


def _with_guesses(found: Found, guessed: Set[tuple[str, str]]) -> Found:
    """Note in the provenance of each mention whose person is the likeliest of several that it is a guess.

    `guessed` are the mentions, by document and detection.
    """
    digest = found.document.digest
    return replace(
        found,
        detections=tuple(
            d.adjusted(_GUESSED, 0.0)
            if (digest, d.id) in guessed and all(a.by != _GUESSED for a in d.provenance.adjustments)
            else d
            for d in found.detections
        ),
    )


def _settled(document: Document, detections: Sequence[Detection], policy: Policy) -> Found:
    """Sort, give ids by place, and mark the losers of every overlap."""
    ordered = sorted(detections, key=lambda d: (d.span.start, -d.span.end, d.label, d.provenance.recogniser))
    named = [replace(d, id=f"d{n}", lost_to=None) for n, d in enumerate(ordered, 1)]
    return Found(document, decide.resolve_overlaps(named, policy, document.text))
