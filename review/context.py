"""What every page's frame needs."""

from __future__ import annotations

from django.http import HttpRequest


def frame(request: HttpRequest) -> dict[str, object]:
    """Return the theme of the signed-in user."""
    user = getattr(request, "user", None)
    return {"theme": getattr(user, "theme", "auto")}
