"""Verify the audit trail."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from review import audit
from review.models import AuditHead


class Command(BaseCommand):
    """Walks the whole trail; exits with 1 at the first entry that doesn't hold."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and say so."""
        broken = audit.verify()
        if broken is not None:
            raise CommandError(f"The trail breaks at entry {broken.number}: {broken.why}.", returncode=1)
        head = AuditHead.objects.first()
        self.stdout.write(f"The trail holds: {head.number if head else 0} entries.")
