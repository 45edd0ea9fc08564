"""HTML pages, written back: the changed places differ, programs, comments, pixels and outside contents go."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container.html import decode, encode, sweep_names
from pipeline.container.html_text import Page
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("html")
def write_page(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the page without the data, in its own encoding; every other character stays where it was."""
    text, coding = decode(data)
    pictures = Pictures(document, replacements)
    page = Page(text, "page", pictures=pictures)
    edit_all(page.walk(), edits_of(document, replacements))
    sweep_names(page, replacements)
    return Written(encode(page.edited(), coding), notes(page.done + pictures.done))
