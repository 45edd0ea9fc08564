"""Runs of words that have the shape of a person's name, and what the lexicons say of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.document import Document
from pipeline.lexicons import rows, words
from pipeline.lexicons.name_tokens import Token, abbreviations, is_title, is_title_at, joins
from pipeline.lexicons.names import (
    common_band,
    given_band,
    is_common,
    is_given,
    is_known,
    particles,
    surname_band,
)
from pipeline.lexicons.places import is_country, is_municipality
from pipeline.recognise.name_cues import Cue, is_cue_word, is_plural_cue

LONGEST = 16
_SHORTEST_SURNAME = 4


@dataclass(frozen=True, slots=True)
class Run:
    """Words `first` to `last` (exclusive) of a row of tokens."""

    first: int
    last: int

    def content(self, row: Sequence[Token]) -> list[Token]:
        """Return the words that aren't particles."""
        small = particles()
        return [row[n] for n in range(self.first, self.last) if row[n].folded not in small or _is_inner_initial(row, n)]


def read_run(document: Document, row: Sequence[Token], at: int, cue: Cue) -> Run:
    """Read the longest name that starts at the word `at`; the run is empty where none does."""
    first, last, position = at, at, at
    small = particles()
    while position < len(row) and position - first < LONGEST:
        token = row[position]
        if position > first and not joins(
            document, row[position - 1], token, last == first or _is_cut(row, first, position)
        ):
            break
        if token.gap in ("n", "w") and last > first and not _carries_on(row, first, last, position):
            break
        if position > first and token.folded in ("y", "i", "e") and not _is_inner_initial(row, position):
            if not _goes_on(row, first, position, cue):
                break
        elif (
            token.folded not in small or _is_initial(row, position) or (token.shape == "T" and position + 1 == len(row))
        ):
            if not _fits(row, first, last, position, cue):
                break
            last = position + 1
        elif position == first and not _may_open(token, cue):
            break
        position += 1
    return Run(first, _without_tail(row, first, last))


def _is_cut(row: Sequence[Token], first: int, position: int) -> bool:
    """Tell whether a line ends between a given name inside a sentence and its surname ("el vecino Blas⏎Prieto")."""
    given, surname = row[first], row[position]
    if surname.gap != "n" or position - first > 1 or not first or row[first - 1].is_content:
        return False
    if given.gap != "s" or given.shape != "T" or surname.shape != "T" or given_band(given.folded) < 9:
        return False
    return surname_band(surname.folded) >= 8 and not is_common(surname.folded)


def _carries_on(row: Sequence[Token], first: int, last: int, position: int) -> bool:
    """Tell whether a name goes on after a line end or a wide space, rather than another field or name beginning."""
    token, previous = row[position], row[position - 1]
    if any(set(":=") & set(t.gap) for t in row[position + 1 : position + 4]):
        return False
    if previous.folded in particles():
        return True
    if token.gap == "w":
        # Signatures stand side by side: a whole name, then another that opens with an initial or a given name.
        named = [t for t in row[first:last] if t.is_content and t.folded not in particles()]
        return len(named) < 2 or not (token.shape == "I" or as_given(token.folded))
    if previous.shape != token.shape and token.is_content:
        return False
    content = [t for t in row[first:last] if t.folded not in particles()]
    return len(content) < 2 or (is_known(token.folded) and not as_given(token.folded)) or not token.is_content


def _may_open(token: Token, cue: Cue) -> bool:
    """A particle opens a name ("De Miguel", "El Idrissi") after some cues, in lower case after titles and labels."""
    if cue.kind in ("title", "label", "cell"):
        return True
    return cue.strong and token.is_content and (cue.kind == "list line" or token.folded not in ("de", "del", "y"))


