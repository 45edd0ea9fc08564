"""Counts of one document against figures worked out by hand."""

from __future__ import annotations

import pytest

from pipeline.quality.estimate import figures
from pipeline.quality.gold import GoldDocument, GoldPerson, GoldSpan
from pipeline.quality.predicted import Predicted
from pipeline.quality.score import tally, total

TEXT = "Dña. Ana Ávila (DNI 99000001A) vive en Soria. A. Ávila cita la Ley 39/2015 y 40 euros. Leo."
PEOPLE = {"p1": GoldPerson("Ana Ávila", "F", "hispanic"), "p2": GoldPerson("Leo", "M", "other")}


def at(surface: str, label: str, person: str = "", nth: int = 0) -> GoldSpan:
    start = -1
    for _ in range(nth + 1):
        start = TEXT.index(surface, start + 1)
    return GoldSpan(start, start + len(surface), label, person)


NAME, NIF, PLACE, AGAIN = (
    at("Ana Ávila", "PER", "p1"),
    at("99000001A", "NIF", "p1"),
    at("Soria", "LOC"),
    at("A. Ávila", "PER", "p1"),
)
LAW, AMOUNT, LEO = at("Ley 39/2015", "PROT"), at("40 euros", "KEEP"), at("Leo", "PER", "p2")
DOCUMENT = GoldDocument("d", TEXT, (NAME, NIF, PLACE, AGAIN, LAW, AMOUNT, LEO), PEOPLE)


def hide(span: GoldSpan, label: str = "") -> Predicted:
    return Predicted(span.start, span.end, label or span.label)


def test_hidden_means_every_letter_and_digit() -> None:
    # "A" and "Ávila" apart: the stop and the space between needn't be hidden.
    parts = [Predicted(AGAIN.start, AGAIN.start + 1, "PER"), Predicted(AGAIN.start + 3, AGAIN.end, "LOC")]
    counts = tally(DOCUMENT, [hide(NAME), *parts, Predicted(NIF.start, NIF.end - 1, "NIF")]).counts
    assert counts["persons"] == (2, 3)
    assert counts["persons, sex F"] == (2, 2)
    assert counts["persons, origin other"] == (0, 1)
    assert counts["direct identifiers"] == (0, 1)
    assert counts["NIF"] == (0, 1)
    assert counts["quasi-identifiers"] == (0, 1)
    assert counts["LOC of nobody"] == (0, 1)


def test_a_person_is_protected_by_every_mention_and_a_document_by_every_name_and_identifier() -> None:
    without_leo = [hide(NAME), hide(NIF), hide(AGAIN)]
    counts = tally(DOCUMENT, without_leo).counts
    assert counts["entity recall"] == (1, 2)
    assert counts["clean documents"] == (0, 1)
    # A quasi-identifier left readable doesn't count there.
    assert tally(DOCUMENT, [*without_leo, hide(LEO)]).counts["clean documents"] == (1, 1)
    assert tally(DOCUMENT, [hide(NAME)]).counts["entity recall"] == (0, 2)


def test_protected_references_and_traps() -> None:
    found = tally(DOCUMENT, [Predicted(LAW.start + 4, LAW.end, "CASE"), Predicted(LAW.end, LAW.end + 1, "CASE")])
    assert found.counts["PROT touched"] == (1, 1)
    assert found.counts["KEEP touched"] == (0, 1)
    assert found.touched == (LAW,)
    kept = tally(DOCUMENT, [Predicted(LAW.start, LAW.end, "PROT", hidden=False)])
    assert kept.counts["PROT touched"] == (0, 1)


def test_character_precision_counts_letters_and_digits() -> None:
    # "vive en Soria": six letters of no mark, five of one.
    start = TEXT.index("vive")
    counts = tally(DOCUMENT, [Predicted(start, PLACE.end, "LOC")]).counts
    assert counts["character precision"] == (5, 11)


