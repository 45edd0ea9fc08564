"""Context: which words move a score, how far they reach, and that each move is kept."""

from __future__ import annotations

from pipeline.detection import Detection, Effect, Label, Layer, Provenance
from pipeline.document import Block, Document, Span, build, from_text
from pipeline.recognise import context
from tests.marked import recognisers_of

SHAPE = "99345678Z"  # a DNI whose letter is wrong
MODULES = ("nif", "phone", "plate", "case_number")


def weighed(sentence: str, *, score: float = 0.15, valid: bool | None = False, what: str = SHAPE) -> Detection:
    return _weighed(from_text(sentence), score, valid, what)


def _weighed(document: Document, score: float, valid: bool | None, what: str = SHAPE) -> Detection:
    start = document.text.index(what)
    provenance = Provenance(Layer.RULE, "nif", "dni", validated=valid)
    made = Detection(Span(start, start + len(what)), Label.NIF, score, provenance)
    [moved] = context.adjust(document, [made], recognisers_of(*MODULES))
    return moved


def cues(detection: Detection) -> list[str]:
    return [adjustment.by for adjustment in detection.provenance.adjustments]


def test_a_cue_before_or_after_raises() -> None:
    assert weighed(f"con DNI {SHAPE} comparece").score == 0.60
    assert weighed(f"consta {SHAPE} (DNI) en la lista").score == 0.60
    assert weighed(f"nada que ver con {SHAPE} en la lista").score == 0.15


def test_the_move_and_its_cue_are_kept() -> None:
    detection = weighed(f"con D.N.I. {SHAPE}")
    assert cues(detection) == ["context:d.n.i"]
    assert detection.provenance.adjustments[0].delta == 0.45


def test_a_cue_of_another_sentence_does_not_count() -> None:
    assert weighed(f"Mostró el DNI. Después pidió {SHAPE} y se fue").score == 0.15
    assert weighed(f"el expediente terminó. Consta {SHAPE}", score=0.9, valid=True).score == 0.9
    assert weighed(f"con D.N.I. núm. {SHAPE} comparece").score == 0.60


def test_a_cue_of_another_block_does_not_count() -> None:
    assert weighed(f"Mostró el DNI\n\n{SHAPE} y se fue").score == 0.15
    assert weighed(f"DNI:\n\n{SHAPE}\n").score == 0.60


def test_a_cue_too_far_away_does_not_count() -> None:
    assert weighed(f"DNI {'de la persona que comparece ' * 4}{SHAPE}").score == 0.15


def test_a_cue_is_a_whole_word() -> None:
    assert weighed(f"el dnisme {SHAPE}").score == 0.15
    assert weighed(f"xdni {SHAPE}").score == 0.15
    assert weighed(f"DNI{SHAPE}").score == 0.60


def test_accents_and_case_do_not_matter() -> None:
    assert weighed(f"NÚMERO DE IDENTIFICACIÓN {SHAPE}").score == 0.60
    assert weighed(f"numero de identificacion {SHAPE}").score == 0.60


def test_the_nearest_cue_wins() -> None:
    assert weighed(f"en el expediente, con DNI {SHAPE}").score == 0.60
    assert weighed(f"con DNI en el expediente {SHAPE}").score < 0.15


def test_the_longest_cue_wins() -> None:
    assert cues(weighed(f"número de expediente {SHAPE}", score=0.9, valid=True)) == ["context:numero de expediente"]


def test_a_validated_one_with_its_cue_stays_above_the_threshold() -> None:
    assert weighed(f"con DNI en el expediente {SHAPE}", score=0.75, valid=True).score >= 0.5
    assert weighed(f"con DNI {SHAPE}", score=0.9, valid=True).score == 0.99


def test_a_failed_check_is_doubtful_at_best() -> None:
    assert weighed(f"documento nacional de identidad, DNI {SHAPE}").score == 0.60


def test_the_cue_of_the_next_value_is_not_this_ones() -> None:
    assert weighed(f"lista {SHAPE}, DNI 99012345J").score == 0.15


def test_a_cue_goes_for_a_whole_list() -> None:
    document = from_text("Titulares (DNI): 99345678Z, 99345679Z, 99345680Z, 99345681Z y 99345682Z")
    found = [d for each in recognisers_of("nif") for d in each.find(document)]
    assert [d.score for d in context.adjust(document, found, recognisers_of("nif"))] == [0.6] * 5


def test_labels_and_headers_count() -> None:
    for label, score in (("DNI/NIE", 0.60), ("Nº de expediente", 0.0), ("Localidad", 0.15)):
        document = build(SHAPE, [Block(0, len(SHAPE), label=label)], b"", "csv")
        assert _weighed(document, 0.15, False).score == score


def test_the_cue_of_another_identifier_speaks_against_an_unchecked_one() -> None:
    document = from_text("IBAN 612345678")
    found = [d for each in recognisers_of("phone") for d in each.find(document)]
    assert all(d.score < 0.5 for d in context.adjust(document, found, recognisers_of("phone")))


def test_what_protects_and_what_a_model_found_is_left() -> None:
    document = from_text(f"con DNI {SHAPE}")
    span = Span(8, 17)
    citation = Detection(span, Label.CITATION, 0.9, Provenance(Layer.RULE, "citation", "law"), Effect.PROTECT)
    model = Detection(span, Label.PERSON, 0.4, Provenance(Layer.NER, "spacy", "PER"))
    assert context.adjust(document, [citation, model], recognisers_of("nif")) == [citation, model]


def test_order_is_by_place() -> None:
    document = from_text("DNI 99012345J y DNI 99123456B")
    found = [d for each in recognisers_of("nif") for d in each.find(document)]
    moved = context.adjust(document, reversed(found), recognisers_of("nif"))
    assert [d.span.start for d in moved] == sorted(d.span.start for d in moved)
