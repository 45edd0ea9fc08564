"""What left the house."""

from __future__ import annotations

import uuid

from django.db import models

from review.models.case import CaseFile, SourceFile
from review.models.finding import Detection
from review.models.people import User


class Release(models.Model):
    """One release of an expediente: who approved, who produced it, and which policy was in force.

    `recalled_at` is when the expediente went back to review after it: what was handed over then no longer counts.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    policy = models.CharField(max_length=80)
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    requested_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    engine = models.CharField(max_length=80, blank=True)
    recalled_at = models.DateTimeField(null=True, blank=True)
    recalled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    recalled_for = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["case", "number"], name="one_release_once")]

    def __str__(self) -> str:
        return f"publicación {self.pk}"


class ReleasedFile(models.Model):
    """One file of a release with its report and the hashes of its certificate."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="files")
    source = models.ForeignKey(SourceFile, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=255)
    result = models.CharField(max_length=100)
    report_json = models.CharField(max_length=100)
    report_html = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    source_digest = models.CharField(max_length=64)
    replaced = models.PositiveIntegerField(default=0)
    sought = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"resultado {self.pk}"


class LeakPlace(models.Model):
    """Where a file of a denied release still held what was replaced: the place and the mention, never the text.

    `where` and `how` are codes of the verification; the rows stand until the next release is asked for. What no
    mention had found has `start` and `end`, its place in the text of the file.
    """

    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="leaks")
    source = models.ForeignKey(SourceFile, on_delete=models.CASCADE, related_name="leaks")
    mention = models.ForeignKey(Detection, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    where = models.CharField(max_length=200)
    how = models.CharField(max_length=60, blank=True)
    label = models.CharField(max_length=60, blank=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["source__order", "source", "pk"]

    def __str__(self) -> str:
        return f"fuga {self.pk}"
