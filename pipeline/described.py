"""DescribedType: a type of data that somebody wrote down in plain words, for the second model to look for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

PREFIX = "CUSTOM:"
LONGEST_SLUG, LONGEST_DESCRIPTION, LONGEST_EXAMPLE, MOST_EXAMPLES = 40, 200, 120, 20

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class DescribedType:
    """A type in natural language: "número de colegiado de un abogado", with examples and a threshold in 0..1.

    `head_words` are further words that stand near its values, beside those of the description. Examples may be
    real data and stay out of `repr`. Raises ValueError, without quoting them, where something is malformed.
    """

    slug: str
    description: str
    examples: tuple[str, ...] = field(default=(), repr=False)
    head_words: tuple[str, ...] = ()
    threshold: float = 0.5

    def __post_init__(self) -> None:
        if len(self.slug) > LONGEST_SLUG or not _SLUG.fullmatch(self.slug):
            raise ValueError("the slug of a described type takes lower-case letters, digits and single hyphens")
        if not 3 <= len(self.description.strip()) <= LONGEST_DESCRIPTION:
            raise ValueError(f"the description of {self.slug} takes 3 to {LONGEST_DESCRIPTION} characters")
        if len(self.examples) > MOST_EXAMPLES or any(len(e) > LONGEST_EXAMPLE for e in self.examples):
            raise ValueError(f"{self.slug} takes {MOST_EXAMPLES} examples of {LONGEST_EXAMPLE} characters at most")
        if not 0.0 < self.threshold <= 1.0:
            raise ValueError(f"the threshold of {self.slug} lies between 0 and 1")

    @property
    def label(self) -> str:
        """The label of its detections: `CUSTOM:<slug>`."""
        return PREFIX + self.slug


def parse_described(body: object) -> tuple[DescribedType, ...]:
    """Read the `[[described]]` tables of a policy; raises ValueError or TypeError where one is malformed."""
    if not isinstance(body, Sequence) or isinstance(body, str):
        raise TypeError("`described` is a list of tables")
    types = tuple(_type(table) for table in body)
    if len({t.slug for t in types}) < len(types):
        raise ValueError("two described types have the same slug")
    return types


def dump_described(types: Sequence[DescribedType]) -> list[dict[str, object]]:
    """Return the plain form that `parse_described` reads back to equal types."""
    return [
        {
            "slug": t.slug, "description": t.description, "examples": list(t.examples),
            "head_words": list(t.head_words), "threshold": t.threshold,
        }
        for t in types
    ]  # fmt: skip


def _type(table: object) -> DescribedType:
    if not isinstance(table, Mapping):
        raise TypeError("a described type is a table")
    if unknown := set(table) - set(DescribedType.__slots__):
        raise ValueError(f"a described type knows no {sorted(map(str, unknown))[0]!r}")
    if not {"slug", "description"} <= set(table):
        raise ValueError("a described type needs a slug and a description")
    return DescribedType(
        slug=str(table["slug"]),
        description=str(table["description"]).strip(),
        examples=_texts(table.get("examples", ())),
        head_words=_texts(table.get("head_words", ())),
        threshold=float(str(table.get("threshold", 0.5))),
    )


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError("examples and head words are lists of texts")
    return tuple(text for text in (str(v).strip() for v in value) if text)
