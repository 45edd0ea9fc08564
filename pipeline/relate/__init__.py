"""Who is identified without being named: ties and posts, with their holder and anchor."""

from __future__ import annotations

from pipeline.relate.ties import relate

__all__ = ["relate"]
