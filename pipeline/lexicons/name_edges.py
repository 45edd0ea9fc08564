"""Where a name that was found begins and ends in the text: the signs and small words that belong to it."""

from __future__ import annotations

import re

from pipeline.lexicons import words

_REACH = 24
_TAIL = re.compile(r"(?:-[a-zà-öø-ÿ]{2,})+(?![\w-])")
_INITIAL = re.compile(r"(?<![^\W_])[^\W\d_]$")


def _head() -> re.Pattern[str]:
    small = "|".join(sorted(words("foreign_particles.txt"), key=len, reverse=True))
    return re.compile(
        rf"(?<![^\W_])(?<!\blos )(?<!\blas )(?:(?:{small})[ \u00a0])+$|(?<![^\W_])[dD]['’]$", re.IGNORECASE
    )


_HEAD = _head()


def whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return start and end of a name with what is its own: "van der Meulen", "d'Abadal", "Pri-yan-ka", "Toro, R."."""
    if text[start].isupper() and text[start - 1 : start] in (" ", "\u00a0", "'", "’"):
        head = _HEAD.search(text, max(0, start - _REACH), start)
        start = head.start() if head else start
    if text[end : end + 1] == "." and _INITIAL.search(text, max(0, end - 2), end) and text[end - 1].isupper():
        return start, end + 1
    tail = _TAIL.match(text, end) if text[end : end + 1] == "-" else None
    return start, tail.end() if tail else end
