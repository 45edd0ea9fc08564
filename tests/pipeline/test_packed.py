"""Packed numbers behave as the tuple they stand for, in a process and across to another."""

import pickle
from array import array

from pipeline.confined import codec
from pipeline.document import Anchor
from pipeline.packed import Packed

NUMBERS = (0.5, -2.0, 3.25, 1e9)


def test_they_are_equal_to_the_tuple_of_the_same_numbers_and_hash_like_it() -> None:
    packed = Packed(iter(NUMBERS))
    assert packed == NUMBERS and packed == Packed(array("d", NUMBERS))
    assert [NUMBERS].index(packed) == 0  # type: ignore[arg-type]  # equal from the other side too
    assert packed != NUMBERS[:3] and packed != "0.5" and packed != 0.5
    assert hash(packed) == hash(NUMBERS) and pickle.loads(pickle.dumps(packed)) == NUMBERS


def test_they_are_indexed_sliced_and_walked_like_it() -> None:
    packed = Packed(NUMBERS)
    assert (packed[1], packed[-1], packed[1:3], packed[0::2]) == (-2.0, 1e9, NUMBERS[1:3], NUMBERS[0::2])
    assert (*packed,) == NUMBERS and len(packed) == 4 and not Packed(())
    assert "1000000000" not in repr(packed)


def test_anchors_cross_to_another_process_with_the_same_boxes_however_they_are_held() -> None:
    bare, packed = (Anchor(0, 1, "page 1", 0, 0, 0, boxes) for boxes in (NUMBERS, Packed(NUMBERS)))
    assert codec.pack([Anchor], [bare]) == codec.pack([Anchor], [packed])
    (back,) = codec.unpack([Anchor], codec.pack([Anchor], [packed]))
    assert back == bare == packed and hash(back) == hash(bare)
    (none,) = codec.unpack([Anchor], codec.pack([Anchor], [Anchor(0, 1, "page 1", 0)]))
    assert none.boxes == () and none.confidence == ()