def _fits(row: Sequence[Token], first: int, last: int, position: int, cue: Cue) -> bool:
    """Tell whether the word can stand at this place of the name."""
    token = row[position]
    following = row[position + 1] if position + 1 < len(row) else None
    if not token.is_content or (position > first and is_title_at(row, position)):
        return False
    if token.folded in _wording() and not _may_be_surname(token):
        return False
    if token.shape == "I":
        return position > first or following is None or following.gap[:1] in (".", "-")
    previous = row[last - 1] if last > first else None
    if previous is not None and previous.shape == "T" and token.shape == "A":
        return is_known(token.folded)
    if token.shape == "A" and position - first > 1 and _is_deed(token.folded):
        return False
    if token.shape == "A" and is_common(token.folded):
        borne = cue.kind in ("title", "label") and given_band(token.folded) and common_band(token.folded) < 5
        return cue.strong and (_may_be_surname(token) or bool(borne))
    if is_common(token.folded) and not _may_be_surname(token):
        borne = position == first and _is_borne(row[first : first + 3])
        return borne or common_band(token.folded) < {"title": 7, "cell": 7, "label": 5}.get(cue.kind, 0)
    return True


def _is_deed(word: str) -> bool:
    """Tell whether a word in capitals after a name is what somebody does, one or several: "RECURRE", "APELAN"."""
    verbs = words("speech_verbs.txt")
    return (word in verbs or word.removesuffix("n") in verbs) and surname_band(word) < 8 and not given_band(word) > 8


def _may_be_surname(token: Token) -> bool:
    return surname_band(token.folded) >= 10 or given_band(token.folded) >= 12


def _goes_on(row: Sequence[Token], first: int, position: int, cue: Cue) -> bool:
    """Tell whether "y" joins two surnames of one person rather than two persons."""
    small = particles()
    rest = position + 1
    while rest < len(row) and row[rest].folded in small and row[rest].folded not in ("y", "i", "e"):
        rest += 1
    if rest >= len(row) or not row[rest].is_content or row[rest].shape == "I":
        return False
    before = [t for t in row[first:position] if t.is_content and t.folded not in small]
    after = row[rest].folded
    if not before or (is_given(after) and given_band(after) > surname_band(after)):
        return False
    if len(before) == 1 and not given_band(before[0].folded):
        return surname_band(before[0].folded) > 0 and surname_band(after) > 0
    following = row[rest + 1] if rest + 1 < len(row) else None
    whole = following is not None and following.is_content and following.gap in ("s", "-")
    if following is not None and whole and _are_two(row, first, before, (after, following.folded), cue):
        return False
    return (surname_band(after) > 0 and not is_common(after)) or (row[rest].shape == "A" and surname_band(after) > 9)


def _are_two(row: Sequence[Token], first: int, before: Sequence[Token], after: tuple[str, str], cue: Cue) -> bool:
    """Tell whether whole names stand on both sides of an "y": "Ion Popescu y Chen Wei", not "Ortega y Gasset Ruiz"."""
    if given_band(after[0]) and not surname_band(after[0]):
        return True
    if len(before) < 2:
        return False
    family = len(before) - next((n for n, t in enumerate(before) if n and not as_given(t.folded)), len(before))
    if family > 1 or (first and is_plural_cue(row[first - 1])):
        return True
    inverted = given_band(after[1]) >= max(surname_band(after[1]), 1)
    return inverted or (cue.kind != "title" and (as_given(after[0]) or as_given(after[1])))


def _without_tail(row: Sequence[Token], first: int, last: int) -> int:
    while last > first and (not row[last - 1].is_content or row[last - 1].folded in ("y", "i", "e", "de", "del")):
        if _is_initial(row, last - 1):
            break
        last -= 1
    return last


def _is_inner_initial(row: Sequence[Token], at: int) -> bool:
    """Tell whether an initial stands among whole words ("Mota I. Villaverde"), in no abbreviation ("N.I.F.")."""
    spelt = not at or row[at - 1].shape != "I" or (at + 1 < len(row) and row[at + 1].shape in ("T", "A"))
    return spelt and _is_initial(row, at)


def _is_initial(row: Sequence[Token], at: int) -> bool:
    """Tell whether a lone capital is an initial with its stop, and no conjunction in capitals: "Mota, I."."""
    return row[at].shape == "I" and (at + 1 == len(row) or row[at + 1].gap[:1] in (".", ")"))


