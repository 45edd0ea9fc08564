"""The registry: recognisers, readers and writers by name; the written list of what is built in.

A recogniser or a format of an institution's own registers with the same decorators.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pipeline.decision import Replacement, Written
from pipeline.detection import Detection
from pipeline.document import Document

Finder = Callable[[Document], Iterable[Detection]]
Reader = Callable[[bytes, str], Document]
Writer = Callable[[bytes, Document, Sequence[Replacement]], Written]

BUILT_IN_RECOGNISERS: tuple[str, ...] = (
    "citation",
    "nif",
    "social_security",
    "iban",
    "card",
    "plate",
    "phone",
    "contact",
    "cadastre",
    "document_number",
    "masked",
    "dates",
    "ages",
    "address",
    "case_number",
    "verification_code",
    "codes",
    "official_codes",
    "spelled_numbers",
    "names",
    "organisations",
    "places",
    "roles",
    "kinship",
    "posts",
    "attributes",
    "pictures",
    "aliases",
    "sexes",
)
BUILT_IN_FORMATS: tuple[str, ...] = (
    "txt",
    "docx",
    "pdf",
    "csv",
    "xlsx",
    "odt",
    "ods",
    "html",
    "eml",
    "rtf",
    "doc",
    "image",
)


@dataclass(frozen=True, slots=True)
class Recogniser:
    """A finder under its name, the labels it yields and the folded words that raise its scores.

    `repels` are folded words that lower it ("expediente" before a number shaped like a NIF).
    """

    name: str
    find: Finder
    labels: tuple[str, ...]
    context: tuple[str, ...] = ()
    repels: tuple[str, ...] = ()


_Part = TypeVar("_Part")
_recognisers: dict[str, Recogniser] = {}
_readers: dict[str, Reader] = {}
_text_readers: dict[str, Reader] = {}
_writers: dict[str, Writer] = {}


def recogniser(
    name: str, *, labels: Sequence[str], context: Sequence[str] = (), repels: Sequence[str] = ()
) -> Callable[[Finder], Finder]:
    """Register a finder under a name; raises ValueError for a name already taken."""

    def register(find: Finder) -> Finder:
        if name in _recognisers:
            raise ValueError(f"a recogniser called {name!r} is registered already")
        _recognisers[name] = Recogniser(name, find, tuple(labels), tuple(context), tuple(repels))
        return find

    return register


def reader(format: str) -> Callable[[Reader], Reader]:
    """Register the reader of a format: bytes and file name to a Document."""
    return _registering(_readers, format, "reader")


def text_reader(format: str) -> Callable[[Reader], Reader]:
    """Register a reader that is faster because it leaves out the boxes of certain text."""
    return _registering(_text_readers, format, "text reader")


def writer(format: str) -> Callable[[Writer], Writer]:
    """Register the writer of a format: bytes, their Document and the replacements to new bytes."""
    return _registering(_writers, format, "writer")


def _registering(table: dict[str, _Part], format: str, what: str) -> Callable[[_Part], _Part]:
    def register(part: _Part) -> _Part:
        if format in table:
            raise ValueError(f"a {what} of {format!r} is registered already")
        table[format] = part
        return part

    return register


def recognisers() -> tuple[Recogniser, ...]:
    """Return the registered recognisers, built-ins loaded, in the written order then by name."""
    for name in BUILT_IN_RECOGNISERS:
        importlib.import_module(f"pipeline.recognise.{name}")
    return tuple(_recognisers.values())


def formats() -> tuple[str, ...]:
    """Return the names of the formats that can be read and written."""
    for name in BUILT_IN_FORMATS:
        importlib.import_module(f"pipeline.extract.{name}")
        importlib.import_module(f"pipeline.apply.{name}")
    return tuple(name for name in _readers if name in _writers)


def reader_of(format: str) -> Reader:
    """Return the reader of a format; KeyError where there is none."""
    formats()
    return _readers[format]


def text_reader_of(format: str) -> Reader:
    """Return the reader of a format for its text alone, its only one where it has no other; KeyError without one."""
    formats()
    return _text_readers.get(format) or _readers[format]


def writer_of(format: str) -> Writer:
    """Return the writer of a format; KeyError where there is none."""
    formats()
    return _writers[format]
