"""Mentions into persons, organisations and values; what is found once is looked for everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.analysis import Found
from pipeline.entity import Entity
from pipeline.group.cluster import group
from pipeline.group.part_names import part_names
from pipeline.group.propagate import spread_names
from pipeline.group.values import spread_values

__all__ = ["group", "propagate"]


def propagate(found: Sequence[Found], known: Sequence[Entity]) -> list[Found]:
    """Return the documents with the further mentions of known and found names and identifiers added."""
    return spread_values(spread_names(part_names(found), known), known)
