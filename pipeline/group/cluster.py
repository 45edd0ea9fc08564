"""Group the detections of an expediente into entities: persons, organisations and values."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.analysis import Found
from pipeline.detection import Effect
from pipeline.document import fold
from pipeline.entity import Entity, EntityKind, Form, Mention
from pipeline.lexicons import rows


def tag_prefix(label: str) -> str:
    """Return the Spanish prefix of a label's tags; custom labels share one."""
    table = {row[0]: row[1] for row in rows("tags.tsv")}
    return table.get(label, table["CUSTOM"])


def group(found: Sequence[Found], known: Sequence[Entity]) -> tuple[Entity, ...]:
    """Return the entities of the expediente; the ids and tags of `known` ones stay."""
    made: dict[tuple[str, str], list[Mention]] = {}
    surfaces: dict[tuple[str, str], list[str]] = {}
    for f in found:
        for d in f.standing:
            if d.effect is Effect.PROTECT or d.label == "CITATION":
                continue
            text = f.document.surface(d.span)
            key = (d.label, d.value or fold(" ".join(text.split())))
            made.setdefault(key, []).append(Mention(f.document.digest, d.id, d.span, Form.VALUE))
            surfaces.setdefault(key, []).append(text)
    counts: dict[str, int] = {}
    entities = []
    for n, (key, mentions) in enumerate(made.items(), 1):
        prefix = tag_prefix(key[0])
        counts[prefix] = counts.get(prefix, 0) + 1
        kind = {"PERSON": EntityKind.NATURAL, "ORG": EntityKind.LEGAL}.get(key[0], EntityKind.VALUE)
        entities.append(
            Entity(f"n{n}", f"{prefix}_{counts[prefix]}", kind, key[0], tuple(mentions),
                   tuple(dict.fromkeys(surfaces[key])), value=key[1])
        )  # fmt: skip
    return tuple(entities)
