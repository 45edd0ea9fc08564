"""Reading gold: marked documents, standoff corpora and what each corpus does its own way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import UnreadableFile
from pipeline.quality import gold
from pipeline.quality.labels import coarse, family, from_corpus, from_system, traits


def put(folder: Path, name: str, *rows: dict[str, Any]) -> Path:
    path = folder / name
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), encoding="utf-8")
    return path


def row(text: str, *spans: tuple[str, str, str], **meta: Any) -> dict[str, Any]:
    places = [
        {"start": text.index(s), "end": text.index(s) + len(s), "label": label, "orig": own} for s, label, own in spans
    ]
    return {"id": "x", "text": text, "spans": places, "meta": meta}


def test_a_marked_document(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "---\nkind: sentencia de divorcio\nregister: capitals, OCR\npeople:\n"
        "  p1: {name: 'Ana Ávila', gender: F, origin: hispanic, role: actora}\n---\nDña. ⟦PER:p1|Ana⟧, ⟦PROT|Ley 1/2000⟧.\n",
        encoding="utf-8",
    )
    (document,) = gold.load(tmp_path)
    assert document.text == "Dña. Ana, Ley 1/2000.\n"
    assert [(s.start, s.end, s.label, s.person) for s in document.spans] == [(5, 8, "PER", "p1"), (10, 20, "PROT", "")]
    assert document.people["p1"].origin == "hispanic"
    assert not document.coarse
    assert "Ana" not in repr(document)


@pytest.mark.parametrize("body", ["no header", "---\npeople: [1]\n---\nx", "---\na: [\n---\nx"])
def test_a_malformed_document_is_named_and_not_quoted(tmp_path: Path, body: str) -> None:
    (tmp_path / "malo.txt").write_text(body)
    with pytest.raises(UnreadableFile, match=r"malo\.txt"):
        gold.load(tmp_path / "malo.txt")


@pytest.mark.parametrize(
    "line", ["{", '{"id": 1}', '{"id": 1, "text": "ab", "spans": [{"start": 0, "end": 9, "label": "PER"}]}']
)
def test_a_malformed_line_is_numbered(tmp_path: Path, line: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": 1, "text": "", "spans": []}\n\n' + line)
    with pytest.raises(UnreadableFile, match="Line 3"):
        gold.load(path)


def test_ties_of_a_corpus_take_their_article(tmp_path: Path) -> None:
    text = "vive con su hermano mayor y con Luis, padre de dos; la madre no"
    told = [("hermano mayor", "FAMILY", "F"), ("padre", "FAMILY", "F"), ("madre", "FAMILY", "F")]
    for name, said in (
        ("meddocan.x.jsonl", ["su hermano mayor", "padre", "la madre"]),
        ("other.x.jsonl", ["hermano mayor", "padre", "madre"]),
    ):
        (document,) = gold.load(put(tmp_path, name, row(text, *told)))
        assert [document.text[s.start : s.end] for s in document.spans] == said


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        gold.load(tmp_path / "nada.jsonl")


def test_labels_of_a_corpus_and_of_any_other(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        "meddocan.dev.jsonl",
        row("NASS 1, varón", ("1", "ID", "ID_ASEGURAMIENTO"), ("varón", "SEX", "SEXO_SUJETO_ASISTENCIA")),
    )
    assert [s.label for s in gold.load(path)[0].spans] == ["NSS", "QI"]
    other = put(tmp_path, "otro.jsonl", row("NASS 1, 40", ("1", "ID", "WHATEVER"), ("40", "NUM", "N")))
    (document,) = gold.load(other)
    assert [s.label for s in document.spans] == ["MISCID"]
    assert document.ignored == ((8, 10),)


@pytest.mark.parametrize(
    ("corpus", "marked", "left"),
    [
        ("echr_es_rev", "la Sra. M. Olmo", "M. Olmo"),
        ("echr_es_manual", "Sr. Olmo", "Olmo"),
        ("echr_es_rev", "La Olmo", "La Olmo"),
        ("ancora_doc", "Sr. Olmo", "Sr. Olmo"),
    ],
)
def test_the_form_of_address_stays_outside(tmp_path: Path, corpus: str, marked: str, left: str) -> None:
    text = f"Declaró {marked} ayer."
    (document,) = gold.load(put(tmp_path, f"{corpus}.dev.jsonl", row(text, (marked, "PER", "PER"))))
    (span,) = document.spans
    assert text[span.start : span.end] == left


def test_stretches_nobody_annotated_are_ignored(tmp_path: Path) -> None:
    path = put(
        tmp_path, "ancora_doc.dev.jsonl", row("Olmo habló. Otra frase.", ("Olmo", "PER", "PER"), unannotated=[[12, 23]])
    )
    assert gold.load(path)[0].ignored == ((12, 23),)


def test_a_value_that_invisible_signs_cut_is_found(tmp_path: Path) -> None:
    text = "DNI 990\u200b00001\u200bR de"
    hidden = [{"text": "99000001R", "type": "DNI_NIE"}]
    (document,) = gold.load(put(tmp_path, "contextsafe_adv.jsonl", row(text, not_in_text=hidden)))
    (span,) = document.spans
    assert (text[span.start : span.end], span.label) == ("990\u200b00001\u200bR", "NIF")


def test_tables() -> None:
    assert from_corpus("contextsafe_adv", "ECLI", "ID") == "PROT"
    assert from_system("anonymiza", "NIF_ENTITY") == "CIF"
    assert from_system("presidio", "ES_NIE") == "NIE"
    assert from_system("presidio", "NEW_ONE") == "NEW_ONE"
    assert (coarse("NSS"), coarse("POSTCODE"), coarse("REL")) == ("ID", "LOC", "FAMILY")
    assert family("Sentencia de divorcio") == "rulings"
    assert family("relación provisional de becas") == "lists"
    assert family("croquis") == "other"
    assert traits("e-mail header, lower-case prose") == ("lower case", "mail")
    assert traits("long prose") == ("plain",)


def test_every_label_of_the_engine_is_mapped() -> None:
    from pipeline.detection import Label

    assert {from_system("anonymiza", label) for label in Label} <= gold.LABELS
