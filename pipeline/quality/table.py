"""Results as a table to read and as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pipeline.lexicons import rows
from pipeline.quality.estimate import Figure
from pipeline.quality.evaluation import Result
from pipeline.quality.labels import DIRECT, QUASI

Results = Mapping[str, Result]
_NAME, _COUNT, _CELL = 52, 8, 22
_GROUP = "group"


def as_text(name: str, results: Results, *, groups: bool = True) -> str:
    """Return the table of one set of documents: a row a measure, a column a system."""
    first = next(iter(results.values()))
    lines = [f"{name}: {first.documents} documents, {first.words} words", "", _head(list(results))]
    for title, measures in _sections(results):
        body = [_row(label, [r.figures.get(m) for r in results.values()], _size(m, results)) for m, label in measures]
        if body:
            lines += [f"-- {title}", *body]
    lines.append(line("words a second", "", [f"{r.words_per_second:,.0f}" for r in results.values()]))
    if groups and first.groups:
        lines += ["", *_by_group(results)]
    return "\n".join(lines) + "\n"


def _head(systems: Sequence[str]) -> str:
    return line("measure (% [95 % interval])", "n", systems)


def line(name: str, count: str, cells: Sequence[str]) -> str:
    """Return one line of a table: name, count, cells."""
    return f"{name:<{_NAME}.{_NAME}}{count:>{_COUNT}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def _row(label: str, found: Sequence[Figure | None], size: str | None = None) -> str:
    of = next((f"{f.of:.0f}" for f in found if f and f.of is not None), "") if size is None else size
    return line(label, of, [cell(f) for f in found])


def _size(measure: str, results: Results) -> str | None:
    """Return how many marks of the gold an F1 is about: its own total counts both sides."""
    if " F1" not in measure and not measure.startswith(("CoNLL", "F1")):
        return None
    recall = measure.replace("F1", "R").replace("CoNLL", "B3 R") if measure != "F1 by coverage" else "all marks"
    return next((f"{f.of:.0f}" for r in results.values() if (f := r.figures.get(recall)) and f.of), "")


def cell(found: Figure | None) -> str:
    """Return a figure in per cent with its interval, or a dash."""
    return f"{found.value * 100:.1f} [{found.low * 100:.1f}–{found.high * 100:.1f}]" if found else "–"


def _sections(results: Results) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each section with its measures that any system has, in the order of the data file."""
    present = {name for r in results.values() for name in r.figures}
    sections: dict[str, list[tuple[str, str]]] = {}
    for section, pattern, label in rows("quality_rows.tsv"):
        listed = {m for measures in sections.values() for m, _ in measures}
        if section != _GROUP:
            fresh = [(m, said) for m, said in _matching(pattern, label, present) if m not in listed]
            sections.setdefault(section, []).extend(fresh)
    yield from sections.items()


def _matching(pattern: str, label: str, present: set[str]) -> list[tuple[str, str]]:
    if pattern == "=":
        return [(m, f"{m} ({label})") for m in sorted(present) if m.split(" ")[0] in DIRECT | QUASI]
    if pattern.endswith("*"):
        stem = pattern[:-1]
        return [(m, f"{label}, {m.removeprefix(stem)}") for m in sorted(present) if m.startswith(stem)]
    return [(pattern, label)] if pattern in present else []


def _by_group(results: Results) -> Iterator[str]:
    """Yield, for each headline measure, its rows by group."""
    for section, measure, label in rows("quality_rows.tsv"):
        if section != _GROUP or not any(measure in r.figures for r in results.values()):
            continue
        yield f"-- {label}, by group"
        for group in next(iter(results.values())).groups:
            found = [r.groups.get(group, {}).get(measure) for r in results.values()]
            if any(found):
                yield _row(f"   {group}", found)


def as_values(results: Results) -> dict[str, object]:
    """Return the results as plain values: figures with counts, by group, and what our side missed by place."""
    return {
        system: {
            "documents": r.documents,
            "words": r.words,
            "words_per_second": round(r.words_per_second),
            "measures": figures_as_values(r.figures),
            "groups": {group: figures_as_values(found) for group, found in r.groups.items()},
        }
        for system, r in results.items()
    }


def figures_as_values(found: Mapping[str, Figure]) -> dict[str, dict[str, float]]:
    """Return figures as plain values, rounded to four places."""
    return {name: figure_as_values(f) for name, f in sorted(found.items())}


def figure_as_values(f: Figure) -> dict[str, float]:
    """Return one figure as plain values."""
    shown = {"value": round(f.value, 4), "low": round(f.low, 4), "high": round(f.high, 4)}
    if f.hits is not None and f.of is not None:
        shown |= {"hits": round(f.hits, 2), "of": round(f.of, 2)}
    return shown


def missed(results: Results) -> dict[str, list[tuple[str, str, int, int]]]:
    """List what each system left readable: document, label, start and end; never the text."""
    return {
        system: [(e.document, s.label, s.start, s.end) for e in r.examined for s in e.tally.missed]
        for system, r in results.items()
    }
