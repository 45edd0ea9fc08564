"""Text plus spans to escaped HTML: the document pane.

What is drawn adds no character to the text: tags, locks and outputs come from the style sheet. So a place counted
in the page's text nodes is a place in the document, marks or no marks.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from review import desk_wording, trigger_wording
from review.queries.desk_text import BlockText, Fragment, Mark
from review.wording import words

register = template.Library()

_HEADINGS = {"heading"}
_ASIDES: dict[str, Callable[[], str]] = {
    "header": lambda: _("Encabezado"),
    "footer": lambda: _("Pie de página"),
    "note": lambda: _("Nota"),
    "comment": lambda: _("Comentario"),
    "property": lambda: _("Propiedad del fichero"),
    "field": lambda: _("Campo"),
    "hidden": lambda: _("Texto oculto"),
    "picture": lambda: _("Imagen"),
}


@register.simple_tag
def document(fragment: Fragment) -> SafeString:
    """Draw the blocks of a fragment: paragraphs, headings, tables, with page breaks between."""
    out: list[SafeString] = []
    page = fragment.page_before
    for table, members in groupby(fragment.blocks, key=lambda b: (b.table,) if b.in_table else b.number):
        blocks = list(members)
        if blocks[0].page is not None and blocks[0].page != page:
            page = blocks[0].page
            out.append(_page_break(page))
        draw = _table if isinstance(table, tuple) else _paragraphs
        out.append(draw(fragment, blocks))
    return _joined(out)


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308 - safe strings only


def _page_break(page: int) -> SafeString:
    return format_html('<p class="page-break">{} {}</p>', _("Página"), page + 1)


def _paragraphs(fragment: Fragment, blocks: Sequence[BlockText]) -> SafeString:
    return _joined(_paragraph(fragment, block) for block in blocks)


def _paragraph(fragment: Fragment, block: BlockText) -> SafeString:
    if block.kind == "picture" and not any(m.start == block.start for m in fragment.marks):
        return SafeString("")  # drawn once, and undone
    name = "h3" if block.kind in _HEADINGS else "p"
    aside = _ASIDES[block.kind]() if block.kind in _ASIDES else ""
    said = format_html(' data-aside="{}"', aside) if aside else SafeString("")
    css = "b heading" if name == "h3" else "b aside" if aside else "b item" if block.kind == "list item" else "b"
    start, end = _shown(fragment.text, block)
    inner = marked(fragment.text, start, end, fragment.marks)
    return format_html(
        '<{} class="{}" data-s="{}" data-n="{}"{}>{}</{}>', name, css, start, block.number, said, inner, name
    )


def _shown(text: str, block: BlockText) -> tuple[int, int]:
    """Leave out the line ends and blanks around a block: they'd be drawn as empty lines."""
    start, end = block.start, block.end
    while end > start and text[end - 1] in "\r\n\t":
        end -= 1
    while start < end and text[start] in "\r\n":
        start += 1
    return start, end


def _table(fragment: Fragment, blocks: Sequence[BlockText]) -> SafeString:
    rows = [(row, list(cells)) for row, cells in groupby(blocks, key=lambda b: b.row)]
    columns = sorted({b.column for b in blocks if b.column is not None})
    head = rows.pop(0)[1] if rows[0][0] == 0 else None
    top = _header(fragment, head, columns) if head else _repeated_header(blocks, columns)
    body = format_html_join("", "{}", ((_row(fragment, cells, columns, "td"),) for _n, cells in rows))
    return format_html(
        '<div class="sheet" tabindex="0" role="group" aria-label="{}"><table>{}<tbody>{}</tbody></table></div>',
        _("Tabla"), top, body,
    )  # fmt: skip


def _header(fragment: Fragment, cells: Sequence[BlockText], columns: Sequence[int]) -> SafeString:
    return format_html("<thead>{}</thead>", _row(fragment, cells, columns, "th"))


def _repeated_header(blocks: Sequence[BlockText], columns: Sequence[int]) -> SafeString:
    """Repeat what names each column where a table goes on from an earlier fragment."""
    labels = {b.column: b.label for b in blocks if b.column is not None}
    if not any(labels.values()):
        return SafeString("")
    cells = format_html_join("", '<th scope="col" class="again">{}</th>', ((labels.get(c, ""),) for c in columns))
    return format_html("<thead><tr><th></th>{}</tr></thead>", cells)


def _row(fragment: Fragment, cells: Sequence[BlockText], columns: Sequence[int], name: str) -> SafeString:
    by_column = {cell.column: cell for cell in cells}
    drawn = _joined(_cell(fragment, by_column.get(column), name) for column in columns)
    number = (cells[0].row or 0) + 1
    return format_html('<tr><th scope="row" class="no">{}</th>{}</tr>', number, drawn)


