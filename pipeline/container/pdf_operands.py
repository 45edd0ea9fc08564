"""What the operators of a content stream take: how many operands, of which kinds, and which names (ISO 32000-1, A).

A viewer passes over operands that aren't due; whatever else stands there would be kept unseen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from pipeline import lexicons

_WORD = rb"/[^\s/<>()\[\]{}%]++"
_MARK = re.compile(rb"(%s)\s*+(?:<<(?:\s*/MCID\s+\d+\s*|([^<>()%%]*))>>\s*BDC|BMC)\b" % _WORD)
_PLAIN_VALUES = re.compile(rb"(?:[\s\[\]]|[+-]?[\d.]++(?![^\s/\]])|%s)*+" % _WORD)
_NAMES = re.compile(_WORD)

# by the first byte of a token: n number, s string, v true, false or null; the others stand for themselves
_FIRST = bytes.maketrans(b"0123456789+-.(<tfn", b"nnnnnnnnnnnnnssvvv")
_TAKES: Mapping[bytes, bytes] = {
    operator: kinds
    for kinds, operators in (
        (b"", b"q Q BT ET T* h n W W* f F f* B B* b b* S s EMC BX EX"),
        (b"n", b"w J j M i Tc Tw Tz Ts TL Tr g G"),
        (b"nn", b"m l Td TD d0"),
        (b"nnn", b"rg RG"),
        (b"nnnn", b"k K v y re"),
        (b"nnnnnn", b"cm Tm c d1"),
        (b"s", b"Tj '"),
        (b"nns", b'"'),
        (b"/", b"Do gs sh cs CS ri BMC"),
        (b"/n", b"Tf"),
    )
    for operator in operators.split()
}
_VARIES: Mapping[bytes, re.Pattern[bytes]] = {
    b"TJ": re.compile(rb"\[[ns]*\]"),
    b"d": re.compile(rb"\[n*\]n"),
    b"sc": re.compile(rb"n+"),
    b"SC": re.compile(rb"n+"),
    b"scn": re.compile(rb"n*/?"),
    b"SCN": re.compile(rb"n*/?"),
}
RESOURCE: Mapping[bytes, bytes] = {
    b"Tf": b"Font",
    b"Do": b"XObject",
    b"gs": b"ExtGState",
    b"sh": b"Shading",
    b"cs": b"ColorSpace",
    b"CS": b"ColorSpace",
    b"scn": b"Pattern",
    b"SCN": b"Pattern",
}
_SPACES = frozenset({b"/DeviceGray", b"/DeviceRGB", b"/DeviceCMYK", b"/Pattern"})
INTENTS = frozenset({b"/AbsoluteColorimetric", b"/RelativeColorimetric", b"/Saturation", b"/Perceptual"})

Names = Mapping[bytes, Collection[bytes]]


def fits(operands: Sequence[bytes], operator: bytes, names: Names) -> bool:
    """Tell whether an operator is known and takes these operands; `names` are those among each kind of resource."""
    if operator == b"BDC":
        return is_plain_mark(b" ".join((*operands, operator)))
    kinds = bytes([token[0] for token in operands]).translate(_FIRST)
    if not takes(operator, kinds):
        return False
    return not kinds.endswith(b"/") or is_known(operands[-1], operator, names)


def takes(operator: bytes, kinds: bytes) -> bool:
    """Tell whether an operator is known and takes operands of these kinds, one letter each, as in the table above."""
    varies = _VARIES.get(operator)
    return varies.fullmatch(kinds) is not None if varies else _TAKES.get(operator) == kinds


def is_known(name: bytes, operator: bytes, names: Names) -> bool:
    """Tell whether an operator may take a name, slash included: PDF's own, or one among the resources of its kind."""
    if operator == b"BMC":
        return is_own(name)
    if operator == b"ri":
        return name in INTENTS
    is_space = operator in (b"cs", b"CS") and name in _SPACES
    return is_space or name[1:] in names.get(RESOURCE[operator], ())


def is_own(name: bytes) -> bool:
    """Tell whether a name, with its slash, is one that PDF itself defines."""
    return name[1:].decode("latin-1") in lexicons.words("pdf_names.txt")


def is_plain_mark(mark: bytes) -> bool:
    """Tell whether one mark of content, as it stands, says nothing of its own."""
    found = _MARK.fullmatch(mark)
    return found is not None and _is_plain(found)


def _is_plain(mark: re.Match[bytes]) -> bool:
    values = mark[2]
    if not is_own(mark[1]):
        return False
    return not values or (_PLAIN_VALUES.fullmatch(values) is not None and all(map(is_own, _NAMES.findall(values))))
