"""Content streams of a PDF rewritten without what isn't shown: layers, marked strings; inline images become objects.

Text operators are left as they are: taking text out is the writer's work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from itertools import count
from typing import Any

import pikepdf

from pipeline.container.pdf_flat import Flat, may_be_flat
from pipeline.container.pdf_layers import Key, is_hidden
from pipeline.container.pdf_operands import INTENTS, has_odd_marks, is_own

_INLINE_IMAGE = re.compile(rb"\bBI\b.{1,800}?\bID\b", re.S)
_SHOW = frozenset({"Tj", "TJ", "Do", "sh", "BI", "INLINE IMAGE"})
_NEXT_LINE = frozenset({"'", '"'})
_TEXT = _NEXT_LINE | {"Tj", "TJ"}
_PAINT = frozenset({"f", "F", "f*", "B", "B*", "b", "b*", "S", "s"})

Instruction = tuple[list[Any], Any]


def tidy_streams(pdf: pikepdf.Pdf, off: frozenset[Key]) -> tuple[int, list[str]]:
    """Rewrite page contents and form objects in place; return how many inline images and which texts went.

    An inline image becomes an object like any other; one that can't goes.
    """
    images = 0
    said: list[str] = []
    for holder, resources in _streams(pdf):
        raw = _raw(holder)
        if raw is None or not (off or _needs_work(raw)):
            continue
        kept, dropped = _tidied(holder, resources, off, said, partial(as_object, pdf, resources))
        images += dropped
        _store(pdf, holder, pikepdf.unparse_content_stream(kept))
    return images, said


def as_object(pdf: pikepdf.Pdf, resources: Any, image: Any) -> pikepdf.Name | None:
    """Make an object of an inline image and return its name among the resources; None where it can't be."""
    if not isinstance(resources, pikepdf.Dictionary) or not len(resources):
        return None  # a form that lends its page's resources can't be given one of its own
    stream = pikepdf.Stream(pdf, image.read_raw_bytes())
    for key, value in image.obj.items():
        stream[key] = value
    space = stream.get("/ColorSpace")
    if isinstance(space, pikepdf.Name):
        stream["/ColorSpace"] = resources.get("/ColorSpace", pikepdf.Dictionary()).get(str(space), space)
    stream["/Type"], stream["/Subtype"] = pikepdf.Name.XObject, pikepdf.Name.Image
    objects = resources.get("/XObject")
    if not isinstance(objects, pikepdf.Dictionary):
        objects = resources["/XObject"] = pikepdf.Dictionary()
    name = next(n for n in map("/Inline{}".format, count(len(objects))) if n not in objects)
    objects[name] = pdf.make_indirect(stream)
    return pikepdf.Name(name)


def _needs_work(raw: bytes) -> bool:
    return _INLINE_IMAGE.search(raw) is not None or has_odd_marks(raw) or may_be_flat(raw)


def _streams(pdf: pikepdf.Pdf) -> Iterator[tuple[Any, Any]]:
    for page in pdf.pages:
        yield page, page.get("/Resources", pikepdf.Dictionary())
    for stream in list(pdf.objects):
        if isinstance(stream, pikepdf.Stream) and (
            stream.get("/Subtype") == "/Form" or stream.get("/PatternType") == 1
        ):
            yield stream, stream.get("/Resources", pikepdf.Dictionary())


def _raw(holder: Any) -> bytes | None:
    try:
        if isinstance(holder, pikepdf.Stream):
            return holder.read_bytes()
        contents = holder.get("/Contents")
        if isinstance(contents, pikepdf.Array):
            return b"\n".join(part.read_bytes() for part in contents if isinstance(part, pikepdf.Stream))
        return contents.read_bytes() if isinstance(contents, pikepdf.Stream) else None
    except pikepdf.PdfError:
        return None


def _store(pdf: pikepdf.Pdf, holder: Any, content: bytes) -> None:
    if isinstance(holder, pikepdf.Stream):
        holder.write(content)
    else:
        holder.Contents = pdf.make_stream(content)


