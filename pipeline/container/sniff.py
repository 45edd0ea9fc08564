"""What a file is, told by its content; the name only decides between kinds of plain text."""

from __future__ import annotations

import re
from collections.abc import Callable

from pipeline.container import delimited, encoding, limits, office
from pipeline.container.package import content_type_of_main, is_odf, mimetype_of
from pipeline.errors import (
    Archive,
    DataFile,
    EncryptedFile,
    InputRefused,
    LimitExceeded,
    Messages,
    Program,
    Recording,
    Slides,
    UnreadableFile,
    UnsupportedFormat,
    WithMacros,
)

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
_LETTER = re.compile(r"^(from|to|subject|date):", re.I | re.M)
# Texts whose letters are written as codes or cut at a width: read as they stand, a name in them isn't one.
_CODED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"\s*+{_COMMENTS}<(svg\b|!doctype\s+svg)", re.I | re.S), "drawing"),
    (re.compile(r"%!PS"), "drawing"),
    (re.compile(r"\s*+0\r?\n\s*+SECTION\r?\n"), "drawing"),
    (re.compile(r"\s*+BEGIN:V(CARD|CALENDAR)\s*$", re.I | re.M), "card"),
)
_ESCAPED = re.compile(r"\\u[0-9a-f]{4}", re.I)
_HEADER = re.compile(r"[!-9;-~]+:[ \t]*+(?:\S|\Z)")  # a long value may stand on the next line alone
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"II*\0", "image"),
    (b"MM\0*", "image"),
    (b"BM", "image"),
    (b"RIFF", "recording"),  # WebP among them is told below
    (b"OggS", "recording"),
    (b"fLaC", "recording"),
    (b"ID3", "recording"),
    (b"\x1aE\xdf\xa3", "recording"),  # Matroska, WebM
    (b"0&\xb2u\x8ef\xcf\x11", "recording"),  # ASF: wmv, wma
    (b"FLV\x01", "recording"),
    (b"\0\0\x01\xba", "recording"),  # MPEG
    (b"\x1f\x8b", "archive"),
    (b"7z\xbc\xaf\x27\x1c", "archive"),
    (b"Rar!", "archive"),
    (b"BZh", "archive"),
    (b"\xfd7zXZ\0", "archive"),
    (b"(\xb5/\xfd", "archive"),  # zstd
    (b"MSCF\0\0\0\0", "archive"),  # cab
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xca\xfe\xba\xbe", "program"),  # Java, Mach-O
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"SQLite format 3\0", "database"),
    (b"\0\x01\0\0Standard ", "database"),  # Access
    (b"AC10", "drawing"),
    (b"8BPS", "drawing"),
    (b"!BDN", "mailbox"),  # Outlook's folders
)

_LETTERS = {b"BM", b"MZ", b"ID3", b"BZh", b"OggS", b"fLaC", b"AC10", b"8BPS", b"!BDN"}


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
    "message": "Open the message and save it as .eml.",
    "archive": "Unpack it and upload the files one by one.",
    "recording": "Upload a transcript as .docx, .odt or .txt.",
    "program": "Don't run it; ask for the document itself.",
    "database": "Export the table that matters as .csv or .xlsx.",
    "drawing": "Export it as .pdf.",
    "photo": "Save the picture as .jpg or .png.",
    "xml": "Export it as .csv or .pdf.",
    "card": "Export the contacts or events as .csv.",
    "json": "Export it as .csv or .xlsx.",
}
_CLASSES: dict[str, type[UnsupportedFormat]] = {
    "archive": Archive,
    "recording": Recording,
    "program": Program,
    "slides": Slides,
    "mailbox": Messages,
    "message": Messages,
    "macro": WithMacros,
    "template": WithMacros,
    "database": DataFile,
    "drawing": DataFile,
    "photo": DataFile,
    "xml": DataFile,
    "card": DataFile,
    "json": DataFile,
}
# What only the name tells: no two bytes of these are alike, or they are text.
_NAMED = {
    "recording": ("mp4", "mov", "m4a", "m4v", "3gp", "mp3", "aac", "amr", "wav", "avi", "mkv", "wmv", "wma", "mpg"),
    "archive": ("zip", "rar", "7z", "tar", "gz", "tgz", "iso", "dmg", "z", "lha", "arj"),
    "program": ("exe", "dll", "com", "scr", "bin", "jar", "apk", "class", "so", "msi"),
    "slides": ("ppt", "pps", "key"),
    "database": ("mdb", "accdb", "db", "sqlite", "dbf", "sav", "dta", "parquet"),
    "drawing": ("dwg", "dxf", "psd", "ai", "eps", "vsd", "cdr", "svg"),
    "photo": ("heic", "heif", "avif", "jp2"),
    "mailbox": ("pst", "ost"),
}
_BY_SUFFIX = {suffix: kind for kind, suffixes in _NAMED.items() for suffix in suffixes}
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
    return _CLASSES.get(kind, UnsupportedFormat)(
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
    for stream, kind in (("PowerPoint", "slides"), ("__substg1.0_", "message"), ("Workbook", "excel")):
        if stream.encode("utf-16-le") in data:
            raise unsupported(kind)
    raise unsupported("word")


def _other(data: bytes) -> str:
    for magic, kind in _MAGIC:
        # letters are no proof: a text may begin with BM, MZ or ID3
        if data.startswith(magic) and (magic not in _LETTERS or any(byte < 9 for byte in data[:64])):
            if kind == "image" or data[8:12] == b"WEBP":
                return "image"
            raise unsupported(kind)
    if data[4:8] == b"ftyp":  # one container for films, sound and photographs of telephones
        raise unsupported("photo" if data[8:11] in (b"hei", b"mif", b"avi") else "recording")
    if data[257:262] == b"ustar":
        raise unsupported("archive")
    return ""


_TESTS: tuple[Callable[[bytes], str], ...] = (_zip, _ole, _other, _rtf, _pdf)


def _text_kind(data: bytes, name: str) -> str:
    suffix = name.rsplit(".", 1)[-1].lower() if "." in name else ""
    try:
        text, _ = encoding.decode(data)
    except UnreadableFile:
        if _is_read(suffix):
            raise
        raise _binary(suffix) from None
    if _mostly_controls(text):
        raise _binary(suffix)
    if coded := _coded_kind(text):
        raise unsupported(coded)
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


def _coded_kind(text: str) -> str:
    """Name the kind of a text in which names stand in codes; "" for any other."""
    for form, kind in _CODED:
        if form.match(text[:4096]):
            return kind
    return "json" if text[:4096].lstrip()[:1] in ("{", "[") and _ESCAPED.search(text) else ""


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
    has_header = len(heads) > 1 and _HEADER.match(heads[1]) is not None
    if _MAILBOX.match(start) and (_MAIL.search(start) or (has_header and _LETTER.search(start))):
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


def _is_read(suffix: str) -> bool:
    """Tell whether a name without a suffix, or with this one, is that of a kind which is read."""
    return not suffix or f".{suffix}" in f"{SUPPORTED}, .jpeg, .tiff, .htm, .tab, .text, .doc, .mht".split(", ")


def _binary(suffix: str) -> InputRefused:
    """Make the refusal of bytes that are no text: damaged where the name says a kind that is read, else of another."""
    if not _is_read(suffix):
        return unsupported(_BY_SUFFIX.get(suffix, f".{suffix}"[:12]))
    return UnreadableFile(
        f"The file is not text nor a known document; supported: {SUPPORTED}.",
        stage="extract",
        remedy=_DEFAULT_REMEDY,
    )
