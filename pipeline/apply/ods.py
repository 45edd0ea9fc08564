"""OpenDocument workbooks, written back: changed cells become plain text, the rest stays in place."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.odf import open_odf
from pipeline.container.odf_hidden import take_out
from pipeline.container.odf_scrub import follow_titles, scrub, sheet_titles
from pipeline.container.odf_sweep import neutral_sheets, sweep
from pipeline.container.odf_text import walk
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("ods")
def write_spreadsheet(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .ods without the data; references follow a sheet whose name had to change."""
    package = open_odf(data)
    said, done = take_out(package)
    titles = sheet_titles(package)
    edit_all(walk(package, said), edits_of(document, replacements))
    neutral_sheets(package, replacements)
    follow_titles(package, titles)
    done += scrub(package, Pictures(document, replacements))
    sweep(package, replacements)
    return Written(package.save(), notes(done))
