"""What goes from every written .docx besides its properties: authors, identifiers of sessions, bindings, settings."""

from __future__ import annotations

from collections import Counter

from lxml import etree

from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.xml import detach, local

_AUTHOR = "Autor"
_SETTINGS = (
    "docVars", "rsids", "mailMerge", "attachedTemplate", "savePreviewPicture", "docId", "trackRevisions",
    "saveThroughXslt", "schemaLibrary", "attachedSchema", "readModeInkLockDown", "chartTrackingRefBased",
)  # fmt: skip
_ELEMENTS = (
    "dataBinding", "permStart", "permEnd", "altChunk", "subDoc", "proofErr", "OLEObject", "control", "contentPart",
    "externalData", "embedRegular", "embedBold", "embedItalic", "embedBoldItalic", "smartTagPr", "pivotSource",
    "entryMacro", "exitMacro", "autoUpdate", "webExtensionCreated", "webExtensionLinked",
    "objectEmbed", "objectLink", "webVideoPr", "oembed", "oembedShared",
)  # fmt: skip
_ATTRIBUTES = frozenset(
    ("rsidR", "rsidRPr", "rsidRDefault", "rsidP", "rsidSect", "rsidTr", "rsidDel", "paraId", "textId")
)


def scrub_word(package: Package) -> Counter[str]:
    """Clean the parts of a .docx in place and count what was done."""
    done: Counter[str] = Counter()
    for name in package.members:
        if not package.is_xml(name) or name == CONTENT_TYPES or name.endswith(".rels"):
            continue
        root = package.tree(name)
        wanted = _ELEMENTS + (_SETTINGS if package.type_of(name).endswith("settings+xml") else ())
        for element in list(root.iter(*[f"{{*}}{tag}" for tag in wanted])):
            detach(element)
        done["comments-anonymised"] += _anonymise_comments(root)
        _strip_sessions(root)
    return done


def _anonymise_comments(root: etree._Element) -> int:
    count = 0
    for comment in root.iter("{*}comment"):
        count += 1
        for key in list(comment.attrib):
            if local(str(key)) == "author":
                comment.set(key, _AUTHOR)
            elif local(str(key)) == "initials":
                comment.set(key, _AUTHOR[:1])
            elif local(str(key)) in ("date", "dateUtc"):
                del comment.attrib[key]
    return count


def _strip_sessions(root: etree._Element) -> None:
    for element in root.iter():
        for key in element.attrib:
            if local(str(key)) in _ATTRIBUTES:
                del element.attrib[key]
