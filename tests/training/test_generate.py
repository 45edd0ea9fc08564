"""The generator: marks fit the text, every pattern can be filled, a seed is a text, every origin gets its share."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from training.corpora import degraded, exchanged, joined, pieces
from training.generate import Generator, Text, patterns
from training.people import Population

CLASSES = (
    "HISPANIC UNKNOWN ANGLO WEST_EUROPE ITALY ROMANIA SLAVIC MAGHREB MIDDLE_EAST SUBSAHARAN SOUTH_ASIA EAST_ASIA "
    "ARMENIA_GEORGIA ANDEAN"
).split()


@pytest.fixture(scope="module")
def gazetteers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gazetteers")
    (folder / "nombres.tsv").write_text(
        "# x\ntecla\t0\t900\t1\t\t\novidio\t900\t0\t0\t\t\nmaria del mar\t0\t99\t1\t\t\n"
    )
    rows = [f"{c.lower()[:4]}{n}ez\t50\t50\t0.5\t{c}\t1\t1\n" for c in CLASSES for n in "abc"]
    (folder / "apellidos.tsv").write_text("# x\n" + "".join(rows))
    (folder / "municipios.tsv").write_text("# x\n01\tVilla del Roble\t\tX\t10\n02\tL'Olmo\t\tX\t10\n")
    return folder


def test_marks_fit_the_text(gazetteers: Path) -> None:
    generator = Generator(gazetteers, 7)
    labels: Counter[str] = Counter()
    for _ in range(300):
        text, spans = generator.text()
        at = 0
        for start, end, label in spans:
            assert at <= start < end <= len(text)
            assert text[start:end].strip() == text[start:end] or label != "PERSON"
            labels[label] += 1
            at = end
    assert set(labels) == {"PERSON", "ORG", "LOC", "ADDRESS", "DATE"}
    assert labels["PERSON"] > 200


def test_a_seed_is_a_text(gazetteers: Path) -> None:
    one, other = Generator(gazetteers, 3), Generator(gazetteers, 3)
    assert [one.text() for _ in range(20)] == [other.text() for _ in range(20)]


def test_every_pattern_can_be_filled_and_none_leaves_a_slot(gazetteers: Path) -> None:
    generator = Generator(gazetteers, 1)
    lines = [line for kind in patterns().values() for line in kind]
    assert len(lines) > 150
    for line in lines:
        out = Text()
        generator._write(out, line)
        text, _ = out.done()
        assert text.strip()
        assert not set("{}").intersection(text), line
        assert "|" not in text or re.sub(r"<[^<>]*>", "", line).count("|"), line


def test_patterns_without_people_mark_nobody(gazetteers: Path) -> None:
    generator = Generator(gazetteers, 1)
    for line in patterns()["negatives"]:
        out = Text()
        generator._write(out, line)
        assert "PERSON" not in {label for _, label in out.pieces}, line


def test_both_sexes_and_every_origin_get_their_share(gazetteers: Path) -> None:
    population = Population(gazetteers, random.Random(5))
    drawn = [population.draw() for _ in range(4000)]
    assert 0.45 < sum(p.sex == "F" for p in drawn) / 4000 < 0.55
    counts = Counter(next((c for c in CLASSES if p.surnames[0].lower().startswith(c.lower()[:4])), "") for p in drawn)
    foreign = [counts[c] for c in CLASSES if c not in ("HISPANIC", "UNKNOWN")]
    assert min(foreign) > 0.4 * max(foreign)


def test_exchanged_names_keep_the_text_around(gazetteers: Path) -> None:
    generator, rng = Generator(gazetteers, 2), random.Random(2)
    text, spans = exchanged(("Vino Tecla Nogal a Olmo.", [(5, 16, "PERSON"), (19, 23, "LOC")]), generator, rng)
    (start, end, _), (left, right, label) = spans
    assert text[:5] == "Vino " and text[end:left] == " a " and (text[left:right], label) == ("Olmo", "LOC")
    assert text[start:end] != "Tecla Nogal"


def test_pieces_and_degraded_texts_keep_their_marks() -> None:
    text = "Uno.\nVino Tecla Nogal.\nDos.\nFirma Tecla Nogal.\n"
    spans = [(10, 21, "PERSON"), (34, 45, "PERSON")]
    for seed in range(40):
        rng = random.Random(seed)
        for piece, marks in pieces(text, spans, rng):
            bare, same = degraded((piece, marks), rng)
            assert [bare[s:e].lower() for s, e, _ in same] == ["tecla nogal"] * len(marks)


def test_joined_sentences_keep_their_names_and_most_stand_after_another() -> None:
    singles = [(f"Viene Tecla{n}.", [(6, 11 + len(str(n)), "PERSON")]) for n in range(60)]
    texts = list(joined(singles, random.Random(3)))
    named = [text[start:end] for text, spans in texts for start, end, _ in spans]
    assert named == [f"Tecla{n}" for n in range(60)]
    assert sum(len(spans) > 1 for _, spans in texts) > len(texts) / 3
    assert {text for text, spans in texts if len(spans) == 1}
