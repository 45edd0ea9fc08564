"""What the words around somebody's names say of the roles they have: stems of words, families of roles.

The table is fitted on what the annotated documents say of each person (`training/role_contexts.py`).
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from pipeline.document import Document
from pipeline.group.role_words import families, offices

# The class of all offices; the rest are the families of roles, and KIN that of relatives.
OFFICE, KIN = "office", "kin"
TABLE = "role_contexts.tsv.gz"
Places = Sequence[tuple[int, int]]
# The weights of each stem, by class of roles.
Table = Mapping[str, Sequence[tuple[str, float]]]

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[:,.;()\n/]")
_BACK, _AHEAD = 7, 9
_CHARS_BACK, _CHARS_AHEAD = 70, 90
_STEM = 5
# Of somebody named oftener than this, the first mentions tell enough.
_MOST = 12
# Weights are kept in tenths; few words tell little, and many of one kind no more than this.
_TENTH, _FEW, _LIMIT = 0.1, 4.0, 3.0


def classes_of(role: str) -> frozenset[str]:
    """Return the families of a masculine role, OFFICE among them for an office."""
    return families().get(role, frozenset()) | (frozenset({OFFICE}) if role in offices() else frozenset())


def stems_around(document: Document, places: Places, names: Places) -> set[str]:
    """Return the stems of the words before ("<") and after (">") the names of one person, the nearest told twice.

    `places` are those names and `names` the names of everybody, both by offsets and sorted: no name is a stem.
    """
    found: set[str] = set()
    starts = [start for start, _ in names]
    for start, end in places[:_MOST]:
        before = _stems(document.folded, max(0, start - _CHARS_BACK), start, names, starts)[-_BACK:]
        after = _stems(document.folded, end, end + _CHARS_AHEAD, names, starts)[:_AHEAD]
        found.update(f"<{stem}" for stem in before)
        found.update(f">{stem}" for stem in after)
        found.update("<<" + " ".join(before[-n:]) for n in (1, 2) if len(before) >= n)
        found.update(">>" + " ".join(after[:n]) for n in (1, 2) if len(after) >= n)
    return found


def _stems(folded: str, start: int, end: int, names: Places, starts: Sequence[int]) -> list[str]:
    """Return the stems of a stretch of text: "@" for a name, "#" for a number."""
    stems: list[str] = []
    for match in _TOKEN.finditer(folded, start, end):
        at = bisect_right(starts, match.start())
        if at and names[at - 1][1] > match.start():
            stems += ["@"] if stems[-1:] != ["@"] else []
        else:
            stems.append("#" if match[0][0].isdigit() else match[0][:_STEM])
    return stems


def told(stems: set[str], contexts: Table | None = None) -> dict[str, float]:
    """Return for each class of roles how much the words around somebody speak for it, from -3 to 3."""
    found: dict[str, float] = {}
    table = contexts if contexts is not None else _table()
    for stem in sorted(stems & table.keys()):
        for name, weight in table[stem]:
            found[name] = found.get(name, 0.0) + weight
    scale = max(_FEW, len(stems)) ** 0.5
    return {name: max(-_LIMIT, min(_LIMIT, weight / scale)) for name, weight in found.items()}


def encoded(table: Table) -> str:
    """Return the lines of a table: a stem and its weights in tenths, by the places of the classes in the first line."""
    classes = sorted({name for each in table.values() for name, _ in each})
    lines = ["\t".join(classes)]
    for stem, each in sorted(table.items()):
        cells = (f"{classes.index(name)}:{round(weight / _TENTH)}" for name, weight in each)
        lines.append("\t".join([stem.replace("\n", "\\n"), *cells]))
    return "\n".join(lines) + "\n"


@cache
def _table() -> Table:
    raw = (resources.files("pipeline.lexicons") / TABLE).read_bytes()
    return decoded(gzip.decompress(raw).decode())


def decoded(text: str) -> Table:
    """Read a table back; lines that begin with "# " are comments."""
    lines = [line.split("\t") for line in text.splitlines() if not line.startswith("# ")]
    classes = lines[0]
    return {
        stem.replace("\\n", "\n"): [
            (classes[int(at)], int(tenths) * _TENTH) for at, tenths in (cell.split(":") for cell in cells)
        ]
        for stem, *cells in lines[1:]
    }
