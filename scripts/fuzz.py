"""Fuzz the readers, the writers and the verifier, guided by coverage: `fuzz.py --minutes 60 [FORMAT …]`.

Each format has its turns in a process of its own, started again where a file kills it. What was found lies in
`--out` (default: var/fuzz): the corpus by format, one file for each kind of finding, and `findings.jsonl`.
`--coverage` tells which share of the branches of readers, writers and verifier the corpus in `--out` reaches.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import random
import resource
import subprocess
import sys
import time
import traceback
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
SECONDS = 10  # of processor time for one small file: more is a finding
TURN = 180  # of time before the next format has its turn
MEMORY = 2048  # MiB of the whole process, instrumentation included
LARGEST = 40_000
COVERED = ("container", "extract", "apply", "verify")
MOST_COVERED = 150  # files of each format


def main() -> int:
    """Run the turns and tell what was found."""
    args = _arguments()
    if args.inside:
        _fuzz(args.inside, args.out, args.minutes)
        return 0
    if args.coverage:
        _tell_coverage(args.out)
        return 0
    from tests.fuzzing.seeds import seeds

    kinds = args.formats or list(seeds())
    args.out.mkdir(parents=True, exist_ok=True)
    before = _findings(args.out)
    spent = 0.0
    while spent < args.minutes * 60:
        for kind in kinds:
            spent += _turn(kind, args.out, min(TURN, args.minutes * 60 / len(kinds)))
    new = {k: v for k, v in _findings(args.out).items() if k not in before}
    print(f"{len(new)} new kind(s) of finding in {spent / 60:.0f} processor minutes over {', '.join(kinds)}")
    for found in new.values():
        print(f"  {found['format']}: {found['what']} at {found['where']} ({found['file']})")
    return 1 if new else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    parser.add_argument("--minutes", type=float, default=60, help="of processor time in all, shared out")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "fuzz")
    parser.add_argument("--coverage", action="store_true", help="of the corpus; nothing is fuzzed")
    parser.add_argument("--inside", metavar="FORMAT", help=argparse.SUPPRESS)
    return parser.parse_args()


def _findings(out: Path) -> dict[str, dict[str, str]]:
    lines = (
        (out / "findings.jsonl").read_text(encoding="utf-8").splitlines() if (out / "findings.jsonl").exists() else []
    )
    return {row["key"]: row for row in map(json.loads, lines)}


def _turn(kind: str, out: Path, seconds: float) -> float:
    """Fuzz one format until its time is over, in one process after another; return the processor seconds it took."""
    end, total = time.monotonic() + seconds, 0.0
    while (left := end - time.monotonic()) > 5:
        command = [sys.executable, __file__, "--inside", kind, "--minutes", str(left / 60), "--out", str(out)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with (out / f"{kind}.log").open("ab") as log:
            code = subprocess.run(command, stdout=log, stderr=log, cwd=ROOT, check=False).returncode
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        total += (spent := used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime)
        with (out / "turns.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps({"format": kind, "processor_seconds": round(spent), "code": code}) + "\n")
        running = out / f"{kind}.running"
        if code and running.exists():
            _keep(out, kind, running.read_bytes(), f"process ended with {code}", "?")
            running.unlink()
        if not code:
            break
    return total


def _keep(out: Path, kind: str, data: bytes, what: str, where: str) -> None:
    key = hashlib.sha256(f"{kind} {what} {where}".encode()).hexdigest()[:12]
    if key in _findings(out):
        return
    name = f"found-{kind}-{key}.{kind}"
    (out / name).write_bytes(data)
    with (out / "findings.jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps({"key": key, "format": kind, "what": what, "where": where, "file": name}) + "\n")


def _fuzz(kind: str, out: Path, minutes: float) -> None:
    import atheris

    with atheris.instrument_imports(
        include=[f"pipeline.{p}" for p in ("container", "extract", "apply", "verify", "ocr")]
    ):
        from pipeline import registry

        registry.formats()
        from tests.fuzzing import mutations, oracle, seeds
    warnings.simplefilter("ignore")
    corpus = out / f"corpus-{kind}"
    corpus.mkdir(parents=True, exist_ok=True)
    for data in seeds.seeds()[kind]:
        (corpus / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    known = ROOT / "tests" / "fuzz_corpus"
    for path in known.glob(f"*.{kind}") if known.is_dir() else ():
        (corpus / path.name).write_bytes(path.read_bytes())
    running = out / f"{kind}.running"

    def one(data: bytes) -> None:
        running.write_bytes(data)
        start = time.process_time()
        try:
            oracle.examine(data, f"a.{kind}")
        except MemoryError:
            _keep(out, kind, data, "MemoryError", "?")
        except Exception as error:
            _keep(
                out,
                kind,
                data,
                f"{type(error).__name__} {error if isinstance(error, oracle.Broken) else ''}".strip(),
                _where(error),
            )
        if time.process_time() - start > SECONDS:
            _keep(out, kind, data, "slow", "?")

    def change(data: bytes, most: int, seed: int) -> bytes:
        changed = mutations.mutated(
            data, kind, random.Random(seed), lambda part: bytes(atheris.Mutate(part, max(1, most)))
        )
        return changed[:most]

    options = [
        f"-max_total_time={max(1, int(minutes * 60))}",
        f"-rss_limit_mb={MEMORY}",
        "-timeout=60",
        f"-max_len={LARGEST}",
        "-print_final_stats=1",
        f"-artifact_prefix={out}/",
    ]
    atheris.Setup([sys.argv[0], str(corpus), *options], one, custom_mutator=change)
    atheris.Fuzz()


def _tell_coverage(out: Path) -> None:
    """Examine seeds and corpus, at most some files of each format, and print the shares of lines and branches."""
    import coverage

    measured = coverage.Coverage(branch=True, data_file=None, source=[f"pipeline.{part}" for part in COVERED])
    warnings.simplefilter("ignore")
    measured.start()
    from tests.fuzzing import oracle, seeds

    count = 0
    for kind, first in seeds.seeds().items():
        found = sorted((out / f"corpus-{kind}").glob("*")) + sorted((ROOT / "tests" / "fuzz_corpus").glob(f"*.{kind}"))
        step = -(-len(found) // MOST_COVERED) or 1
        for data in [*first, *(path.read_bytes() for path in found[::step])]:
            count += 1
            with contextlib.suppress(oracle.Broken):
                oracle.examine(data, f"a.{kind}")
    measured.stop()
    print(f"{count} files")
    for part in COVERED:
        told = io.StringIO()
        share = measured.report(include=[f"*/pipeline/{part}/*"], file=told, precision=1)
        print(f"{part}: {share:.1f} % of lines and branches")
    print(f"together: {measured.report(file=io.StringIO()):.1f} %")


def _where(error: BaseException) -> str:
    """Name the innermost line of ours that the error came through."""
    frames = traceback.extract_tb((error.__cause__ or error).__traceback__)
    ours = [f for f in frames if "/pipeline/" in f.filename]
    last = ours[-1] if ours else frames[-1]
    return f"{Path(last.filename).relative_to(ROOT) if ROOT in Path(last.filename).parents else last.filename}:{last.lineno}"


if __name__ == "__main__":
    sys.exit(main())
