"""The list of the review screen, in whole and line by line, and where the mentions of a line stand."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.desk_forms import IdsForm, ListForm, NamesForm, PlacesForm
from review.models import CaseFile
from review.queries import desk_evidence, desk_index, desk_list
from review.views import errors
from review.views.desk.answering import note_reading
from review.views.desk.pages import readable
from review.views.sending import private


def listed(case: CaseFile, order: str = "", typed: str = "", windows: Any = None) -> dict[str, Any]:
    """Return what the list is drawn from."""
    chosen = order or desk_list.DOUBT
    return {"groups": desk_list.groups(case, chosen, typed, windows), "order": chosen, "typed": typed}


@login_required
@require_POST  # what is typed into the filter is personal data: it stays out of addresses and of their logs
def people(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show the list in an order, what matches the filter, and the lines that were shown before."""
    case = access.readable_case(request.user, key)
    form = ListForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    note_reading(request, case)
    shown = listed(case, **form.cleaned_data)
    return private(render(request, "review/desk/_list.html", {"case": case} | shown))


@login_required
@require_safe
def rows(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show some lines of the list."""
    case = access.readable_case(request.user, key)
    form = IdsForm(request.GET)
    if not form.is_valid():
        return errors.bad_request(request)
    note_reading(request, case)
    shown = {"case": case, "rows": desk_list.rows(case, form.cleaned_data["ids"])}
    return private(render(request, "review/desk/_rows.html", shown))


@login_required
@require_safe
def index(request: HttpRequest, key: UUID) -> HttpResponse:
    """Return where the mentions of a line lie, told by the line or by one of its mentions."""
    case = access.readable_case(request.user, key)
    form = PlacesForm(request.GET)
    if not form.is_valid():
        return errors.bad_request(request)
    entity, mention = form.cleaned_data["de"], form.cleaned_data["mencion"]
    if mention is not None:
        entity = desk_index.line_of(access.readable_mention(request.user, key, mention))
    return private(JsonResponse(desk_index.index(case, entity)))


@login_required
@require_safe
def density(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Return what the map beside a document shows."""
    return private(JsonResponse(desk_index.density(readable(request, key, file))))


@login_required
@require_POST  # a name that is looked for is personal data: it stays out of addresses and of their logs
def names(request: HttpRequest, key: UUID) -> HttpResponse:
    """Return who a mention may be given to, or an entity merged with: id, tag and name of those that match."""
    case = access.writable_case(request.user, key)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    told = form.cleaned_data
    like = access.writable_entity(request.user, key, told["like"]) if told["like"] else None
    found = desk_evidence.named(case, like, told["q"], persons=told["persons"])
    lines = [[entity.pk, entity.tag, entity.name or entity.value] for entity in found.shown]
    return private(JsonResponse({"found": lines, "total": found.total}))