def trim(row: Sequence[Token], run: Run, starts_sentence: bool) -> Run:
    """Cut off what no lexicon takes for a name at the ends of a run that no cue announces.

    Capitals say nothing where all is capitals, nor at the head of a sentence.
    """
    first, last = run.first, run.last
    while first < last and _is_foreign_body(row[first], starts_sentence, last - first):
        if not starts_sentence and _is_borne(row[first:last]):
            break
        first += 1
    while last > first and row[last - 1].shape == "A" and not is_known(row[last - 1].folded):
        last -= 1
    return Run(first, _without_tail(row, first, last))


def _is_borne(inside: Sequence[Token]) -> bool:
    """Tell whether a word with another sense is the given name of whole surnames: "cita a Perpetua Zorita Candil"."""
    if len(inside) < 3 or inside[0].shape != "T" or inside[0].gap != "s" or given_band(inside[0].folded) < 9:
        return False
    return all(t.shape == "T" and surname_band(t.folded) >= 8 and not is_common(t.folded) for t in inside[1:3])


def _is_foreign_body(token: Token, starts_sentence: bool, length: int) -> bool:
    if token.shape == "I":
        return False
    if token.folded in particles() or (is_common(token.folded) and not _may_be_surname(token)):
        return True
    if is_known(token.folded) or token.folded in abbreviations():
        return False
    return token.shape == "A" or (starts_sentence and _is_verb(token.folded, length))


def _is_verb(folded: str, length: int) -> bool:
    # Orders with a pronoun ("Notifíquese", "Remítanse") and finite verbs before a whole name.
    return folded.endswith(("ese", "ase", "nse")) or (length > 2 and folded.endswith(("an", "en", "on", "ado", "ada")))


def _announces(token: Token, length: int) -> bool:
    return is_cue_word(token) or (token.shape != "A" and _is_foreign_body(token, False, length))


def core(row: Sequence[Token]) -> tuple[int, int] | None:
    """Return where the name inside a model's span starts and ends: announcing words and other lines left out."""
    first, last = 0, len(row)
    while first + 1 < last and as_given(row[first + 1].folded) and _announces(row[first], last - first):
        first += 1
    titled = [n for n in range(first, last - 1) if is_title_at(row, n)]
    first = titled[-1] + 1 if titled else first
    if last - first == 1 and is_title(row[first], None):
        return None
    cut = next((n for n in range(first + 1, last) if _ends(row, first, n)), last)
    return (row[first].start, row[cut - 1].end) if first < cut else None


def _ends(row: Sequence[Token], first: int, at: int) -> bool:
    """Tell whether a model's name ends before a word: another line's, or what somebody does."""
    if row[at].shape == "A" and at - first > 1 and _is_deed(row[at].folded):
        return True
    if row[at].gap not in ("n", "w") or is_known(row[at].folded):
        return False
    return row[at].gap == "w" or not _may_go_over(row, at)


def _may_go_over(row: Sequence[Token], at: int) -> bool:
    """Tell whether an unknown word on a new line can be the surname of the name before it: no word, role or town."""
    word = row[at].folded
    if row[at].shape != row[at - 1].shape or len(word) < _SHORTEST_SURNAME:
        return False
    return not common_band(word) and is_strange(row[at]) and not is_municipality(word) and not is_country(word)


def is_name_like(word: str) -> bool:
    """Tell whether a folded lower-case word can be part of a name after a cue."""
    return is_known(word) or (not common_band(word) and len(word) > 3)


def is_called(row: Sequence[Token], at: int) -> bool:
    """Tell whether the small word after a form of address is a name ("don ramon", "la señora cordero").

    "una señora mayor", "señor alcalde", "la señora de la limpieza" name nobody.
    """
    word, title = row[at].folded, row[at - 1].folded
    if word in particles() or word in _not_called() or not (is_known(word) or not common_band(word)):
        return False
    if title in ("don", "dona", "d", "dna", "da", "dª"):
        return not is_common(word) or given_band(word) > 6
    before = row[at - 2].folded if at > 1 else ""
    if before in ("un", "una", "unos", "unas", "otro", "otra", "ese", "esa", "aquel", "aquella", "este", "esta"):
        return False
    return not is_common(word) or surname_band(word) >= 8


