"""What a file is, told by its content; the name only decides between kinds of plain text."""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.container import delimited, encoding, limits, office
from pipeline.container.package import content_type_of_main, is_odf, mimetype_of
from pipeline.errors import EncryptedFile, InputRefused, LimitExceeded, UnreadableFile, UnsupportedFormat

SUPPORTED = (
    ".docx, .odt, .rtf, .xlsx, .ods, .pdf, .html, .eml, .csv, .tsv, .txt, .md, .png, .jpg, .tif, .bmp, .webp, .gif"
)

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORD = "wordprocessingml.document.main+xml"
_SHEET = "spreadsheetml.sheet.main+xml"
_ODF = {"application/vnd.oasis.opendocument.text": "odt", "application/vnd.oasis.opendocument.spreadsheet": "ods"}
_COMMENTS = r"(?:<!--(?:(?!-->).)*+-->\s*+)*+"
_HTML = re.compile(rf"\s*+{_COMMENTS}<(!doctype\s+html|html|head|body|script)\b", re.I | re.S)
_MARKUP = re.compile(r"<(!doctype|[a-z][a-z0-9]*(\s[^<>]*)?/?>)", re.I)
_XHTML = re.compile(rf"<\?xml[^>]*>\s*+{_COMMENTS}(<!doctype\s+html|<html)\b", re.I | re.S)
_MAIL = re.compile(r"^(received|return-path|message-id|mime-version|delivered-to|x-[\w-]+):", re.I | re.M)
_MAILBOX = re.compile(r"From \S+ .*\d{4}\s*$", re.M)
_HEADER = re.compile(r"[!-9;-~]+:[ \t]*+(?:\S|\Z)")  # a long value may stand on the next line alone
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"II*\0", "image"),
    (b"MM\0*", "image"),
    (b"BM", "image"),
    (b"RIFF", "media"),  # WebP among them is told below
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
)


def is_picture(data: bytes) -> bool:
    """Tell a file of pictures by its first bytes."""
    starts = [magic for magic, kind in _MAGIC if kind == "image"]
    return data.startswith(tuple(starts)) or (data.startswith(b"RIFF") and data[8:12] == b"WEBP")


_REMEDIES = {
    "odf": "Save the document as .odt, .ods, .docx, .xlsx or .pdf.",
    "word": "Save the document as .docx or .pdf.",
    "excel": "Save the workbook as .xlsx or .csv.",
    "macro": "Save it without macros as .docx or .xlsx.",
    "template": "Save it as a plain document, .docx or .xlsx.",
    "slides": "Export the slides as .pdf.",
    "mailbox": "Save each message as .eml and upload them one by one.",
    "archive": "Unpack it and upload the files one by one.",
}
_DEFAULT_REMEDY = "Save the document as .docx or .pdf."


def sniff(data: bytes, name: str) -> str:
    """Return the name of a format that is read; raises InputRefused with a remedy for anything else."""
    if not data.strip(b"\0 \t\r\n"):
        raise UnreadableFile("The file is empty.", stage="extract", remedy="Upload the file again.")
    if len(data) > limits.MAX_BYTES:
        raise LimitExceeded(
            f"The file is over {limits.MAX_BYTES // limits.MIB} MB.",
            stage="extract",
            remedy="Split it into smaller files.",
        )
    for test in _TESTS:
        kind = test(data)
        if kind:
            return kind
    return _text_kind(data, name)


def unsupported(kind: str) -> UnsupportedFormat:
    """Make the refusal of a kind of file: what is read, and what to do."""
    return UnsupportedFormat(
        f"This kind of file ({kind}) can't be processed; supported: {SUPPORTED}.",
        stage="extract",
        remedy=_REMEDIES.get(kind, _DEFAULT_REMEDY),
    )


def _pdf(data: bytes) -> str:
    return "pdf" if b"%PDF-" in data[:1024] else ""


def _rtf(data: bytes) -> str:
    return "rtf" if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf") else ""


def _zip(data: bytes) -> str:
    if data[:2] != b"PK" or data[2:4] not in (b"\x03\x04", b"\x05\x06", b"\x07\x08"):
        return ""
    main = content_type_of_main(data)
    if main.endswith(_WORD) and "macro" not in main:
        return "docx"
    if main.endswith(_SHEET) and "macro" not in main:
        return "xlsx"
    odf = _ODF.get(mimetype_of(data), "")
    if odf and not main:
        return odf
    raise unsupported(_zip_kind(data, main))


def _zip_kind(data: bytes, main: str) -> str:
    for word, kind in (("macro", "macro"), ("template", "template"), ("presentation", "slides")):
        if word in main.lower():
            return kind
    return "odf" if is_odf(data) else "archive"


def _ole(data: bytes) -> str:
    if not data.startswith(_OLE):
        return ""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise EncryptedFile(
            "The document is protected by a password.",
            stage="extract",
            remedy="Open it, remove the password and save it again.",
        )
    if "WordDocument".encode("utf-16-le") in data and office.program():
        return "doc"
    raise unsupported("excel" if "Workbook".encode("utf-16-le") in data else "word")


def _other(data: bytes) -> str:
    for magic, kind in _MAGIC:
        # two letters are no proof: a text may begin with BM or MZ
        if data.startswith(magic) and (len(magic) > 2 or b"\0" in data[:64]):
            if kind == "image" or data[8:12] == b"WEBP":
                return "image"
            raise unsupported(kind)
    return ""


_TESTS: tuple[Callable[[bytes], str], ...] = (_zip, _ole, _other, _rtf, _pdf)


def _text_kind(data: bytes, name: str) -> str:
    text, _ = encoding.decode(data)
    if _mostly_controls(text):
        raise _binary()
    suffix = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    marked = _markup_kind(text, suffix)
    if marked in ("xml", "mailbox"):
        raise unsupported(marked)
    if marked:
        return marked
    if suffix in ("csv", "tsv", "tab"):
        return "csv"
    if suffix in ("txt", "md", "markdown", "text"):
        return "txt"
    return "csv" if delimited.looks_tabular(text) else "txt"


def _markup_kind(text: str, suffix: str) -> str:
    start = text[:4096]
    if _HTML.match(start) or _XHTML.match(start.lstrip()):
        return "html"
    if suffix in ("html", "htm", "xhtml") and _MARKUP.search(start):
        return "html"
    if start.lstrip().startswith("<?xml"):
        return "xml"
    heads = start.splitlines()[:3]
    is_message = suffix in ("eml", "mht", "mhtml") and bool(heads) and bool(_HEADER.match(heads[0]))
    folded = all(_HEADER.match(line) or line[:1] in (" ", "\t") for line in heads)
    if is_message or (len(heads) == 3 and folded and _MAIL.search(start)):
        return "eml"
    if _MAILBOX.match(start) and _MAIL.search(start):
        return "mailbox"
    if suffix in ("eml", "mht", "mhtml"):
        # read as plain text, its parts would leave as they are encoded
        raise UnreadableFile(
            "The message doesn't begin with its header.",
            stage="extract",
            remedy="Save the message again as .eml from the mail program.",
        )
    return ""


def _mostly_controls(text: str) -> bool:
    sample = text[:4096]
    controls = sum(1 for char in sample if char < " " and char not in "\t\n\r\f\v\x1a\x1b")
    return controls > len(sample) // 50


def _binary() -> InputRefused:
    return UnreadableFile(
        f"The file is not text nor a known document; supported: {SUPPORTED}.",
        stage="extract",
        remedy=_DEFAULT_REMEDY,
    )
