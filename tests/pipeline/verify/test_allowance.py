"""What may stand in the text may be seen again in another reading of it, and nowhere else."""

from __future__ import annotations

import pytest

from pipeline.analysis import Sought
from pipeline.verify.search import Searcher
from pipeline.verify.view import Layer, View


@pytest.mark.parametrize(
    ("views", "leaks"),
    [
        ([(Layer.MAIN, 1), (Layer.DECODED, 2), (Layer.DRAWN, 1)], 0),
        ([(Layer.MAIN, 1), (Layer.DECODED, 3)], 1),
        ([(Layer.MAIN, 2)], 1),
        ([(Layer.MAIN, 1), (Layer.STRINGS, 2)], 1),
    ],
)
def test_readings_of_the_same_text(views: list[tuple[Layer, int]], leaks: int) -> None:
    sought = Sought("1 de octubre", "DATE", "d1", 1)
    shown = [View(f"v{n}", layer, "\n\n".join(["el 1 de octubre,"] * times)) for n, (layer, times) in enumerate(views)]
    assert len(Searcher([sought]).leaks(shown)) == leaks
