"""One flow of text in RTF: paragraphs, and the rows that cells and row marks make of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.container.grid import grid_units
from pipeline.container.units import Piece, Unit
from pipeline.document import BlockKind

_PART = "document"


@dataclass(slots=True)
class Flow:
    """The body, or a header, note, comment or box: the paragraph being read and what is complete."""

    kind: BlockKind = BlockKind.PARAGRAPH
    pieces: list[Piece] = field(default_factory=list, repr=False)
    aside: list[Unit] = field(default_factory=list, repr=False)
    hidden: list[str] = field(default_factory=list, repr=False)
    in_table: bool = False
    _units: list[Unit] = field(default_factory=list, repr=False)
    _cell: list[Unit] = field(default_factory=list, repr=False)
    _row: list[list[Unit]] = field(default_factory=list, repr=False)
    _rows: list[list[list[Unit]]] = field(default_factory=list, repr=False)
    _table: int = 0

    def end(self, what: str) -> None:
        """End a paragraph (`end`), a cell or a row."""
        if what == "cell":
            self._paragraph(self._cell)
            self._row.append(self._cell)
            self._cell = []
        elif what == "row":
            self._rows.append(self._row)
            self._row = []
        elif self.in_table:
            self._paragraph(self._cell)
        elif self.pieces or self.aside or self.hidden:
            self._leave_table()
            self._paragraph(self._units)

    def close(self) -> list[Unit]:
        """End the flow and return its units."""
        self._leave_table()
        self._paragraph(self._units)
        return self._units

    def _paragraph(self, sink: list[Unit]) -> None:
        if any(piece.text.strip() for piece in self.pieces):
            sink.append(Unit(_PART, tuple(self.pieces), self.kind))
        said = " ".join("".join(self.hidden).split())
        if len(said) > 1:
            sink.append(Unit(_PART, (Piece(said, _nowhere),), BlockKind.HIDDEN))
        sink += self.aside
        self.pieces, self.aside, self.hidden = [], [], []

    def _leave_table(self) -> None:
        if self._row or self._cell:
            self._rows.append([*self._row, self._cell])
        if self._rows:
            rows = [list(enumerate(row)) for row in self._rows]
            self._units += grid_units(_PART, self._table, rows)
            self._table += 1
        self._rows, self._row, self._cell = [], [], []


def _nowhere(new: str) -> None:
    """Write nothing: the text goes whatever is decided."""
