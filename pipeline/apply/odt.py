"""OpenDocument texts, written back: replaced in their spans, revisions accepted, what names people or hides dropped."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.odf import open_odf
from pipeline.container.odf_hidden import take_out
from pipeline.container.odf_scrub import scrub
from pipeline.container.odf_sweep import sweep
from pipeline.container.odf_text import walk
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("odt")
def write_text_document(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .odt without the data; a replacement takes the format of the first span it touches."""
    package = open_odf(data)
    said, done = take_out(package)
    edit_all(walk(package, said), edits_of(document, replacements))
    done += scrub(package, Pictures(document, replacements))
    sweep(package, replacements)
    return Written(package.save(), notes(done))
