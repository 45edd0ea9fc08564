"""The gate analyses what was written again: what the first analysis missed refuses, what was decided doesn't."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from pipeline import decide, engine, extract, recognise, report
from pipeline.analysis import Analysis
from pipeline.decide.origin import Origins
from pipeline.decision import Action, Ruling
from pipeline.detection import Detection, Label
from pipeline.document import Anchor, Block, BlockKind, Document, Span, build, from_text
from pipeline.errors import LeakFound
from pipeline.policy import load
from tests.fakes import FakeNer
from tests.pipeline import made

TEXT = (
    "Resolución de la Alcaldía.\n\nDoña Ana Zahínos Gil, con DNI 99999999R, pide una beca; avala don Leo Cañamero Paz, "
    "con DNI 99999990S.\n\nPlazo de un mes.\n\nOtro párrafo sin datos.\n\nFin del escrito.\n"
)


def analysed(data: bytes, name: str, policy: str = "transparencia", rulings: tuple[Ruling, ...] = ()) -> Analysis:
    document = extract.read_document(data, name)
    (analysis,) = engine.analyse([document], load(policy), rulings=rulings, ner=FakeNer())  # type: ignore[arg-type]
    return analysis


def blind_to(analysis: Analysis, unseen: Callable[[str], bool]) -> Analysis:
    """Return the analysis as if it had never found some values."""
    left = tuple(d for d in analysis.detections if not unseen(analysis.document.surface(d.span)))
    return replace(analysis, detections=left)


def is_of_leo(said: str) -> bool:
    return said in ("Leo Cañamero Paz", "99999990S")


def test_what_was_missed_refuses_and_says_where() -> None:
    analysis = blind_to(analysed(TEXT.encode(), "a.txt"), is_of_leo)
    with pytest.raises(LeakFound) as refusal:
        engine.write(TEXT.encode(), analysis)
    (leak,) = refusal.value.leaks
    assert (leak.where, leak.how) == ("paragraph 2", "reanalysis")
    assert "99999990S" not in str(refusal.value)
    assert leak.original_span is not None
    assert analysis.document.surface(leak.original_span) == "Leo Cañamero Paz"


@pytest.mark.parametrize("value", ["Leo Cañamero Paz", "99999990S"])
def test_one_value_is_enough(value: str) -> None:
    analysis = blind_to(analysed(TEXT.encode(), "a.txt"), lambda said: said == value)
    with pytest.raises(LeakFound) as refusal:
        engine.write(TEXT.encode(), analysis)
    (leak,) = refusal.value.leaks
    assert leak.label == (Label.NIF if value[0] == "9" else Label.PERSON)


def test_a_cell_is_named() -> None:
    data = "Nombre;DNI;Avala\nAna Zahínos Gil;99999999R;99999990S\n".encode()
    analysis = blind_to(analysed(data, "a.csv"), is_of_leo)
    with pytest.raises(LeakFound) as refusal:
        engine.write(data, analysis)
    assert [leak.where for leak in refusal.value.leaks] == ["cell C2"]


def test_a_part_is_named() -> None:
    data = made.word(made.paragraph("Doña Ana Zahínos Gil, con DNI 99999999R, y 99999990S."))
    analysis = blind_to(analysed(data, "a.docx"), is_of_leo)
    with pytest.raises(LeakFound) as refusal:
        engine.write(data, analysis)
    assert [leak.where.partition(": ")[0] for leak in refusal.value.leaks] == ["word/document.xml"]


def test_what_a_person_decided_to_keep_is_no_leak() -> None:
    first = analysed(TEXT.encode(), "a.txt")
    kept = tuple(
        Ruling(Action.KEEP, "alba", "2026-01-01", entity=first.entity_of[d.id])
        for d in first.detections
        if d.id in first.entity_of and is_of_leo(first.document.surface(d.span))
    )
    outcome = engine.write(TEXT.encode(), analysed(TEXT.encode(), "a.txt", rulings=kept))
    assert "Leo Cañamero Paz, con DNI 99999990S" in outcome.data.decode()
    assert outcome.reanalysed == 3


@pytest.mark.parametrize("policy", ["transparencia", "anuncio", "uso-interno"])
def test_what_replacements_wrote_is_no_leak(policy: str) -> None:
    document = extract.read_document(TEXT.encode(), "a.txt")
    (analysis,) = engine.analyse([document], load(policy), ner=FakeNer(), key=b"k" * 32)  # type: ignore[arg-type]
    assert engine.write(TEXT.encode(), analysis).reanalysed == 3


def test_a_number_whose_check_fails_and_a_protected_one_are_no_leaks() -> None:
    text = "Doña Ana Zahínos Gil pide la pieza 99999990A según el Decreto 45/2019, de 9 de mayo.\n".encode()
    analysis = blind_to(analysed(text, "a.txt"), lambda said: said in ("99999990A", "Decreto 45/2019, de 9 de mayo"))
    assert engine.write(text, analysis).data.count(b"99999990A") == 1


def test_the_certificate_says_what_was_analysed_again() -> None:
    analysis = analysed(TEXT.encode(), "a.txt")
    outcome = engine.write(TEXT.encode(), analysis)
    body = report.as_json(analysis, name="a.txt", digest="0", sought=1, reanalysed=outcome.reanalysed)
    assert (body["certificate"]["blocks_reanalysed"], body["certificate"]["missed"]) == (3, 0)
    assert "Bloques del resultado analizados de nuevo</dt><dd>3</dd>" in report.as_html(body)


def test_it_costs_less_than_the_analysis_of_what_changed() -> None:
    """Two blocks in a thousand change: finding them takes a small part of what analysing all of them does."""
    filler = "".join(f"Párrafo {n} del expediente, sin dato alguno de nadie.\n\n" for n in range(1_000))
    analysis = analysed((TEXT + filler + TEXT).encode(), "a.txt")
    start = time.process_time()
    recognise.find_all(analysis.document, ner=FakeNer())  # type: ignore[arg-type]
    whole = time.process_time() - start
    written = extract.read_document(decided(analysis).encode(), "a.txt")
    start = time.process_time()
    part = decide.changed_part(analysis.document, written)
    found: list[Detection] = recognise.find_all(part.document, ner=FakeNer())  # type: ignore[arg-type]
    assert decide.missed(analysis, (), part, found) == ()
    assert time.process_time() - start < whole / 3
    assert len(part.blocks) == 6


def decided(analysis: Analysis) -> str:
    text = analysis.document.text
    for r in reversed(analysis.replacements()):
        text = text[: r.span.start] + r.output + text[r.span.end :]
    return text


def test_the_place_is_that_of_the_second_where_the_first_was_replaced() -> None:
    text = TEXT + "Consta también don Leo Cañamero Paz.\n"
    analysis = analysed(text.encode(), "a.txt")
    second = text.rindex("Leo Cañamero Paz")
    left = tuple(d for d in analysis.detections if d.span.start != second)
    with pytest.raises(LeakFound) as refusal:
        engine.write(text.encode(), replace(analysis, detections=left))
    assert {
        leak.original_span.start for leak in refusal.value.leaks if leak.how == "reanalysis" and leak.original_span
    } <= {second}


def test_an_origin_is_found_by_letters_on_its_page_or_by_its_box() -> None:
    def paged(*lines: tuple[int, str]) -> Document:
        blocks, at, texts = [], 0, []
        for page, line in lines:
            boxes = tuple(v for n in range(len(line)) for v in (10.0 * n, 0.0, 10.0 * n + 9, 12.0))
            anchor = Anchor(at, at + len(line), f"page {page + 1}", 0, 0, page, boxes)
            blocks.append(Block(at, at + len(line) + 1, BlockKind.PARAGRAPH, (anchor,), page=page))
            texts.append(line + "\n")
            at += len(line) + 1
        return build("".join(texts), blocks, b"", "pdf", "a.pdf")

    first = paged((0, "Leo Paz pide"), (1, "Leo Paz firma"), (2, "L3o Pas y más"))
    origins = Origins(first, [])
    written = paged((0, "[PER_1] pide"), (1, "LEO  PAZ firma"), (2, "Leo Pax y más"))
    assert origins.of(written, Span(13, 21)) == Span(13, 20)
    assert origins.of(written, Span(28, 35)) == Span(27, 34)
    assert Origins(first, [Span(13, 20)]).of(written, Span(13, 21)) == Span(0, 7)
    assert origins.of(from_text("Nadie de aquí."), Span(0, 5)) is None
