"""How values cross from one process to another: JSON by the declared types, floats and bytes beside it.

A process that read a hostile file may send anything. So nothing on the wire names a class or calls a function: what
arrives is taken for the declared type or refused with ValueError.
"""

from __future__ import annotations

import dataclasses
import json
import struct
import types
import typing
from array import array
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any

from pipeline.packed import Packed

_HEAD = struct.Struct("<QQ")  # bytes of the JSON, floats after it; the rest is bytes
_FLOAT = array("d").itemsize
_PLAIN = (str, int, bool, type(None))

Pack = Callable[[Any, "_Beside"], Any]
Unpack = Callable[[Any, "_Beside"], Any]


class _Beside:
    """What lies beside the JSON: floats and bytes, taken in the order in which they were put."""

    def __init__(self, floats: array[float] | None = None, data: bytes = b"") -> None:
        self.floats = array("d") if floats is None else floats
        self.packed: list[bytes] = []
        self.parts: list[bytes] = []
        self._data = memoryview(data)
        self._float = self._byte = 0

    def take_floats(self, count: int) -> Sequence[float]:
        start, self._float = self._float, self._float + _count(count)
        if self._float > len(self.floats):
            raise ValueError("too few numbers")
        return Packed(self.floats[start : self._float]) if count else ()

    def take_bytes(self, count: int) -> bytes:
        start, self._byte = self._byte, self._byte + _count(count)
        if self._byte > len(self._data):
            raise ValueError("too few bytes")
        return bytes(self._data[start : self._byte])


def pack(hints: Sequence[object], values: Sequence[object]) -> bytes:
    """Return the bytes of values of these declared types."""
    beside = _Beside()
    shapes = [_packer(hint)(value, beside) for hint, value in zip(hints, values, strict=True)]
    text, floats = json.dumps(shapes, separators=(",", ":")).encode(), b"".join(beside.packed)
    return b"".join([_HEAD.pack(len(text), len(floats) // _FLOAT), text, floats, *beside.parts])


def unpack(hints: Sequence[object], data: bytes) -> list[Any]:
    """Return the values of these declared types; raises ValueError for bytes that aren't such values."""
    try:
        length, floats = _HEAD.unpack_from(data)
        numbers = array("d")
        end = _HEAD.size + length + floats * _FLOAT
        shapes = json.loads(data[_HEAD.size : _HEAD.size + length])
        numbers.frombytes(data[_HEAD.size + length : end])
        beside = _Beside(numbers, data[end:])
        return [_unpacker(hint)(shape, beside) for hint, shape in zip(hints, shapes, strict=True)]
    except (struct.error, TypeError, KeyError, IndexError, RecursionError, OverflowError) as error:
        raise ValueError(type(error).__name__) from None


def prepare(hints: Sequence[object]) -> None:
    """Work out how values of these types cross."""
    for hint in hints:
        _packer(hint)
        _unpacker(hint)


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a count")
    return value


@cache
def _packer(hint: Any) -> Pack:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is bytes:
        return _put_bytes
    if hint in _PLAIN or hint is float or _is_enum(hint):
        return lambda value, beside: value
    if dataclasses.is_dataclass(hint):
        fields = [(name, _packer(kind)) for name, kind in _fields(hint)]
        return lambda value, beside: [put(getattr(value, name), beside) for name, put in fields]
    if origin in (typing.Union, types.UnionType):
        inner = _packer(_but_none(args))
        return lambda value, beside: None if value is None else inner(value, beside)
    if _is_floats(origin, args):
        return _put_floats
    if _is_many(origin, args):
        each = _packer(args[0])
        return lambda value, beside: [each(one, beside) for one in value]
    if origin is tuple:
        several = [_packer(arg) for arg in args]
        return lambda value, beside: [put(one, beside) for put, one in zip(several, value, strict=True)]
    raise TypeError(f"no way to send {hint}")


@cache
def _unpacker(hint: Any) -> Unpack:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint is bytes:
        return lambda shape, beside: beside.take_bytes(shape)
    if _is_enum(hint):
        return lambda shape, beside: hint(shape)
    if hint in _PLAIN or hint is float:
        return _exactly(hint)
    if dataclasses.is_dataclass(hint):
        return _made(hint)
    if origin in (typing.Union, types.UnionType):
        inner = _unpacker(_but_none(args))
        return lambda shape, beside: None if shape is None else inner(shape, beside)
    if _is_floats(origin, args):
        return lambda shape, beside: beside.take_floats(shape)
    if _is_many(origin, args):
        each = _unpacker(args[0])
        return lambda shape, beside: tuple([each(one, beside) for one in _a_list(shape)])
    if origin is tuple:
        several = [_unpacker(arg) for arg in args]
        return lambda shape, beside: tuple([t(one, beside) for t, one in zip(several, _a_list(shape), strict=True)])
    raise TypeError(f"no way to receive {hint}")


def _put_bytes(value: bytes, beside: _Beside) -> int:
    beside.parts.append(value)
    return len(value)


def _put_floats(value: Sequence[float], beside: _Beside) -> int:
    packed = value.tobytes() if isinstance(value, Packed) else struct.pack(f"{len(value)}d", *value)
    beside.packed.append(packed)
    return len(value)


def _exactly(kind: type) -> Unpack:
    allowed = (int, float) if kind is float else (kind,)

    def checked(shape: Any, beside: _Beside) -> Any:
        if type(shape) not in allowed:
            raise ValueError(f"not {kind.__name__}")
        return shape

    return checked


def _made(kind: Any) -> Unpack:
    takers = [_unpacker(hint) for _, hint in _fields(kind)]
    names = [name for name, _ in _fields(kind)]

    def make(shape: Any, beside: _Beside) -> Any:
        values = [take(one, beside) for take, one in zip(takers, _a_list(shape), strict=True)]
        return kind(**dict(zip(names, values, strict=True)))

    return make


def _fields(kind: Any) -> list[tuple[str, Any]]:
    hints = typing.get_type_hints(kind)
    return [(field.name, hints[field.name]) for field in dataclasses.fields(kind) if field.init]


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _is_floats(origin: Any, args: tuple[Any, ...]) -> bool:
    return _is_many(origin, args) and args[0] is float


def _is_many(origin: Any, args: tuple[Any, ...]) -> bool:
    if origin is None or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return False
    if origin is tuple:
        return len(args) == 2 and args[1] is Ellipsis
    return isinstance(origin, type) and issubclass(origin, Sequence)


def _but_none(args: tuple[Any, ...]) -> Any:
    (kind,) = [arg for arg in args if arg is not type(None)]
    return kind


def _a_list(shape: Any) -> list[Any]:
    if type(shape) is not list:
        raise ValueError("not a list")
    return shape
