"""The review application."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReviewConfig(AppConfig):
    """People, screens, records."""

    name = "review"
    verbose_name = _("Personas y unidades")
    default_auto_field = "django.db.models.BigAutoField"
