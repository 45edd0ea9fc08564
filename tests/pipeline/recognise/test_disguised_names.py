"""Names cut by line ends of any kind, by signs that aren't seen and by hyphens, or with letters of other scripts."""

from __future__ import annotations

import pytest

from pipeline import engine, policy, recognise
from pipeline.decide.sought import intended_text
from pipeline.document import from_text
from pipeline.lexicons.lookalikes import latin, latin_in_words

ENDS = ["\n", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"]
POLICY = policy.load("transparencia")


def people(text: str, ner: recognise.Ner | None = None) -> tuple[str, int]:
    """The text without its data, and how many people were found."""
    (analysis,) = engine.analyse([from_text(text)], POLICY, ner=ner)
    return intended_text(analysis), sum(entity.label == "PERSON" for entity in analysis.entities)


@pytest.mark.parametrize("end", ENDS)
def test_a_name_over_a_line_end_is_one(end: str) -> None:
    text = f"Se notifica a doña Casilda{end}Borrallo Quintanilla, vecina de la villa."
    for ner in (None, recognise.NoNer()):
        assert people(text, ner) == ("Se notifica a doña [PER_1], vecina de la villa.", 1)


@pytest.mark.parametrize("end", ENDS)
def test_a_surname_that_nobody_knows_goes_with_the_line_before(end: str) -> None:
    said, _ = people(f"Ante la Alcaldía comparece Nicanor Retuerto{end}Alcorneo y dice que no está conforme.")
    assert "Alcorneo" not in said


@pytest.mark.parametrize("end", ENDS)
def test_a_known_name_is_found_over_a_line_end(end: str) -> None:
    text = f"Firma don Nicanor Retuerto Alcorneo. Consta que el vecino Nicanor Retuerto{end}Alcorneo no vino."
    assert people(text, recognise.NoNer()) == ("Firma don [PER_1]. Consta que el vecino [PER_1] no vino.", 1)


@pytest.mark.parametrize(
    "text",
    [
        "Firmado: Nicanor Retuerto\nAlcalde de la villa",
        "Firmado: Nicanor Retuerto\nMadrid, 3 de abril",
        "Asisten Nicanor Retuerto\nCasilda Borrallo",
    ],
)
def test_the_next_line_is_another_thing(text: str) -> None:
    (analysis,) = engine.analyse([from_text(text)], POLICY)
    names = {name for entity in analysis.entities if entity.label == "PERSON" for name in entity.names}
    assert "Nicanor Retuerto" in names and not any("\n" in name or "Madrid" in name for name in names)


@pytest.mark.parametrize("ner", [None, recognise.NoNer()])
@pytest.mark.parametrize(
    "text",
    [
        "Doña M\u0430ría Luis\u0430 Z\u0430hínos firma. La Sra. Zahínos no. Otra vez María Luisa Z\u0430hín\u043es.",
        "Doña Ma\u00adría Lui\u200bsa Zahí\u2060nos firma. La Sra. Za\u200bhínos no. Otra vez María Luisa\u00ad Zahínos.",
        "Doña María Lui-\nsa Zahí-\nnos firma. La Sra. Zahí-\r\nnos no. Otra vez MARÍA LUISA ZAHÍ-\u2028NOS.",
        "Doña María Luisa Zahí\u00ad\nnos firma. La Sra. Zahí\u00ad\u2028nos no. Otra vez María Luisa Zahínos.",
    ],
)
def test_a_disguised_name_is_its_person(text: str, ner: recognise.Ner | None) -> None:
    assert people(text, ner) == ("Doña [PER_1] firma. La Sra. [PER_1] no. Otra vez [PER_1].", 1)


def test_letters_of_other_scripts_keep_their_place() -> None:
    assert latin_in_words("M\u0430r\u03afa Ἀθηνᾶ Анна") == "María Ἀθηνᾶ Анна"
    assert latin("\u041cA\u0420\u00cd\u0410 \u1d22\u1d00") == "MAPÍA za"
    for text in ("M\u0430r\u03afa", "\u1f08\u03b8\u03b7\u03bd\u1fb6", "ΐΰ", "Ñandú"):
        assert len(latin(text)) == len(text)
