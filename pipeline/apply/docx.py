"""Word documents, written back: replaced in their runs, revisions accepted, everything that names people dropped."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.ooxml_sweep import sweep
from pipeline.container.package import open_package
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes, scrub
from pipeline.container.units import edit_all, edits_of
from pipeline.container.word import walk
from pipeline.container.word_scrub import scrub_word
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("docx")
def write_word(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .docx without the data; a replacement takes the format of the first run it touches."""
    package = open_package(data)
    units, revisions = walk(package)
    edit_all(units, edits_of(document, replacements))
    done = scrub_word(package)
    done += scrub(package, Pictures(document, replacements))
    done["revisions-removed"] += revisions
    sweep(package, replacements)
    return Written(package.save(), notes(done))
