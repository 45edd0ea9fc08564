"""Whose the mentions are: merge, split, move, relabel, rename; each with its form and its preview."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import likely, persons
from review.actions.acts import Done, NotPossible
from review.desk_forms import LabelForm, MergeWithForm, NameForm, PreviewForm, SplitForm, TargetForm
from review.models import Entity, User
from review.queries import desk, desk_evidence
from review.views import errors
from review.views.desk.answering import act, impossible
from review.views.sending import private


@login_required
@require_safe
def merge_form(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Ask which entity this one joins."""
    entity = access.writable_entity(request.user, key, pk)
    form = MergeWithForm(request.GET)
    if not form.is_valid():
        return errors.bad_request(request)
    wanted = form.cleaned_data["con"]
    named = desk_evidence.named(entity.case, like=entity)
    chosen = access.writable_entity(request.user, key, wanted) if wanted else None
    others = [e for e in named.shown if chosen is None or e.pk != chosen.pk]
    shown = {"entity": entity, "chosen": chosen, "others": others, "more": named.total > len(named.shown)}
    return private(render(request, "review/desk/_merge.html", shown))


@login_required
@require_safe
def merge_preview(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Tell what the merged entity would be called and how many mentions move."""
    entity = access.writable_entity(request.user, key, pk)
    form = PreviewForm(request.GET)
    if not form.is_valid():
        return errors.bad_request(request)
    into = access.writable_entity(request.user, key, form.cleaned_data["to"])
    try:
        preview = persons.merge_preview(into, entity)
    except NotPossible as refusal:
        return impossible(refusal)
    return private(render(request, "review/desk/_merge_preview.html", {"preview": preview}))


@login_required
@require_POST
def merge(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Join an entity to another."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, TargetForm(request.POST), partial(_merge, entity, request, key))


def _merge(entity: Entity, request: HttpRequest, key: UUID, *, to: int, by: User, revision: int) -> Done:
    return persons.merge(access.writable_entity(request.user, key, to), entity, by=by, revision=revision)


@login_required
@require_safe
def split_form(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Ask which spellings and mentions part off."""
    entity = access.writable_entity(request.user, key, pk)
    shown = {"entity": entity, "spellings": desk.spellings(entity)}
    return private(render(request, "review/desk/_split.html", shown))


@login_required
@require_POST
def split(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Part spellings and mentions off into an entity of their own."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, SplitForm(request.POST), partial(persons.split, entity))


@login_required
@require_safe
def move_form(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Ask whose a mention is."""
    mention = access.writable_mention(request.user, key, pk)
    place = likely.place_of(mention)
    named = desk_evidence.named(mention.source.case, like=mention.entity)
    near = [e for e in likely.likely(place).entities if e.pk != mention.entity_id]
    rest = [e for e in named.shown if e not in near]
    more = named.total > len(named.shown)
    shown = {"mention": mention, "text": desk.surface(mention), "near": near, "rest": rest, "more": more}
    return private(render(request, "review/desk/_move.html", shown))


@login_required
@require_POST
def move(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Give a mention to another entity."""
    mention = access.writable_mention(request.user, key, pk)

    def deed(*, to: int, by: User, revision: int) -> Done:
        return persons.move(mention, access.writable_entity(request.user, key, to), by=by, revision=revision)

    return act(request, mention.source.case, TargetForm(request.POST), deed)


@login_required
@require_safe
def candidate_form(request: HttpRequest, key: UUID, pk: int, to: int) -> HttpResponse:
    """Ask whether an ambiguous entity is one of its candidates, telling what that would join."""
    entity = access.writable_entity(request.user, key, pk)
    chosen = access.writable_entity(request.user, key, to)
    try:
        preview = persons.merge_preview(chosen, entity)
    except NotPossible as refusal:
        return impossible(refusal)
    shown = {"entity": entity, "chosen": chosen, "preview": preview}
    return private(render(request, "review/desk/_candidate.html", shown))


@login_required
@require_POST
def candidate(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Say which of its candidates an ambiguous entity is."""
    entity = access.writable_entity(request.user, key, pk)

    def deed(*, to: int, by: User, revision: int) -> Done:
        chosen = access.writable_entity(request.user, key, to)
        return persons.resolve_candidates(entity, chosen, by=by, revision=revision)

    return act(request, entity.case, TargetForm(request.POST), deed)


@login_required
@require_safe
def label_form(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Ask for the label and the name of an entity."""
    entity = access.writable_entity(request.user, key, pk)
    labels = persons.labels_by_hand(entity.label)
    return private(render(request, "review/desk/_label.html", {"entity": entity, "labels": labels}))


@login_required
@require_POST
def relabel(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Change the label of an entity and its mentions."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, LabelForm(request.POST), partial(persons.relabel, entity))


@login_required
@require_POST
def rename(request: HttpRequest, key: UUID, pk: int) -> HttpResponse:
    """Change the name that the list shows."""
    entity = access.writable_entity(request.user, key, pk)
    return act(request, entity.case, NameForm(request.POST), partial(persons.rename, entity))
