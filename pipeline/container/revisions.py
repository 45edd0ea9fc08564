"""Tracked changes of a text document, accepted: insertions stay, deletions and the record of both go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from lxml import etree

from pipeline.container.xml import detach, local, unwrap

_GONE = ("del", "moveFrom", "conflictDel")
_KEPT = ("ins", "moveTo", "conflictIns")
_MARKS = (
    "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd", "customXmlInsRangeStart",
    "customXmlInsRangeEnd", "customXmlDelRangeStart", "customXmlDelRangeEnd", "customXmlMoveFromRangeStart",
    "customXmlMoveFromRangeEnd", "customXmlMoveToRangeStart", "customXmlMoveToRangeEnd",
    "customXmlConflictInsRangeStart", "customXmlConflictInsRangeEnd", "customXmlConflictDelRangeStart",
    "customXmlConflictDelRangeEnd", "rPrChange", "pPrChange", "sectPrChange", "tblPrChange", "tblPrExChange",
    "tblGridChange", "trPrChange", "tcPrChange", "numberingChange", "cellIns", "cellMerge",
)  # fmt: skip


def has_revisions(root: etree._Element) -> bool:
    """Tell whether a part holds tracked changes."""
    return next(_each(root, (*_GONE, *_KEPT, *_MARKS, "cellDel", "delText")), None) is not None


def deleted_texts(root: etree._Element) -> list[str]:
    """Return the text of each deletion, runs joined: it will go, but it may name people."""
    texts = []
    for element in _each(root, _GONE):
        text = "".join(t.text or "" for t in element.iter("{*}delText", "{*}t", "{*}delInstrText"))
        if text.strip():
            texts.append(text)
    return texts


def accept(root: etree._Element) -> None:
    """Accept every tracked change in place, deleted rows, cells and paragraph marks included."""
    for element in list(_each(root, ("cellDel",))):
        _drop_holder(element, "tc")
    marks = []
    for element in list(_each(root, _GONE)):
        parent = element.getparent()
        if parent is None:
            continue
        if local(parent.tag) == "trPr":
            _drop_holder(element, "tr")
            continue
        detach(element)
        if local(parent.tag) == "rPr" and _is_paragraph_mark(parent):
            marks.append(parent)
    for mark in reversed(marks):  # from the end, so that each paragraph is moved once however many are joined
        _join_with_next(mark)
    for element in list(_each(root, _KEPT)):
        if len(element):
            unwrap(element)
        else:
            detach(element)
    for element in list(_each(root, (*_MARKS, "delText", "delInstrText"))):
        detach(element)


def _each(root: etree._Element, names: Iterable[str]) -> Iterator[etree._Element]:
    return root.iter(*[f"{{*}}{name}" for name in names])


def _is_paragraph_mark(run_properties: etree._Element) -> bool:
    holder = run_properties.getparent()
    return holder is not None and local(holder.tag) == "pPr"


def _drop_holder(element: etree._Element, name: str) -> None:
    holder = element.getparent()
    while holder is not None and local(holder.tag) != name:
        holder = holder.getparent()
    parent = holder.getparent() if holder is not None else None
    if holder is None or parent is None:
        return
    siblings = chain(holder.itersiblings(), holder.itersiblings(preceding=True))
    only = not any(local(sibling.tag) == name for sibling in siblings)
    detach(parent if only and name == "tr" else holder)


def _join_with_next(run_properties: etree._Element) -> None:
    """Move what a paragraph holds to the front of the next one: its mark was deleted."""
    properties = run_properties.getparent()
    paragraph = properties.getparent() if properties is not None else None
    following = paragraph.getnext() if paragraph is not None else None
    if paragraph is None or following is None or local(following.tag) != "p":
        return
    content = [child for child in paragraph if local(child.tag) != "pPr"]
    at = 1 if len(following) and local(following[0].tag) == "pPr" else 0
    for offset, child in enumerate(content):
        following.insert(at + offset, child)
    detach(paragraph)
