"""What was read on a picture of a page: words with the place of every character and how sure the reader was."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

# uint8, height x width (grey) or height x width x 3 (red, green, blue)
Pixels = NDArray[np.uint8]
# float64, 3 x 3: takes a point of one picture to its place in another
Transform = NDArray[np.floating[Any]]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A run without blanks: `boxes` holds x0, y0, x1, y1 per character, flat, in pixels of the picture.

    They count from its top left; `confidence` is one number in 0..1 per character.
    """

    text: str = field(repr=False)
    boxes: tuple[float, ...] = field(repr=False)
    confidence: tuple[float, ...] = field(repr=False)

    @property
    def box(self) -> Box:
        """The smallest upright box around all characters."""
        xs, ys = (*self.boxes[0::4], *self.boxes[2::4]), (*self.boxes[1::4], *self.boxes[3::4])
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Line:
    """Words of one line of one column, from left to right as they are read.

    `starts_paragraph` tells that the line begins a new run of text: another column, a gap, a heading, an indent.
    """

    words: tuple[Word, ...]
    starts_paragraph: bool = True

    @property
    def text(self) -> str:
        """The words with one blank between them."""
        return " ".join([w.text for w in self.words])

    @property
    def box(self) -> Box:
        """The smallest upright box around all words."""
        return around([w.box for w in self.words])

    @property
    def confidence(self) -> float:
        """The mean of the characters' confidence."""
        scores = [c for w in self.words for c in w.confidence]
        return sum(scores) / len(scores) if scores else 0.0


@dataclass(frozen=True, slots=True)
class PageReading:
    """What a reader made of one picture: lines in reading order, the picture's size, who read it.

    `turned` is by how many degrees clockwise (0, 90, 180, 270) the picture was turned to be read; boxes are always
    those of the picture as given.
    """

    lines: tuple[Line, ...]
    width: int
    height: int
    reader: str
    turned: int = 0

    @property
    def text(self) -> str:
        """The lines, one below the other."""
        return "\n".join([line.text for line in self.lines])

    @property
    def confidence(self) -> float:
        """The mean confidence of all characters."""
        scores = [c for line in self.lines for w in line.words for c in w.confidence]
        return sum(scores) / len(scores) if scores else 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A region that says something without letters: `kind` is "face" or "signature"; box in pixels."""

    kind: str
    box: Box
    confidence: float


def around(boxes: list[Box]) -> Box:
    """Return the smallest upright box around some boxes."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
