"""Logs without personal data: an exception is told by its type and its places, never by its message."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from copy import copy
from types import TracebackType

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Discreet(logging.Formatter):
    """Writes where an exception passed and what kind it was.

    A message may quote what was being handled: a database names the row it refuses, a parser the text it met.
    """

    def formatException(self, ei: Raised) -> str:
        """Return the places and the types of an exception and of those that led to it."""
        lines: list[str] = []
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            lines += [
                f'  File "{place.filename}", line {place.lineno}, in {place.name}'
                for place in traceback.extract_tb(error.__traceback__)
            ]
            lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(lines)

    def format(self, record: logging.LogRecord) -> str:
        """Format a record without what others wrote of its exception: a handler before, or Celery in its message."""
        record = copy(record)
        record.exc_text = None
        if isinstance(record.args, Mapping) and "traceback" in record.args:
            record.args = {**record.args, "exc": "", "traceback": ""}
        return super().format(record)
