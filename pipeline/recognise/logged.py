"""Fields of logs and exports written `key=value`: the key says whose value it is.

What a program writes has no words around it: "usr=lbravolag", "nhc=2204417", "contrato=000977-08".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.detection import Label
from pipeline.lexicons import rows, words
from pipeline.recognise.code_nouns import noun_of
from pipeline.recognise.running_text import RunningText

_LONGEST = 60
# Not what stands in a web address ("?id=4&x=2") nor in a formula.
_KEY = re.compile(r"(?<![\w?&.=+*/-])(?P<key>[a-z][a-z0-9_.]{1,24})\Z")
_VALUE = re.compile(r"\"(?P<quoted>[^\s\"=]{2,40})\"|(?P<plain>[^\s\"';,|<>(){}\[\]&=]{2,40})(?=[\s;,|)\]}]|\Z)")
_FIGURES = re.compile(r"[\d.]{1,3},\d\d|\d{1,2}:\d\d(?::\d\d)?|\d{4}-\d\d-\d\d.*")
_ANSWER = re.compile(r"ok|true|false|si|no")
# An account's first word; whole, for a name may begin alike ("testeban").
_WHO = re.compile(r"[a-z]+(?![a-z])")


def find_logged(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and label of the values whose key names somebody's account, number or file."""
    text, at = running.text, running.text.find("=")
    while at >= 0:
        key = _KEY.search(text, max(0, at - _LONGEST), at)
        value = _VALUE.match(text, at + 1) if key else None
        if key and value:
            group = "quoted" if value["quoted"] else "plain"
            label = _label(key["key"], value[group])
            if label:
                yield *value.span(group), label
        at = text.find("=", at + 1)


def _label(key: str, value: str) -> str:
    """Return whose kind of value a key announces; empty where it is nobody's or no value at all."""
    if _is_nobodys(value) or _FIGURES.fullmatch(value) or not any(map(str.isalnum, value)):
        return ""
    known = _keys().get(key)
    if known:
        label, least = known
        return label if sum(map(str.isdigit, value)) >= least else ""
    noun = noun_of(key.replace("_", " ").replace(".", " "))
    if noun is None or not noun.names:
        return ""
    return noun.kind if sum(map(str.isdigit, value)) >= max(noun.least, 3) else ""


def _is_nobodys(value: str) -> bool:
    """Tell whether a value is a machine's account, or says that there is none."""
    who = _WHO.match(value)
    return _ANSWER.fullmatch(value) is not None or (who is not None and who[0] in words("machine_accounts.txt"))


@cache
def _keys() -> dict[str, tuple[str, int]]:
    return {key: (Label(label), int(least)) for label, least, keys in rows("log_keys.tsv") for key in keys.split("|")}
