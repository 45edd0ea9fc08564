"""One expediente: its page, its progress, and what is set on it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import cases as actions
from review.forms import PRIORITIES, AssignForm, PolicyForm, PriorityForm
from review.models import CaseFile, User
from review.queries import cases as queries
from review.queries import policies
from review.views import errors
from review.views.asking import Request


@login_required
@require_safe
def case(request: Request, key: UUID) -> HttpResponse:
    """Show an expediente."""
    return page(request, access.readable_case(request.user, key))


@login_required
@require_safe
def progress(request: Request, key: UUID) -> HttpResponse:
    """Show what moves on the page of an expediente; the page asks again while something does."""
    return progress_of(request, key)


@login_required
@require_POST
def assign(request: Request, key: UUID) -> HttpResponse:
    """Give an expediente to somebody of its unit, or let it go."""
    found = access.unit_case(request.user, key)
    form = AssignForm(request.POST, colleagues=queries.colleagues(found))
    if not form.is_valid():
        return errors.bad_request(request)
    actions.assign(found, form.cleaned_data["to"], request.user)
    return redirect("case", key)


@login_required
@require_POST
def set_priority(request: Request, key: UUID) -> HttpResponse:
    """Set how urgent an expediente is."""
    found = access.unit_case(request.user, key)
    form = PriorityForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    actions.set_priority(found, form.cleaned_data["priority"], request.user)
    return redirect("case", key)


@login_required
@require_POST
def set_policy(request: Request, key: UUID) -> HttpResponse:
    """Decide an expediente again under another policy; what people decided stays."""
    found = access.writable_case(request.user, key)
    form = PolicyForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    actions.set_policy(found, form.cleaned_data["policy"], request.user)
    messages.success(request, _("Plantilla cambiada. Se ha vuelto a decidir lo que no había decidido una persona."))
    return redirect("case", key)


@login_required
@require_POST
def go_over(request: Request, key: UUID) -> HttpResponse:
    """Go over an expediente again where the last time failed."""
    actions.go_over(access.writable_case(request.user, key), request.user)
    return redirect("case", key)


def progress_of(request: Request, key: UUID) -> HttpResponse:
    """Render what moves on the page of an expediente."""
    found = access.readable_case(request.user, key)
    return render(request, "review/_case_live.html", _shown(found, request.user) | {"swap": True})


def page(request: Request, found: CaseFile, *, outcome: object = None, status: int = 200) -> HttpResponse:
    """Render the page of an expediente, with what became of an upload where there was one."""
    shown = _shown(found, request.user) | {
        "outcome": outcome,
        "colleagues": queries.colleagues(found),
        "priorities": PRIORITIES,
        "policies": policies.latest(),
    }
    return render(request, "review/case.html", shown, status=status)


def _shown(found: CaseFile, user: User) -> dict[str, object]:
    return {"view": queries.case_view(found, user), "case": found, "activity": queries.activity(found)}
