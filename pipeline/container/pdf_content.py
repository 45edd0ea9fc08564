"""Content streams of a PDF rewritten without what isn't shown: layers, marked strings, operands that aren't due.

Inline images become objects, and resources have their new names. Text that is due is left as it is: taking it out is
the writer's work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import count
from typing import Any

import pikepdf

from pipeline.container.pdf import unreadable
from pipeline.container.pdf_flat import Flat
from pipeline.container.pdf_grammar import is_as_due
from pipeline.container.pdf_layers import Key, is_hidden
from pipeline.container.pdf_naming import Naming, names_in
from pipeline.container.pdf_operands import RESOURCE, Names, is_known, is_own, takes

_SHOW = frozenset({"Tj", "TJ", "Do", "sh", "BI", "INLINE IMAGE"})
_NEXT_LINE = frozenset({"'", '"'})
_TEXT = _NEXT_LINE | {"Tj", "TJ"}
_PAINT = frozenset({"f", "F", "f*", "B", "B*", "b", "b*", "S", "s"})

_LEVEL = pikepdf.StreamDecodeLevel.specialized  # run lengths too, but no pictures
_MOST_OPERANDS = 33  # 32 inks and a pattern
_NO_FONT = pikepdf.Name("/None")  # text keeps being set in whatever a viewer takes for a font that isn't there

Instruction = tuple[list[Any], Any]


def tidy_streams(pdf: pikepdf.Pdf, off: frozenset[Key], naming: Naming) -> tuple[int, list[str]]:
    """Rewrite page contents and form objects in place; return how many inline images and which texts went.

    An inline image becomes an object like any other; one that can't goes. `naming` tells which resources were renamed.
    """
    images = 0
    said: list[str] = []
    known = _Known(naming)
    for holder, given in naming.holders:
        raw, names = _raw(holder), known.names(given)
        if raw is None or (not off and is_as_due(raw, names)):
            continue
        resources = given if isinstance(given, pikepdf.Dictionary) else pikepdf.Dictionary()
        kept, dropped = _tidied(holder, resources, off, said, partial(as_object, pdf, resources))
        images += dropped
        names = names_in(resources) if len(resources) else names  # inline images among them now
        _store(pdf, holder, pikepdf.unparse_content_stream(list(_due(kept, names, naming.new))))
    return images, said


class _Known:
    """The names among resources, each asked once; content that lends those of its page may use all."""

    def __init__(self, naming: Naming) -> None:
        self._of: dict[Key, Names] = {}
        self._all: Names | None = None
        self._resources = naming.resources

    def names(self, resources: Any) -> Names:
        """Return the names among some resources."""
        if not isinstance(resources, pikepdf.Dictionary):
            if self._all is None:
                self._all = _joined([names_in(each) for each in self._resources])
            return self._all
        if not resources.is_indirect:
            return names_in(resources)
        if resources.objgen not in self._of:
            self._of[resources.objgen] = names_in(resources)
        return self._of[resources.objgen]


def _joined(parts: Sequence[Names]) -> Names:
    kinds = {kind for names in parts for kind in names}
    return {kind: frozenset().union(*(names.get(kind, ()) for names in parts)) for kind in kinds}


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


def _raw(holder: Any) -> bytes | None:
    try:
        if isinstance(holder, pikepdf.Stream):
            return holder.read_bytes(_LEVEL)
        contents = holder.get("/Contents")
        if isinstance(contents, pikepdf.Array):
            return b"\n".join(part.read_bytes(_LEVEL) for part in contents if isinstance(part, pikepdf.Stream))
        return contents.read_bytes(_LEVEL) if isinstance(contents, pikepdf.Stream) else None
    except pikepdf.PdfError:
        raise unreadable() from None  # another parser may still draw it


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
        if name in ("DP", "MP"):
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


def _due(kept: Sequence[Instruction], names: Names, new: Mapping[str, str]) -> Iterator[Instruction]:
    """Yield the instructions that are known, each with the operands due to it alone, and names as they are now."""
    for operands, operator in kept:
        name = str(operator)
        if name in ("BDC", "BMC"):
            yield operands, operator
        elif (mine := _last_due(list(operands), name)) is not None and (not mine or _named(mine, name, names, new)):
            yield mine, operator


def _last_due(operands: list[Any], name: str) -> list[Any] | None:
    """Return the operands that an operator takes, those right before it; None where they aren't there."""
    operands = operands[-_MOST_OPERANDS:]
    kinds = [_kind(operand) for operand in operands]
    for start in range(len(operands) + 1):
        if takes(name.encode(), b"".join(kinds[start:])):
            return operands[start:]
    return None


def _kind(value: Any) -> bytes:
    """Return the kind of an operand as the table of operators writes it; `?` is one that no operator takes."""
    if isinstance(value, pikepdf.Array):
        return b"[" + b"".join(map(_kind, value)) + b"]"
    if isinstance(value, bool):
        return b"v"
    if isinstance(value, (int, float, Decimal)):
        return b"n"
    if isinstance(value, pikepdf.Name):
        return b"/"
    return b"s" if isinstance(value, pikepdf.String) else b"?"


def _named(operands: list[Any], name: str, names: Names, new: Mapping[str, str]) -> bool:
    """Put the new name where an operand names a resource; tell whether there is such a one."""
    at = 0 if name == "Tf" else -1
    if not isinstance(operands[at], pikepdf.Name):
        return True
    said = _name(operands[at])
    said = new.get(said, said)
    operands[at] = pikepdf.Name(said)
    if name == "Tf" and said[1:].encode() not in names[RESOURCE[b"Tf"]]:
        operands[at] = _NO_FONT
        return True
    return is_known(said.encode(), name.encode(), names)


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
