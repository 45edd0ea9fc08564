"""`anonymiza evaluate`: the engine, and peers where asked, over annotated documents; a table and a JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from pipeline import VERSION, engine, policy
from pipeline.analysis import Analysis
from pipeline.decision import Action
from pipeline.detection import Detection, Effect
from pipeline.document import from_text
from pipeline.entity import EntityKind
from pipeline.errors import UnreadableFile
from pipeline.quality import bias, gold, peers, swap, swap_names, table, targets
from pipeline.quality.estimate import Figure
from pipeline.quality.evaluation import Examined, Result, examine, summed
from pipeline.quality.gold import GoldDocument
from pipeline.quality.labels import DESIGNATIONS, LEAVE, from_system
from pipeline.quality.predicted import Predicted, System

OURS = "anonymiza"
# Nobody tunes on these: what is missed in them isn't told by place.
HELD_APART = frozenset({"gold/test"})
Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
_READY = "Doña Casilda Bermejo, con DNI 99012345J, recurre."

# The systems of this process, by name: a worker loads its models once.
_systems: dict[str, System] = {}


def add(commands: Any, jobs: Callable[[str], int]) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("evaluate", help="measure against annotated documents, beside others")
    parser.add_argument("--gold", nargs="+", type=Path, required=True, metavar="PATH", help=".jsonl, .txt or folder")
    parser.add_argument("--compare", default="", metavar="NAMES", help=f"by commas: {', '.join(peers.PEERS)}")
    parser.add_argument("--policy", default="transparencia", help=", ".join(policy.shipped()))
    parser.add_argument("--json", type=Path, help="where to write every figure")
    parser.add_argument(
        "--swap", nargs="?", type=jobs, const=10**9, metavar="N", help="the swap test, over N documents"
    )
    parser.add_argument("--gazetteers", type=Path, default=_gazetteers(), help="folder with more names to swap in")
    parser.add_argument("--rounds", type=jobs, default=1000, help="draws of the bootstrap")
    parser.add_argument("--jobs", type=jobs, default=1, help="processes")
    parser.add_argument("--brief", action="store_true", help="no tables by kind and register")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Evaluate and print; returns 0."""
    names = [OURS, *(name for name in args.compare.split(",") if name)]
    facts: dict[str, Any] = {"engine": _engine(args), "sets": {}}
    measured: dict[str, Mapping[str, Figure]] = {}
    sets = _sets(args.gold)
    with _mapper(args, names) as spread:
        for title, documents in sets.items():
            facts["sets"][title], measured[title] = _one_set(title, documents, names, spread, args)
    print(targets.as_markdown(measured))
    if args.json:
        args.json.parent.mkdir(parents=True, exist_ok=True)
        args.json.write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


def _one_set(
    title: str, documents: Sequence[GoldDocument], names: Sequence[str], spread: Spread, args: argparse.Namespace
) -> tuple[dict[str, Any], Mapping[str, Figure]]:
    """Measure one set and print its tables; returns its facts for JSON and our figures."""
    results = _results(title, documents, names, spread, args)
    print(table.as_text(title, results, groups=not args.brief), flush=True)
    facts: dict[str, Any] = {"systems": table.as_values(results)}
    if title not in HELD_APART:
        facts["missed"] = table.missed(results)
    swapped = _swap_test(title, documents, spread, args) if args.swap else None
    if swapped:
        print(bias.as_text(title, swapped), flush=True)
        facts["swap test"] = bias.as_values(swapped)
    return facts, targets.with_gaps(results[OURS].figures, swapped)


def _engine(args: argparse.Namespace) -> dict[str, str]:
    return {"version": VERSION, "model": engine.model_name(), "policy": policy.load(args.policy).ref}


def _sets(paths: Sequence[Path]) -> dict[str, list[GoldDocument]]:
    """Read every path as a set of its own, named by what tells it apart."""
    sets = {}
    for path in paths:
        documents = gold.load(path)
        if not documents:
            raise UnreadableFile(f"{path.name} holds no annotated document.")
        sets["/".join(path.parts[-2:]) if path.is_dir() else path.name] = documents
    return sets


