"""The command line: `anonymiza analyse | redact | verify | evaluate | policies`; no server, database or broker.

Exit codes: 0 done; 1 a fault of ours; 2 wrong use; 3 input refused; 4 a leak was found, nothing released.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from pipeline import VERSION, confined, engine, policy, report
from pipeline.analysis import Analysis, Sought
from pipeline.cli import evaluate
from pipeline.cli.summary import summary
from pipeline.document import Document, from_text
from pipeline.errors import EngineError, InputRefused, PolicyError, UnreadableFile

DONE, FAULT, USAGE, REFUSED, LEAK = 0, 1, 2, 3, 4
_STDOUT = Path("-")


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
        "--json", type=Path, nargs="?", const=_STDOUT, metavar="OUT", help="write JSON there (default: standard output)"
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

    verify = commands.add_parser("verify", help="look in a written file for what should be gone")
    verify.add_argument("original", type=Path)
    verify.add_argument("output", type=Path)
    verify.add_argument("--report", type=Path, required=True)
    verify.set_defaults(run=_verify)

    evaluate.add(commands, _jobs)

    policies = commands.add_parser("policies", help="show the policies that ship")
    policies.add_argument("name", nargs="?")
    policies.set_defaults(run=_policies)

    for command in (analyse, redact, verify):
        command.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


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


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except IsADirectoryError:
        raise UnreadableFile("That is a folder.", remedy="Name the files in it.") from None
    except OSError as error:
        raise UnreadableFile(f"The file can't be read ({error.strerror}).", remedy="Check its path.") from None


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
    sources, refused = _read_all(args.files)
    analyses = _analysed([document for _, document in sources], rules, args)
    if analyses and args.json is None and sys.stdout.isatty():
        sys.stdout.write(summary(analyses))
    elif analyses:
        shapes = [report.analysis_json(a) for a in analyses]
        _emit(args.json, json.dumps(shapes[0] if len(args.files) == 1 else shapes, ensure_ascii=False, indent=1))
    return REFUSED if refused else DONE


def _read_all(names: Sequence[str]) -> tuple[list[tuple[bytes, Document]], int]:
    """Read each file once; a refused one is told and left out. Return bytes with documents, and how many were."""
    sources: dict[str, tuple[bytes, Document]] = {}
    refused = 0
    for name in names:
        try:
            if name == "-":
                data = sys.stdin.buffer.read()
                document = from_text(data.decode("utf-8", "replace"), "-")
            else:
                data = _bytes(Path(name))
                document = engine.read(data, Path(name).name)
            sources.setdefault(document.digest, (data, document))
        except InputRefused as error:
            refused += 1
            _say(f"anonymiza: {name}: {error}")
    return list(sources.values()), refused


def _analyse_lines(args: argparse.Namespace, rules: policy.Policy) -> int:
    rows = []
    for number, line in enumerate(_bytes(args.jsonl).decode("utf-8").splitlines(), 1):
        if line.strip():
            try:
                row = json.loads(line)
                rows.append((row["id"], from_text(row["text"])))
            except (ValueError, KeyError, TypeError):
                raise UnreadableFile(f"Line {number} isn't an object with `id` and `text`.") from None
    found = _recognised([document for _, document in rows], rules, args)
    key = _key()
    with _output(args.json) as write:
        for (id, _), one in zip(rows, found, strict=True):
            (analysis,) = engine.conclude([one], rules, model=engine.model_name(), key=key)
            write(json.dumps({"id": id, **report.analysis_json(analysis)}, ensure_ascii=False) + "\n")
    return DONE


def _emit(path: Path | None, text: str) -> None:
    with _output(path) as write:
        write(text + "\n")


@contextmanager
def _output(path: Path | None) -> Iterator[Any]:
    """Give a function that writes text; a file appears whole or not at all."""
    if path is None or path == _STDOUT:
        yield sys.stdout.write
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as handle:
        try:
            yield handle.write
        except BaseException:
            Path(handle.name).unlink()
            raise
    Path(handle.name).replace(path)


def _redact(args: argparse.Namespace) -> int:
    confined.warm()
    rules = policy.load(args.policy)
    groups = [[name] for name in args.files] if args.separate else [list(args.files)]
    refused = 0
    results: list[tuple[engine.Outcome, Analysis]] = []
    for names in groups:
        sources, bad = _read_all(names)
        refused += bad
        analyses = _analysed([document for _, document in sources], rules, args)
        results += _written([data for data, _ in sources], analyses, args)
    _release(results, args.out)
    return REFUSED if refused else DONE


def _written(
    sources: Sequence[bytes], analyses: Sequence[Analysis], args: argparse.Namespace
) -> list[tuple[engine.Outcome, Analysis]]:
    """Write every file of an expediente in memory and prove it; one leak and nothing is released."""
    jobs = list(zip(sources, analyses, strict=True))
    return [
        (engine.write(data, analysis, others=[a for a in analyses if a is not analysis]), analysis)
        for data, analysis in _progress(jobs, len(jobs), args, "redact")
    ]


def _release(results: Sequence[tuple[engine.Outcome, Analysis]], out: Path) -> None:
    """Put the proven files and their reports into the folder, each whole or not at all."""
    out.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    taken: list[str] = []
    for outcome, analysis in results:
        name = engine.free_name(outcome.name, taken)
        taken.append(name)
        facts = report.as_json(
            analysis,
            name=name,
            digest=outcome.digest,
            sought=outcome.sought,
            notes=outcome.notes,
            made_at=now,
            reanalysed=outcome.reanalysed,
        )
        stem = Path(name).stem
        _put(out / name, outcome.data)
        _put(out / f"{stem}.report.json", json.dumps(facts, ensure_ascii=False, indent=1).encode())
        _put(out / f"{stem}.report.html", report.as_html(facts).encode())


def _put(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def _verify(args: argparse.Namespace) -> int:
    try:
        facts = json.loads(_bytes(args.report))
        name, source = facts["engine"]["policy"].partition("@")[0], facts["source"]["sha256"]
        replaced = {_place_key(entry["label"], entry["place"]) for entry in facts["replacements"]}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UnreadableFile("That is not a report of anonymiza.", remedy="Name the .report.json file.") from None
    original, output = _bytes(args.original), _bytes(args.output)
    if engine.digest(original) != source:
        raise UnreadableFile("The report is about another original.", remedy="Name the file it was made from.")
    document = engine.read(original, args.original.name)
    (analysis,) = engine.analyse([document], policy.load(name), key=_key())
    sought = _sought(analysis, replaced)
    leaks = engine.leaks_between(original, args.output.name, output, sought)
    for leak in leaks:
        print(f"leak: {leak.label} {leak.detection} in {leak.where} ({leak.how})")
    print(f"{len(sought)} values sought, {len(leaks)} leaks")
    return LEAK if leaks else DONE


def _place_key(label: str, place: dict[str, Any]) -> str:
    return f"{label} {json.dumps(place, sort_keys=True)}"


def _sought(analysis: Analysis, replaced: set[str]) -> list[Sought]:
    """Return what must be gone: the values at the places the report names. A report never holds the values."""
    spans = {r.detection: r.span for r in analysis.replacements()}
    return [
        s
        for s in engine.values_sought(analysis)
        if _place_key(s.label, report.place_of(analysis.document, spans[s.detection])) in replaced
    ]


def _policies(args: argparse.Namespace) -> int:
    if args.name:
        print(json.dumps(policy.dump(policy.load(args.name)), ensure_ascii=False, indent=1))
        return DONE
    for name in policy.shipped():
        one = policy.load(name)
        print(f"{one.ref}\t{one.destination.value}\t{one.title}")
    return DONE
