"""Policies and lists as kept in the database."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pipeline.policy import ListKind, Match


class PolicyVersion(models.Model):
    """One version of a policy, frozen: a change is a new version. `body` is `pipeline.policy.dump`."""

    name = models.SlugField(max_length=60)
    number = models.PositiveIntegerField()
    title = models.CharField(_("título"), max_length=200)
    body = models.JSONField()
    note = models.TextField(_("nota"), blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "-number"]
        constraints = [models.UniqueConstraint(fields=["name", "number"], name="one_version_once")]

    def __str__(self) -> str:
        return f"{self.name}@{self.number}"


class ListEntry(models.Model):
    """One line of the allow- or deny-list; its scope is global, one policy by name, or one expediente."""

    KINDS = [(ListKind.ALLOW.value, _("Lista blanca")), (ListKind.DENY.value, _("Lista negra"))]
    MATCHES = [
        (Match.WORD.value, _("Palabra completa, sin distinguir acentos ni mayúsculas")),
        (Match.FOLDED.value, _("También dentro de otra palabra")),
        (Match.EXACT.value, _("Exacta")),
        (Match.PATTERN.value, _("Patrón")),
    ]

    kind = models.CharField(max_length=10, choices=KINDS)
    text = models.CharField(_("texto"), max_length=300)
    match = models.CharField(_("comparación"), max_length=10, choices=MATCHES, default=Match.WORD.value)
    label = models.CharField(_("tipología"), max_length=60, blank=True)
    policy_name = models.SlugField(_("plantilla"), max_length=60, blank=True)
    case = models.ForeignKey(
        "review.CaseFile", on_delete=models.CASCADE, null=True, blank=True, related_name="list_entries"
    )
    reason = models.CharField(_("motivo"), max_length=300, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_on = models.DateField(_("caduca"), null=True, blank=True)
    withdrawn = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
