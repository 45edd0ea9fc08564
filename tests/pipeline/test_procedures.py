"""Procedures of the hard cases that need no screen, each under its number: lists, widths, repeatable runs."""

from __future__ import annotations

import io
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pymupdf
import pytest

from pipeline import engine, policy
from pipeline.analysis import Analysis
from pipeline.container.burn import burn
from pipeline.decision import Action
from pipeline.document import fold, from_text
from pipeline.lexicons import names
from pipeline.policy import ListEntry, ListKind, Rule
from tests.pipeline import made

ROOT = Path(__file__).parents[2]
PLAIN = policy.load("transparencia")
SAMPLE = sorted((ROOT / "samples" / "expediente").iterdir())
LISTED = "mochuelo, (Mochuelo). MOCHUELO; exp-7/a; TORREMONCAYO; Torremoncayós; D. Torremoncayo Pinto"
SHORT, LONG = "Paz", "Wenceslada Bermejuela Berrocalejo"
STRUCK = {Action.TAG: None, Action.MASK: None, Action.SUPPRESS: None}


def result(analysis: Analysis) -> str:
    """Return the text with what was decided."""
    text, place = "", 0
    for one in analysis.replacements():
        text += analysis.document.text[place : one.span.start] + one.output
        place = one.span.end
    return text + analysis.document.text[place:]


def test_p15_lists_know_a_word_in_any_case_and_beside_any_sign() -> None:
    entries = (
        ListEntry("n1", ListKind.DENY, "Mochuelo"),
        ListEntry("n2", ListKind.DENY, "EXP-7/A"),
        ListEntry("b1", ListKind.ALLOW, "Torremoncayo"),
    )
    (analysis,) = engine.analyse([from_text(LISTED)], PLAIN.with_lists(entries))
    parts = result(analysis).split("; ")
    first, second = parts[0].split(". ")
    tag = first.split(",")[0]
    assert tag.startswith("[") and first == f"{tag}, ({tag})" and second == tag
    assert parts[1].startswith("[") and parts[1] != tag
    (unlisted,) = engine.analyse([from_text(LISTED)], PLAIN)
    assert parts[2] == "TORREMONCAYO" and result(unlisted).split("; ")[2] != "TORREMONCAYO"
    assert ("Torremoncayós" in parts[3]) == ("Torremoncayós" in result(unlisted))
    assert "Torremoncayo" not in parts[4] and "Pinto" not in parts[4]


def struck(action: Action) -> policy.Policy:
    """Return a policy that does this with every person."""
    return replace(PLAIN, rules={**PLAIN.rules, "PERSON": Rule(action)})


def written(data: bytes, name: str, action: Action) -> bytes:
    """Read, decide and write one file."""
    (analysis,) = engine.analyse([engine.read(data, name)], struck(action))
    assert [r.original for r in analysis.replacements()] != []
    return engine.write(data, analysis).data


def a_page(name: str) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 80), f"Comparece doña {name}, vecina de la villa, y firma.", fontsize=10)
    return bytes(document.tobytes())


def neighbours(data: bytes) -> tuple[str, list[tuple[str, float, float]]]:
    """Return the text of a page and the place of each word that isn't a mark."""
    page = pymupdf.open(stream=data)[0]
    words = [(w[4], round(w[0], 1), round(w[2], 1)) for w in page.get_text("words")]
    return page.get_text(), words


@pytest.mark.parametrize("action", list(STRUCK))
def test_p18_the_mark_in_a_word_document_measures_nothing(action: Action) -> None:
    files = [
        made.content(written(made.word(made.paragraph(f"Comparece doña {name}, vecina de la villa.")), "a.docx", action), "word/document.xml")
        for name in (SHORT + " Garzo", LONG)
    ]  # fmt: skip
    assert files[0] == files[1]


@pytest.mark.parametrize("action", list(STRUCK))
def test_p18_the_mark_on_a_page_measures_nothing(action: Action) -> None:
    """The same letters are drawn; what follows stands where it stood, or where it stands after any other name."""
    short, long = (neighbours(written(a_page(name), "a.pdf", action)) for name in (SHORT + " Garzo", LONG))
    assert short[0].split() == long[0].split()
    marks = [next(word for word in words if word[0].startswith(("[", "*"))) for _, words in (short, long)]
    widths = [round(right - left, 1) for _, left, right in marks]
    assert widths[0] == pytest.approx(widths[1], abs=0.5)
    after = [
        [left for _, left, _ in words[words.index(mark) + 1 :]]
        for (_, words), mark in zip((short, long), marks, strict=True)
    ]
    assert after[0] == pytest.approx(after[1], abs=0.5)


