"""Label tables: what the gold's labels are, and how those of corpora and systems read as ours."""

from __future__ import annotations

import re
from functools import cache

from pipeline.document import fold
from pipeline.lexicons import rows, words

IGNORED = "-"


@cache
def _of_kind(kind: str) -> frozenset[str]:
    return frozenset(row[0] for row in rows("gold_labels.tsv") if row[1] == kind)


DIRECT = _of_kind("direct")
QUASI = _of_kind("quasi")
LEAVE = _of_kind("leave")
DESIGNATIONS = _of_kind("designation")
LABELS = DIRECT | QUASI | LEAVE | DESIGNATIONS


@cache
def coarse(label: str) -> str:
    """Return the coarse label of one of the gold's; an unknown label is its own."""
    return {row[0]: row[2] for row in rows("gold_labels.tsv")}.get(label, label)


@cache
def from_corpus(corpus: str, own: str, general: str) -> str:
    """Return our label for a corpus's own one; by its coarse label where the corpus isn't in the table."""
    table = {(row[0], row[1]): row[2] for row in rows("corpus_labels.tsv")}
    return table.get((corpus, own)) or table.get(("*", general), IGNORED)


@cache
def from_system(system: str, label: str) -> str:
    """Return the gold's label for a system's one; an unknown label is its own."""
    return {(row[0], row[1]): row[2] for row in rows("system_labels.tsv")}.get((system, label), label)


def has_honorifics(corpus: str) -> bool:
    """Tell whether the corpus marks the form of address with the name."""
    return corpus in words("honorific_corpora.txt")


@cache
def unmarked(corpus: str) -> frozenset[str]:
    """Return our labels that the corpus has no mark for."""
    return frozenset(row[1] for row in rows("corpus_unmarked.tsv") if row[0] == corpus)


def has_bare_ties(corpus: str) -> bool:
    """Tell whether the corpus marks a tie without its article or possessive ("su [hermano mayor]")."""
    return corpus in words("bare_tie_corpora.txt")


def has_cases(corpus: str) -> bool:
    """Tell whether each document of the corpus is a case, passed or failed as a whole."""
    return corpus in words("case_corpora.txt")


def family(kind: str) -> str:
    """Return the family of a kind of document ("sentencia de divorcio": rulings), or `other`."""
    table = {word: row[0] for row in rows("document_families.tsv") for word in row[1].split()}
    return next((table[word] for word in re.findall(r"\w+", fold(kind)) if word in table), "other")


def traits(register: str) -> tuple[str, ...]:
    """Return the traits that a register's description names."""
    folded = fold(register)
    return tuple(row[0] for row in rows("register_traits.tsv") if re.search(rf"\b(?:{fold(row[1])})\b", folded)) or (
        "plain",
    )
