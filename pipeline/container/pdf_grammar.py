"""Content streams of which nothing has to be looked at one by one: every operator known, with the operands due to it.

One expression over the whole stream, since most streams are as they should be; for any other, `pdf_content` goes
through the instructions. What may stand in an operand is either a number, a string that is shown, or a name, and of the
names all that are used are told.
"""

from __future__ import annotations

import re

from pipeline.container.pdf_operands import Names, is_known, is_plain_mark

_BLANK = rb"[\x00\t\n\f\r ]"
_NUMBER = rb"[+-]?(?:\d++(?:\.\d*+)?|\.\d++)" + _BLANK + rb"++"
_NAME = rb"/[^\x00\t\n\f\r ()<>\[\]{}/%#]*+"
_TEXT = rb"\([^()\\]*+(?:\\.[^()\\]*+)*\)"
_SIZE = rb"(?=[+-]?[0.]*+[1-9])" + _NUMBER  # nothing of it would be seen otherwise: see `pdf_flat`
_HEX = rb"<[0-9A-Fa-f\x00\t\n\f\r ]*+>"


def _after_numbers(operators: list[bytes]) -> bytes:
    """Return what matches some numbers and an operator that takes so many; `operators` are those of none, one, two…"""
    expression = operators[-1]
    for some in reversed(operators[:-1]):
        expression = rb"(?:%s|%s%s)" % (some, _NUMBER, expression)
    return expression


_PLAIN = _after_numbers(
    [
        rb"(?:q|Q|BT|ET|T\*|[hnSs]|W\*?|[fFBb]\*?|EMC|[BE]X)",
        rb"(?:T[cwsLr]|[wJjMigG]|scn?|SCN?)",
        rb"(?:T[dD]|[ml]|d0|scn?|SCN?)",
        rb"(?:rg|RG|scn?|SCN?)",
        rb"(?:re|[kKvy]|scn?|SCN?)",
        rb"(?!)",
        rb"(?:Tm|cm|c|d1)",
    ]
)
_PARTS = {
    b"blank": _BLANK,
    b"plain": _PLAIN,
    b"text": _TEXT,
    b"hex": _HEX,
    b"number": _NUMBER,
    b"size": _SIZE,
    b"name": _NAME,
}
# so many at a time: a stream of millions that ends badly is never gone back over
_SOME = re.compile(
    rb"(?:%(blank)s++|(?:(?!(?:[+-]?[0.]++%(blank)s++){4})%(plain)s|%(size)sTz"
    rb"|(?:%(text)s|%(hex)s)%(blank)s*+(?:Tj|')"
    rb"|\[(?:[\x00\t\n\f\r 0-9.+-]++|%(text)s|%(hex)s)*\]%(blank)s*+TJ"
    rb"|\[[\x00\t\n\f\r 0-9.+-]*+\]%(blank)s*+%(number)sd"
    rb"|%(name)s%(blank)s++(?:%(size)sTf|Do|gs|sh|cs|CS|ri|scn|SCN|BMC)"
    rb"|%(name)s%(blank)s*+<<[^<>()%%#]*+>>%(blank)s*+BDC"
    rb")(?![^\x00\t\n\f\r ()<>\[\]{}/%%])){1,500}" % _PARTS,
    re.S,
)
_STRING = re.compile(_TEXT, re.S)
_USED = re.compile(
    rb"(%s)(?:%s++(?:%s)?|\s*+<<[^<>]*+>>\s*+)(Tf|Do|gs|sh|cs|CS|ri|scn|SCN|BMC|BDC)" % (_NAME, _BLANK, _NUMBER)
)
_MARK = re.compile(rb"%s\s*+<<[^<>]*+>>\s*+BDC" % _NAME)


def is_as_due(content: bytes, names: Names) -> bool:
    """Tell whether a stream holds nothing but known operators with their operands, no unknown name, no size of nothing.

    `names` are those among each kind of resource; a stream that is fine may be told not to be, never the other way.
    """
    at = 0
    while at < len(content):
        if (some := _SOME.match(content, at)) is None:
            return False
        at = some.end()
    bare = _STRING.sub(b"()", content) if b"(" in content else content
    for name, operator in set(_USED.findall(bare)):
        if operator != b"BDC" and not is_known(name, operator, names):
            return False
    return all(map(is_plain_mark, set(_MARK.findall(bare))))
