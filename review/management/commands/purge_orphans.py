"""Delete private files that no row refers to: what a process left behind when it died."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from review.store import orphans


class Command(BaseCommand):
    """Deletes orphans older than an hour, at once; the worker does the same every day."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the least age."""
        parser.add_argument("--older-than", type=int, default=orphans.LEAST_AGE, metavar="SECONDS")

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete and count."""
        self.stdout.write(f"{orphans.purge(options['older_than'])} orphan(s) deleted.")
