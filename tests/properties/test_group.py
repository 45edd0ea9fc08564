"""Laws of grouping: it is a partition, it is repeatable, and the order of the documents changes numbers alone."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipeline.group.made import analysed

NAMES = ["Anselmo Requejo Luengar", "Petra Zahínos Garzo", "Mohamed El Idrissi", "Oana Dumitrescu", "Wei Chen",
         "Juan Pérez Gil", "Juana Pérez Gil", "Luis Pérez Mora", "Ávila Rey Paz"]  # fmt: skip
FORMS = ["Don {full} comparece.", "Acude doña {full}.", "Firma {caps}.", "La Sra. {last} alega.", "El Sr. {last} calla.",
         "Según {first}, no.", "Consta la solicitante.", "El interesado, {full}, firma."]  # fmt: skip


@st.composite
def sentences(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(NAMES))
    first, *rest = name.split()
    last = " ".join(rest[:2]) if rest[0] == "El" else rest[0]
    return draw(st.sampled_from(FORMS)).format(full=name, caps=name.upper(), last=last, first=first)


texts = st.lists(st.lists(sentences(), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=3, unique=True)


def partition(documents: list[str]) -> set[frozenset[tuple[str, int, int]]]:
    _, entities = analysed(documents)
    return {frozenset((m.document, m.span.start, m.span.end) for m in e.mentions) for e in entities if e.mentions}


@settings(max_examples=40, deadline=None)
@given(texts)
def test_every_mention_belongs_to_one_entity(documents: list[str]) -> None:
    found, entities = analysed(documents)
    count = Counter((m.document, m.detection) for e in entities for m in e.mentions)
    assert set(count.values()) <= {1}
    standing = {(f.document.digest, d.id) for f in found for d in f.standing if d.effect == "hide"}
    assert standing == set(count)


@settings(max_examples=40, deadline=None)
@given(texts)
def test_the_order_of_the_documents_changes_numbers_alone(documents: list[str]) -> None:
    assert partition(documents) == partition(documents[::-1])


@settings(max_examples=25, deadline=None)
@given(texts)
def test_grouping_again_with_what_is_known_changes_nothing(documents: list[str]) -> None:
    found, entities = analysed(documents)
    again, known = analysed(documents, entities)
    assert [(e.id, e.tag) for e in known if e.mentions] == [(e.id, e.tag) for e in entities if e.mentions]
    assert [f.detections for f in again] == [f.detections for f in found]


@settings(max_examples=25, deadline=None)
@given(texts)
def test_ids_and_tags_are_unique(documents: list[str]) -> None:
    _, entities = analysed(documents)
    assert len({e.id for e in entities}) == len({e.tag for e in entities}) == len(entities)
