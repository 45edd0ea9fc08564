"""The command line: `anonymiza analyse | redact | verify | evaluate | policies`; no server, database or broker.

Exit codes: 0 done; 1 a fault of ours; 2 wrong use or no place to write; 3 input refused, or a verdict that can't be
given; 4 a leak was found, nothing released.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tqdm import tqdm

from pipeline import VERSION, confined, engine, policy, report
from pipeline.analysis import Analysis, Sought
from pipeline.cli import evaluate, results, sources
from pipeline.cli.summary import summary
from pipeline.document import Document
from pipeline.errors import EngineError, PolicyError, UnreadableFile

DONE, FAULT, USAGE, REFUSED, LEAK = 0, 1, 2, 3, 4
_BESIDE = "Name the other originals of its expediente after --beside; what a person decided can't be looked for."


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except EngineError as error:
        _say(f"anonymiza: {error}")
        return error.exit_code
    except BrokenPipeError:
        return DONE
    except Exception as error:
        # The message could quote the document: only the type is told.
        _say(f"anonymiza: internal fault ({type(error).__name__}). Please report it with the command you ran.")
        return FAULT


def _say(line: str) -> None:
    print(line, file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="anonymiza", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    analyse = commands.add_parser(
        "analyse", help="find and decide: a summary on a terminal, else the whole analysis as JSON"
    )
    analyse.add_argument("files", nargs="*", metavar="FILE", help="`-` reads text from standard input")
    analyse.add_argument("--jsonl", type=Path, help="many texts, one {id, text} a line")
    analyse.add_argument(
        "--json",
        type=Path,
        nargs="?",
        const=results.STDOUT,
        metavar="OUT",
        help="write JSON there (default: standard output)",
    )
    analyse.set_defaults(run=_analyse)

    redact = commands.add_parser("redact", help="write the files without the data, with their reports")
    redact.add_argument("files", nargs="+", metavar="FILE")
    redact.add_argument("--out", type=Path, required=True, help="folder of the results")
    redact.add_argument("--separate", action="store_true", help="the files are not one expediente")
    redact.set_defaults(run=_redact)

    for command in (analyse, redact):
        command.add_argument("--policy", default="transparencia", help=", ".join(policy.shipped()))
        command.add_argument("--jobs", type=_jobs, default=1, help="processes that read and recognise")

    _add_verify(commands)
    evaluate.add(commands, _jobs)

    policies = commands.add_parser("policies", help="show the policies that ship")
    policies.add_argument("name", nargs="?")
    policies.set_defaults(run=_policies)

    for command in (analyse, redact):
        command.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


def _add_verify(commands: Any) -> None:
    verify = commands.add_parser("verify", help="look in a written file for what should be gone")
    verify.add_argument("original", type=Path)
    verify.add_argument("output", type=Path)
    verify.add_argument("--report", type=Path, required=True)
    verify.add_argument("--beside", nargs="+", default=(), metavar="FILE", help="the other originals of its expediente")
    verify.set_defaults(run=_verify)
    verify.add_argument("--quiet", action="store_true", help="no progress bar")


def _jobs(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _key() -> bytes:
    """Return the pseudonym key of the environment; empty where there is none."""
    if path := os.environ.get("ANONYMIZA_PSEUDONYM_KEY_FILE"):
        try:
            return Path(path).read_bytes().strip()
        except OSError:
            raise PolicyError("ANONYMIZA_PSEUDONYM_KEY_FILE can't be read.") from None
    return os.environ.get("ANONYMIZA_PSEUDONYM_KEY", "").encode()


def _progress(items: Iterable[Any], total: int, args: argparse.Namespace, what: str) -> Iterator[Any]:
    yield from tqdm(items, total=total, desc=what, disable=args.quiet or not sys.stderr.isatty(), leave=False)


def _recognise(job: tuple[Document, policy.Policy]) -> Any:
    return engine.recognise_document(*job)


def _recognised(documents: Sequence[Document], rules: policy.Policy, args: argparse.Namespace) -> list[Any]:
    jobs = [(document, rules) for document in documents]
    if args.jobs == 1 or len(jobs) == 1:
        return list(_progress(map(_recognise, jobs), len(jobs), args, "analyse"))
    with ProcessPoolExecutor(args.jobs) as pool:
        return list(_progress(pool.map(_recognise, jobs, chunksize=4), len(jobs), args, "analyse"))


def _analysed(documents: Sequence[Document], rules: policy.Policy, args: argparse.Namespace) -> Sequence[Analysis]:
    if not documents:
        return ()
    found = _recognised(documents, rules, args)
    return engine.conclude(found, rules, model=engine.model_name(), key=_key())


def _analyse(args: argparse.Namespace) -> int:
    confined.warm()
    rules = policy.load(args.policy)
    if bool(args.files) == bool(args.jsonl):
        _say("anonymiza analyse: name files, or --jsonl, not both.")
        return USAGE
    if args.jsonl:
        return _analyse_lines(args, rules)
    read, refused = sources.read_all(args.files, _say)
    analyses = _analysed([document for _, document in read], rules, args)
    if analyses and args.json is None and sys.stdout.isatty():
        sys.stdout.write(summary(analyses))
    elif analyses:
        shapes = [report.analysis_json(a) for a in analyses]
        results.emit(args.json, json.dumps(shapes[0] if len(args.files) == 1 else shapes, ensure_ascii=False, indent=1))
    return REFUSED if refused else DONE


def _analyse_lines(args: argparse.Namespace, rules: policy.Policy) -> int:
    rows = sources.read_lines(args.jsonl)
    found = _recognised([document for _, document in rows], rules, args)
    key = _key()
    with results.output(args.json) as write:
        for (id, _), one in zip(rows, found, strict=True):
            (analysis,) = engine.conclude([one], rules, model=engine.model_name(), key=key)
            write(json.dumps({"id": id, **report.analysis_json(analysis)}, ensure_ascii=False) + "\n")
    return DONE


def _redact(args: argparse.Namespace) -> int:
    confined.warm()
    rules = policy.load(args.policy)
    groups = [[name] for name in args.files] if args.separate else [list(args.files)]
    results.make_folder(args.out)
    refused = 0
    made: list[tuple[engine.Outcome, Analysis]] = []
    for names in groups:
        read, bad = sources.read_all(names, _say)
        refused += bad
        analyses = _analysed([document for _, document in read], rules, args)
        made += _written([data for data, _ in read], analyses, args)
    results.release(made, args.out)
    return REFUSED if refused else DONE


def _written(
    originals: Sequence[bytes], analyses: Sequence[Analysis], args: argparse.Namespace
) -> list[tuple[engine.Outcome, Analysis]]:
    """Write every file of an expediente in memory and prove it; one leak and nothing is released."""
    jobs = list(zip(originals, analyses, strict=True))
    return [
        (engine.write(data, analysis, others=[a for a in analyses if a is not analysis]), analysis)
        for data, analysis in _progress(jobs, len(jobs), args, "redact")
    ]


def _verify(args: argparse.Namespace) -> int:
    facts = sources.read_report(args.report)
    original, output = sources.file_bytes(args.original), sources.file_bytes(args.output)
    if engine.digest(original) != facts["source"]["sha256"]:
        raise UnreadableFile("The report is about another original.", remedy="Name the file it was made from.")
    document = engine.read(original, sources.shown(args.original.name))
    read, refused = sources.read_all(args.beside, _say)
    beside = [other for _, other in read if other.digest != document.digest]
    rules = policy.load(facts["engine"]["policy"].partition("@")[0])
    analysis, *others = engine.analyse([document, *beside], rules, key=_key())
    sought, unfound = _sought(analysis, others, facts["replacements"])
    leaks = engine.leaks_between(original, sources.shown(args.output.name), output, sought)
    for leak in leaks:
        print(f"leak: {leak.label} {leak.detection} in {leak.where} ({leak.how})")
    print(f"{len(sought)} values sought, {len(leaks)} leaks")
    if unfound:
        _say(f"anonymiza: {unfound} of the report's replacements aren't found in the original alone. {_BESIDE}")
    return LEAK if leaks else REFUSED if unfound or refused else DONE


def _place_key(label: str, place: Mapping[str, Any]) -> str:
    return f"{label} {json.dumps(place, sort_keys=True)}"


def _sought(
    analysis: Analysis, others: Sequence[Analysis], replaced: Sequence[Mapping[str, Any]]
) -> tuple[list[Sought], int]:
    """Return what must be gone, and how many replacements of the report have no value here to look for.

    A report never holds the values: they are those of the original at the places that it names.
    """
    named = Counter(_place_key(entry["label"], entry["place"]) for entry in replaced)
    label_of = {d.id: d.label for d in analysis.detections}
    keys = {
        r.detection: _place_key(label_of[r.detection], report.place_of(analysis.document, r.span))
        for r in analysis.replacements()
    }
    values = [s for s in engine.values_sought(analysis, others) if not s.is_own or keys.get(s.detection) in named]
    return values, (named - Counter(keys.values())).total()


def _policies(args: argparse.Namespace) -> int:
    if args.name:
        print(json.dumps(policy.dump(policy.load(args.name)), ensure_ascii=False, indent=1))
        return DONE
    for name in policy.shipped():
        one = policy.load(name)
        print(f"{one.ref}\t{one.destination.value}\t{one.title}")
    return DONE
