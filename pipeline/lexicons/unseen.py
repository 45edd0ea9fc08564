"""Characters that are there and not seen, inside words and numbers that people copied or a program laid out.

Soft hyphen, grapheme joiner, zero-width signs, marks, embeddings and isolates of direction, invisible operators,
variation selectors (Unicode 15, general category Cf, and those of Mn that draw nothing).
"""

from __future__ import annotations

import re

# the inside of a character class
UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
# the inside of a character class: all that ends a line or a page (Unicode 15, 5.8), "\r\n" being one end
BREAKS = "\n\x0b\x0c\x85\u2028\u2029"
MARKS = "\u0300-\u036f\u20e3"
_UNSEEN = re.compile(f"[{UNSEEN}]+")


def without_unseen(text: str) -> str:
    """Return the text without them; combining marks stay."""
    return text if text.isascii() else _UNSEEN.sub("", text)
