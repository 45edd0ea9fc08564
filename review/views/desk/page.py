"""The review screen: the page, its document pane in fragments, who else is here."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from review import access
from review.desk_wording import KEYS
from review.models import CaseFile, SourceFile, User
from review.queries import desk, desk_pages, desk_text
from review.views.desk.answering import frame, note_reading
from review.views.desk.listing import listed
from review.views.desk.pages import readable
from review.views.sending import private

HERE_SECONDS = 45
VIEW_COOKIE, TEXT = "desk-view", "text"  # set by the page's script


@login_required
@require_safe
def page(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show the review screen of an expediente."""
    case = access.readable_case(request.user, key)
    tabs = desk.tabs(case)
    tab = next((t for t in tabs if str(t.source.key) == request.GET.get("fichero")), tabs[0] if tabs else None)
    note_reading(request, case)
    shown = frame(request, case) | listed(case) | {
        "tabs": tabs, "tab": tab, "keys": KEYS, "waiting": desk.waiting(case), "others": _others(request, case),
        **(_document(request, tab.source) if tab else {}),
    }  # fmt: skip
    return private(render(request, "review/desk.html", shown))


@login_required
@require_safe
def document(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Show the document pane of one file: placeholders, which fetch their text or page when they come near."""
    source = readable(request, key, file)
    shown = {"case": source.case, "source": source} | _document(request, source)
    return private(render(request, "review/desk/_pane.html", shown))


@login_required
@require_safe
def fragment(request: HttpRequest, key: UUID, file: UUID, number: int) -> HttpResponse:
    """Show one fragment of a file with its marks."""
    found = desk_text.fragment(readable(request, key, file), number)
    if found is None:
        raise Http404
    return private(render(request, "review/desk/_fragment.html", {"fragment": found}))


@login_required
@require_safe
def pulse(request: HttpRequest, key: UUID) -> HttpResponse:
    """Say who else is here and whether the expediente has changed."""
    case = access.readable_case(request.user, key)
    return private(JsonResponse({"revision": case.revision, "others": _others(request, case)}))


@login_required
@require_safe
def sync(request: HttpRequest, key: UUID) -> HttpResponse:
    """Bring the page up to the present revision."""
    case = access.readable_case(request.user, key)
    shown = {"rows": [], "changes": [], "refresh": True, "said": ""} | frame(request, case)
    return private(render(request, "review/desk/_acted.html", shown))


def _document(request: HttpRequest, source: SourceFile) -> dict[str, Any]:
    """Return what the document pane is made of: pages where the file has them, unless the reader prefers text."""
    sheets = desk_pages.sheets(source)
    if not sheets or request.COOKIES.get(VIEW_COOKIE) == TEXT:
        return {"pieces": desk_text.pieces(source), "sheets": (), "paged": bool(sheets)}
    rest = desk_pages.off_page(source)
    return {"pieces": (), "sheets": sheets, "paged": True, "rest": rest}


def _others(request: HttpRequest, case: CaseFile) -> list[str]:
    """Note that the reader is here; return the names of the others who are, lately."""
    assert isinstance(request.user, User)
    slot, now = f"desk-here:{case.pk}", timezone.now().timestamp()
    here: dict[int, tuple[str, float]] = cache.get(slot) or {}
    here = {pk: seen for pk, seen in here.items() if now - seen[1] < HERE_SECONDS}
    here[request.user.pk] = (request.user.get_full_name() or request.user.get_username(), now)
    cache.set(slot, here, timeout=HERE_SECONDS)
    return sorted(name for pk, (name, _at) in here.items() if pk != request.user.pk)
