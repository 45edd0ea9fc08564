"""Decisions and acts: appended, never edited."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from review.models.case import CaseFile
from review.models.finding import Detection, Entity
from review.models.people import User


class Act(models.Model):
    """One deed of a reviewer with an inverse; what undo and redo walk.

    `payload` holds ids, never text of a document; a rename alone keeps the two names that it turns round.
    """

    class Kind(models.TextChoices):
        """What was done; the words that undo and redo show."""

        DECIDE = "decide", _("Decidir")
        MERGE = "merge", _("Unir personas")
        SPLIT = "split", _("Separar menciones")
        MOVE = "move", _("Mover mención")
        RELABEL = "relabel", _("Cambiar tipología")
        RENAME = "rename", _("Cambiar nombre")
        ADD = "add", _("Añadir omitido")
        DRAW = "draw", _("Señalar zona")
        DISCARD = "discard", _("No es un dato")
        BULK = "bulk", _("Aceptar en bloque")

    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="acts")
    actor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    tag = models.CharField(max_length=30, blank=True)
    touched = models.PositiveIntegerField(default=0)
    payload = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)
    undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def action(self) -> str:
        """The action that a decision chose; empty for the other kinds."""
        return next((d.action for d in self.decisions.all()), "") if self.kind == self.Kind.DECIDE else ""


class Decision(models.Model):
    """A ruling on an entity, on one spelling of it or on one mention; the latest that isn't revoked rules.

    Append-only: undo appends a row with `revokes` set.
    """

    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="decisions")
    act = models.ForeignKey(Act, on_delete=models.CASCADE, related_name="decisions")
    entity = models.ForeignKey(Entity, on_delete=models.CASCADE, null=True, blank=True, related_name="decisions")
    detection = models.ForeignKey(Detection, on_delete=models.CASCADE, null=True, blank=True, related_name="decisions")
    spelling = models.CharField(max_length=300, blank=True)
    action = models.CharField(max_length=20)
    note = models.CharField(max_length=300, blank=True)
    actor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    policy = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)
    revokes = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="revoked_by")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.action} {self.pk}"
