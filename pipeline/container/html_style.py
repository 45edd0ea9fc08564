"""Style sheets: what reaches outside or says something in words goes, the look stays."""

from __future__ import annotations

import re
from collections.abc import Callable

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.S)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?")
_IMPORT = re.compile(r"@(?:import|namespace|charset|document)\b[^;{}]*;?", re.I)
_FACE = re.compile(r"@font-face\s*\{[^{}]*\}", re.I)
_URL = re.compile(r"(?:url|src|image-set|image|cross-fade|element|attr)\s*\((?:[^()\"']|\"[^\"]*\"|'[^']*')*\)", re.I)
_HELD = re.compile(r"url\(\s*[\"']?(data:image/[^\"'()\s]+)[\"']?\s*\)", re.I)
_PROGRAM = re.compile(r"(?:behaviou?r|-moz-binding)\s*:[^;}]*;?|expression\s*\([^;}]*", re.I)
_SAID = re.compile(r"(content\s*:\s*)((?:\"[^\"]*\"|'[^']*'|[^;}\"'])*)", re.I)
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
# pictures written out and names of typefaces stay, and so does one word that a selector asks an attribute for
_OTHER_SAID = re.compile(
    rf"(?P<held>{_HELD.pattern})|(?P<face>font(?:-family)?\s*:[^;{{}}]*)|(?P<asked>[~|^$*]?=\s*)?(?P<said>{_STRING.pattern})",
    re.I,
)
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}")
HIDING = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all)", re.I)


def clean_style(css: str, redrawn: Callable[[str], str]) -> str:
    """Return a style sheet or attribute without comments, addresses, programs, and words that it would show.

    A picture that is written out in it becomes what `redrawn` makes of its address.
    """
    if "\\" in css:
        css = _ESCAPE.sub(_letter, css)
    css = _COMMENT.sub("", css)
    css = _FACE.sub("", _IMPORT.sub("", css))
    css = _PROGRAM.sub("", _URL.sub(lambda m: _picture(m[0], redrawn), css))
    css = _SAID.sub(lambda m: m[1] + _STRING.sub(_mute, m[2]), css)
    return _OTHER_SAID.sub(lambda m: f'{m["asked"] or ""}""' if _is_prose(m) else m[0], css)


def _is_prose(match: re.Match[str]) -> bool:
    if match["held"] or match["face"] or not _PROSE.search(match["said"]):
        return False
    return not match["asked"] or len(match["said"].split()) > 1


def texts_of(css: str) -> list[str]:
    """Return the comments of a style sheet and the words that it would show."""
    said = [match[0].strip("/* ") for match in _COMMENT.finditer(css)]
    said += [s[1:-1] for match in _SAID.finditer(css) for s in _STRING.findall(match[2])]
    said += [m["said"][1:-1] for m in _OTHER_SAID.finditer(_SAID.sub("", css)) if _is_prose(m)]
    return [text for text in said if _PROSE.search(text)]


def _picture(call: str, redrawn: Callable[[str], str]) -> str:
    match = _HELD.fullmatch(call)
    return f"url('{redrawn(match[1])}')" if match else "none"


def _mute(match: re.Match[str]) -> str:
    return '""' if _PROSE.search(match[0]) else match[0]


def _letter(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    # signs stay coded: a decoded quote or brace would change what is quoted
    return chr(code) if 0x20 < code < 0xD800 and chr(code).isalnum() else match[0]