def test_person_precision_is_by_meeting_a_name() -> None:
    counts = tally(DOCUMENT, [hide(NAME), hide(PLACE, "PER"), hide(NIF)]).counts
    assert counts["person precision"] == (1, 2)


def test_strict_wants_start_end_and_label() -> None:
    off = Predicted(AGAIN.start, AGAIN.end - 1, "PER")
    counts = tally(DOCUMENT, [hide(NAME), hide(NIF, "NIE"), off]).counts
    assert counts["strict R PER"] == (1, 3)
    assert counts["strict P PER"] == (1, 2)
    assert counts["strict F1 PER"] == (2, 5)
    assert counts["strict F1 all labels"] == (2, 5 + 3)
    assert counts["strict F1 places"] == (4, 5 + 3)
    assert counts["strict P NIE"] == (0, 1)


def test_a_corpus_compares_coarse_labels_and_has_no_designations() -> None:
    corpus = GoldDocument("d", TEXT, (NIF, PLACE), corpus="meddocan", coarse=True)
    said = [hide(NIF, "NSS"), hide(PLACE, "POSTCODE"), Predicted(0, 3, "ROLE", hidden=False)]
    counts = tally(corpus, said).counts
    assert counts["strict F1 ID"] == (2, 2)
    assert counts["strict F1 LOC"] == (2, 2)
    assert counts["strict F1 all labels"] == (4, 4)


def test_ignored_stretches_count_for_nothing() -> None:
    start = TEXT.index("vive")
    document = GoldDocument("d", TEXT, (NAME,), ignored=((start, start + 4),), coarse=True)
    counts = tally(document, [hide(NAME), Predicted(start, start + 7, "PER")]).counts
    assert counts["person precision"] == (1, 1)
    assert counts["character precision"] == (8, 8)


def test_a_case_passes_whole() -> None:
    case = GoldDocument("d", TEXT, (NAME, LAW), corpus="contextsafe_adv", coarse=True)
    assert tally(case, [hide(NAME)]).counts["cases passed"] == (1, 1)
    assert tally(case, [hide(NAME), hide(PLACE)]).counts["cases passed"] == (0, 1)
    assert tally(case, []).counts["cases passed"] == (0, 1)
    assert tally(case, [hide(NAME), hide(LAW)]).counts["cases passed"] == (0, 1)
    assert "cases passed" not in tally(DOCUMENT, []).counts


def test_what_a_corpus_has_no_mark_for_counts_for_nothing() -> None:
    number = Predicted(AMOUNT.start, AMOUNT.end, "CASE")
    for corpus, passed in (("contextsafe_adv", (1.0, 1.0)), ("other", None)):
        document = GoldDocument("c", TEXT, (), corpus=corpus, coarse=True)
        counts = tally(document, [number]).counts
        assert counts.get("cases passed") == passed
        assert counts.get("span precision", (0.0, 0.0))[1] == (0.0 if passed else 1.0)


def test_coverage_by_label_forgives_the_label_and_not_the_place() -> None:
    beyond = Predicted(NIF.start, NIF.end + len(") vive"), "NIF")
    counts = tally(DOCUMENT, [hide(NAME, "LOC"), beyond]).counts
    assert counts["coverage R PER"] == (1, 3)
    assert counts["coverage P LOC"] == (1, 1)
    assert counts["coverage R NIF"] == (1, 1)
    assert counts["coverage P NIF"] == (0, 1)
    found = figures([tally(DOCUMENT, [hide(NAME), hide(LAW, "PER")])])
    assert found["coverage F1 PER"].value == pytest.approx(2 * (1 / 3) * 0.5 / (1 / 3 + 0.5))
    assert found["coverage F1 NIF"].value == 0


def test_tallies_add_up() -> None:
    both = total([tally(DOCUMENT, [hide(NAME)]), tally(DOCUMENT, [])])
    assert both["persons"] == (1, 6)
