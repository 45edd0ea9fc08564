"""Workbooks, written back: changed cells become plain strings, pivots and caches go, the rest stays in place."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.ooxml_sweep import neutral_sheets, sweep
from pipeline.container.package import open_package
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes, scrub
from pipeline.container.sheet import walk
from pipeline.container.sheet_scrub import scrub_sheets, sheet_titles
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("xlsx")
def write_workbook(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .xlsx without the data; a formula that says or shows it is replaced by its result."""
    package = open_package(data)
    titles = sheet_titles(package)
    edit_all(walk(package), edits_of(document, replacements))
    neutral_sheets(package, replacements)
    done = scrub_sheets(package, titles)
    done += scrub(package, Pictures(document, replacements))
    sweep(package, replacements)
    return Written(package.save(), notes(done))
