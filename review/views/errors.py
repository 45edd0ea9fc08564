"""What is shown when a page can't be: in the frame for a page, as one line for a partial."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from review.states import CaseState


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400."""
    return answer(request, 400, _("La petición no se entiende. Vuelva a la página anterior e inténtelo otra vez."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403."""
    return answer(request, 403, _("Su rol en esta unidad no permite hacer esto. Pídaselo a quien administra."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404; the same for what doesn't exist and for what another unit holds."""
    return answer(request, 404, _("Aquí no hay nada, o no es de su unidad."))


def untrusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a request without its token."""
    return answer(request, 403, _("La petición no trae su testigo de seguridad. Recargue la página y repítala."))


def too_big(request: HttpRequest, limit: int) -> HttpResponse:
    """Answer 413 to a request over the limit, which is given in bytes."""
    line = _("El envío pesa más de %(limit)s MB, lo máximo de una vez. Envíe los ficheros en varias tandas.")
    return answer(request, 413, line % {"limit": limit // (1024 * 1024)})


def closed(request: HttpRequest, state: str) -> HttpResponse:
    """Answer 409 to an act that the expediente's state doesn't accept."""
    words = CaseState(state).label if state in CaseState.values else state
    return conflict(
        request,
        _("El expediente está en estado «%(state)s» y ya no admite esto. Recargue la página.") % {"state": words},
    )


def conflict(request: HttpRequest, line: str) -> HttpResponse:
    """Answer 409 with a line that says what to do."""
    return answer(request, 409, line)


def answer(request: HttpRequest, status: int, line: str) -> HttpResponse:
    """Answer a partial with the line alone, a page with the line in the frame."""
    if getattr(request, "htmx", False):
        return HttpResponse(line, status=status, content_type="text/plain; charset=utf-8")
    return render(request, "error.html", {"code": status, "line": line}, status=status)