def test_p18_the_box_in_a_picture_measures_nothing() -> None:
    """Names of three to twelve letters on free paper get one of three widths: steps of some heights of the line."""
    paper, height, letter = np.full((120, 2_000), 255, np.uint8), 30, 14
    widths = set()
    for letters in range(3, 13):
        burnt = burn(paper, [((100.0, 40.0, 100.0 + letters * letter, 40.0 + height), "[PER_1]")])
        columns = np.flatnonzero((burnt < 128).any(axis=0))
        widths.add(int(columns[-1] - columns[0]))
    assert len(widths) <= 3
    assert min(b - a for a, b in itertools.pairwise(sorted(widths))) > 3 * letter


def test_p20_three_runs_give_the_same_bytes() -> None:
    once = [run_apart(seed) for seed in ("0", "1", "2")]
    assert once[0] == once[1] == once[2] != ""


def run_apart(seed: str) -> str:
    """Analyse and write the sample in a process of its own, with its own hash seed; return the digests."""
    code = (
        "from pathlib import Path; from pipeline import engine, policy\n"
        "paths = sorted(Path('samples/expediente').iterdir())\n"
        "datas = [p.read_bytes() for p in paths]\n"
        "done = engine.analyse([engine.read(d, p.name) for d, p in zip(datas, paths)], policy.load('transparencia'))\n"
        "others = [[a for a in done if a is not one] for one in done]\n"
        "print([engine.write(d, one, others=o).digest for d, one, o in zip(datas, done, others)])\n"
        "print([(e.id, e.tag, e.name) for e in done[0].entities])\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=300
    ).stdout


def test_p20_the_order_of_the_files_changes_no_finding() -> None:
    """Tags are numbered in order; who is who, and what goes, is the same whatever came first."""
    documents = [engine.read(path.read_bytes(), path.name) for path in SAMPLE[:4]]
    seen = []
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)):
        analyses = engine.analyse([documents[n] for n in order], PLAIN)
        found = {
            a.document.digest: [(d.span, d.label, a.decisions[d.id].action) for d in a.detections if d.lost_to is None]
            for a in analyses
        }
        people = {
            frozenset((m.document, next(d.span for a in analyses if a.document.digest == m.document for d in a.detections if d.id == m.detection)) for m in e.mentions)
            for e in analyses[0].entities
        }  # fmt: skip
        seen.append((found, people))
    for one, other in itertools.pairwise(seen):
        assert one[0] == other[0]
        assert one[1] == other[1]


def test_p20_a_written_file_is_the_same_twice() -> None:
    path = SAMPLE[0]
    data = path.read_bytes()
    outputs = set()
    for _ in range(2):
        (analysis,) = engine.analyse([engine.read(data, path.name)], PLAIN)
        outputs.add(io.BytesIO(engine.write(data, analysis).data).getvalue())
    assert len(outputs) == 1


P22 = (
    "Comparecen doña Casilda Bermejo Orejudo, con DNI 99234567D, y don Evelio Tordesillas Vaquero.\n"
    "La Sra. Bermejo firma por don Evelio; BERMEJO OREJUDO, CASILDA consta en el padrón.\n"
)


def invented(texts: list[str], key: bytes = b"k" * 32) -> list[str]:
    documents = [from_text(text, f"{n}.txt") for n, text in enumerate(texts)]
    return [result(analysis) for analysis in engine.analyse(documents, struck(Action.SURROGATE), key=key)]


def test_p22_invented_names_are_nobodys_there_keep_the_sex_and_are_one_per_person() -> None:
    (text,) = invented([P22])
    first, second = text.splitlines()
    she, he = first.split("doña ")[1].split(",")[0], first.split("don ")[1].removesuffix(".")
    assert names.name_sex(fold(she.split()[0])) == "F" and names.name_sex(fold(he.split()[0])) == "M"
    given, surname, other = she.split()
    assert (
        second
        == f"La Sra. {surname} firma por don {he.split()[0]}; {surname} {other}, {given} consta en el padrón.".replace(
            f"{surname} {other}, {given}", f"{surname} {other}, {given}".upper()
        )
    )
    there = {fold(word) for word in P22.replace(",", " ").replace(".", " ").split() if word[0].isupper()}
    assert not there & {fold(word) for word in (*she.split(), *he.split())}


def test_p22_another_file_changes_nobody_and_another_key_everybody() -> None:
    alone, more = invented([P22])[0], invented([P22, "Doña Aldonza Berrocal Luengo recurre.\n"])[0]
    assert alone == more
    assert alone != invented([P22], key=b"o" * 32)[0]


def test_p22_a_written_file_is_proven_clean() -> None:
    document = engine.read(P22.encode(), "a.txt")
    (analysis,) = engine.analyse([document], struck(Action.SURROGATE), key=b"k" * 32)
    said = engine.write(P22.encode(), analysis).data.decode()
    assert not {"Casilda", "Evelio", "Bermejo", "BERMEJO", "Tordesillas"} & set(said.replace(",", " ").split())
