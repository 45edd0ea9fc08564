"""The allow- and deny-lists: see, add, withdraw, import, export, try."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from review import access, wording
from review.actions import lists as actions
from review.actions import trying
from review.forms import EntryForm, ImportForm, TryForm
from review.models import ListEntry, Role, User
from review.queries import lists as queries
from review.views import searching, sending
from review.views.asking import Request
from review.views.csv import csv_bytes

COLUMNS = ("kind", "text", "match", "label", "policy", "reason", "expires_on")


@login_required
@require_safe
def lists(request: Request) -> HttpResponse:
    """Show a list."""
    return _page(request)


@login_required
@require_POST
def search(request: Request) -> HttpResponse:
    """Narrow a list to a text."""
    return searching.search(request, "lists", ("lista", "ambito", "estado"))


@login_required
@require_POST
def add(request: Request) -> HttpResponse:
    """Add an entry; a policy manager anywhere, a reviewer to an expediente of the unit."""
    form = _form(request.user, request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    try:
        effect = actions.add_entry(by=request.user, **form.entry)
    except actions.BadEntry as bad:
        form.add_error(bad.code if bad.code in form.fields else "text", str(wording.words("list-fault", bad.code)))
        return _page(request, form=form, status=422)
    _said_effect(request, effect)
    return redirect(f"{reverse('lists')}?lista={form.cleaned_data['kind']}")


@login_required
@require_POST
def withdraw(request: Request, pk: int) -> HttpResponse:
    """Withdraw an entry; it stays, marked."""
    entry = get_object_or_404(queries.visible_entries(request.user).filter(withdrawn=False), pk=pk)
    if not _may_change(request.user, entry):
        raise PermissionDenied
    actions.withdraw_entry(entry, request.user)
    messages.success(request, _("Entrada retirada."))
    return redirect(f"{reverse('lists')}?lista={entry.kind}")


@login_required
@require_POST
def bring(request: Request) -> HttpResponse:
    """Import entries from a CSV file, all or none."""
    access.policy_manager_or_403(request.user)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, bringing=form, status=422)
    outcome = actions.import_csv(form.cleaned_data["file"].read(), request.user)
    if outcome.errors:
        return _page(request, import_errors=outcome.errors, status=422)
    said = ngettext("%(n)d entrada importada.", "%(n)d entradas importadas.", outcome.added) % {"n": outcome.added}
    messages.success(request, said)
    return redirect("lists")


@login_required
@require_safe
def export(request: Request) -> HttpResponse:
    """Hand over the chosen entries as CSV."""
    rows = queries.chosen(request.user, _wanted(request))
    cells = (
        (e.kind, e.text, e.match, e.label, e.policy_name, e.reason, e.expires_on.isoformat() if e.expires_on else "")
        for e in rows
    )
    return sending.attachment(csv_bytes(COLUMNS, cells), "listas.csv", "text/csv; charset=utf-8")


@login_required
@require_POST
def attempt(request: Request) -> HttpResponse:
    """Show what the lists would mark and allow in a text; the text isn't kept."""
    form = TryForm(request.POST)
    found = trying.attempt(form.cleaned_data["text"], request.user) if form.is_valid() else None
    if request.htmx:
        return render(request, "review/_try.html", {"trial": found, "try_form": form})
    return _page(request, trial=found, try_form=form)


def _page(request: Request, *, status: int = 200, **more: object) -> HttpResponse:
    wanted = _wanted(request)
    shown = {
        "lists": queries.lists(request.user, wanted),
        "form": _form(request.user, kind=wanted.kind),
        "bringing": ImportForm(),
        "try_form": TryForm(),
        "policy_names": queries.policy_names(),
        "manager": Role.POLICY_MANAGER in access.roles_of(request.user),
    }
    return render(request, "review/lists.html", shown | more, status=status)


def _wanted(request: Request) -> queries.Wanted:
    return queries.Wanted.of(request.GET, searching.searched(request, "lists"))


def _form(user: User, data: object = None, kind: str = "deny") -> EntryForm:
    everywhere = Role.POLICY_MANAGER in access.roles_of(user)
    cases = list(queries.open_cases(user))
    if data is not None and not everywhere and not cases:
        raise PermissionDenied
    form = EntryForm(data, policies=queries.policy_names(), cases=cases, everywhere=everywhere, kind=kind)
    form.describe()
    return form


def _may_change(user: User, entry: ListEntry) -> bool:
    if entry.case is None:
        return Role.POLICY_MANAGER in access.roles_of(user)
    return bool(access.WRITERS & access.roles_in(user, entry.case.unit_id))


def _said_effect(request: Request, effect: object) -> None:
    files = getattr(effect, "files", None)
    said = _("Entrada añadida.")
    if files:
        said += " " + ngettext(
            "Se vuelve a analizar %(n)d fichero abierto.", "Se vuelven a analizar %(n)d ficheros abiertos.", files
        ) % {"n": files}  # fmt: skip
    messages.success(request, said)
