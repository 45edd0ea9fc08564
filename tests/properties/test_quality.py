"""Laws of the measures: perfection is one, names of clusters don't matter, nothing leaves its bounds."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from pipeline.quality.coreference import Clustering, measures
from pipeline.quality.estimate import figures
from pipeline.quality.gold import GoldDocument, GoldPerson, GoldSpan
from pipeline.quality.labels import DIRECT, LABELS, LEAVE, QUASI
from pipeline.quality.predicted import Predicted
from pipeline.quality.score import Tally, tally
from pipeline.quality.swap import swap
from pipeline.quality.swap_names import pools

POOLS = pools()
clusterings = st.dictionaries(st.sampled_from(string.ascii_lowercase), st.sampled_from("ABCDE"), min_size=1)


@st.composite
def documents(draw: st.DrawFn) -> GoldDocument:
    """A text of words, some of them marked."""
    words = draw(
        st.lists(
            st.tuples(st.text("abñÁ1", min_size=1, max_size=4), st.sampled_from(["", *sorted(LABELS)])),
            min_size=1,
            max_size=25,
        )
    )
    text, spans = "", []
    for word, label in words:
        if label:
            spans.append(GoldSpan(len(text), len(text) + len(word), label, draw(st.sampled_from(["p1", "p2"]))))
        text += word + " "
    return GoldDocument("d", text, tuple(spans))


def perfect(document: GoldDocument) -> list[Predicted]:
    return [
        Predicted(s.start, s.end, s.label, s.person, hidden=s.label in DIRECT | QUASI)
        for s in document.spans
        if s.label != "KEEP"
    ]


@given(documents())
def test_a_perfect_prediction_is_one_and_touches_nothing(document: GoldDocument) -> None:
    for name, one in figures([tally(document, perfect(document))], rounds=5).items():
        assert one.value == (0 if name.endswith(" touched") else 1), name


@given(documents())
def test_finding_nothing_is_zero_or_has_no_figure(document: GoldDocument) -> None:
    counts = tally(document, []).counts
    wanted = any(s.label in DIRECT for s in document.spans)
    assert counts["clean documents"] == (not wanted, 1)
    alone = ("clean documents", "ARI")
    assert all(hit == 0 for name, (hit, _) in counts.items() if not name.startswith(alone))


@given(
    documents(), st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20), st.sampled_from(sorted(LABELS - LEAVE))))
)
def test_hiding_more_never_hides_less(document: GoldDocument, more: list[tuple[int, int, str]]) -> None:
    size = len(document.text)
    extra = [Predicted(s, min(s + n, size), label) for s, n, label in more if s < size]
    few, many = tally(document, extra[::2]).counts, tally(document, extra[::2] + extra[1::2]).counts
    for name in (
        "persons",
        "direct identifiers",
        "quasi-identifiers",
        "entity recall",
        "PROT touched",
        "clean documents",
    ):
        if name in few:
            assert many[name][0] >= few[name][0]
    for hit, of in many.values():
        assert hit <= of


@given(clusterings)
def test_grouping_right_is_one(gold: Clustering) -> None:
    for name, (hit, of) in measures(gold, gold).items():
        assert hit == of or abs(hit - of) < 1e-9, name


@given(clusterings, clusterings, st.permutations("ABCDE"))
def test_the_names_of_clusters_do_not_matter(gold: Clustering, system: Clustering, order: list[str]) -> None:
    renamed = {mention: order["ABCDE".index(entity)] for mention, entity in system.items()}
    before, after = measures(gold, system), measures(gold, renamed)
    for name, (hit, of) in before.items():
        assert abs(hit - after[name][0]) < 1e-9
        assert abs(of - after[name][1]) < 1e-9
        assert (-1 if name == "ARI" else 0) <= hit <= of + 1e-9


@given(clusterings, clusterings)
def test_swapping_the_sides_swaps_recall_and_precision(gold: Clustering, system: Clustering) -> None:
    here, there = measures(gold, system), measures(system, gold)
    for name in ("MUC", "B3", "CEAFe"):
        (hit, of), (other_hit, other_of) = here[f"{name} R"], there[f"{name} P"]
        assert abs(hit - other_hit) < 1e-9
        assert of == other_of


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda p: (min(p), max(p))), min_size=1, max_size=12)
)
def test_the_interval_lies_among_the_shares(pairs: list[tuple[int, int]]) -> None:
    one = figures([Tally({"x": pair}) for pair in pairs], rounds=50).get("x")
    shares = [hit / of for hit, of in pairs if of]
    assert (one is None) == (not shares)
    if one:
        assert min(shares) - 1e-9 <= one.low <= one.high <= max(shares) + 1e-9


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["PER", "NIF", "PROT", "ROLE"]),
            st.sampled_from(["Ana Gil", "GIL, A.", "Anita", "la actora"]),
        ),
        max_size=8,
    ),
    st.sampled_from(POOLS),
    st.sampled_from("FM"),
)
def test_a_swap_moves_every_mark_with_its_text(marks: list[tuple[str, str]], pool: object, sex: str) -> None:
    text, spans = "Doña ", []
    for label, surface in marks:
        spans.append(GoldSpan(len(text), len(text) + len(surface), label, "p1"))
        text += f"{surface} de la "
    document = GoldDocument("d", text, tuple(spans), {"p1": GoldPerson("Ana Gil", "F", "other")})
    swapped = swap(document, pool, sex)  # type: ignore[arg-type]
    assert len(swapped.document.spans) == len(spans)
    for old, new in zip(spans, swapped.document.spans, strict=True):
        before, after = text[old.start : old.end], swapped.document.text[new.start : new.end]
        assert after == after.strip() != ""
        if old.label in {"NIF", "PROT"} or not swapped.people:
            assert after == before
        elif old.label == "PER":
            assert after != before
    if not swapped.people:
        assert swapped.document.text == text
