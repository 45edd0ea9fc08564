"""Users, units and roles."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What a member may do in a unit; an administrator doesn't thereby read documents."""

    REVIEWER = "reviewer", _("Revisor")
    APPROVER = "approver", _("Aprobador")
    DPO = "dpo", _("Delegado de protección de datos")
    POLICY_MANAGER = "policy_manager", _("Gestor de plantillas")
    ADMINISTRATOR = "administrator", _("Administrador")


class Unit(models.Model):
    """An administrative unit: its reviewers see its expedientes and no others."""

    name = models.CharField(_("nombre"), max_length=200, unique=True)

    class Meta:
        verbose_name = _("unidad")
        verbose_name_plural = _("unidades")

    def __str__(self) -> str:
        return self.name


class User(AbstractUser):
    """Somebody who signs in."""

    language = models.CharField(_("idioma"), max_length=5, default="es")
    theme = models.CharField(_("tema"), max_length=10, default="auto")


class Membership(models.Model):
    """One role of one user in one unit."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("persona"))
    unit = models.ForeignKey(Unit, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("unidad"))
    role = models.CharField(_("rol"), max_length=20, choices=Role.choices)

    class Meta:
        verbose_name = _("rol en una unidad")
        verbose_name_plural = _("roles por unidad")
        constraints = [models.UniqueConstraint(fields=["user", "unit", "role"], name="one_role_once")]

    def __str__(self) -> str:
        return f"{self.get_role_display()} · {self.unit}"
