"""The trail: browse, verify, export. For data protection officers, who see every unit."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import trail as actions
from review.queries import audit as queries
from review.views import sending
from review.views.asking import Request
from review.views.csv import csv_bytes

COLUMNS = ("number", "at", "actor", "kind", "case", "object", "tag", "data", "previous", "hash")


@login_required
@require_safe
def trail(request: Request) -> HttpResponse:
    """Show the trail."""
    access.dpo_or_403(request.user)
    return render(request, "review/trail.html", {"trail": queries.trail(queries.Wanted.of(request.GET))})


@login_required
@require_POST
def verify(request: Request) -> HttpResponse:
    """Walk the chain and say whether it holds."""
    access.dpo_or_403(request.user)
    checked = actions.verify(request.user)
    if request.htmx:
        return render(request, "review/_trail_checked.html", {"checked": checked})
    shown = {"trail": queries.trail(queries.Wanted.of(request.GET)), "checked": checked}
    return render(request, "review/trail.html", shown)


@login_required
@require_POST
def export_csv(request: Request) -> HttpResponse:
    """Hand over the chosen entries as CSV; the export leaves its own entry."""
    rows = ([json.dumps(v) if isinstance(v, dict) else v for v in row.values()] for row in _chosen(request, "csv"))
    return sending.attachment(csv_bytes(COLUMNS, rows), "registro.csv", "text/csv; charset=utf-8")


@login_required
@require_POST
def export_json(request: Request) -> HttpResponse:
    """Hand over the chosen entries as JSON; the export leaves its own entry."""
    body = json.dumps(_chosen(request, "json"), ensure_ascii=False, indent=1).encode()
    return sending.attachment(body, "registro.json", "application/json")


def _chosen(request: Request, form: str) -> list[dict[str, object]]:
    access.dpo_or_403(request.user)
    rows = list(queries.plain(queries.events(queries.Wanted.of(request.GET))))
    actions.exported(request.user, form, len(rows))
    return rows
