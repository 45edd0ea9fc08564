"""The project's own models, loaded once per process: one that names people, one that reads what is somebody's."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.recognise.in_context import ContextModel
from pipeline.recognise.name_scores import MODEL
from pipeline.recognise.ner import NamedSpan, Ner

_ROUND = 20_000


@dataclass(frozen=True, slots=True)
class OwnModels:
    """Both models; as a Ner it is the one of names."""

    names: Ner
    context: ContextModel

    @property
    def name(self) -> str:
        """Names and versions, as reports quote them."""
        return f"{self.names.name}+{self.context.name}"

    def __call__(self, texts: Sequence[str]) -> Iterable[Sequence[NamedSpan]]:
        """Yield the named spans of each text."""
        return self.names(texts)


@cache
def default_ner() -> OwnModels:
    """Load the project's own models, once per process."""
    from pipeline.recognise.name_tagger import NameTagger

    # A document makes hundreds of thousands of small values that live until its end: rounds of the collector after
    # every 700 of them, Python's own measure, find nothing.
    gc.set_threshold(_ROUND, 20, 20)
    return OwnModels(NameTagger.load(MODEL), ContextModel.load())
