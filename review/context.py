"""What every page's frame needs."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest

from review.models import Membership, Role, User


def frame(request: HttpRequest) -> dict[str, object]:
    """Return theme, version, source link and the signed-in user's roles in words."""
    user = getattr(request, "user", None)
    shown: dict[str, object] = {
        "theme": getattr(user, "theme", "auto"),
        "app_version": settings.VERSION,
        "request_limit": settings.REQUEST_LIMIT,
        "request_limit_mb": settings.REQUEST_LIMIT // (1024 * 1024),
    }
    if isinstance(user, User):
        memberships = list(Membership.objects.filter(user=user).select_related("unit").order_by("unit__name"))
        shown["roles_shown"] = [f"{m.get_role_display()} · {m.unit.name}" for m in memberships]
        shown["sees_trail"] = any(m.role == Role.DPO for m in memberships)
    return shown
