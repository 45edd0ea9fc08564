"""The audit trail: append-only rows, each holding the hash of the one before."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models


class AppendOnly(Exception):
    """Somebody tried to change or delete an entry of the trail."""


class AuditEvent(models.Model):
    """Who did what to which object, when, on what evidence. References, never copies, personal data."""

    number = models.PositiveBigIntegerField(unique=True)
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=60)
    unit_id_ref = models.PositiveBigIntegerField(null=True, blank=True)
    case_ref = models.PositiveBigIntegerField(null=True, blank=True, db_index=True)
    object_kind = models.CharField(max_length=40, blank=True)
    object_ref = models.CharField(max_length=60, blank=True)
    tag = models.CharField(max_length=30, blank=True)
    data = models.JSONField(default=dict)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["kind", "number"], name="trail_by_kind")]

    def __str__(self) -> str:
        return f"apunte {self.number}"

    def save(self, **options: Any) -> None:
        """Insert, never update; the database refuses too."""
        if not self._state.adding:
            raise AppendOnly("an entry of the trail is never changed")
        super().save(**options)

    def delete(self, **options: Any) -> tuple[int, dict[str, int]]:  # type: ignore[override]
        """Refuse; the database refuses too."""
        raise AppendOnly("an entry of the trail is never deleted")


class AuditHead(models.Model):
    """The last number and hash of the trail: the one row that writers lock."""

    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)

    def __str__(self) -> str:
        return f"cabeza {self.number}"
