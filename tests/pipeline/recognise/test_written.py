"""The view of a text without what the eye does not see, and slips of scanned digits."""

from __future__ import annotations

import re

from pipeline.document import Block, build, from_text
from pipeline.recognise.written import compact, has_slips, mended, scanned, shapes, view

NUMBER = re.compile(r"(?<!\d)\d{8}(?!\d)")


def surfaces(text: str, pattern: re.Pattern[str] = NUMBER) -> list[str]:
    document = from_text(text)
    return [document.surface(shape.span) for shape in shapes(document, pattern)]


def test_plain_text_is_its_own_view() -> None:
    seen = view(from_text("Doña Ana, 12"))
    assert seen.text == "dona ana, 12" and not seen.places


def test_unseen_characters_are_left_out_and_come_back_in_the_span() -> None:
    assert surfaces("a 99\u00ad01\u200b2345 b") == ["99\u00ad01\u200b2345"]
    assert surfaces("\ufeff99012345\u200d") == ["99012345"]


def test_numbers_are_put_together_over_a_line_end() -> None:
    assert surfaces("a 9901-\n2345 b") == ["9901-\n2345"]
    assert surfaces("a 9901\r\n  2345 b") == ["9901\r\n  2345"]
    assert surfaces("9901\n\n2345") == []


def test_each_place_is_found_once() -> None:
    assert surfaces("99012345\n99123456\n") == ["99012345", "99123456"]


def test_a_shape_never_leaves_its_block() -> None:
    document = build("9901\n2345", [Block(0, 5), Block(5, 9)], b"", "csv")
    assert list(shapes(document, NUMBER)) == []


def test_digits_far_apart_are_all_looked_at() -> None:
    prose = "sin cifra alguna " * 60
    assert surfaces(f"{prose}99012345{prose}99123456{prose}") == ["99012345", "99123456"]
    assert surfaces(f"99012345{prose}99123456") == ["99012345", "99123456"]


def test_slips() -> None:
    assert mended("99Ol2345") == "99012345"
    assert has_slips("99Ol2345") and not has_slips("99012345") and not has_slips("solo 12")
    assert re.fullmatch(scanned(r"\d{4}"), "4lo1")
    assert compact("99.012 345-j") == "99012345J"
