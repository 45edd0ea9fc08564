"""What must hold of any bytes: refused with a remedy, or read, written and proven; never another error, never a
text in a message, never a file, never a value left that the verifier doesn't report."""

from __future__ import annotations

import os
import random
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

from pipeline import apply, extract
from pipeline.analysis import Sought
from pipeline.decision import Action, Replacement
from pipeline.document import Document, Span, fold
from pipeline.errors import InputRefused, UnsupportedFormat
from pipeline.verify import find_leaks
from tests.fuzzing.cheap import cheap_readers
from tests.fuzzing.seeds import WORDS
from tests.pipeline import made

_SLIPS = (TypeError, AttributeError, LookupError, AssertionError, OverflowError, ZeroDivisionError)
_TEXTS = ("txt", "csv", "html", "eml", "rtf")
_Place = tuple[int | None, float, float, float, float]
_LETTERS = re.compile(r"(?<![^\W_])[a-zA-ZñÑáéíóúüÁÉÍÓÚÜ]{7,20}(?![^\W_])")


class Broken(Exception):
    """One of the laws doesn't hold; the message names it and quotes nothing."""


def examine(data: bytes, name: str) -> str:
    """Read, write and prove; return how far it came. Raises Broken, or whatever the readers and writers let through."""
    chance = random.Random(len(data) * 31 + sum(data[:4096]))
    with no_files(), cheap_readers():
        try:
            document = extract.read_document(data, name)
            _check_document(document)
            values, wanted = _values(document, chance)
            written = apply.write_document(data, document, wanted).data
        except InputRefused as refusal:
            _check_message(refusal)
            _check_cause(refusal)
            return "refused"
        leaks = find_leaks(written, name, [Sought(value, "PERSON", "d1") for value in values])
        if leaks:
            return "leak told"
        try:
            again = extract.read_document(written, name)
        except InputRefused as refusal:
            # What is left may hardly be text any more: control characters, letters without a code.
            if document.format in _TEXTS or isinstance(refusal, UnsupportedFormat):
                return "written"
            raise Broken("what was written can't be read again, and the verifier passed it") from refusal
    for value in values:
        places = [
            place
            for each in wanted
            if fold(each.original) == fold(value)
            for place in _places(document, each.span, pixels=False)
        ]
        for match in re.finditer(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", again.text):
            if not _is_another_blot(again, Span(*match.span()), places):
                raise Broken("a value was left and the verifier passed it")
    return "written"


def _is_another_blot(again: Document, span: Span, places: list[_Place]) -> bool:
    """Tell a word of pixels that stands where nothing of its shape stood: the cheap reader takes it for another."""
    found = _places(again, span, pixels=True)
    return bool(found) and not any(_overlap(one, other) for one in found for other in places)


def _places(document: Document, span: Span, *, pixels: bool) -> list[_Place]:
    """Return page and box of what each anchor holds of a span; with `pixels` only of what was read in a picture."""
    places: list[_Place] = []
    for anchor in document.anchors_in(span):
        first, last = (min(max(at, anchor.start), anchor.end) - anchor.start for at in (span.start, span.end))
        boxes = anchor.boxes[4 * first : 4 * last]
        if boxes and (anchor.confidence or not pixels):
            places.append((anchor.page, min(boxes[::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4])))
    return places


def _overlap(one: _Place, other: _Place) -> bool:
    width = min(one[3], other[3]) - max(one[1], other[1])
    height = min(one[4], other[4]) - max(one[2], other[2])
    return one[0] == other[0] and width > 0 and height > 0


def _check_document(document: Document) -> None:
    if len(document.text) != len(document.folded):
        raise Broken("the folded text has another length")
    for before, after in pairwise(document.blocks):
        if before.end > after.start:
            raise Broken("blocks overlap")
    for block in document.blocks:
        for anchor in block.anchors:
            if not block.start <= anchor.start <= anchor.end <= block.end:
                raise Broken("an anchor lies outside its block")


def _check_message(refusal: InputRefused) -> None:
    if not refusal.remedy:
        raise Broken("a refusal without a remedy")
    if any(word in str(refusal) for word in WORDS):
        raise Broken("a refusal quotes the document")


def _check_cause(refusal: InputRefused) -> None:
    """A refusal must be meant: a slip of our own code that a wide net took for damage is one all the same."""
    cause = refusal.__cause__ or refusal.__context__
    if not isinstance(cause, _SLIPS):
        return
    frames = traceback.extract_tb(cause.__traceback__)
    if frames and "/pipeline/" in frames[-1].filename:
        raise Broken(f"a slip taken for damage: {type(cause).__name__}") from cause


def _values(document: Document, chance: random.Random) -> tuple[list[str], list[Replacement]]:
    """Choose words to take out everywhere, or any spans at all (then no value is sought)."""
    if chance.random() < 0.6:
        words = sorted(set(_LETTERS.findall(document.text)))
        values = chance.sample(words, min(len(words), 2))
        return values, made.replacing(document, values)
    return [], _any_spans(document, chance)


def _any_spans(document: Document, chance: random.Random) -> list[Replacement]:
    wanted: list[Replacement] = []
    place, size = 0, len(document.text)
    for _ in range(chance.randrange(6)):
        start = chance.randrange(place, size) if place < size else size
        end = min(size, start + chance.randrange(1, 40))
        if start < end:
            span = Span(start, end)
            wanted.append(Replacement(span, Action.TAG, "[PER_1]", "d1", "PERSON", document.surface(span)))
            place = end
    return wanted


_watching = False
_written: list[str] = []


def _watch(event: str, args: tuple[object, ...]) -> None:
    if not _watching:
        return
    if event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        if not str(args[0]).endswith(".pyc") and args[0] != "/dev/null":
            _written.append(event)
    elif event in {"os.mkdir", "os.rename", "os.remove", "os.symlink", "socket.connect", "os.system", "os.exec"}:
        _written.append(event)


sys.addaudithook(_watch)


@contextmanager
def no_files() -> Iterator[None]:
    """Raise Broken where a file is opened for writing, or a connection made, meanwhile."""
    global _watching
    _watching = True
    _written.clear()
    try:
        yield
    finally:
        _watching = False
    if _written:
        raise Broken(f"reached outside: {_written[0]}")
