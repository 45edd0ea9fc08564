"""A view: one way of seeing a file's content as text, and how much weight a finding in it has."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

# Parts two cells, strings or properties that no value may straddle.
BARRIER = "\x1e"


class Layer(StrEnum):
    """What kind of text a view shows; each layer is one reading of the whole file.

    Occurrences are counted per layer, so that one word seen through several layers isn't counted twice.
    """

    MAIN = "text"
    JOINED = "cells"
    DRAWN = "drawn text"
    STRINGS = "properties"
    IDENTIFIERS = "identifiers"
    RAW = "bytes"
    DECODED = "decoded text"
    NAME = "file name"
    PIXELS = "pixels"


@dataclass(frozen=True, slots=True)
class View:
    """Some text of the file, where it lies, and how a value found there is said to have been found."""

    where: str
    layer: Layer
    text: str = field(repr=False)
    how: str = ""
    page: int | None = None
