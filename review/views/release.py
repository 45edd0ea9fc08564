"""Approve, produce, download, read the report."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import reading
from review.actions import release as actions
from review.forms import ApproveForm, SendBackForm, SubmitForm
from review.queries import cases
from review.queries import release as queries
from review.views import errors, sending
from review.views.asking import Request


@login_required
@require_safe
def approval(request: Request, key: UUID) -> HttpResponse:
    """Show what will leave."""
    return _approval(request, key)


@login_required
@require_POST
def submit(request: Request, key: UUID) -> HttpResponse:
    """Send an expediente to approval; refused while a doubt is open or what is undecided hasn't been seen."""
    found = access.writable_case(request.user, key)
    form = SubmitForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    try:
        actions.submit(found, request.user, form.cleaned_data["accepted"] or 0)
    except actions.Refused as refusal:
        return _approval(request, key, refusal=refusal)
    messages.success(request, _("Enviado a aprobación."))
    return redirect("approval", key)


@login_required
@require_POST
def send_back(request: Request, key: UUID) -> HttpResponse:
    """Return an expediente to review."""
    found = access.unit_case(request.user, key)
    form = SendBackForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    try:
        actions.send_back(found, request.user, form.cleaned_data["reason"])
    except actions.Refused as refusal:
        return _approval(request, key, refusal=refusal)
    messages.success(request, _("Devuelto a revisión."))
    return redirect("case", key)


@login_required
@require_POST
def approve(request: Request, key: UUID) -> HttpResponse:
    """Approve an expediente at the revision that the page showed."""
    found = access.approvable_case(request.user, key)
    form = ApproveForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    try:
        actions.approve(found, request.user, form.cleaned_data["revision"])
    except actions.Refused as refusal:
        return _approval(request, key, refusal=refusal)
    messages.success(request, _("Aprobado. Ya se puede generar."))
    return redirect("approval", key)


@login_required
@require_POST
def produce(request: Request, key: UUID) -> HttpResponse:
    """Ask for the files without the data."""
    found = access.unit_case(request.user, key)
    try:
        actions.request_release(found, request.user)
    except actions.Refused as refusal:
        return _approval(request, key, refusal=refusal)
    return redirect("release", key)


@login_required
@require_safe
def release(request: Request, key: UUID) -> HttpResponse:
    """Show what has left, with its certificates."""
    found = access.readable_case(request.user, key)
    template = "review/_release_live.html" if request.htmx else "review/release.html"
    made = queries.releases(found)
    view = cases.case_view(found, request.user)
    shown = {"case": found, "view": view, "releases": made, "swap": bool(request.htmx)}
    return render(request, template, shown)


@login_required
@require_safe
def report(request: Request, key: UUID) -> HttpResponse:
    """Show the report of a released file: the four answers of each replacement."""
    result = access.readable_result(request.user, key)
    shown = queries.report(result, request.GET.get("tipologia", ""))
    page = {"result": result, "case": result.release.case, "report": shown, "notes": queries.notes(result)}
    return render(request, "review/report.html", page)


@login_required
@require_safe
def report_html(request: Request, key: UUID) -> HttpResponse:
    """Hand over the report as a page of its own."""
    result = access.readable_result(request.user, key)
    return sending.attachment(reading.report_html(result, request.user), f"{result.name}.report.html", "text/html")


@login_required
@require_safe
def report_json(request: Request, key: UUID) -> HttpResponse:
    """Hand over the report as data."""
    result = access.readable_result(request.user, key)
    body = reading.report_json(result, request.user)
    return sending.attachment(body, f"{result.name}.report.json", "application/json")


@login_required
@require_safe
def download(request: Request, key: UUID) -> HttpResponse:
    """Hand over a released file as an attachment."""
    result = access.readable_result(request.user, key)
    return sending.attachment(reading.result(result, request.user), result.name)


def _approval(request: Request, key: UUID, refusal: Exception | None = None) -> HttpResponse:
    found = access.readable_case(request.user, key)
    reading.desk(found, request.user, request.session.session_key or "")
    shown = {
        "case": found,
        "view": cases.case_view(found, request.user),
        "leaving": queries.leaving(found),
        "refusal": refusal,
    }
    return render(request, "review/approval.html", shown, status=409 if refusal else 200)
