"""RTF, written back: the changed places differ; revisions, properties, objects, pixels and hidden text go."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.identifiers import Neutral
from pipeline.container.pictures import Pictures
from pipeline.container.rtf_text import RtfWalk
from pipeline.container.scrub import notes
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("rtf")
def write_rich_text(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .rtf without the data; every byte outside what goes stays where it was."""
    pictures = Pictures(document, replacements)
    walk = RtfWalk(data.decode("latin-1"), pictures=pictures)
    units = walk.walk()
    walk.neutralise(Neutral(replacements))
    edit_all(units, edits_of(document, replacements))
    return Written(walk.edited().encode("latin-1"), notes(walk.done + pictures.done))
