"""Names of people, by what announces them, by the lexicons and by their shape.

The span covers the whole name and leaves titles out. A name that no lexicon knows is found by its title, label,
role or place in a list: nobody is protected worse for where their name comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.detection import Detection, Label, detect
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.informal import Informal
from pipeline.lexicons.name_edges import whole
from pipeline.lexicons.name_tokens import Token, is_title, is_title_at, rows_of
from pipeline.lexicons.names import (
    common_band,
    given_band,
    is_common,
    is_everyday,
    is_surname,
    nicknames,
    particles,
    says_nothing,
    surname_band,
    titles,
)
from pipeline.lexicons.organisations import is_company
from pipeline.lexicons.places import is_country, is_municipality
from pipeline.recognise.lone_names import acts, lone_given, lone_initial, lone_surname
from pipeline.recognise.misread import mended
from pipeline.recognise.name_cues import (
    BARE,
    CELL,
    LABEL,
    LIST,
    NEXT,
    NUMBERED,
    TITLE,
    Cue,
    cue_before,
    follows_badge,
    is_cue_word,
    label_pattern,
    opens_list_line,
)
from pipeline.recognise.name_runs import (
    Run,
    as_given,
    can_be_surnames,
    is_called,
    is_inverted_tail,
    is_letter,
    is_list_of_words,
    is_strange,
    names_office,
    read_lower,
    read_run,
    trim,
)
from pipeline.recognise.name_shapes import find_shapes
from pipeline.recognise.name_weights import weigh
from pipeline.recognise.running_text import share_of_capitals
from pipeline.registry import recogniser

NAME = "names"

_SENTENCE_GAP = re.compile(r"[.:;!?¶•·«\"(\[–—*]|^$|^n$|\d[.)\-ºª]*$")
_OF_SAINT = re.compile(r"(?<!\S)(?:san|santa|santo)(?: \S+(?: \S+)?(?: (?:de|del|la|las|los|el))+)?\Z")
# At most so many letters are capitals where names have none either.
_FEW_CAPITALS = 0.015
_ROMAN = frozenset("ivx")
_SIGNS_OF_DATA = re.compile(r"[\d@]")


@recogniser(
    NAME,
    labels=(Label.PERSON,),
    context=("nombre", "apellidos", "firmado", "interesado", "interesada"),
)
def find_names(document: Document) -> Iterator[Detection]:
    """Yield the names of people that rules find."""
    document = mended(document)
    small = share_of_capitals(document.text) <= _FEW_CAPITALS
    loose = Informal(document.text)
    for block, row in zip(document.blocks, rows_of(document), strict=True):
        if not row:
            continue
        whole = _cell(document, block, row)
        if whole is not None:
            yield whole
        else:
            yield from _Reader(document, row, loose, small=small).read()
    for start, end, score, trigger in find_shapes(document):
        yield detect(Span(start, end), Label.PERSON, score, recogniser=NAME, trigger=trigger)


def _is_plain_given(word: str) -> bool:
    """Tell whether a folded word is somebody's given name, whole or familiar, and nothing else."""
    borne = given_band(word)
    return (borne >= max(9, surname_band(word) - 1) or word in nicknames()) and not is_everyday(word)


def _cell(document: Document, block: Block, row: Sequence[Token]) -> Detection | None:
    """A cell or field whose header announces a name is one, whole."""
    if not block.label or not _is_name_label(block.label):
        return None
    content = [t for t in row if t.folded not in particles()]
    text = document.text[row[0].start : row[-1].end]
    if len(row) > 12 or not content or _SIGNS_OF_DATA.search(text):
        return None
    if any(is_title_at(row, n) for n in range(len(row))):
        return None
    if all(is_common(t.folded) and not is_surname(t.folded) for t in content) and not _single_cell(content):
        return None
    return _made(document, row, Run(0, len(row)), 0.95, CELL)


def _single_cell(content: Sequence[Token]) -> bool:
    # "Calle" or "Rey" alone under "Apellidos" is a surname after all; a heading word isn't.
    return len(content) < 4 and not any(t.folded in words("heading_words.txt") for t in content)


def _is_name_label(label: str) -> bool:
    return label_pattern().fullmatch(" ".join(fold(label).split()).strip(" .:*")) is not None


