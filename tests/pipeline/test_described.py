"""DescribedType: what it takes, and its way through a policy's plain form."""

from __future__ import annotations

import json
import tomllib

import pytest

from pipeline import engine, policy
from pipeline.analysis import Found
from pipeline.decision import Action
from pipeline.described import DescribedType
from pipeline.document import from_text
from pipeline.errors import PolicyError
from pipeline.revisit import revisit
from tests.fakes import FakeNer

TOML = """
name = "animales"
version = 3
title = "Animales"
destination = "publication"

[default]
action = "keep"

[[described]]
slug = "mascota"
description = "nombre de una mascota"
examples = ["Toby", "Canela"]
head_words = ["perro"]
threshold = 0.6

[[described]]
slug = "chip"
description = "microchip de un animal"
"""


def body(**changed: object) -> dict[str, object]:
    read = tomllib.loads(TOML)
    read["described"][1].update(changed)
    return read


def test_a_policy_carries_its_types_through_its_plain_form() -> None:
    read = policy.parse(tomllib.loads(TOML))
    assert [t.slug for t in read.described] == ["mascota", "chip"]
    assert read.described[0] == DescribedType("mascota", "nombre de una mascota", ("Toby", "Canela"), ("perro",), 0.6)
    assert policy.parse(json.loads(json.dumps(policy.dump(read)))) == read


def test_the_policies_that_ship_have_none_and_say_nothing_of_them() -> None:
    for name in policy.shipped():
        assert policy.load(name).described == () and "described" not in policy.dump(policy.load(name))


def test_a_type_has_its_own_threshold_and_is_hidden_where_others_are_kept() -> None:
    read = policy.parse(tomllib.loads(TOML))
    rule = read.rule("CUSTOM:mascota")
    assert (rule.threshold, rule.action) == (0.6, Action.TAG)
    assert rule.doubt < rule.threshold < rule.sure
    assert read.rule("CUSTOM:otra") == read.default


def test_a_written_rule_beats_the_type_s_own() -> None:
    read = policy.parse(body() | {"rules": {"CUSTOM:mascota": {"action": "suppress", "threshold": 0.9}}})
    assert read.rule("CUSTOM:mascota").action is Action.SUPPRESS


@pytest.mark.parametrize(
    "changed",
    [
        {"slug": "Mascota"}, {"slug": "dos palabras"}, {"slug": "a" * 41}, {"slug": "mascota"}, {"slug": ""},
        {"description": "x"}, {"description": "x" * 201}, {"threshold": 0}, {"threshold": 1.5},
        {"threshold": "mucho"}, {"examples": "Toby"}, {"examples": ["x" * 121]}, {"head_words": 3}, {"colour": "rojo"},
    ],
)  # fmt: skip
def test_malformed_types_are_refused_without_their_examples(changed: dict[str, object]) -> None:
    with pytest.raises(PolicyError) as refused:
        policy.parse(body(**changed))
    assert "Toby" not in str(refused.value) and "x" * 20 not in str(refused.value)


def test_examples_stay_out_of_repr() -> None:
    assert "Toby" not in repr(policy.parse(tomllib.loads(TOML)))


def test_a_new_version_leaves_the_old_one_as_it_was() -> None:
    old = policy.parse(tomllib.loads(TOML))
    new = old.with_described((DescribedType("barco", "nombre de un barco"),), 4)
    assert (old.version, len(old.described)) == (3, 2) and new.ref == "animales@4" and len(new.described) == 1


def test_another_version_of_the_policy_is_looked_for_in_files_analysed_before() -> None:
    bare = policy.load("transparencia")
    typed = bare.with_described((DescribedType("mascota", "nombre de una mascota", ("Toby",), ("perro",)),), 2)
    found = engine.recognise_document(from_text("Su perro Mochuelo mordió al cartero."), bare, ner=FakeNer())
    added = revisit(found, {}, typed)
    (pet,) = [d for d in added.detections if d.label == "CUSTOM:mascota"]
    assert added.decisions[pet.id].action is Action.TAG
    after = Found(added.document, added.detections)
    assert revisit(after, added.entity_of, typed, known=added.entities).detections == added.detections
    assert "CUSTOM:mascota" not in {d.label for d in revisit(after, {}, bare).detections}
    settled = revisit(after, {}, bare, fixed=frozenset({pet.id}))
    assert "CUSTOM:mascota" in {d.label for d in settled.detections}
