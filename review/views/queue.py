"""The queue: what waits for whom."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from review import access
from review.queries import queue as queries


@login_required
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """List the expedientes of the user's units."""
    shown = queries.queue(request.user, queries.Wanted.of(request.GET))
    page = {"queue": shown, "may_open": access.unit_of_user(request.user) is not None}
    return render(request, "review/queue.html", page)
