"""Policies: what each does, and its versions."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review import access
from review.models import Role
from review.queries import policies as queries
from review.views.asking import Request


@login_required
@require_safe
def policies(request: Request) -> HttpResponse:
    """List the policies, each in its latest version."""
    shown = [(version, queries.explained(version)) for version in queries.latest()]
    return render(request, "review/policies.html", {"policies": shown})


@login_required
@require_safe
def policy(request: Request, name: str, number: int) -> HttpResponse:
    """Show the rules of one version, and what changed from another."""
    view = queries.policy_view(name, number, request.GET.get("comparar", ""))
    shown = {
        "view": view,
        "explained": queries.explained(view.version),
        "described": queries.described(view.version),
        "manager": Role.POLICY_MANAGER in access.roles_of(request.user),
    }
    return render(request, "review/policy.html", shown)
