"""Layers 2 and 3: every candidate of a document, from rules and from the model, context applied."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from pipeline import registry
from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.recognise import context

if TYPE_CHECKING or importlib.util.find_spec("pipeline.recognise.ner"):
    from pipeline.recognise.ner import Ner, default_ner, find_named

__all__ = ["Ner", "default_ner", "find_all"]


def find_all(document: Document, *, ner: Ner) -> list[Detection]:
    """Run every recogniser and the model over the document and weigh what they found by its context.

    Detections come without ids and overlap freely: the decision is another stage's.
    """
    recognisers = _present()
    found = [d for each in recognisers for d in each.find(document)]
    found.extend(find_named(document, ner))
    return context.adjust(document, found, recognisers)


def _present() -> tuple[registry.Recogniser, ...]:
    # Transitional: until every built-in module is in the tree, the missing ones are left out.
    wanted = registry.BUILT_IN_RECOGNISERS
    missing = [name for name in wanted if importlib.util.find_spec(f"pipeline.recognise.{name}") is None]
    if not missing:
        return registry.recognisers()
    for name in wanted:
        if name not in missing:
            importlib.import_module(f"pipeline.recognise.{name}")
    return tuple(registry._recognisers.values())
