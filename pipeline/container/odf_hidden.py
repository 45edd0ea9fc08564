"""What an OpenDocument file holds and doesn't show: tracked changes and hidden text, read and then removed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from lxml import etree

from pipeline.container.odf import OdfPackage, long, short
from pipeline.container.odf_pieces import is_prose
from pipeline.container.xml import detach

_MARKS = ("text:change", "text:change-start", "text:change-end")
_RECORDS = ("text:tracked-changes", "table:tracked-changes")
_FLOW = ("text:span", "text:p", "text:h", "text:a", "text:section", "text:list")


def take_out(package: OdfPackage) -> tuple[dict[str, list[str]], Counter[str]]:
    """Remove deletions, their authors and hidden text from the trees; return what they said by part, and counts."""
    said: dict[str, list[str]] = {}
    done: Counter[str] = Counter()
    styles = _hidden_styles(root for _, root in package.trees())
    for name, root in package.trees():
        texts: list[str] = []
        done["revisions-removed"] += _revisions(root, texts)
        done["hidden-removed"] += _hidden(root, styles, texts)
        said[name] = texts
    return said, done


def _revisions(root: etree._Element, texts: list[str]) -> int:
    count = 0
    for record in list(_each(root, _RECORDS)):
        count += sum(1 for child in record if isinstance(child.tag, str))
        texts += _paragraphs(record)
        detach(record)
    for mark in list(_each(root, _MARKS)):
        detach(mark)
    return count


def _hidden(root: etree._Element, styles: frozenset[str], texts: list[str]) -> int:
    count = 0
    gone: set[etree._Element] = set()
    for element in list(_each(root, ("text:hidden-text", "text:hidden-paragraph", *_FLOW))):
        victim = _victim(element, styles)
        if victim is None or victim.getparent() is None or any(a in gone for a in victim.iterancestors()):
            continue
        gone.add(victim)
        count += 1
        texts += _paragraphs(victim)
        told = victim.get(long("text:string-value")) or ""
        texts += [told] if is_prose(told) and told not in texts else []
        _remove(victim)
    return count


def _victim(element: etree._Element, styles: frozenset[str]) -> etree._Element | None:
    """Return what goes for an element: itself, the paragraph that it hides, or nothing."""
    name = short(element.tag)
    is_hidden = element.get(long("text:is-hidden")) == "true"
    if name == "text:hidden-text":
        return element
    if name == "text:hidden-paragraph":
        holder = element.getparent()
        while holder is not None and short(holder.tag) not in ("text:p", "text:h"):
            holder = holder.getparent()
        return holder if is_hidden else None
    if name == "text:section":
        shown = element.get(long("text:display"))
        return element if shown == "none" or (shown == "condition" and is_hidden) else None
    return element if element.get(long("text:style-name")) in styles else None


def _remove(element: etree._Element) -> None:
    """Remove an element; a cell, a note or a body keeps the empty paragraph that it must have."""
    parent = element.getparent()
    if parent is not None and short(element.tag) in ("text:p", "text:h") and len(parent) == 1:
        for child in list(element):
            element.remove(child)
        element.text = None
        return
    detach(element)


def _hidden_styles(roots: Iterable[etree._Element]) -> frozenset[str]:
    """Name the text and paragraph styles that hide what is set in them, those that inherit it included."""
    parents: dict[str, str] = {}
    shown: dict[str, str] = {}
    for root in roots:
        for style in _each(root, ("style:style",)):
            name = style.get(long("style:name")) or ""
            parents[name] = style.get(long("style:parent-style-name")) or ""
            for properties in style.iterchildren(long("style:text-properties")):
                told = properties.get(long("text:display"))
                if told:
                    shown[name] = told
    return frozenset(name for name in parents if _display(name, parents, shown) == "none")


def _display(name: str, parents: dict[str, str], shown: dict[str, str]) -> str:
    seen: set[str] = set()
    while name and name not in seen:
        if name in shown:
            return shown[name]
        seen.add(name)
        name = parents.get(name, "")
    return ""


def _paragraphs(element: etree._Element) -> list[str]:
    """Return the text of each paragraph of an element, or of the whole where it holds none."""
    found = list(_each(element, ("text:p", "text:h"))) or [element]
    texts = [" ".join("".join(map(str, p.itertext())).split()) for p in found]
    creators = [" ".join((c.text or "").split()) for c in _each(element, ("dc:creator",))]
    return [text for text in (*creators, *texts) if is_prose(text)]


def _each(root: etree._Element, names: Iterable[str]) -> Iterator[etree._Element]:
    return root.iter(*map(long, names))
