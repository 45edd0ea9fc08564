"""Mentions into persons, organisations and values; a name found once is looked for everywhere."""

from __future__ import annotations

from pipeline.group.cluster import group
from pipeline.group.propagate import propagate

__all__ = ["group", "propagate"]
