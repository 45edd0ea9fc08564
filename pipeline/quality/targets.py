"""What to reach, beside what was measured: met or not, in a Markdown table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.lexicons import rows
from pipeline.quality.bias import Bias
from pipeline.quality.estimate import Figure

Measured = Mapping[str, Mapping[str, Figure]]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One aim on one set of documents."""

    aim: str
    where: str
    reach: str
    reference: str
    figure: Figure
    met: bool


def with_gaps(figures: Mapping[str, Figure], bias: Bias | None) -> dict[str, Figure]:
    """Return the figures of a set with the gaps of its swap test beside them."""
    gaps = {f"gap: {g.kind}, {g.measure}": g.figure for g in bias.gaps} if bias else {}
    return {**figures, **gaps}


def verdicts(measured: Measured) -> Iterator[Verdict]:
    """Yield a verdict for each aim and each measured set it is about; what wasn't measured has none."""
    for aim, where, measure, sense, value, reference in rows("quality_targets.tsv"):
        for name, figures in measured.items():
            if name.startswith(where) and (found := figures.get(measure)):
                aimed = float(value)
                met = found.value >= aimed if sense == ">=" else found.value <= aimed
                yield Verdict(aim, name, f"{sense} {value}", reference, found, met)


def as_markdown(measured: Measured) -> str:
    """Return the verdicts as a table; empty where no aim is about what was measured."""
    lines = [
        f"| {v.aim} | {v.where} | {v.reference} | {v.reach} "
        f"| {v.figure.value:.3f} [{v.figure.low:.3f}, {v.figure.high:.3f}] | {'met' if v.met else 'not met'} |"
        for v in verdicts(measured)
    ]
    head = ["| what to reach | where | others | aim | measured | |", "|---|---|---|---|---|---|"]
    return "\n".join([*head, *lines]) + "\n" if lines else ""
