"""The best one-to-one pairing of two sets by weight, over the pairs there are.

Shortest augmenting paths with potentials (Kuhn 1955; Edmonds and Karp 1972), each by Dijkstra's search: a row meets
only the columns it shares a pair with, so the cost grows with the pairs and not with rows times columns.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping

Column = tuple[str, str]
Weights = Mapping[tuple[str, str], float]

_PAIR, _ALONE = "pair", "alone"


def best_total(weights: Weights) -> float:
    """Return the greatest sum of weights of a one-to-one pairing; no weight is negative, absent pairs weigh nothing."""
    return _Pairing(weights).total()


class _Pairing:
    """Rows with their columns by cost; every row may also stay alone, at no cost."""

    def __init__(self, weights: Weights) -> None:
        self.costs: dict[str, dict[Column, float]] = defaultdict(dict)
        for (row, column), weight in weights.items():
            self.costs[row][_PAIR, column] = -weight
            self.costs[row][_ALONE, row] = 0.0
        self.of_row = {row: min(costs.values()) for row, costs in self.costs.items()}
        self.of_column: dict[Column, float] = defaultdict(float)
        self.owner: dict[Column, str] = {}
        self.held: dict[str, Column] = {}

    def total(self) -> float:
        """Pair every row in turn and return the sum of the weights."""
        for row in self.costs:
            self._place(row)
        return -sum(self.costs[row][column] for column, row in self.owner.items())

    def _place(self, row: str) -> None:
        """Search the cheapest path from a row to a free column, and move the owners along it."""
        distance: dict[Column, float] = {}
        came: dict[Column, str] = {}
        done: dict[Column, float] = {}
        heap: list[tuple[float, Column]] = []
        self._reach(row, 0.0, distance, came, heap)
        while True:
            so_far, column = heapq.heappop(heap)
            if column in done or so_far > distance[column]:
                continue
            if column not in self.owner:
                break
            done[column] = so_far
            self._reach(self.owner[column], so_far, distance, came, heap)
        self._settle(row, so_far, done)
        self._hand_over(row, column, came)

    def _reach(
        self,
        row: str,
        so_far: float,
        distance: dict[Column, float],
        came: dict[Column, str],
        heap: list[tuple[float, Column]],
    ) -> None:
        """Note the columns of a row that are nearer by it; rounding never makes a step negative."""
        for column, cost in self.costs[row].items():
            step = so_far + max(0.0, cost - self.of_row[row] - self.of_column[column])
            if step < distance.get(column, float("inf")):
                distance[column], came[column] = step, row
                heapq.heappush(heap, (step, column))

    def _settle(self, row: str, length: float, done: Mapping[Column, float]) -> None:
        """Move the potentials, so that reduced costs stay at zero or above."""
        self.of_row[row] += length
        for column, distance in done.items():
            self.of_row[self.owner[column]] += length - distance
            self.of_column[column] -= length - distance

    def _hand_over(self, row: str, column: Column, came: Mapping[Column, str]) -> None:
        """Give each row of the path the column it was reached by, back to the row that came last."""
        while True:
            taker = came[column]
            freed = self.held.get(taker)
            self.owner[column], self.held[taker] = taker, column
            if freed is None or taker == row:
                return
            column = freed
