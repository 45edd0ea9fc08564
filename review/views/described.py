"""Types described in words, of one policy version: see, try, add and withdraw; each change is a new version."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from review import access, wording
from review.actions import describing as actions
from review.forms import DescribedForm
from review.models import PolicyVersion
from review.queries import policies as queries
from review.views.asking import Request


@login_required
@require_safe
def types(request: Request, name: str, number: int) -> HttpResponse:
    """Show the types of a version and the form for another."""
    access.policy_manager_or_403(request.user)
    return _page(request, queries.version_or_404(name, number))


@login_required
@require_POST
def attempt(request: Request, name: str, number: int) -> HttpResponse:
    """Show what a type would mark in a text or in an analysed file; the text isn't kept."""
    access.policy_manager_or_403(request.user)
    version = queries.version_or_404(name, number)
    form = _form(request)
    trial = _trial(request, form) if form.is_valid() else None
    if request.htmx:
        return render(request, "review/_described_trial.html", {"trial": trial, "form": form})
    return _page(request, version, form, trial=trial, status=200 if trial else 422)


@login_required
@require_POST
def add(request: Request, name: str, number: int) -> HttpResponse:
    """Add a type in a new version of the policy."""
    access.policy_manager_or_403(request.user)
    version = queries.version_or_404(name, number)
    form = _form(request)
    if not form.is_valid():
        return _page(request, version, form, status=422)
    try:
        made = actions.add_type(version, actions.type_of(**form.described), request.user)
    except actions.BadType as bad:
        form.add_error("slug", str(wording.words("described-fault", bad.code)))
        return _page(request, version, form, status=422)
    except actions.Stale:
        form.add_error(None, str(wording.words("described-fault", "stale")))
        return _page(request, version, form, status=409)
    messages.success(request, _("Tipología añadida en la versión %(version)s.") % {"version": made})
    return redirect("policy_types", made.name, made.number)


@login_required
@require_POST
def withdraw(request: Request, name: str, number: int, slug: str) -> HttpResponse:
    """Leave a type out of a new version of the policy."""
    access.policy_manager_or_403(request.user)
    version = queries.version_or_404(name, number)
    try:
        made = actions.withdraw_type(version, slug, request.user)
    except actions.BadType as bad:
        messages.error(request, str(wording.words("described-fault", bad.code)))
    except actions.Stale:
        messages.error(request, str(wording.words("described-fault", "stale")))
    else:
        messages.success(request, _("Tipología retirada en la versión %(version)s.") % {"version": made})
        return redirect("policy_types", made.name, made.number)
    return redirect("policy_types", name, number)


def _form(request: Request) -> DescribedForm:
    return DescribedForm(request.POST, files=queries.files_to_try(request.user))


def _trial(request: Request, form: DescribedForm) -> actions.Trial | None:
    try:
        kind = actions.type_of(**form.described)
    except actions.BadType as bad:
        form.add_error("slug", str(wording.words("described-fault", bad.code)))
        return None
    if chosen := form.cleaned_data["file"]:
        source = access.readable_source(request.user, chosen)
        return actions.try_on_file(kind, source, request.user, request.session.session_key or "")
    if not form.cleaned_data["text"].strip():
        form.add_error("text", _("Pegue un texto o elija un fichero."))
        return None
    return actions.try_on_text(kind, form.cleaned_data["text"])


def _page(
    request: Request, version: PolicyVersion, form: DescribedForm | None = None, *, status: int = 200, **more: object
) -> HttpResponse:
    form = form or DescribedForm(files=queries.files_to_try(request.user))
    form.describe()
    shown = {"version": version, "types": queries.described(version), "latest": queries.is_latest(version)}
    return render(request, "review/policy_types.html", {**shown, "form": form, **more}, status=status)
