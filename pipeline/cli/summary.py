"""What an analysis says, for somebody at a terminal: figures by file, then who and what is hidden."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.analysis import Analysis
from pipeline.decision import Action
from pipeline.detection import Detection, Effect
from pipeline.entity import Entity, EntityKind

LINES = 60  # entities shown; the JSON has them all
_ORDER = {EntityKind.NATURAL: 0, EntityKind.LEGAL: 1, EntityKind.VALUE: 2}
_HEAD = ("tag", "name or value", "mentions", "score", "doubts", "done")

Seen = tuple[Analysis, Detection]


def summary(analyses: Sequence[Analysis]) -> str:
    """Return lines of text for the analyses of one expediente, as wide as the terminal; each ends in a line feed."""
    return "\n".join([*map(_figures, analyses), *_table(analyses), "(--json writes the whole analysis)", ""])


def _figures(analysis: Analysis) -> str:
    standing = [d for d in analysis.detections if d.lost_to is None]
    doubts = sum(analysis.decisions[d.id].doubtful for d in standing)
    protected = sum(d.effect is Effect.PROTECT for d in standing)
    return _plain(
        f"{analysis.document.name}: {analysis.document.format}, {len(analysis.document.text.split()):,} words, "
        f"{analysis.policy}: {len(analysis.replacements()):,} to replace, {doubts:,} in doubt, {protected:,} protected"
    )


def _table(analyses: Sequence[Analysis]) -> Iterator[str]:
    """Yield a line for each entity that something is done to or that is in doubt, persons first, then by mentions."""
    seen = _mentions(analyses)
    entities = {e.id: e for a in analyses for e in a.entities if e.id in seen}
    order = sorted(entities, key=lambda id: (_ORDER[entities[id].kind], -len(seen[id])))
    rows = [_row(entities[id], seen[id]) for id in order if _matters(seen[id])]
    if not rows:
        yield "Nothing to replace."
        return
    shown = [_HEAD, *rows[:LINES]]
    wide = [max(len(row[n]) for row in shown) for n in range(len(_HEAD))]
    wide[1] = max(12, min(wide[1], shutil.get_terminal_size().columns - sum(wide) + wide[1] - 2 * len(wide)))
    yield ""
    for row in shown:
        cells = [_cut(cell, width).ljust(width) for cell, width in zip(row, wide, strict=True)]
        yield "  ".join(cells).rstrip()
    if len(rows) > LINES:
        yield f"… and {len(rows) - LINES:,} more"
    yield ""


def _mentions(analyses: Sequence[Analysis]) -> Mapping[str, list[Seen]]:
    seen: dict[str, list[Seen]] = defaultdict(list)
    for analysis in analyses:
        for detection in analysis.detections:
            if detection.lost_to is None and detection.id in analysis.entity_of:
                seen[analysis.entity_of[detection.id]].append((analysis, detection))
    return seen


def _matters(mentions: Sequence[Seen]) -> bool:
    decisions = [a.decisions[d.id] for a, d in mentions]
    return any(one.doubtful or one.action is not Action.KEEP for one in decisions)


def _row(entity: Entity, mentions: Sequence[Seen]) -> tuple[str, ...]:
    scores = [d.score for _, d in mentions]
    decisions = [a.decisions[d.id] for a, d in mentions]
    doubts = sum(one.doubtful for one in decisions)
    done = sorted({"keep" if one.action is Action.KEEP else one.output or one.action.value for one in decisions})
    spread = f"{min(scores):.2f}" + (f"–{max(scores):.2f}" if round(max(scores) - min(scores), 2) else "")
    cells = (
        entity.tag,
        entity.name or f"({entity.label})",
        f"{len(mentions):,}",
        spread,
        str(doubts or ""),
        ", ".join(done[:3]),
    )
    return tuple(map(_plain, cells))


def _plain(text: str) -> str:
    """Return the text in one line without anything that a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