def _cell(fragment: Fragment, cell: BlockText | None, name: str) -> SafeString:
    scope = SafeString(' scope="col"') if name == "th" else SafeString("")
    if cell is None:
        return format_html("<{}{}></{}>", name, scope, name)
    start, end = _shown(fragment.text, cell)
    inner = marked(fragment.text, start, end, fragment.marks)
    return format_html('<{}{} class="b" data-s="{}">{}</{}>', name, scope, start, inner, name)


def marked(text: str, start: int, end: int, marks: Sequence[Mark]) -> SafeString:
    """Draw a stretch of text with the marks that touch it; a mark that begins earlier goes on here."""
    out: list[str] = []
    at = start
    for mark in _touching(marks, start, end):
        first, last = max(mark.start, at), min(mark.end, end)
        if first >= last:
            continue
        out += [escaped(text[at:first]), _mark(mark, text[first:last], goes_on=mark.start < start)]
        at = last
    out.append(escaped(text[at:end]))
    return mark_safe("".join(out))  # noqa: S308 - every piece is escaped above


def _touching(marks: Sequence[Mark], start: int, end: int) -> Iterator[Mark]:
    """Yield the marks that share a character with the stretch; they are in order and mostly disjoint."""
    first = bisect_left(marks, start, key=lambda m: m.end)
    for mark in marks[first:]:
        if mark.start >= end:
            return
        yield mark


def escaped(text: str) -> str:
    """Escape text for HTML; a carriage return is written as a reference, or the parser would drop it."""
    return str(escape(text)).replace("\r", "&#13;")


def classes_of(mark: Mark) -> str:
    """Return the classes that give a mark its shape and colour."""
    return " ".join(["m", mark.state, *(name for name, on in _flags(mark) if on)])


def _mark(mark: Mark, text: str, *, goes_on: bool) -> str:
    classes = classes_of(mark) + (" picture" if is_picture(text) else "")
    place = "" if goes_on else f' id="m{mark.id}"'
    said = spoken(text, mark.tag, mark.state, doubt=mark.doubt, label=mark.label)
    return (
        f'<span class="{classes}"{place} data-id="{mark.id}" data-e="{mark.entity}" role="button" '
        f'tabindex="-1" data-tag="{escape(mark.tag)}" data-out="{"" if goes_on else escape(mark.output)}" '
        f'data-label="{escape(words("label", mark.label))}" aria-label="{escape(said)}">{escaped(text)}</span>'
    )


def _flags(mark: Mark) -> Iterable[tuple[str, bool]]:
    return (("hides", mark.hides), ("doubt", mark.doubt), ("added", mark.added))


def is_picture(text: str) -> bool:
    """Tell whether a stretch stands for a region of a page: it has no letters to show."""
    return text == desk_wording.PICTURE


def told(text: str, label: str) -> str:
    """Return a stretch on one line; the label's words for a region of a page."""
    return str(words("label", label)) if is_picture(text) else " ".join(text.split())


def spoken(text: str, tag: str, state: str, *, doubt: bool, label: str = "") -> str:
    """Say a mark in words: its text, or what it is where it has none, its tag, its state."""
    parts: list[str | Promise] = [told(text, label), tag, desk_wording.STATES[state]]
    parts += [_("en duda")] if doubt else []
    return ", ".join(str(part) for part in parts if part)


@register.filter
def desk_words(code: str, kind: str) -> str:
    """Give the words of a code of this screen: `{{ state|desk_words:"state" }}`."""
    return str(desk_wording.words(kind, code))


@register.filter
def moved(delta: float) -> str:
    """Write a change of confidence with its sign and four decimals."""
    return f"{delta:+.4f}"


@register.filter
def confidence(low: float, high: float) -> str:
    """Write a range of confidences the short way: `.41–.97`, or one figure where both are alike."""
    ends = [f"{value:.2f}".removeprefix("0") for value in (low, high)]
    return ends[0] if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"


@register.filter
def as_json(value: object) -> str:
    """Write plain data as JSON, to be escaped into an attribute."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@register.filter
def datum_words(thing: Any) -> str:
    """Say what a line or a mention is: its label, or the kind of reference where it's protected."""
    return trigger_wording.datum(thing.label, thing.trigger)


@register.filter
def fired(mention: Any) -> str:
    """Say what fired a mention."""
    return trigger_wording.trigger(mention.trigger, mention.recogniser)


@register.filter
def step_detail(step: Any) -> str:
    """Say the detail of an adjustment: the word that was near, or a code in words."""
    if step.by == "context":
        return f"«{str(step.detail).removeprefix('not-')}»"
    return trigger_wording.trigger(step.detail) if step.by in ("propagation", "column") else ""
