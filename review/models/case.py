"""The expediente and its files."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from review.models.people import Unit, User
from review.models.policy import PolicyVersion
from review.states import CaseState, FileState


class CaseFile(models.Model):
    """An expediente: what people work on; `revision` grows with each act, for optimistic concurrency.

    `stale` is above zero while the analysed files are to be gone over again: a later file taught names, the policy
    or a list changed. `note` is what the approver asks for on sending back. The lease is held while one worker
    concludes a file, goes over them or releases.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    unit = models.ForeignKey(Unit, on_delete=models.PROTECT, related_name="cases")
    title = models.CharField(_("título"), max_length=200)
    policy = models.ForeignKey(PolicyVersion, on_delete=models.PROTECT, related_name="cases")
    state = models.CharField(max_length=20, choices=CaseState.choices, default=CaseState.IN_REVIEW)
    priority = models.PositiveSmallIntegerField(_("prioridad"), default=0)
    assigned_to = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="assigned")
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    submitted_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    requested_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    note = models.CharField(_("nota"), max_length=300, blank=True)
    approved_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error_code = models.CharField(max_length=40, blank=True)
    error_stage = models.CharField(max_length=40, blank=True)
    archived = models.BooleanField(default=False)
    stale = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["unit", "archived", "state", "-updated_at"], name="queue_page")]

    def __str__(self) -> str:
        return f"expediente {self.pk}"


class SourceFile(models.Model):
    """One uploaded file: where its bytes and its extracted document lie, its state and progress.

    `relations` holds ties and posts as ids: [kind, ref of the phrase, holder, of, fits].
    `name` is personal data more often than not: it's shown to those who may read the file, nowhere else.
    `boxes` names the blob of where its characters stand, "" where it has no pages. `areas` are the regions that
    reviewers drew over the present `document`, in order: page, box, by (a user's id), at; they're added, never taken
    out, since where the later ones stand in the text depends on it. An undone one has no detection that stands.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    case = models.ForeignKey(CaseFile, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=255)
    format = models.CharField(max_length=20, blank=True)
    size = models.PositiveBigIntegerField()
    digest = models.CharField(max_length=64)
    original = models.CharField(max_length=100)
    document = models.CharField(max_length=100, blank=True)
    boxes = models.CharField(max_length=100, blank=True)
    areas = models.JSONField(default=list)
    state = models.CharField(max_length=20, choices=FileState.choices, default=FileState.UPLOADED)
    stage = models.CharField(max_length=40, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    lease_token = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error_code = models.CharField(max_length=40, blank=True)
    error_stage = models.CharField(max_length=40, blank=True)
    words = models.PositiveIntegerField(default=0)
    pages = models.PositiveIntegerField(default=0)
    engine = models.CharField(max_length=80, blank=True)
    relations = models.JSONField(default=list)
    order = models.PositiveIntegerField(default=0)
    uploaded_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(auto_now_add=True)
    analysed_at = models.DateTimeField(null=True, blank=True)
    removed = models.BooleanField(default=False)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "digest"], condition=models.Q(removed=False), name="same_bytes_once"
            )
        ]
        indexes = [models.Index(fields=["state", "lease_until"], name="lease_sweep")]

    def __str__(self) -> str:
        return f"fichero {self.pk}"
