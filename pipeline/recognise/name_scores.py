"""How likely a name that the model gives is somebody's: its own chance, weighed by lexicons and shape.

A logistic model fitted on development texts; its weights stand beside the model's (`calibration.json`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pipeline.document import fold
from pipeline.lexicons import words
from pipeline.lexicons.names import Support, given_band, is_common, is_everyday, is_known, support
from pipeline.lexicons.places import is_municipality

MODEL = Path(__file__).parent.parent / "models" / "nombres"


@dataclass(frozen=True, slots=True)
class Calibration:
    """The weight of each feature; those a file leaves out count for nothing."""

    weights: Mapping[str, float]

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read the weights from a JSON file."""
        return cls({str(k): float(v) for k, v in json.loads(path.read_text(encoding="utf-8"))["weights"].items()})

    def chance(self, seen: Mapping[str, float]) -> float:
        """Return the probability, in 0..1."""
        total = sum(self.weights.get(name, 0.0) * value for name, value in seen.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def features(name: str, after: str, chance: float) -> dict[str, float]:
    """Return what is weighed of a name: the model's chance as log-odds, support, length, and what speaks against it.

    `after` is the text that follows.
    """
    sure = min(max(chance, 1e-4), 1 - 1e-4)
    parts = [fold(w).strip(".,") for w in name.split()]
    seen = {"one": 1.0, "odds": math.log(sure / (1 - sure)), f"support:{support(name).name}": 1.0}
    if len(parts) == 1:
        seen |= _single(parts[0], after)
    elif name.isupper():
        seen["capitals"] = 1.0
    if fold(name) in words("countries.txt") or is_municipality(fold(name)):
        seen["place"] = 1.0
    if any(p in words("heading_words.txt") or p in words("name_blockers.txt") for p in parts):
        seen["heading word"] = 1.0
    return seen


def _single(word: str, after: str) -> dict[str, float]:
    kind = "common" if is_common(word) else "everyday" if is_everyday(word) else "given" if given_band(word) > 6 else ""
    kind = kind or ("known" if is_known(word) else "unknown")
    seen = {f"word:{kind}": 1.0}
    if after.lstrip(". ").startswith(":"):
        seen["label"] = 1.0
    return seen


LEXICAL = {
    Support.FULL: 0.72,
    Support.PART: 0.64,
    Support.SHAPE: 0.55,
    Support.WEAK: 0.42,
    Support.NONE: 0.25,
}


def by_lexicons(name: str, after: str) -> float:
    """Weigh a name that a model gives without a chance of its own; 0 for a form label or a place."""
    parts = name.split()
    if not parts or (len(parts) == 1 and after.lstrip(". ").startswith(":")):
        return 0.0
    if fold(name) in words("countries.txt") or is_municipality(fold(name)):
        return 0.0
    if any(fold(w).strip(".") in words("name_blockers.txt") | words("heading_words.txt") for w in parts):
        return 0.2
    if len(parts) > 1:
        return LEXICAL[support(name)]
    word = fold(name)
    if is_common(word) or word in words("heading_words.txt"):
        return 0.0
    plain = is_known(word) and not is_everyday(word)
    return (0.55 if given_band(word) else 0.52) if plain else 0.42 if is_known(word) else 0.3
