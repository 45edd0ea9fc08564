"""Check marked gold documents: python scripts/lint_gold.py PATH…; exit status 1 where something is wrong."""

from __future__ import annotations

import sys
from pathlib import Path

from pipeline.errors import UnreadableFile
from pipeline.quality import gold, lint


def main() -> int:
    bad = 0
    for name in sys.argv[1:]:
        for path in sorted(Path(name).rglob("*.txt")) if Path(name).is_dir() else [Path(name)]:
            try:
                document = gold.marked(path)
                relaxed = "bad_checksums: true" in path.read_text(encoding="utf-8").split("---")[1]
                found = list(lint.faults(document, bad_checksums=relaxed))
            except UnreadableFile as error:
                found = [str(error)]
            for fault in found:
                print(f"{path}: {fault}")
            bad += len(found)
    print(f"{bad} faults")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
