"""Which things of a page lie near one another, found by bands, so that no step looks at all pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

BAND = 24.0
# A page is never so full in one band; a hostile one mustn't cost the square of it.
MAX_NEAR = 3_000
MAX_BANDS = 400

T = TypeVar("T")


class Bands(Generic[T]):
    """Things under their extent across the page, in bands of 24 points."""

    def __init__(self, things: Iterable[tuple[float, float, T]]) -> None:
        self._bands: dict[int, list[T]] = defaultdict(list)
        for low, high, thing in things:
            for band in _range(low, high):
                self._bands[band].append(thing)

    def near(self, low: float, high: float) -> Iterator[T]:
        """Yield what shares a band with the extent, each once and at most some thousands."""
        seen: set[int] = set()
        for band in _range(low, high):
            for thing in self._bands.get(band, ()):
                if id(thing) not in seen:
                    seen.add(id(thing))
                    yield thing
                if len(seen) >= MAX_NEAR:
                    return


def _range(low: float, high: float) -> range:
    first = int(low // BAND)
    return range(first, min(int(high // BAND), first + MAX_BANDS) + 1)
