"""Overlaps, lists, precedence and outputs."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline import decide
from pipeline.analysis import Found
from pipeline.decision import Action, Decision, Reason, Ruling
from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span, from_text
from pipeline.entity import Entity, EntityKind
from pipeline.errors import PolicyError
from pipeline.policy import ListEntry, ListKind, Match, Policy, load

POLICY = load("transparencia")


def made(document: Document, text: str, label: str = Label.PERSON, score: float = 0.9, **more: object) -> Detection:
    at = document.text.index(text)
    one = detect(Span(at, at + len(text)), label, score, recogniser="prueba", trigger="prueba")
    return replace(one, id=f"d{at}-{label}", **more)  # type: ignore[arg-type]


def decided(document: Document, *detections: Detection, policy: Policy = POLICY, rulings: tuple[Ruling, ...] = ()):
    found = Found(document, decide.resolve_overlaps(detections, policy))
    entity = Entity("n1", "PER_1", EntityKind.NATURAL, "PERSON", names=("Ana Ávila Rey",))
    of = {d.id: "n1" for d in found.detections if d.label == "PERSON"}
    return found, decide.decide(found, [entity], of, policy, rulings)


def test_the_longer_identifier_wins_and_the_loser_stays() -> None:
    document = from_text("Cargo en ES8599990077266123456789 hoy")
    whole = made(document, "ES8599990077266123456789", Label.IBAN, 0.95)
    inner = made(document, "612345678", Label.PHONE, 0.9)
    result = decide.resolve_overlaps([inner, whole], POLICY)
    assert {d.label: d.lost_to for d in result} == {"IBAN": None, "PHONE": whole.id}


def test_nothing_a_strong_loser_covered_is_left_over() -> None:
    document = from_text("firma Ana Ávila Rey 99012345J aquí")
    long = made(document, "Ana Ávila Rey 99012345J", Label.PERSON, 0.8)
    number = made(document, "99012345J", Label.NIF, 0.95)
    standing = [d for d in decide.resolve_overlaps([long, number], POLICY) if d.lost_to is None]
    covered = {i for d in standing for i in range(d.span.start, d.span.end)}
    assert {i for i in range(long.span.start, long.span.end) if document.text[i].isalnum()} <= covered


def test_what_is_left_of_a_loser_ends_in_no_space() -> None:
    document = from_text("firma Ana Ávila Rey calle Olmo 3")
    long = made(document, "Ana Ávila Rey calle Olmo", Label.PERSON, 0.8)
    street = made(document, "calle Olmo 3", Label.ADDRESS, 0.95)
    standing = [d for d in decide.resolve_overlaps([long, street], POLICY, document.text) if d.lost_to is None]
    assert {document.surface(d.span) for d in standing} == {"Ana Ávila Rey", "calle Olmo 3"}


@pytest.mark.parametrize("between", ["y el", "Y EL", "y", "a", "de la"])
def test_what_joins_two_data_of_a_loser_is_nothing_to_hide(between: str) -> None:
    document = from_text(f"llamar a 612345678 {between} 613456789 desde hoy")
    phones = [made(document, text, Label.PHONE, 0.95) for text in ("612345678", "613456789")]
    whole = made(document, f"612345678 {between} 613456789", Label.ADDRESS, 0.8)
    standing = [d for d in decide.resolve_overlaps([*phones, whole], POLICY, document.text) if d.lost_to is None]
    assert {document.surface(d.span) for d in standing} == {"612345678", "613456789"}


def test_words_beside_a_number_that_loses_are_left() -> None:
    document = from_text("teléfono o 0034612345678 bis, nº 4")
    long = made(document, "o 0034612345678 bis, nº 4", Label.OTHER_ID, 0.8)
    long = replace(long, provenance=replace(long.provenance, layer=Layer.NER))
    phone = made(document, "0034612345678", Label.PHONE, 0.95)
    standing = [d for d in decide.resolve_overlaps([long, phone], POLICY, document.text) if d.lost_to is None]
    assert {document.surface(d.span) for d in standing} == {"0034612345678", "bis, nº 4"}


def test_two_forms_of_one_label_grow_together() -> None:
    document = from_text("doña Ana Belén San Segundo Cruz firma")
    left, right = made(document, "Ana Belén San"), made(document, "Belén San Segundo Cruz")
    (standing,) = [d for d in decide.resolve_overlaps([left, right], POLICY) if d.lost_to is None]
    assert document.surface(standing.span) == "Ana Belén San Segundo Cruz"


def test_a_citation_protects_what_it_contains() -> None:
    document = from_text("según la Ley 39/2015, de 1 de octubre, procede")
    law = made(document, "Ley 39/2015, de 1 de octubre", Label.CITATION, effect=Effect.PROTECT)
    date = made(document, "1 de octubre", Label.DATE)
    _, decisions = decided(document, law, date)
    assert {d.action for d in decisions.values()} == {Action.KEEP}
    assert {d.reason for d in decisions.values()} == {Reason.CITATION, Reason.OUTSCORED}


@given(
    st.lists(
        st.tuples(
            st.integers(0, 60), st.integers(1, 30), st.sampled_from(["PERSON", "NIF", "DATE", "LOC"]), st.floats(0, 1)
        ),
        max_size=14,
    )
)
def test_the_standing_are_disjoint_and_hide_all_that_is_strong(raw: list[tuple[int, int, str, float]]) -> None:
    detections = [
        replace(detect(Span(s, s + n), label, round(score, 4), recogniser="p", trigger="p"), id=f"d{i}")
        for i, (s, n, label, score) in enumerate(raw)
    ]
    result = decide.resolve_overlaps(detections, POLICY)
    standing = sorted((d for d in result if d.lost_to is None), key=lambda d: d.span)
    assert all(a.span.end <= b.span.start for a, b in itertools.pairwise(standing))
    assert {d.id for d in detections} <= {d.id for d in result}
    hidden = {i for d in standing if d.score >= POLICY.rule(d.label).threshold for i in range(d.span.start, d.span.end)}
    for d in detections:
        if d.score >= POLICY.rule(d.label).threshold:
            left = [i for i in range(d.span.start, d.span.end) if i not in hidden]
            # a lone sign between two standing spans is no datum
            assert all(i + 1 not in left for i in left)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_lowering_a_threshold_never_unmarks(score: float, one: float, other: float) -> None:
    document = from_text("Ana Ávila")
    low, high = sorted((one, other))
    hidden = []
    for threshold in (low, high):
        rule = replace(POLICY.rule("PERSON"), threshold=threshold)
        policy = replace(POLICY, rules={**POLICY.rules, "PERSON": rule})
        found = Found(document, (made(document, "Ana Ávila", score=round(score, 4)),))
        (decision,) = decide.decide(found, [], {}, policy).values()
        hidden.append(decision.action is not Action.KEEP)
    assert hidden[0] or not hidden[1]


TEXT = "mochuelo, (Mochuelo). MOCHUELO; exp-7/a; TORREMONCAYO; Torremoncayós; D. Torremoncayo Pinto"


def test_lists_match_whole_words_whatever_case_and_punctuation() -> None:
    document = from_text(TEXT)
    deny = [ListEntry("1", ListKind.DENY, "Mochuelo"), ListEntry("2", ListKind.DENY, "EXP-7/A")]
    found = list(decide.list_detections(document, POLICY.with_lists(tuple(deny))))
    assert [document.surface(d.span) for d in found] == ["mochuelo", "Mochuelo", "MOCHUELO", "exp-7/a"]
    assert {d.provenance.layer for d in found} == {Layer.LIST}


def test_an_allowed_place_does_not_protect_a_person_called_like_it() -> None:
    document = from_text(TEXT)
    policy = POLICY.with_lists((ListEntry("1", ListKind.ALLOW, "Torremoncayo"),))
    place, person = made(document, "TORREMONCAYO", Label.LOC), made(document, "Torremoncayo Pinto")
    _, decisions = decided(document, place, person, policy=policy)
    assert decisions[place.id].action is Action.KEEP
    assert decisions[place.id].reason is Reason.ALLOW_LIST
    assert decisions[person.id].action is Action.TAG


def test_a_bad_pattern_is_told_apart() -> None:
    policy = POLICY.with_lists((ListEntry("9", ListKind.DENY, "(", Match.PATTERN),))
    with pytest.raises(PolicyError, match="9"):
        list(decide.list_detections(from_text("texto"), policy))


def test_a_mention_beats_its_spelling_and_that_its_entity() -> None:
    document = from_text("Ana Ávila Rey y ana ávila rey")
    one = made(document, "Ana Ávila Rey")
    entity = Ruling(Action.KEEP, "alba", "hoy", entity="n1")
    spelling = Ruling(Action.SUPPRESS, "alba", "hoy", entity="n1", spelling="ana avila rey")
    mention = Ruling(Action.INITIALS, "alba", "hoy", detection=one.id)
    for rulings, output in (
        ((entity,), "Ana Ávila Rey"),
        ((entity, spelling), "[…]"),
        ((entity, spelling, mention), "A. Á. R."),
    ):
        _, decisions = decided(document, one, rulings=rulings)
        assert decisions[one.id].output == output
        assert decisions[one.id].reason is Reason.REVIEWER
        assert not decisions[one.id].doubtful


def test_a_failed_check_is_a_doubt() -> None:
    document = from_text("DNI 99345678Z")
    number = made(document, "99345678Z", Label.NIF, 0.6)
    number = replace(number, provenance=replace(number.provenance, validated=False))
    _, decisions = decided(document, number)
    decision: Decision = decisions[number.id]
    assert decision.action is Action.TAG
    assert decision.doubtful


@pytest.mark.parametrize(
    ("label", "value", "masked"),
    [
        ("NIF", "12345678X", "***4567**"),
        ("NIE", "L1234567X", "****4567*"),
        ("PASSPORT", "ABC123456", "*****3456"),
        ("LICENCE_ID", "XY12345678AB", "*****4567***"),
        ("LICENCE_ID", "ABCD123XY", "*****23XY"),
        ("NIF", "***4567**", "***4567**"),
    ],
)
def test_partial_masks_follow_the_guidance(label: str, value: str, masked: str) -> None:
    assert decide.output_of(Action.PARTIAL_MASK, label=label, surface="", value=value, tag="NIF_1") == masked


@pytest.mark.parametrize(
    "action", [a for a in Action if a not in {Action.KEEP, Action.INITIALS, Action.PARTIAL_MASK, Action.SURROGATE}]
)
def test_no_output_measures_what_it_replaces(action: Action) -> None:
    outputs = {
        len(decide.output_of(action, label="PERSON", surface=s, value=s, tag="PER_1", purpose="p", key=b"k"))
        for s in ("Paz", "Wenceslada Bermejuela Berrocalejo")
    }
    assert len(outputs) == 1


def test_pseudonyms_differ_by_purpose_and_need_a_key() -> None:
    def of(value: str, purpose: str, key: bytes = b"clave") -> str:
        return decide.output_of(
            Action.PSEUDONYM, label="PERSON", surface="", value=value, tag="PER_1", purpose=purpose, key=key
        )

    assert of("ana", "a") == of("ana", "a")
    assert len({of("ana", "a"), of("ana", "b"), of("eva", "a"), of("ana", "a", b"otra")}) == 4
    with pytest.raises(PolicyError):
        of("ana", "a", b"")


def test_an_illness_kept_by_its_name_leaves_nothing_to_hide() -> None:
    document = from_text("padece enfermedad de Huntington desde joven")
    phrase = made(document, "padece enfermedad de Huntington", Label.QUASI, 0.65)
    eponym = made(document, "Huntington", Label.CITATION, 0.97, effect=Effect.PROTECT)
    eponym = replace(eponym, provenance=replace(eponym.provenance, trigger="eponym"))
    standing = [d for d in decide.resolve_overlaps([phrase, eponym], POLICY) if d.lost_to is None]
    assert [d.label for d in standing] == [Label.CITATION]


def test_the_short_form_of_a_rule_inside_a_name_is_a_word_of_it() -> None:
    document = from_text("frente a D. Ernesto CANO DE LA RIVA y art. 3 RIVA")
    name = made(document, "Ernesto CANO DE LA RIVA", Label.PERSON, 0.95)
    within = made(document, "RIVA", Label.CITATION, 0.97, effect=Effect.PROTECT)
    article = made(document, "art. 3 RIVA", Label.CITATION, 0.97, effect=Effect.PROTECT)
    standing = [d for d in decide.resolve_overlaps([name, within, article], POLICY) if d.lost_to is None]
    assert {document.surface(d.span) for d in standing} == {"Ernesto CANO DE LA RIVA", "art. 3 RIVA"}
