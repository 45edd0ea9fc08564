"""Detections and entities, as stored."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from pipeline.entity import EntityKind
from review.models.case import CaseFile, SourceFile


class Entity(models.Model):
    """A person, organisation or value of one expediente; one decision covers all its mentions.

    `action` is the reviewer's standing ruling ("" while there is none); `decided` is what progress counts.
    """

    KINDS = [
        (EntityKind.NATURAL.value, _("Persona")),
        (EntityKind.LEGAL.value, _("Entidad")),
        (EntityKind.VALUE.value, _("Identificador")),
    ]

    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="entities")
    tag = models.CharField(max_length=30)
    kind = models.CharField(max_length=10, choices=KINDS)
    label = models.CharField(max_length=60)
    name = models.CharField(max_length=500, blank=True)
    value = models.CharField(max_length=500, blank=True)
    gender = models.CharField(max_length=1, blank=True)
    role = models.CharField(max_length=100, blank=True)
    attached_to = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="attributes")
    candidates = models.JSONField(default=list)
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged")
    action = models.CharField(max_length=20, blank=True)
    decided = models.BooleanField(default=False)
    order = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [models.UniqueConstraint(fields=["case", "tag"], name="tag_once_per_case")]

    def __str__(self) -> str:
        return self.tag


class Detection(models.Model):
    """One candidate in one file, with what is done to it now.

    `action`, `output` and `reason` are what decide/resolve gives for the standing rulings; they can be
    recomputed at any time. `engine_action` and `engine_reason` are what the engine alone decided.
    """

    source = models.ForeignKey(SourceFile, on_delete=models.CASCADE, related_name="detections")
    entity = models.ForeignKey(Entity, on_delete=models.SET_NULL, null=True, blank=True, related_name="mentions")
    ref = models.CharField(max_length=20)
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    label = models.CharField(max_length=60)
    score = models.FloatField()
    effect = models.CharField(max_length=10)
    layer = models.CharField(max_length=20)
    recogniser = models.CharField(max_length=60)
    trigger = models.CharField(max_length=120, blank=True)
    version = models.CharField(max_length=20, blank=True)
    validated = models.BooleanField(null=True)
    adjustments = models.JSONField(default=list)
    lost_to = models.CharField(max_length=20, blank=True)
    form = models.CharField(max_length=20, blank=True)
    spelling = models.CharField(max_length=300, blank=True)
    value = models.CharField(max_length=500, blank=True)
    doubtful = models.BooleanField(default=False)
    engine_action = models.CharField(max_length=20)
    engine_reason = models.CharField(max_length=20)
    engine_output = models.CharField(max_length=500, blank=True)
    action = models.CharField(max_length=20)
    reason = models.CharField(max_length=20)
    output = models.CharField(max_length=500, blank=True)
    decided = models.BooleanField(default=False)
    added_by = models.ForeignKey("review.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["source", "start", "-end"]
        constraints = [models.UniqueConstraint(fields=["source", "ref"], name="ref_once_per_file")]
        indexes = [
            models.Index(fields=["entity", "spelling"], name="by_entity"),
            models.Index(fields=["source", "start"], name="by_place"),
        ]

    def __str__(self) -> str:
        return f"{self.label} {self.ref}"
