"""Changes that keep a file's outer shape: a part of a package, an object of a PDF, an element, a line."""

from __future__ import annotations

import io
import random
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence

from tests.fuzzing.picture_mutations import PICTURES, mutated_picture

Mutate = Callable[[bytes], bytes]
PACKAGES = ("docx", "xlsx", "odt", "ods")
NUMBERS = (
    b"0",
    b"-1",
    b"1",
    b"2147483647",
    b"-2147483649",
    b"99999999999999999999",
    b"1e308",
    b"NaN",
    b"0.0000001",
    b"",
)
_OBJECT = re.compile(rb"\d+ 0 obj\b.*?endobj\s*", re.S)
_TOKEN = re.compile(rb"<[^<>]{0,400}>")
_TEXT_TOKENS = {
    "rtf": re.compile(rb"\\[a-z]+-?\d* ?|\\'..|[{}]"),
    "eml": re.compile(rb"[^\n]*\n"),
    "csv": re.compile(rb"[^;\n]*[;\n]"),
    "txt": re.compile(rb"[^\n]*\n"),
    "pdf": re.compile(rb"/[A-Za-z0-9]+|-?\d+ 0 R|-?\d+\.?\d*|<<|>>|\[|\]|\([^()]*\)|\b[A-Za-z*]{1,3}\b"),
}


def mutated(data: bytes, kind: str, chance: random.Random, bytewise: Mutate) -> bytes:
    """Return the file with something in it changed, as its format has parts; `bytewise` changes plain bytes."""
    if kind in PICTURES:
        return mutated_picture(data, kind, chance, bytewise)
    if kind in PACKAGES and chance.random() < 0.9:
        return _package(data, chance, bytewise)
    if kind == "pdf" and chance.random() < 0.5:
        changed = _objects(data, chance)
        return with_table(changed) if chance.random() < 0.6 else changed
    return _some_text(data, kind, chance, bytewise)


def _some_text(data: bytes, kind: str, chance: random.Random, bytewise: Mutate) -> bytes:
    if chance.random() < 0.3:
        return bytewise(data)
    return shuffled(data, _TEXT_TOKENS.get(kind, _TOKEN), chance)


def shuffled(data: bytes, token: re.Pattern[bytes], chance: random.Random) -> bytes:
    """Drop, double, swap, nest, copy or renumber a few of the tokens."""
    spans = [m.span() for m in token.finditer(data)]
    for _ in range(chance.choice((1, 1, 2, 4))):
        if not spans:
            return data
        data = _one_change(data, spans, chance)
        spans = [m.span() for m in token.finditer(data)]
    return data


def _one_change(data: bytes, spans: Sequence[tuple[int, int]], chance: random.Random) -> bytes:
    (start, end), (other, after) = chance.choice(spans), chance.choice(spans)
    here, there = data[start:end], data[other:after]
    match chance.randrange(7):
        case 0:
            return data[:start] + data[end:]
        case 1:
            return data[:end] + here * chance.choice((1, 2, 300)) + data[end:]
        case 2:
            return data[:start] + there + data[end:]
        case 3:
            return data[:start] + here + there + data[end:]
        case 4:
            return data[:start] + re.sub(rb"-?\d+", lambda _: chance.choice(NUMBERS), here, count=1) + data[end:]
        case 5:
            return data[: min(start, other)] + data[max(start, other) :]
        case _:
            cut = chance.randrange(len(here) + 1)
            return data[:start] + here[:cut] + bytes([chance.randrange(256)]) + here[cut:] + data[end:]


def _objects(data: bytes, chance: random.Random) -> bytes:
    """Change one object of a PDF, or give one the body of another; the table of objects may no longer fit."""
    objects = list(_OBJECT.finditer(data))
    if not objects:
        return data
    one, other = chance.choice(objects), chance.choice(objects)
    if chance.random() < 0.2:
        body = other.group().split(b"obj", 1)[1]
        return data[: one.start()] + one.group().split(b"obj", 1)[0] + b"obj" + body + data[one.end() :]
    changed = shuffled(one.group(), _TEXT_TOKENS["pdf"], chance)
    if chance.random() < 0.3:  # cycles: what an object refers to becomes itself or another
        number = one.group().split(b" ", 1)[0] if chance.random() < 0.5 else other.group().split(b" ", 1)[0]
        references = list(re.finditer(rb"\d+ 0 R", changed))
        if references:
            place = chance.choice(references)
            changed = changed[: place.start()] + number + b" 0 R" + changed[place.end() :]
    return data[: one.start()] + changed + data[one.end() :]


def with_table(data: bytes) -> bytes:
    """Add a table of objects that fits: without one, what reads a changed object is seldom reached."""
    trailers = re.findall(rb"trailer\s*(<<.*?>>)\s*startxref", data, re.S)
    if not trailers:
        return data
    places = {int(m[1]): m.start() for m in re.finditer(rb"(?m)^(\d{1,6}) 0 obj\b", data)}
    lines = b"".join(b"%d 1\n%010d 00000 n \n" % place for place in sorted(places.items()))
    table = b"xref\n0 1\n0000000000 65535 f \n" + lines + b"trailer\n" + trailers[-1]
    return data + b"\n" + table + b"\nstartxref\n%d\n%%%%EOF\n" % (len(data) + 1)


def _package(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(info.filename, archive.read(info)) for info in archive.infolist()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, RuntimeError, EOFError, KeyError):
        return bytewise(data)
    if not members:
        return bytewise(data)
    place = chance.randrange(len(members))
    name, body = members[place]
    match chance.randrange(12):
        case 0:
            members.pop(place)
        case 1:
            members.append((name, body))
        case 2:
            members[place] = (name, members[chance.randrange(len(members))][1])
        case 3:
            members[place] = (_renamed(name, chance), body)
        case _:
            members[place] = (name, _some_text(body, "xml", chance, bytewise))
    return packed(members)


def _renamed(name: str, chance: random.Random) -> str:
    folder, _, base = name.rpartition("/")
    return chance.choice((f"{folder}/../{base}", name.upper(), f"/{name}", name + "/", base, f"{folder}/é{base}", "\0"))


def packed(members: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a zip of these members as they are, names twice or outside too."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")
        for name, body in members:
            info = zipfile.ZipInfo("x")
            info.filename = name
            archive.writestr(info, body)
    return out.getvalue()