def _tidied(
    holder: Any,
    resources: Any,
    off: frozenset[Key],
    said: list[str],
    stored: Callable[[Any], pikepdf.Name | None],
) -> tuple[list[Any], int]:
    kept: list[Any] = []
    marks: list[bool] = []
    images, flat = 0, Flat()
    for instruction in pikepdf.parse_content_stream(holder):
        operands, operator = instruction.operands, instruction.operator
        name = str(operator)
        if name in ("BDC", "BMC"):
            marks.append(name == "BDC" and _is_off(operands, resources, off))
            said.extend(_said(operands, resources))
            kept.append(_plain_mark(list(operands), resources))
            continue
        if name == "EMC" and marks:
            marks.pop()
        if name == "INLINE IMAGE":
            drawn = None if any(marks) else stored(operands[0])
            images += drawn is None
            kept += [([drawn], pikepdf.Operator("Do"))] if drawn is not None else []
            continue
        if name in ("DP", "MP") or (name in ("ri", "d") and not _is_due(name, operands)):
            continue
        flat.take(name, operands)
        is_flat = bool(flat) and name in _TEXT
        if is_flat or any(marks) or (name == "Do" and _is_off_object(operands, resources, off)):
            kept.extend(_without_paint(operands, operator, name))
        else:
            kept.append((operands, operator))
    return kept, images


def _name(value: Any) -> str:
    """Return a name with its slash, one that nothing has for bytes that aren't text."""
    try:
        return str(value)
    except UnicodeDecodeError:
        return "/\ufffd"


def _is_due(name: str, operands: Any) -> bool:
    """Tell whether a rendering intent is one, and whether a dash is made of numbers."""
    if name == "ri":
        return len(operands) == 1 and _name(operands[0]).encode() in INTENTS
    dashes = list(operands[0]) if operands and isinstance(operands[0], pikepdf.Array) else [None]
    return all(isinstance(value, (int, float, Decimal)) for value in (*dashes, *operands[1:]))


def _property(operands: Any, resources: Any) -> Any:
    value = operands[1] if len(operands) > 1 else None
    if isinstance(value, pikepdf.Name):
        return resources.get("/Properties", pikepdf.Dictionary()).get(_name(value))
    return value


def _said(operands: Any, resources: Any) -> Iterator[str]:
    values = _property(operands, resources)
    if isinstance(values, pikepdf.Dictionary):
        for key in ("/ActualText", "/Alt", "/E"):
            if isinstance(values.get(key), pikepdf.String):
                yield str(values[key])


def _is_off(operands: Any, resources: Any, off: frozenset[Key]) -> bool:
    return _name(operands[0]) == "/OC" and is_hidden(_property(operands, resources), off)


def _is_off_object(operands: Any, resources: Any, off: frozenset[Key]) -> bool:
    target = resources.get("/XObject", pikepdf.Dictionary()).get(_name(operands[0])) if operands else None
    return isinstance(target, pikepdf.Stream) and is_hidden(target.get("/OC"), off)


def _plain_mark(operands: list[Any], resources: Any) -> Instruction:
    """Keep the tag, if it's PDF's own, and its MCID; ActualText, Alt, E and layer names go."""
    own = _name(operands[0]) if operands else "/OC"
    tag = pikepdf.Name(own if own != "/OC" and is_own(own.encode()) else "/Span")
    values = _property(operands, resources)
    if isinstance(values, pikepdf.Dictionary) and "/MCID" in values:
        return [tag, pikepdf.Dictionary(MCID=int(values["/MCID"]))], pikepdf.Operator("BDC")
    return [tag], pikepdf.Operator("BMC")


def _without_paint(operands: Any, operator: Any, name: str) -> Iterator[Instruction]:
    """Yield what keeps the graphics state going without showing anything."""
    if name in _PAINT:
        yield [], pikepdf.Operator("n")
    elif name in _NEXT_LINE:
        yield [], pikepdf.Operator("T*")
    elif name not in _SHOW:
        yield operands, operator
