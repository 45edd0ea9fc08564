"""Draw the pictures of the documentation: `python scripts/plots.py reliability`, `python scripts/plots.py pages`.

`reliability` reads the calibration beside the model's weights; `pages` times the whole engine on texts of 1 to 500 pages.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

WIDTH, HEIGHT, LEFT, FOOT, TOP = 520, 360, 64, 52, 24
SIZES = (1, 5, 20, 100, 250, 500)
INKS = ("#1f5f99", "#9a5b00", "#2f6b3a")

Point = tuple[float, float]


class Chart:
    """A chart with both axes, as SVG; `x` and `y` take values to 0..1."""

    def __init__(self, title: str, x_name: str, y_name: str, x: Callable[[float], float], y: Callable[[float], float]):
        self.x, self.y = x, y
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="12" role="img"><title>{title}</title><rect width="100%" height="100%" fill="#fff"/>',
            f'<text x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{x_name}</text>',
            f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{y_name}</text>',
        ]

    def at(self, point: Point) -> Point:
        """Return where a point lies on the picture."""
        across, up = self.x(point[0]), self.y(point[1])
        return LEFT + across * (WIDTH - LEFT - 20), HEIGHT - FOOT - up * (HEIGHT - FOOT - TOP)

    def axes(
        self, x_marks: Sequence[float], y_marks: Sequence[float], x_form: str = "{:g}", y_form: str = "{:g}"
    ) -> None:
        """Draw the marks of both axes with a faint grid."""
        for value in x_marks:
            across = self.at((value, y_marks[0]))[0]
            self._line((across, TOP), (across, HEIGHT - FOOT), "#ddd")
            self.parts.append(
                f'<text x="{across}" y="{HEIGHT - FOOT + 18}" text-anchor="middle">{x_form.format(value)}</text>'
            )
        for value in y_marks:
            up = self.at((x_marks[0], value))[1]
            self._line((LEFT, up), (WIDTH - 20, up), "#ddd")
            self.parts.append(f'<text x="{LEFT - 8}" y="{up + 4}" text-anchor="end">{y_form.format(value)}</text>')

    def series(self, points: Sequence[Point], ink: str, name: str, row: int) -> None:
        """Draw a line with its points and its name."""
        placed = [self.at(p) for p in points]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in placed)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{ink}" stroke-width="2"/>')
        self.parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="{ink}"/>' for a, b in placed]
        self.parts.append(f'<text x="{LEFT + 12}" y="{TOP + 16 + 18 * row}" fill="{ink}">{name}</text>')

    def diagonal(self) -> None:
        """Draw where score and truth are one."""
        self._line(self.at((0, 0)), self.at((1, 1)), "#999", dash=True)

    def write(self, name: str) -> None:
        """Write the picture to docs/images."""
        path = ROOT / "docs" / "images" / name
        path.write_text("\n".join([*self.parts, "</svg>"]) + "\n", encoding="utf-8")
        print(path.relative_to(ROOT))

    def _line(self, a: Point, b: Point, ink: str, *, dash: bool = False) -> None:
        dashes = ' stroke-dasharray="5 4"' if dash else ""
        self.parts.append(
            f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{ink}"{dashes}/>'
        )


def reliability() -> None:
    """Draw the share that is right by score of both models, on folds left out of the fit."""
    data = json.loads((ROOT / "pipeline/models/nombres/calibration.json").read_text(encoding="utf-8"))["reliability"]
    chart = Chart("Reliability", "score", "share that is right", float, float)
    marks = [n / 5 for n in range(6)]
    chart.axes(marks, marks)
    chart.diagonal()
    context = json.loads((ROOT / "pipeline/models/contexto/calibration.json").read_text(encoding="utf-8"))[
        "reliability"
    ]
    series = {"names, development files and generated": data["all"], "names, newspaper": data["ancora_doc.dev"]}
    for row, (name, bands) in enumerate({**series, "context model, gold/dev": context}.items()):
        chart.series([(r["score"], r["right"]) for r in bands], INKS[row], name, row)
    chart.write("reliability.svg")


def pages() -> None:
    """Draw the whole engine's time a word on texts of 1 to 500 pages."""
    from bench_text import pages as text_of

    from pipeline import engine, policy
    from pipeline.document import from_text

    rules = policy.load("transparencia")
    engine.analyse([from_text(text_of(2))], rules)
    points = []
    for size in SIZES:
        text = text_of(size)
        document = from_text(text)
        start = time.process_time()
        engine.analyse([document], rules)
        points.append((float(size), 1e6 * (time.process_time() - start) / len(text.split())))
        print(size, "pages:", round(points[-1][1]), "microseconds a word")
    top = 100 * (1 + int(max(p[1] for p in points)) // 100)
    chart = Chart("Time a word", "pages", "microseconds a word", lambda v: log(v) / log(SIZES[-1]), lambda v: v / top)
    chart.axes(SIZES, [n * top / 4 for n in range(5)])
    chart.series(points, INKS[0], "whole engine, one core", 0)
    chart.write("time-per-word.svg")


if __name__ == "__main__":
    {"reliability": reliability, "pages": pages}[sys.argv[1]]()
