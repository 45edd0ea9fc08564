"""Rulings: the evidence of one mention, and a decision over its entity, its spelling, or itself."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import decisions, persons
from review.actions.acts import Done
from review.desk_forms import ActForm, BulkActForm, BulkForm, DecideForm, SpellingForm
from review.models import CaseFile, Entity, User
from review.queries import desk, desk_evidence, desk_list
from review.queries.desk import Chip
from review.views import errors
from review.views.desk.answering import act, note_reading
from review.views.sending import private


@login_required
@require_safe
def evidence(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Show what is known of a mention, and what may be done with it."""
    mention = access.readable_mention(request.user, key, pk)
    note_reading(request, mention.source.case)
    found = desk_evidence.evidence(mention, _candidates(mention.entity))
    writes = access.may_write(request.user, mention.source.case)
    shown = {
        "e": found,
        "case": mention.source.case,
        "offers": decisions.offers(mention) if writes else (),
        "writes": writes,
    }
    return private(render(request, "review/desk/_evidence.html", shown))


def _candidates(entity: Entity | None) -> tuple[Chip, ...]:
    if entity is None or not entity.candidates:
        return ()
    ids = persons.candidate_ids(entity)
    return tuple(Chip(row.id, row.tag, row.name) for row in desk.entity_rows(entity.case, ids))


@login_required
@require_safe
def details(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Show the spellings and mentions of an entity, under its line."""
    entity = access.readable_entity(request.user, key, pk)
    note_reading(request, entity.case)
    shown = {
        "entity": entity,
        "case": entity.case,
        "spellings": desk.spellings(entity),
        "writes": access.may_write(request.user, entity.case),
    }
    return private(render(request, "review/desk/_details.html", shown))


@login_required
@require_POST
def decide_entity(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Rule on every mention of an entity."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, DecideForm(request.POST), partial(decisions.decide_entity, entity))


@login_required
@require_POST
def decide_spelling(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Rule on one spelling of an entity."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, SpellingForm(request.POST), partial(decisions.decide_spelling, entity))


@login_required
@require_POST
def decide_mention(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Rule on one mention."""
    mention = access.writable_mention(request.user, key, pk)
    return act(request, mention.source.case, DecideForm(request.POST), partial(decisions.decide_mention, mention))


@login_required
@require_POST
def discard(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Say that an entity is no personal datum."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, ActForm(request.POST), partial(decisions.discard, entity))


@login_required
@require_POST  # what is typed into the filter is personal data: it stays out of addresses and of their logs
def bulk_form(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show what would be accepted in one go, of what the filter leaves."""
    case = access.writable_case(request.user, key)
    form = BulkForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    typed = form.cleaned_data["typed"].strip()
    shown = {"case": case, "bulk": decisions.bulk(case, _matched(case, typed)), "typed": typed}
    return private(render(request, "review/desk/_bulk.html", shown))


@login_required
@require_POST
def bulk(request: HttpRequest, key: UUID) -> HttpResponse:
    """Accept every proposal beyond doubt, of what the filter leaves."""
    case = access.writable_case(request.user, key)

    def deed(*, by: User, revision: int, typed: str) -> Done:
        return decisions.accept_bulk(case, by=by, revision=revision, only=_matched(case, typed))

    return act(request, case, BulkActForm(request.POST), deed)


def _matched(case: CaseFile, typed: str) -> frozenset[int] | None:
    return desk_list.matched(case, typed) if typed.strip() else None
