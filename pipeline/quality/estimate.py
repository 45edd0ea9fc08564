"""Shares with their 95 % intervals, by bootstrap over documents (Efron and Tibshirani, 1993, percentile method).

All measures share the draws, so that two of them, or two systems, can be compared draw by draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.quality.score import Tally

Floats = NDArray[np.float64]
ROUNDS, SEED = 1000, 1
_SLICE = 50


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure: its value, its interval, and hits of total where it is a share of counts."""

    value: float
    low: float
    high: float
    hits: float | None = None
    of: float | None = None


@dataclass(frozen=True, slots=True)
class Sums:
    """Hits and totals of every measure: the first row of all documents, one more for each draw."""

    names: tuple[str, ...]
    hits: Floats
    of: Floats

    def share(self, name: str) -> Floats:
        """Return the share in each row; NaN where nothing is there to count."""
        if name not in self.names:
            return np.full(self.of.shape[0], np.nan)
        at = self.names.index(name)
        of = self.of[:, at]
        return np.divide(self.hits[:, at], of, out=np.full_like(of, np.nan), where=of > 0)


def drawn(tallies: Sequence[Tally], *, rounds: int = ROUNDS, seed: int = SEED) -> Sums:
    """Add the tallies as they are and in `rounds` draws of as many documents with replacement."""
    names = tuple(sorted({name for t in tallies for name in t.counts}))
    table = np.array([[t.counts.get(n, (0.0, 0.0)) for n in names] for t in tallies], dtype=float)
    table = table.reshape(len(tallies), len(names), 2)
    blocks = [np.ones((1, len(tallies))), *_weights(len(tallies), rounds, seed)]
    hits = np.vstack([block @ table[:, :, 0] for block in blocks])
    of = np.vstack([block @ table[:, :, 1] for block in blocks])
    return Sums(names, hits, of)


def _weights(documents: int, rounds: int, seed: int) -> Iterator[Floats]:
    """Yield how often each document is drawn, some draws at a time so that memory stays flat."""
    rng = np.random.default_rng(seed)
    for start in range(0, rounds if documents else 0, _SLICE):
        size = min(_SLICE, rounds - start)
        picks = rng.integers(0, documents, (size, documents))
        yield np.stack([np.bincount(row, minlength=documents) for row in picks]).astype(float)


def figure(values: Floats, hits: float | None = None, of: float | None = None) -> Figure | None:
    """Return the figure of a row of values, the first the measured one; nothing where it has no value."""
    if np.isnan(values[0]):
        return None
    draws = values[1:][~np.isnan(values[1:])]
    low, high = np.percentile(draws, [2.5, 97.5]) if len(draws) else (values[0], values[0])
    return Figure(float(values[0]), float(low), float(high), hits, of)


def figures(tallies: Sequence[Tally], *, rounds: int = ROUNDS, seed: int = SEED) -> dict[str, Figure]:
    """Return every measure of the tallies that has a value, those made of others too."""
    sums = drawn(tallies, rounds=rounds, seed=seed)
    found: dict[str, Figure] = {}
    for at, name in enumerate(sums.names):
        one = figure(sums.share(name), float(sums.hits[0, at]), float(sums.of[0, at]))
        if one:
            found[name] = one
    for name, values in _composed(sums).items():
        if one := figure(values):
            found[name] = one
    return found


def _composed(sums: Sums) -> dict[str, Floats]:
    """Return the measures that are means of shares."""
    made: dict[str, Floats] = {"F1 by coverage": _harmonic(sums.share("all marks"), sums.share("span precision"))}
    for label in {n.removeprefix("coverage R ") for n in sums.names if n.startswith("coverage R ")}:
        made[f"coverage F1 {label}"] = _harmonic(
            sums.share(f"coverage R {label}"), np.nan_to_num(sums.share(f"coverage P {label}"))
        )
    for scope in {n[n.index("(") :] for n in sums.names if n.startswith("MUC F1 (")}:
        b3 = _harmonic(sums.share(f"B3 R {scope}"), sums.share(f"B3 P {scope}"))
        made[f"B3 F1 {scope}"] = b3
        made[f"CoNLL {scope}"] = (sums.share(f"MUC F1 {scope}") + b3 + sums.share(f"CEAFe F1 {scope}")) / 3
    return made


def _harmonic(a: Floats, b: Floats) -> Floats:
    both = a + b
    out = np.where(np.isnan(both), np.nan, 0.0)
    return np.divide(2 * a * b, both, out=out, where=both > 0)
