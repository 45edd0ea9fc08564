"""The queue: what waits for whom."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.queries import queue as queries
from review.views import searching
from review.views.asking import Request


@login_required
@require_safe
def queue(request: Request) -> HttpResponse:
    """List the expedientes of the user's units."""
    shown = queries.queue(request.user, queries.Wanted.of(request.GET, searching.searched(request, "queue")))
    page = {"queue": shown, "may_open": access.unit_of_user(request.user) is not None}
    return render(request, "review/queue.html", page)


@login_required
@require_POST
def search(request: Request) -> HttpResponse:
    """Narrow the queue to a text."""
    return searching.search(request, "queue", ("estado", "quien", "orden"))