def _results(
    title: str, documents: Sequence[GoldDocument], names: Sequence[str], spread: Spread, args: argparse.Namespace
) -> dict[str, Result]:
    tasks = [(name, document) for name in names for document in documents]
    done = tqdm(spread(_examined, tasks), total=len(tasks), desc=title, disable=_silent(args), leave=False)
    found: list[Examined] = list(done)
    size = len(documents)
    return {name: summed(found[n * size : (n + 1) * size], rounds=args.rounds) for n, name in enumerate(names)}


def _gazetteers() -> Path | None:
    """Return the folder of gazetteers of the environment, where there is one."""
    corpora = os.environ.get("ANONYMIZA_CORPORA")
    folder = Path(corpora) / "gazetteers" if corpora else None
    return folder if folder and folder.is_dir() else None


def _swap_test(
    title: str, documents: Sequence[GoldDocument], spread: Spread, args: argparse.Namespace
) -> bias.Bias | None:
    """Run our side over the documents with people, an even choice of them where fewer are asked for."""
    with_people = [d for d in documents if d.people]
    if not with_people:
        return None
    step = max(1, -(-len(with_people) // args.swap))
    pools = swap_names.pools(args.gazetteers)
    tasks = [variant for d in with_people[::step] for variant in swap.variants(d, pools)]
    done = tqdm(spread(_heard, tasks), total=len(tasks), desc=f"{title}: swap", disable=_silent(args), leave=False)
    return bias.compare(done, rounds=args.rounds)


def _heard(variant: swap.Swapped) -> bias.Heard:
    return bias.hear(variant, _systems[OURS])


def _silent(args: argparse.Namespace) -> bool:
    return bool(args.quiet) or not sys.stderr.isatty()


@contextmanager
def _mapper(args: argparse.Namespace, names: Sequence[str]) -> Iterator[Spread]:
    """Give a `map` over tasks: in this process, or over processes that each load the systems once."""
    if args.jobs == 1:
        _prepare(names, args.policy)
        yield map
        return
    with ProcessPoolExecutor(args.jobs, initializer=_prepare, initargs=(names, args.policy)) as pool:
        yield lambda do, tasks: pool.map(do, tasks, chunksize=4)


def _prepare(names: Sequence[str], policy_name: str) -> None:
    """Load the systems and let each read one sentence, so that loading isn't timed."""
    makers: Mapping[str, Callable[[], System]] = {OURS: lambda: ours(policy_name)}
    _systems.clear()
    for name in names:
        _systems[name] = makers[name]() if name in makers else peers.peer(name)
        _systems[name](_READY)


def _examined(task: tuple[str, GoldDocument]) -> Examined:
    name, document = task
    return examine(document, _systems[name])


def ours(policy_name: str) -> System:
    """Return the engine as a system: the reader's view under a policy, and what groups the mentions."""
    rules = policy.load(policy_name)

    def find(text: str) -> Sequence[Predicted]:
        (analysis,) = engine.analyse([from_text(text)], rules, key=b"evaluation")
        return predicted(analysis)

    return find


def predicted(analysis: Analysis) -> list[Predicted]:
    """Return what stands of an analysis: all that is hidden, and designations and citations that stay."""
    people = {e.id for e in analysis.entities if e.kind is EntityKind.NATURAL}
    holders = {r.detection: r.holder for r in analysis.relations}
    found = []
    for d in analysis.detections:
        decision = analysis.decisions.get(d.id)
        hidden = decision is not None and decision.action is not Action.KEEP and d.effect is Effect.HIDE
        label = from_system(OURS, d.label)
        if d.lost_to is None and (hidden or label in LEAVE or label in DESIGNATIONS):
            entity = holders.get(d.id) or _person(analysis, d, people)
            found.append(Predicted(d.span.start, d.span.end, label, entity, hidden, d.score))
    return found


def _person(analysis: Analysis, detection: Detection, people: set[str]) -> str:
    entity = analysis.entity_of.get(detection.id, "")
    return entity if entity in people else ""
