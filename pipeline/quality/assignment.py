"""The best one-to-one pairing of two sets by weight (Kuhn 1955, with the potentials of Jonker and Volgenant)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

Weights = Mapping[tuple[str, str], float]


def best_total(weights: Weights) -> float:
    """Return the greatest sum of weights of a one-to-one pairing; pairs that are absent weigh nothing.

    What no pair connects is solved apart, so that many small groups cost no more than their sizes.
    """
    total = 0.0
    for part in _components(weights):
        left = sorted({a for a, _ in part})
        right = sorted({b for _, b in part})
        if len(left) > len(right):
            part, left, right = {(b, a): w for (a, b), w in part.items()}, right, left
        total -= _cheapest([[-part.get((a, b), 0.0) for b in right] for a in left])
    return total


def _components(weights: Weights) -> Iterator[dict[tuple[str, str], float]]:
    """Yield the pairs by connected component."""
    beside: dict[tuple[int, str], list[tuple[str, str]]] = defaultdict(list)
    for a, b in weights:
        beside[0, a].append((a, b))
        beside[1, b].append((a, b))
    seen: set[tuple[int, str]] = set()
    for start in beside:
        part: dict[tuple[str, str], float] = {}
        queue = [start]
        while queue:
            node = queue.pop()
            if node in seen:
                continue
            seen.add(node)
            for a, b in beside[node]:
                part[a, b] = weights[a, b]
                queue += [(0, a), (1, b)]
        if part:
            yield part


def _cheapest(cost: Sequence[Sequence[float]]) -> float:
    """Return the least cost that pairs every row with a column of its own; rows are no more than columns."""
    rows, columns = len(cost), len(cost[0])
    of_row, of_column = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        _place(row, cost, of_row, of_column, owner)
    return sum(cost[owner[j] - 1][j - 1] for j in range(1, columns + 1) if owner[j])


def _place(
    row: int, cost: Sequence[Sequence[float]], of_row: list[float], of_column: list[float], owner: list[int]
) -> None:
    """Give a row a column by the cheapest augmenting path."""
    columns = len(of_column) - 1
    least, came = [float("inf")] * (columns + 1), [0] * (columns + 1)
    done = [False] * (columns + 1)
    owner[0], at = row, 0
    while owner[at]:
        done[at] = True
        here, step, following = owner[at], float("inf"), 0
        for j in range(1, columns + 1):
            if done[j]:
                continue
            reduced = cost[here - 1][j - 1] - of_row[here] - of_column[j]
            if reduced < least[j]:
                least[j], came[j] = reduced, at
            if least[j] < step:
                step, following = least[j], j
        for j in range(columns + 1):
            if done[j]:
                of_row[owner[j]] += step
                of_column[j] -= step
            else:
                least[j] -= step
        at = following
    while at:
        owner[at] = owner[came[at]]
        at = came[at]
