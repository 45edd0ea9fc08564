"""XML parts: parsed with no entity, no network and no document type; written back as UTF-8."""

from __future__ import annotations

from lxml import etree

from pipeline.errors import HostileFile, LimitExceeded, UnreadableFile

_REMEDY = "Open the document in its program, save it as a new one and upload that."


def parse(data: bytes, *, forgiving: bool = False) -> etree._Element:
    """Return the root; nesting is held to the 256 levels of libxml2.

    Comments and processing instructions are left out, they may hold anything.
    `forgiving` mends malformed VML, which spreadsheet programs do write.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=False,
        recover=forgiving,
    )
    if b"<!DOCTYPE" in data:
        raise _hostile()
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        if "depth" in str(error).lower():
            raise _too_deep() from None
        raise _malformed() from None
    if root is None:
        raise _malformed()
    # a part in UTF-16 hides its document type from the look at the bytes
    if root.getroottree().docinfo.internalDTD is not None or next(root.iter(etree.Entity), None) is not None:
        raise _hostile()
    return root


def serialise(root: etree._Element) -> bytes:
    """Return the bytes of a part, in UTF-8 with a declaration."""
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def local(tag: str) -> str:
    """Return a tag or attribute name without its namespace."""
    return tag.rsplit("}", 1)[-1]


def namespace(tag: str) -> str:
    """Return the namespace of a tag or attribute name, empty where it has none."""
    return tag[1:].split("}", 1)[0] if tag.startswith("{") else ""


def detach(element: etree._Element) -> None:
    """Remove an element and what is in it; text after it stays."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def unwrap(element: etree._Element) -> None:
    """Put the children of an element in its place."""
    parent = element.getparent()
    if parent is None:
        return
    for child in list(element):
        element.addprevious(child)
    parent.remove(element)


def _hostile() -> HostileFile:
    return HostileFile("A part declares a document type or entities.", stage="extract", remedy=_REMEDY)


def _too_deep() -> LimitExceeded:
    return LimitExceeded("A part nests its elements too deep.", stage="extract", remedy=_REMEDY)


def _malformed() -> UnreadableFile:
    return UnreadableFile("A part of the document is not well-formed XML.", stage="extract", remedy=_REMEDY)
