"""Old Word documents, written back: cleaned as .docx, then turned into .doc again by LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline import registry
from pipeline.container import office
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.errors import UnreadableFile
from pipeline.registry import writer


@writer("doc")
def write_old_word(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .doc without the data; raises UnreadableFile where it no longer converts to what was read."""
    converted = office.convert(data, "doc", "docx")
    again = registry.reader_of("docx")(converted, document.name)
    if again.text != document.text:
        raise UnreadableFile(
            "The document converts to another text than before.", stage="apply", remedy="Analyse the file again."
        )
    written = registry.writer_of("docx")(converted, again, replacements)
    return Written(office.convert(written.data, "docx", "doc"), written.notes)
