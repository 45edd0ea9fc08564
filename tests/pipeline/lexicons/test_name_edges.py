"""Where names begin and end."""

from __future__ import annotations

import pytest

from pipeline.lexicons.name_edges import whole


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("vino Ji-woo ayer", "Ji", "Ji-woo"),
        ("me llamo Pri-yan-ka.", "Pri", "Pri-yan-ka"),
        ("vino O-lu-wa-seun, tarde", "O", "O-lu-wa-seun"),
        ("Ana-2024", "Ana", "Ana"),
        ("el acta de Ana-b-2", "Ana", "Ana"),
        ("Ana -la vecina- vino", "Ana", "Ana"),
    ],
)
def test_what_hangs_from_a_name_by_hyphens_is_its_own(text: str, found: str, expected: str) -> None:
    start = text.index(found)
    begin, end = whole(text, start, start + len(found))
    assert text[begin:end] == expected
