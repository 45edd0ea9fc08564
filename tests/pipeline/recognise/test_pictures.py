"""Faces and signatures: each region a datum of its own, hidden by every policy."""

from __future__ import annotations

import pytest

from pipeline import engine, policy
from pipeline.decision import Action
from pipeline.detection import PICTURES, Label
from pipeline.document import Anchor, Area, Block, BlockKind, Document, build, from_text, with_areas
from pipeline.policy import Policy
from pipeline.recognise.pictures import find_pictures
from tests.fakes import FakeNer


def pictured(*kinds: tuple[str, int, float], source: bytes = b"scan") -> Document:
    """A line of text, then a region of each kind on its page, as a reader of scans leaves them."""
    text, blocks = "Consta la firma.\n", [Block(0, 17, anchors=(Anchor(0, 16, "page 1", 0, page=0),), page=0)]
    for n, (kind, page, sure) in enumerate(kinds):
        start = len(text)
        anchor = Anchor(start, start + 1, f"page {page + 1}", n, 0, page, (1.0, 1.0, 9.0, 9.0), (sure,))
        blocks.append(Block(start, start + 2, BlockKind.PICTURE, (anchor,), kind, page=page))
        text += "\ufffc\n"
    return build(text, blocks, source, "image", "escaneo.png")


def test_each_region_is_found_with_the_readers_confidence() -> None:
    found = list(find_pictures(pictured(("face", 0, 0.83), ("signature", 0, 0.41), ("signature", 1, 0.9))))
    assert [(d.label, d.score) for d in found] == [(Label.FACE, 0.83), (Label.SIGNATURE, 0.41), (Label.SIGNATURE, 0.9)]
    assert len({(d.label, d.value) for d in found}) == 3


@pytest.mark.parametrize("kind", ["stamp", "area", ""])
def test_other_regions_are_left(kind: str) -> None:
    assert list(find_pictures(pictured((kind, 0, 0.9)))) == []


def test_text_that_holds_the_sign_is_no_picture() -> None:
    assert list(find_pictures(from_text("Un objeto \ufffc incrustado."))) == []


@pytest.mark.parametrize("name", policy.shipped())
def test_every_policy_hides_them_and_never_takes_two_for_one(name: str) -> None:
    documents = [pictured(("face", 0, 0.9), ("face", 0, 0.9)), pictured(("face", 0, 0.9), source=b"another")]
    analyses = engine.analyse(documents, policy.load(name), ner=FakeNer(), key=b"k" * 32)
    outputs = [r.output for a in analyses for r in a.replacements() if r.label == Label.FACE]
    assert outputs == ["[ROSTRO_1]", "[ROSTRO_2]", "[ROSTRO_3]"]


def test_a_policy_that_keeps_what_it_has_no_rule_for_hides_them_too() -> None:
    lenient = policy.parse(
        {"name": "a", "version": 1, "title": "a", "destination": "internal", "default": {"action": "keep"}}
    )
    assert isinstance(lenient, Policy)
    assert {lenient.rule(label).action for label in PICTURES} == {Action.TAG}
    own = policy.parse(
        {"name": "a", "version": 1, "title": "a", "destination": "internal", "rules": {"FACE": {"action": "keep"}}}
    )
    assert own.rule(Label.FACE).action is Action.KEEP


def test_what_was_drawn_is_added_at_the_end_and_moves_nothing() -> None:
    plain = pictured(("face", 0, 0.9))
    drawn = with_areas(plain, [Area(0, (5, 5, 20, 20)), Area(2, (0, 0, 3, 3))])
    assert drawn.text.startswith(plain.text) and len(drawn.folded) == len(drawn.text)
    assert drawn.blocks[: len(plain.blocks)] == plain.blocks
    first, second = drawn.blocks[-2:]
    assert drawn.text[first.start] == drawn.text[second.start] == "\ufffc"
    assert [a.boxes for a in second.anchors] == [(0, 0, 3, 3)] and second.page == 2
    assert with_areas(plain, []) is plain
