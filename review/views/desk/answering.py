"""What the review screen answers to an act: what changed, or why it didn't happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from review import access
from review.actions import history, reading
from review.actions.acts import Done, NotPossible, Stale
from review.desk_wording import words
from review.models import Act, CaseFile, User
from review.queries import desk, desk_evidence, progress
from review.views import errors
from review.views.sending import private
from review.wording import words as action_words

# Acts that change neither which lines there are nor whose the mentions are: the page mends what it shows.
_LIGHT = frozenset({Act.Kind.DECIDE.value, Act.Kind.DISCARD.value, Act.Kind.RENAME.value})


def act(request: HttpRequest, case: CaseFile, form: Form, deed: Callable[..., Done]) -> HttpResponse:
    """Do a deed with the form's data and answer with what changed; 409 stale, 422 impossible, 400 malformed."""
    if not form.is_valid():
        return errors.bad_request(request)
    try:
        done = deed(by=request.user, **form.cleaned_data)
    except Stale:
        return _stale(request, case)
    except NotPossible as refusal:
        return impossible(refusal)
    return _acted(request, case, done)


def impossible(refusal: NotPossible) -> HttpResponse:
    """Answer 422 with the reason in a line."""
    line = str(words("refusal", refusal.why)) % refusal.facts
    return HttpResponse(line, status=422, content_type="text/plain; charset=utf-8")


def _acted(request: HttpRequest, case: CaseFile, done: Done) -> HttpResponse:
    light = done.verb == "done" and done.act.kind in _LIGHT
    shown: dict[str, Any] = {
        "rows": desk.entity_rows(case, done.entities) if light else [],
        "changes": [_plain(change) for change in done.changes] if light else [],
        "refresh": not light,
        "said": _said(done),
        "kind": done.act.kind,
    }
    return private(render(request, "review/desk/_acted.html", shown | frame(request, case)))


def _plain(change: Any) -> dict[str, Any]:
    now = change.effective
    state = desk.mark_state("hide", now.action, now.decided)
    return {"s": state, "h": int(now.action != "keep"), "o": now.output, "ids": list(change.ids)}


def _said(done: Done) -> str:
    tag = done.act.tag
    deed = str(action_words("action", done.act.action)) if done.act.action else done.act.get_kind_display()
    what = f"{deed} · {tag}" if tag else deed
    if done.verb == "undone":
        return _("Deshecho: %(what)s") % {"what": what}
    if done.verb == "redone":
        return _("Rehecho: %(what)s") % {"what": what}
    return f"{what} · {mentions(done.act.touched)}"


def note_reading(request: HttpRequest, case: CaseFile) -> None:
    """Note that the reader sees what the documents say, by whichever address."""
    assert isinstance(request.user, User)
    reading.desk(case, request.user, request.session.session_key or "")


def mentions(count: int) -> str:
    """Say how many mentions."""
    return _("1 mención") if count == 1 else _("%(n)s menciones") % {"n": count}


def _stale(request: HttpRequest, case: CaseFile) -> HttpResponse:
    last = desk_evidence.last_act_of_others(case, request.user.pk)
    who = last.actor.get_full_name() or last.actor.get_username() if last else ""
    line = _("%(who)s ha cambiado algo mientras tanto.") % {"who": who} if who else _("El expediente ha cambiado.")
    said = line + " " + _("No se ha escrito nada; ya está al día: repita la acción si procede.")
    shown = {"rows": [], "changes": [], "refresh": True, "said": said, "stale": True}
    return private(render(request, "review/desk/_acted.html", shown | frame(request, case), status=409))


def frame(request: HttpRequest, case: CaseFile) -> dict[str, Any]:
    """Return what every answer refreshes: revision, progress, what undo and redo would do."""
    user = request.user
    assert isinstance(user, User)
    case.refresh_from_db(fields=["revision", "state"])
    return {
        "case": case,
        "progress": progress.progress(case),
        "undo": history.next_undo(case, user),
        "redo": history.next_redo(case, user),
        "writes": access.may_write(user, case),
    }
