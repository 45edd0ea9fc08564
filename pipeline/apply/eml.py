"""Messages, written back: texts and addresses replaced, attachments by their own writers, routes gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.apply.naming import clean_name
from pipeline.container.attached import units_of, write_all
from pipeline.container.mail import Part, boundaries, parse
from pipeline.container.mail_walk import MailWalk
from pipeline.container.pictures import Pictures
from pipeline.container.scrub import notes
from pipeline.container.units import edit_all, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer

_NAMED = ("charset", "format", "delsp", "type", "method")


@writer("eml")
def write_message(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the .eml without the data; an attachment that can't be cleaned is taken out, and a note says so."""
    root = parse(data)
    walk = MailWalk(root, pictures=Pictures(document, replacements))
    sections = walk.walk()
    edit_all(units_of(sections), edits_of(document, replacements))
    write_all(sections, replacements)
    walk.finish(replacements)
    given: Counter[str] = Counter()
    for part, format in walk.files:
        _rename(part, format, given)
    return Written(root.save(boundaries(root)), notes(walk.done + walk.pictures.done))


def _rename(part: Part, format: str, given: Counter[str]) -> None:
    """Give a part that has a file name a clean one, and leave no other parameter that could hold the old."""
    name = clean_name(part.file_name, format) if part.file_name else ""
    given[name] += 1
    if given[name] > 1:
        stem, _, suffix = name.rpartition(".")
        name = f"{stem}_{given[name]}.{suffix}" if stem else ""
    told = [(key, part.parameter(key)) for key in _NAMED]
    kept = [f"{key}={_quoted(value)}" for key, value in told if value and value.isascii()]
    if part.get("content-type") and part.parameters() - {*_NAMED[:3]}:
        named = [f'name="{name}"'] if part.parameter("name") else []
        part.tell("Content-Type", "; ".join([part.type, *kept, *named]))
    disposition = part.get("content-disposition").split(";")[0].strip().lower()
    if disposition:
        disposition = disposition if disposition in ("inline", "attachment") else "attachment"
        part.tell("Content-Disposition", f'{disposition}; filename="{name}"' if name else disposition)


def _quoted(value: str) -> str:
    return value if value.replace("-", "").replace("_", "").isalnum() else '"' + value.replace('"', "") + '"'
