"""How sure a run of words is somebody's name: its cue, how many words, and what the lexicons know of them."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.lexicons import words
from pipeline.lexicons.name_tokens import Token, abbreviations
from pipeline.lexicons.names import common_band, given_band, is_common, is_everyday, is_known
from pipeline.recognise.name_cues import Cue
from pipeline.recognise.name_runs import Run, as_given

# "C.S. Felanitx", "T.M. Zurgena".
_CENTRES = frozenset({"cs", "tm"})
_NO_PERSON_AFTER = frozenset({"en", "un", "una", "unos", "unas"})
_ARTICLES = frozenset({"el", "la", "los", "las", "del", "al"})
_ROMAN = frozenset("ivx")


def weigh(row: Sequence[Token], run: Run, cue: Cue, inverted: bool) -> float:
    """Weigh the cue, the number of words and how many of them the lexicons know."""
    content = run.content(row)
    names = [t for t in content if t.shape != "I"]
    known = sum(is_known(t.folded) or t.folded in abbreviations() for t in names)
    if not names:
        return _initials(row, run, content, cue)
    if cue.kind not in ("title", "label", "cell") and _is_centre(*content[:2]):
        return 0.0
    if not cue.strong:
        if len(names) == 1 and content[0] is names[0] and _is_shortened(row, run, names[0], content[-1]):
            return 0.62
        return min(_bare_score(content, names, known, inverted), _standing(row, run))
    several = len(content) > 1
    base = cue.many if several else cue.one
    if cue.kind in ("role", "phrase", "enumeration", "tie") and not several:
        base = min(base + 0.1, 0.9) if given_band(names[0].folded) and known else base - 0.15
    if known == 0:
        base -= 0.06 if cue.kind in ("title", "label", "cell") else 0.15
    if (
        not several
        and cue.kind not in ("label", "cell", "title")
        and names[0].shape == "A"
        and len(names[0].folded) < 5
    ):
        return 0.0
    if not several and cue.kind in ("label", "phrase", "role", "tie", "numbered") and is_common(names[0].folded):
        base -= 0.0 if cue.lower and names[0].shape == "T" and given_band(names[0].folded) > 8 else 0.35
    return max(base, 0.0)


def _standing(row: Sequence[Token], run: Run) -> float:
    """Return how sure at most a run is after the word before it: nobody is "in X" nor "an X", nor a health centre."""
    before, first = (row[run.first - 1] if run.first else None), row[run.first]
    if before is not None and _is_centre(before, first):
        return 0.0
    if before is None or first.gap != "s":
        return 1.0
    return 0.45 if before.folded in _NO_PERSON_AFTER else 1.0


def _is_centre(*letters: Token) -> bool:
    return all(t.shape == "I" for t in letters) and "".join(t.folded for t in letters) in _CENTRES


def _is_shortened(row: Sequence[Token], run: Run, given: Token, last: Token) -> bool:
    """Tell whether a given name with the initial of its surname is one ("Hafida M."), no king and no numeral."""
    if last.shape != "I" or last.folded in _ROMAN or is_everyday(given.folded) or not as_given(given.folded):
        return False
    return run.last == len(row) or row[run.last].gap[:1] in (".", ",", ")")


def _bare_score(content: Sequence[Token], names: Sequence[Token], known: int, inverted: bool) -> float:
    """Score a run without cue: only what the lexicons bear out counts."""
    if len(content) == 1:
        return 0.0
    if len(names) == 1:
        if content[0].shape == "I" and not inverted:
            # "K. Chellaram", but no "V. Nombra" nor "S. Sin".
            item = not content[0].gap or content[0].gap[-1] in "¶n"
            return 0.62 if known else 0.45 if item else 0.5 if not common_band(names[0].folded) else 0.3
        return 0.5 if inverted else 0.0
    ends = _opens_or_ends(names)
    if all(is_everyday(t.folded) for t in names) and given_band(names[0].folded) < 14:
        return 0.3 if ends else 0.0
    if known == len(names) and ends:
        return 0.85 if len(names) > 2 else 0.74
    surnames = len(names) > 2 and known == len(names) - 1 and as_given(names[0].folded)
    if known and ends and (is_known(names[0].folded) or inverted or surnames):
        return 0.62
    if known == len(names):
        return 0.45
    return 0.0


def _opens_or_ends(names: Sequence[Token]) -> bool:
    """Tell whether a given name stands where one does: first, or last after surnames."""
    return as_given(names[0].folded) or as_given(names[-1].folded)


def _initials(row: Sequence[Token], run: Run, content: Sequence[Token], cue: Cue) -> float:
    """Score initials alone: three with stops, or two after a cue; never a known abbreviation."""
    letters = "".join(t.folded for t in content)
    if letters in words("acronyms.txt") or len(content) < 2 or len(content) > 6:
        return 0.0
    if run.first and row[run.first - 1].shape == "I" and row[run.first].gap in (".", ".-", "-"):
        return 0.0  # the rest of an abbreviation that was left
    stops = all(t.gap in (".", ".-", "-") for t in row[run.first + 1 : run.last])
    if not stops:
        return 0.0
    before = row[run.first - 1] if run.first else None
    if before is not None and before.folded in _ARTICLES and row[run.first].gap == "s":
        return 0.3  # "del C.U.P.": an article goes before no initials
    return 0.8 if cue.strong else 0.5 if len(content) > 2 else 0.3
