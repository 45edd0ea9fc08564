"""Layers 2 and 3: every candidate of a document, from rules and from the model, context applied."""

from __future__ import annotations

from pipeline import registry
from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.recognise import context
from pipeline.recognise.beside_names import find_beside
from pipeline.recognise.columns import by_column
from pipeline.recognise.described import default_described, find_described
from pipeline.recognise.doubted import better_reading, find_doubted
from pipeline.recognise.in_context import with_context
from pipeline.recognise.misread import mended
from pipeline.recognise.name_tails import with_tails
from pipeline.recognise.ner import Ner, NoNer, find_named
from pipeline.recognise.not_names import without_wording
from pipeline.recognise.own_models import OwnModels, default_ner
from pipeline.recognise.same_shape import find_alike
from pipeline.recognise.tags import without_tags
from pipeline.recognise.venue_ends import before_streets
from pipeline.recognise.whereabouts import find_whereabouts

__all__ = [
    "Ner",
    "NoNer",
    "better_reading",
    "default_described",
    "default_ner",
    "find_all",
    "find_described",
    "find_doubted",
    "find_without_context",
]


def find_all(document: Document, *, ner: Ner) -> list[Detection]:
    """Run every recogniser and the model over the document and weigh what they found by its context and column.

    Detections come without ids and overlap freely: the decision is another stage's.
    """
    found = find_without_context(document, ner.names if isinstance(ner, OwnModels) else ner)
    if isinstance(ner, OwnModels):
        found = with_context(document, found, ner.context)
    return without_tags(document, by_column(document, found))


def find_without_context(document: Document, names: Ner) -> list[Detection]:
    """Run every recogniser and the name model: all that the context model is asked about."""
    recognisers = registry.recognisers()
    found = [detection for each in recognisers for detection in each.find(document)]
    legible = mended(document)
    found = with_tails(document, found, without_wording(legible, find_named(legible, names)))
    found = before_streets(document.text, found)
    found.extend(list(find_whereabouts(document, found)))
    found.extend(list(find_beside(document, found)))
    found.extend(list(find_alike(document, found)))
    return context.adjust(document, found, recognisers)
