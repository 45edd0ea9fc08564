"""A name in one place of a file: read or gone, seen by the gate where it stands, and nowhere once it is replaced."""

from __future__ import annotations

import html
import io
import re
import unicodedata
import zipfile
from urllib.parse import unquote

from pipeline import apply, extract
from pipeline.analysis import Sought
from pipeline.verify import find_leaks
from tests.pipeline import made

NAME = "Bríxida Zahínos Cañamero"
CODED = "Br%C3%ADxida%20Zah%C3%ADnos%20Ca%C3%B1amero"
BARE = "BrixidaZahinosCanamero"
KEPT = "Queda"
_SOUGHT = [Sought(NAME, "PERSON", "d1")]


def proven(data: bytes, name: str) -> None:
    """Prove a file that says NAME in one place and KEPT in another."""
    assert find_leaks(data, name, _SOUGHT)
    document = extract.read_document(data, name)
    if _stands(NAME, apply.write_document(data, document, []).data):
        assert _squashed(NAME) in _squashed(document.text)
    written = apply.write_document(data, document, made.replacing(document, [NAME])).data
    assert not _stands(NAME, written)
    assert _stands(KEPT, written) == _stands(KEPT, data)
    assert find_leaks(written, name, _SOUGHT) == ()


def _squashed(text: str) -> str:
    plain = unicodedata.normalize("NFD", unquote(html.unescape(text)))
    return re.sub(r"[\W_]|[\u0300-\u036f]", "", plain).lower()


def _stands(what: str, data: bytes) -> bool:
    """Tell whether a package says it in the name of a part, across elements, in an attribute or in its bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        seen = [*package.namelist(), *map(_decoded, map(package.read, package.namelist()))]
    joined = [re.sub(r"</?[\w:.-]+[^<>]*>", "", text) for text in seen]
    return any(_squashed(what) in _squashed(text) for text in (*seen, *joined))


def _decoded(body: bytes) -> str:
    return (
        body.decode("utf-16", "replace") if body[:2] in (b"\xff\xfe", b"\xfe\xff") else body.decode("utf-8", "replace")
    )


def told_or_gone(data: bytes, name: str) -> None:
    """Prove a file that is no package: the gate sees NAME; what stays of it is read, and goes where it is replaced."""
    assert find_leaks(data, name, _SOUGHT)
    document = extract.read_document(data, name)
    if find_leaks(apply.write_document(data, document, []).data, name, _SOUGHT):
        assert _squashed(NAME) in _squashed(document.text)
    written = apply.write_document(data, document, made.replacing(document, [NAME])).data
    assert find_leaks(written, name, _SOUGHT) == ()
    assert KEPT.encode() in written
