"""Values cross whole; nothing but values of the declared types arrives."""

from __future__ import annotations

import json
import pickle
import struct
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.analysis import Leak, Sought
from pipeline.confined import codec
from pipeline.decision import Action, Replacement, Written
from pipeline.document import Anchor, Block, BlockKind, Document, Span, build

TEXT = st.text(st.characters(), max_size=12)
FLOATS = st.lists(st.floats(allow_nan=False), max_size=9).map(tuple)
ANCHORS = st.builds(
    Anchor, st.integers(), st.integers(), TEXT, st.integers(), st.integers(), st.none() | st.integers(), FLOATS, FLOATS
)
BLOCKS = st.builds(
    Block, st.integers(), st.integers(), st.sampled_from(BlockKind), st.lists(ANCHORS, max_size=3).map(tuple), TEXT,
    st.none() | st.integers(), st.none() | st.integers(), st.none() | st.integers(), st.none() | st.integers(),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(TEXT, st.lists(BLOCKS, max_size=4), st.binary(max_size=30))
def test_a_document_crosses_whole(text: str, blocks: list[Block], data: bytes) -> None:
    document = build(text, blocks, data, "txt", text)
    (crossed,) = codec.unpack([Document], codec.pack([Document], [document]))
    assert crossed == document
    assert [crossed.block_index(n) for n in range(3)] == [document.block_index(n) for n in range(3)]


def test_what_the_tasks_take_and_give_crosses() -> None:
    replacement = Replacement(Span(1, 4), Action.TAG, "[PER_1]", "d1", "PERSON", "\ud800Ñí")
    hints = [Sequence[Replacement], Written, tuple[Leak, ...], Sequence[Sought], bytes]
    values = [
        (replacement,), Written(b"\0\xff", ("a:1",)), (Leak("page 1", "PERSON", "d1", "text", Span(0, 2)), Leak("", "", "", "")),
        (Sought("Casilda", "PERSON", "d1", 2, "f"),), b"",
    ]  # fmt: skip
    assert codec.unpack(hints, codec.pack(hints, values)) == values


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[", pickle.dumps(Span(0, 1)), json.dumps([[0, 1]]).encode(), json.dumps([["a", 1]]).encode(),
        json.dumps([[True, 2]]).encode(), json.dumps([[0, 1, 2]]).encode(), json.dumps([{"start": 0}]).encode(),
        json.dumps([["Span", 0, 1]]).encode(), b"[" * 100_000,
    ],
)  # fmt: skip
def test_anything_else_is_refused(body: bytes) -> None:
    framed = struct.pack("<QQ", len(body), 0) + body
    if body == json.dumps([[0, 1]]).encode():
        assert codec.unpack([Span], framed) == [Span(0, 1)]
        return
    with pytest.raises(ValueError):
        codec.unpack([Span], framed)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 60))
def test_broken_messages_are_refused_or_values(noise: bytes, place: int) -> None:
    whole = codec.pack([Written, tuple[float, ...]], [Written(b"abc", ("n",)), (1.0, 2.0)])
    broken = whole[:place] + noise + whole[place + len(noise) :]
    try:
        written, floats = codec.unpack([Written, tuple[float, ...]], broken)
    except ValueError:
        return
    assert isinstance(written.data, bytes) and all(isinstance(one, float) for one in floats)