class _Reader:
    """One left-to-right pass over the words of a block."""

    def __init__(self, document: Document, row: Sequence[Token], loose: Informal, *, small: bool) -> None:
        self.document = document
        self.row = row
        self.loose = loose
        self.last_end = -1
        self.last_cue: Cue = BARE
        self.small = small

    def read(self) -> Iterator[Detection]:
        """Yield the names of the block."""
        at, row, forms = 0, self.row, titles()
        while at < len(row):
            after = at + 1
            if row[at].shape == "l" and says_nothing(row[at].folded) and not (at and row[at - 1].folded in forms):
                at = after
                continue
            for found, end in self._at(at):
                yield found
                after = max(after, end)
            at = after

    def _at(self, at: int) -> Iterator[tuple[Detection, int]]:
        """Yield what starts at this word, with where to read on."""
        token = self.row[at]
        following = self.row[at + 1] if at + 1 < len(self.row) else None
        if is_title_at(self.row, at) and following is not None and following.gap in ("s", "n", ".", "-", ".-"):
            return
        if not token.is_content and token.folded not in particles():
            yield from self._lower(at)
            return
        cue = self._cue(at)
        if not token.is_content and not cue.strong:
            return
        if cue.kind not in ("title", "label", "list line") and self._announces(token, following):
            return
        run = read_run(self.document, self.row, at, cue)
        if run.last == run.first and cue.lower:
            yield from self._lower(at)
        if run.last > run.first:
            yield from self._judge(run, cue)

    def _lower(self, at: int) -> Iterator[tuple[Detection, int]]:
        titled = at > 0 and self.row[at].gap in ("s", ".") and is_title_at(self.row, at - 1)
        if not titled and self._acts_small(at):
            yield _made(self.document, self.row, Run(at, at + 1), 0.52, BARE), at + 1
            return
        if not titled and (not given_band(self.row[at].folded) or is_common(self.row[at].folded)):
            return
        cue = cue_before(self.document, self.row, at)
        if cue is BARE and _is_plain_given(self.row[at].folded) and (self.small or self.row[at].start in self.loose):
            run = read_lower(self.row, at)
            yield _made(self.document, self.row, run, 0.55 if run.last - at == 1 else 0.7, cue), run.last
        elif cue is TITLE and is_called(self.row, at):
            yield from self._emit(read_lower(self.row, at, titled=True), cue, 0.0)
        elif cue.lower and (run := read_lower(self.row, at)).last > run.first:
            yield from self._emit(run, cue, 0.03)

    def _acts_small(self, at: int) -> bool:
        """Tell whether a small strange word is somebody who says something, where nobody writes capitals."""
        token = self.row[at]
        if common_band(token.folded) or len(token.folded) < 4 or token.start not in self.loose:
            return False
        return not given_band(token.folded) and acts(self.row, at) and is_strange(token)

    def _cue(self, at: int) -> Cue:
        cue = cue_before(self.document, self.row, at)
        if cue is not BARE:
            return cue
        token = self.row[at]
        if token.gap[-1:].isdigit() and follows_badge(self.document, self.row, at):
            return NUMBERED
        if self._continues(at):
            return NEXT
        return LIST if token.is_content and opens_list_line(self.document, token.start) else BARE

    def _continues(self, at: int) -> bool:
        """Tell whether the word follows a name with cue in an enumeration ("A, B y C"; "de A y de B")."""
        if self.last_end < 0 or not self.last_cue.strong or self.last_cue.kind == "list line":
            return False
        between = self.row[self.last_end : at]
        if self.row[at].gap in (",", ";") and not between:
            return True
        small = ("y", "e", "o", "u", "de", "a", "contra", "con")
        return 0 < len(between) < 4 and all(
            t.folded in small or is_title(t, None) for t in between
        ) and between[0].gap in ("s", ",", "n")  # fmt: skip

    def _judge(self, run: Run, cue: Cue) -> Iterator[tuple[Detection, int]]:
        head = run.first
        starts = bool(_SENTENCE_GAP.search(self.row[head].gap))
        if run.last - head == 1 and self.row[head].shape == "I" and (score := lone_initial(self.row, head)):
            yield _made(self.document, self.row, run, score, cue), run.last
            return
        if not cue.strong:
            run = trim(self.row, run, starts)
            if run.last == run.first:
                return
        run, inverted = self._inverted(run, cue, starts)
        if (cue is LIST and not inverted) or self._is_elsewhere(run, cue) or self._is_label(run):
            return
        yield from self._emit(run, cue, 0.08 if inverted else 0.0, inverted=inverted)

    def _announces(self, token: Token, following: Token | None) -> bool:
        """Tell whether the word itself is what stands before a name ("Comparece X"), or a tie in capitals."""
        return following is not None and following.gap in ("s", "n") and is_cue_word(token)

    def _is_label(self, run: Run) -> bool:
        """A single word before a colon names what follows it."""
        return run.last - run.first == 1 and run.last < len(self.row) and bool(set(":=") & set(self.row[run.last].gap))

    def _inverted(self, run: Run, cue: Cue, starts: bool) -> tuple[Run, bool]:
        """Take in the given names after the comma of an inverted name."""
        row = self.row
        if run.last >= len(row) or row[run.last].gap != "," or not can_be_surnames(row, run):
            return run, False
        if is_company(self.document.folded, row[run.last - 1].end):
            return run, False
        tail = read_run(self.document, row, run.last, LABEL)
        if tail.last == tail.first or len(tail.content(row)) > 3:
            return run, False
        both = Run(run.first, tail.last)
        if not cue.strong or cue is LIST:
            alike = _opens_with_given(row, run) and not surname_band(row[run.first].folded)
            if alike or is_list_of_words(row, run, tail):
                return run, False
        fits = is_inverted_tail(row, tail)
        if _opens_with_given(row, run) and not as_given(row[tail.last - 1].folded) and row[tail.last - 1].shape != "I":
            return run, False
        if cue is BARE and not any(surname_band(t.folded) for t in run.content(row)):
            return run, False
        if fits and (starts or cue.strong or self._ends_item(tail.last)):
            return both, True
        if cue is LIST and self._could_be_line(both):
            return both, True
        return run, False

    def _ends_item(self, last: int) -> bool:
        return last >= len(self.row) or self.row[last].gap != "s"

    def _could_be_line(self, run: Run) -> bool:
        content = run.content(self.row)
        return 1 < len(content) < 7 and not any(
            is_common(t.folded) or t.folded in words("heading_words.txt") for t in content
        )

    def _is_elsewhere(self, run: Run, cue: Cue) -> bool:
        """Tell whether the run names a street, an organ, an illness or a town."""
        start, end = self.row[run.first].start, self.row[run.last - 1].end
        content = run.content(self.row)
        if len(content) == 1 and names_office(content[0]):
            return True
        if cue.kind != "title" and is_company(self.document.folded, end):
            return True
        if cue.kind in ("label", "cell"):
            return False
        if is_blocked(self.document.folded, start, end):
            return True
        if cue.strong:
            return False
        if self._is_of_saint(run.first) or is_letter(self.row, run.first):
            return True
        name = " ".join(self.document.folded[start:end].split())
        return self.row[run.first].folded in words("name_blockers.txt") or is_municipality(name) or is_country(name)

    def _is_of_saint(self, at: int) -> bool:
        """Tell whether the word goes on the name of a saint or of a town called so ("San Fernando del Valle")."""
        before = " ".join(t.folded for t in self.row[max(0, at - 5) : at])
        return _OF_SAINT.search(before) is not None

    def _emit(self, run: Run, cue: Cue, bonus: float, inverted: bool = False) -> Iterator[tuple[Detection, int]]:
        score = weigh(self.row, run, cue, inverted) or self._lone(run, cue)
        if score <= 0:
            return
        self.last_end, self.last_cue = run.last, cue
        yield _made(self.document, self.row, run, min(score + bonus, 0.97), cue), run.last

    def _lone(self, run: Run, cue: Cue) -> float:
        """Score a single word without cue: enough to be looked at."""
        if cue.strong or run.last - run.first > 1:
            return 0.0
        return lone_given(self.row, run.first) or lone_surname(self.document, self.row, run.first)


def _opens_with_given(row: Sequence[Token], run: Run) -> bool:
    """Tell whether a run of two words or more starts with what is rather a given name ("Ona Vilalta")."""
    content = run.content(row)
    first = content[0].folded
    return len(content) > 1 and given_band(first) >= max(surname_band(first), 1)


def _made(document: Document, row: Sequence[Token], run: Run, score: float, cue: Cue) -> Detection:
    start, end = whole(document.text, row[run.first].start, row[run.last - 1].end)
    return detect(Span(start, end), Label.PERSON, round(score, 4), recogniser=NAME, trigger=f"names:{cue.kind}")
