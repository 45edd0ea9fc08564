"""Undo, redo, and the list of acts."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import history
from review.desk_forms import ActForm
from review.models import User
from review.queries import desk_evidence
from review.views.desk.answering import act
from review.views.sending import private


@login_required
@require_POST
def undo(request: HttpRequest, key: UUID) -> HttpResponse:
    """Take back the own last act."""
    case = access.writable_case(request.user, key)
    return act(request, case, ActForm(request.POST), partial(history.undo, case))


@login_required
@require_POST
def redo(request: HttpRequest, key: UUID) -> HttpResponse:
    """Do again the act last undone."""
    case = access.writable_case(request.user, key)
    return act(request, case, ActForm(request.POST), partial(history.redo, case))


@login_required
@require_safe
def acts(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show the latest acts of everybody, and the own pace."""
    case = access.readable_case(request.user, key)
    assert isinstance(request.user, User)
    shown = {"acts": desk_evidence.acts(case), "pace": desk_evidence.pace(case, request.user.pk)}
    return private(render(request, "review/desk/_acts.html", shown))
