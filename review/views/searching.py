"""Search texts, kept in the session: they name people, and addresses end up in histories and in logs."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from review.views.asking import Request

LONGEST = 300


def searched(request: Request, page: str) -> str:
    """Return the text that the user last searched this page for."""
    return str(request.session.get(_slot(page), ""))


def search(request: Request, page: str, filters: Iterable[str]) -> HttpResponse:
    """Keep the text that was sent and go to the page with its other filters, which name nobody."""
    dropped = "quitar" in request.POST
    text = "" if dropped else request.POST.get("q", "").replace("\0", "").strip()[:LONGEST]
    request.session[_slot(page)] = text
    kept = {name: request.POST[name] for name in filters if request.POST.get(name) and not dropped}
    return redirect(f"{reverse(page)}?{urlencode(kept)}" if kept else reverse(page))


def _slot(page: str) -> str:
    return f"search:{page}"
