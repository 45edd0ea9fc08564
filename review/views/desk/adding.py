"""Adding what the engine missed: the menu of a selection, and the act."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from review import access
from review.actions import adding, likely
from review.actions.acts import Done, NotPossible
from review.desk_forms import AddForm, SelectionForm
from review.models import User
from review.queries import desk_evidence
from review.views import errors
from review.views.desk.answering import act, impossible
from review.views.sending import private


@login_required
@require_POST  # the selected text is personal data: it stays out of addresses and of their logs
def menu(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Show what a selection probably is, whose, and how many like it there are."""
    source = access.writable_source(request.user, file, key)
    form = SelectionForm(request.POST)
    if not form.is_valid():
        return errors.bad_request(request)
    try:
        place = adding.selection(source, **form.cleaned_data)
    except NotPossible as refusal:
        return impossible(refusal)
    ranked = likely.likely(place)
    named = desk_evidence.named(source.case)
    rest = [e for e in named.shown if e not in ranked.entities]
    shown = {
        "place": place, "likely": ranked, "rest": rest, "more": named.total > len(named.shown),
        "found": adding.sweep(place), "case": source.case,
    }  # fmt: skip
    return private(render(request, "review/desk/_add.html", shown))


@login_required
@require_POST
def add(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Hide a selection and its like."""
    source = access.writable_source(request.user, file, key)

    def deed(
        *, start: int, end: int, seen: str, label: str, entity: int | None, everywhere: bool, by: User, revision: int
    ) -> Done:
        place = adding.selection(source, start, end, seen)
        owner = access.writable_entity(request.user, key, entity) if entity else None
        return adding.add(place, label=label, entity=owner, everywhere=everywhere, by=by, revision=revision)

    return act(request, source.case, AddForm(request.POST), deed)
