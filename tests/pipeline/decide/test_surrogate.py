"""Invented values: nobody's, of the same kind, sex and form, stable by person, and never a name that is there."""

from __future__ import annotations

import phonenumbers
import pytest

from pipeline.decide.output import output_of
from pipeline.decide.surrogate import surrogate, words_of
from pipeline.decision import Action
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.errors import PolicyError
from pipeline.lexicons import rows
from pipeline.lexicons.names import common_band, is_given, name_sex, surname_band
from pipeline.recognise.nif import is_person

KEY = b"k" * 32
WHOLE = "remedios orejudo tordesillas"


def named(surface: str, value: str = WHOLE, taken: frozenset[str] = frozenset(), key: bytes = KEY) -> str:
    return surrogate("PERSON", surface, value, purpose="uso", key=key, taken=taken)


def test_no_surname_is_anybodys_and_given_names_have_their_sex() -> None:
    for kind, name in rows("surrogate_names.tsv"):
        folded = fold(name)
        if kind == "S":
            assert surname_band(folded) == 0 and not is_given(folded) and common_band(folded) == 0
        else:
            assert name_sex(folded) == ("" if kind == "N" else kind)


def test_a_person_is_named_as_the_real_one_is() -> None:
    given, first, second = named("Remedios Orejudo Tordesillas").split()
    assert name_sex(fold(given)) == "F"
    for surface, said in (
        ("Orejudo Tordesillas, Remedios", f"{first} {second}, {given}"),
        ("REMEDIOS OREJUDO TORDESILLAS", f"{given} {first} {second}".upper()),
        ("Orejudo", first),
        ("Tordesillas", second),
        ("Remedios", given),
        ("R. O. T.", f"{given[0]}. {first[0]}. {second[0]}."),
        ("rorejudot", fold(given[0] + first)),
    ):
        assert named(surface) == said, surface


def test_the_same_person_has_the_same_and_another_key_or_person_has_another() -> None:
    one = named("Remedios Orejudo Tordesillas")
    assert one == named("Remedios Orejudo Tordesillas")
    assert one != named("Remedios Orejudo Tordesillas", key=b"o" * 32)
    assert one != named("Casto Bermejuela", "casto bermejuela")
    assert name_sex(fold(named("Casto Bermejuela", "casto bermejuela").split()[0])) == "M"


def test_no_word_that_is_taken() -> None:
    words = words_of([named("Remedios Orejudo Tordesillas")])
    other = named("Remedios Orejudo Tordesillas", taken=words)
    assert words and not words & words_of([other])


@pytest.mark.parametrize("n", range(50))
def test_no_number_or_address_can_be_real(n: int) -> None:
    def made(label: Label) -> str:
        return surrogate(label, "x", f"valor {n}", purpose="uso", key=KEY)

    nif, nie = made(Label.NIF), made(Label.NIE)
    assert not is_person("", nif[:-1], nif[-1]) and len(nif) == 9 and nif.startswith("99")
    assert not is_person(nie[0], nie[1:-1], nie[-1]) and len(nie) == 9 and nie.startswith("Z9")
    assert not phonenumbers.is_valid_number(phonenumbers.parse(made(Label.PHONE), "ES"))
    iban = made(Label.IBAN)
    assert int(f"{iban[4:]}1428{iban[2:4]}") % 97 != 1 and len(iban) == 24
    assert made(Label.EMAIL).endswith(".invalid")


def test_what_has_no_surrogate_gets_its_tag_and_without_a_key_nothing_is_written() -> None:
    assert output_of(Action.SURROGATE, label="ADDRESS", surface="x", value="x", tag="DIR_1", key=KEY) == "[DIR_1]"
    with pytest.raises(PolicyError):
        output_of(Action.SURROGATE, label="PERSON", surface="Ana Gil", value="ana gil", tag="PER_1")
