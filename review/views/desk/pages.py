"""The pages of a file: each with its marks, its picture, and the regions drawn on it by hand."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from review import access
from review.actions import adding, drawing, likely, reading
from review.actions.acts import Done
from review.desk_forms import BoxForm, DrawForm
from review.models import SourceFile, User
from review.queries import desk_evidence, desk_pages
from review.views import errors
from review.views.desk.answering import act, note_reading
from review.views.sending import private

# Long enough to leaf back and forth; a picture belongs to the session that asked for it.
KEPT_SECONDS = 3600


@login_required
@require_safe
def page(request: HttpRequest, key: UUID, file: UUID, number: int) -> HttpResponse:
    """Show one page with what is marked on it; the number after the last page is what stands on none."""
    source = readable(request, key, file)
    found = desk_pages.page_view(source, number)
    if found is not None:
        return private(render(request, "review/desk/_page.html", {"view": found, "case": source.case}))
    rest = desk_pages.off_page(source) if number == len(desk_pages.sheets(source)) else None
    if rest is None:
        raise Http404
    return private(render(request, "review/desk/_off_page.html", {"fragment": rest}))


@login_required
@require_safe
def picture(request: HttpRequest, key: UUID, file: UUID, number: int, width: int) -> HttpResponse:
    """Hand over the picture of a page: to be shown inside our pages, kept by nobody but the browser that asked."""
    source = readable(request, key, file)
    try:
        data = reading.page_picture(source, number, width)
    except FileNotFoundError:
        raise Http404 from None
    response = HttpResponse(data, content_type="image/webp")
    response["Cache-Control"] = f"private, max-age={KEPT_SECONDS}"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["X-Content-Type-Options"] = "nosniff"
    patch_vary_headers(response, ["Cookie"])
    return response


@login_required
@require_POST  # what lies under a box is personal data: it stays out of addresses and of their logs
def menu(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Show what a box drawn on a page holds, and what may be done with it."""
    source = access.writable_source(request.user, file, key)
    form = BoxForm(request.POST)
    if not form.is_valid() or not drawing.is_worth(form.box) or not _has_page(source, form.cleaned_data["page"]):
        return errors.bad_request(request)
    number = form.cleaned_data["page"]
    words = desk_pages.words_under(source, number, form.box)[:6]
    places = [adding.Place(source, each.start, each.end) for each in words if each.end - each.start <= adding.LONGEST]
    named = desk_evidence.named(source.case, persons=True)
    shown = {
        "source": source,
        "case": source.case,
        "page": number,
        "box": form.cleaned_data,
        "words": [(place, adding.sweep(place)) for place in places],
        "labels": likely.likely(places[0]).labels if places else (),
        "pictures": drawing.LABELS,
        "people": named.shown,
        "more": named.total > len(named.shown),
    }
    return private(render(request, "review/desk/_box.html", shown))


@login_required
@require_POST
def add(request: HttpRequest, key: UUID, file: UUID) -> HttpResponse:
    """Hide what was drawn: the words under it and their like, or the region itself."""
    source = access.writable_source(request.user, file, key)
    form = DrawForm(request.POST)

    def deed(*, by: User, revision: int, entity: int | None, **said: object) -> Done:
        owner = access.writable_entity(request.user, key, entity) if entity else None
        if form.words is not None:
            place = adding.selection(source, *form.words)
            label = str(said["label"])
            return adding.add(place, label=label, entity=owner, everywhere=True, by=by, revision=revision)
        number = form.cleaned_data["page"]
        drawn = drawing.Drawn(source, number, desk_pages.in_file(source, number, form.box))
        return drawing.add(drawn, label=str(said["picture"]), entity=owner, by=by, revision=revision)

    if not form.is_valid() or not drawing.is_worth(form.box) or not _has_page(source, form.cleaned_data["page"]):
        return errors.bad_request(request)
    return act(request, source.case, form, deed)


def _has_page(source: SourceFile, number: int) -> bool:
    return number < len(desk_pages.sheets(source))


def readable(request: HttpRequest, key: UUID, file: UUID) -> SourceFile:
    """Return an analysed file of the expediente, its reading noted; raises Http404."""
    source = access.readable_source(request.user, file)
    if source.case.key != key or not source.document:
        raise Http404
    note_reading(request, source.case)
    return source