def is_strange(token: Token) -> bool:
    """Tell whether a word is neither a role, a tie, a quality nor a heading."""
    return token.folded not in _not_called()


def names_office(token: Token) -> bool:
    """Tell whether a capitalised word is rather an office than a name ("la Sra. Alcaldesa", "Sr. Registrador")."""
    word = token.folded
    return word in _not_called() and max(surname_band(word), given_band(word)) < 9


@cache
def _wording() -> frozenset[str]:
    """Words of headings, forms and stamps."""
    return words("heading_words.txt") | words("form_words.txt")


@cache
def _not_called() -> frozenset[str]:
    """Words that follow a form of address or a name and aren't names: roles, posts, ties, verbs, headings."""
    plain = [cell for table in ("roles.tsv", "posts.tsv", "kinship.tsv") for row in rows(table) for cell in row]
    plain += [phrase for phrase, *_ in rows("name_cues.tsv") if " " not in phrase]
    return frozenset(plain) | words("heading_words.txt") | words("not_called.txt") | words("name_blockers.txt")


def read_lower(row: Sequence[Token], at: int, *, titled: bool = False) -> Run:
    """Read a name written in lower case: a known given name, or any name after a title, then names or unknown words."""
    if not titled and (not given_band(row[at].folded) or is_common(row[at].folded)):
        return Run(at, at)
    small = particles() - {"y", "e", "i"}
    last = position = at + 1
    while position < len(row) and row[position].gap in ("s", "-") and position - at < 7:
        word = row[position].folded
        if word not in small:
            if row[position].shape != "l" or not is_name_like(word) or word in _not_called():
                break
            last = position + 1
        position += 1
    return Run(at, last)


def is_inverted_tail(row: Sequence[Token], run: Run) -> bool:
    """Tell whether a run after a comma can be the given names or initials of the surnames before it."""
    content = run.content(row)
    if not content or len(content) > 3 or "".join(t.folded for t in content) in words("acronyms.txt"):
        return False
    return all(t.shape == "I" or as_given(t.folded) for t in content)


def is_list_of_words(row: Sequence[Token], run: Run, tail: Run) -> bool:
    """Tell whether a comma parts two of a list ("Fran, Bebeto, Aldana") or somebody's country, and no inverted name."""
    before, first = (row[run.first - 1] if run.first else None), row[run.first]
    if before is not None and before.is_content and first.gap == "s":
        return True
    named = [" ".join(t.folded for t in row[r.first : r.last]) for r in (run, tail)]
    if any(is_country(name.removeprefix("de ")) for name in named):
        return True
    if len(run.content(row)) > 1 or len(tail.content(row)) > 1:
        return False
    following = row[tail.last : tail.last + 2]
    goes_on = bool(following) and following[0].is_content and following[0].gap == ","
    joined = len(following) > 1 and following[0].folded in ("y", "e") and following[1].is_content
    return first.gap == "," or goes_on or joined


def as_given(word: str) -> bool:
    """Tell whether a folded word is borne as a given name, and not far more as a surname."""
    return word in abbreviations() or (given_band(word) > 0 and given_band(word) + 3 >= surname_band(word))


def can_be_surnames(row: Sequence[Token], run: Run) -> bool:
    """Tell whether a run can be the surnames of an inverted name."""
    content = run.content(row)
    if not content or len(content) > 4 or any(t.shape == "I" for t in content):
        return False
    first = content[0].folded
    return len(content) == 1 or not given_band(first) or surname_band(first) + 4 >= given_band(first)


def is_letter(row: Sequence[Token], at: int) -> bool:
    """Tell whether a single capital is a unit or one of a list and no initial ("37º C. Se…", "hepatitis B o C. Va")."""
    token, before = row[at], row[max(0, at - 2) : at]
    if token.shape != "I":
        return False
    listed = len(before) == 2 and before[0].shape == "I" and before[1].folded in ("o", "y", "u", "e")
    return listed or token.gap[-1:].isdigit() or token.gap[-1:] in ("º", "°", "%")
