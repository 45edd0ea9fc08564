"""Receiving files into an expediente, and what is done with each."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from review import access, error_wording
from review.actions import cases as actions
from review.actions import reading
from review.forms import CaseForm
from review.queries import policies
from review.views import cases, errors, sending
from review.views.asking import Request


@login_required
@require_http_methods(["GET", "POST"])
def case_new(request: Request) -> HttpResponse:
    """Open an expediente, with its first files where there are some."""
    units = access.units_of(request.user, access.WRITERS)
    if not units:
        raise PermissionDenied
    versions = policies.latest()
    form = CaseForm(request.POST or None, units=units, policies=versions)
    if request.method == "POST" and form.is_valid():
        found = actions.create_case(by=request.user, **form.cleaned_data)
        return _received(request, found.key)
    form.describe()
    page = {"form": form, "policies": [(v, policies.explained(v)) for v in versions]}
    return render(request, "review/case_new.html", page, status=422 if form.is_bound else 200)


@login_required
@require_POST
def upload(request: Request, key: UUID) -> HttpResponse:
    """Receive files into an open expediente."""
    return _received(request, key)


@login_required
@require_POST
def retry(request: Request, key: UUID) -> HttpResponse:
    """Analyse a failed file again."""
    source = access.writable_source(request.user, key)
    actions.retry_file(source, request.user)
    return _again(request, source.case.key)


@login_required
@require_POST
def remove(request: Request, key: UUID) -> HttpResponse:
    """Take a file out of its expediente."""
    source = access.writable_source(request.user, key)
    actions.remove_file(source, request.user)
    return _again(request, source.case.key)


@login_required
@require_safe
def original(request: Request, key: UUID) -> HttpResponse:
    """Hand over an original as an attachment; the reading leaves its entry in the trail."""
    source = access.readable_source(request.user, key)
    try:
        data = reading.original(source, request.user)
    except FileNotFoundError:
        told = error_wording.problem("missing")
        return errors.answer(request, 404, f"{told.what} {told.remedy}")
    return sending.attachment(data, source.name)


def _received(request: Request, key: UUID) -> HttpResponse:
    """Add what came; show the page at once where something didn't go in, else go to it."""
    found = access.writable_case(request.user, key)
    files = request.FILES.getlist("files")
    where = reverse("case", args=[key])
    if not files:
        if request.resolver_match and request.resolver_match.url_name == "upload":
            messages.error(request, _("No ha llegado ningún fichero con nombre. Elija al menos uno."))
        return redirect(where)
    outcome = actions.add_files(found, files, request.user)
    if not (outcome.duplicates or outcome.refused or request.htmx):
        return redirect(where)
    response = cases.page(request, found, outcome=outcome)
    response["HX-Push-Url"] = where
    return response


def _again(request: Request, key: UUID) -> HttpResponse:
    """Show the moving part once more to a partial, go to the page otherwise."""
    return cases.progress_of(request, key) if request.htmx else redirect("case", key)
