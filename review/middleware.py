"""Answers for what no view gets to: a request too big to be read, an act on a closed expediente."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from review.access import Closed
from review.views import errors


class SizeMiddleware:
    """Answer 413 to a request that says it is over the limit, before any of its body is read.

    Without a Content-Length there is no body (a WSGI server that takes chunks gives none to Django).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _length(request) > settings.REQUEST_LIMIT:
            return errors.too_big(request, settings.REQUEST_LIMIT)
        return self._get_response(request)


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


class ClosedMiddleware:
    """Answer 409 where a view raised `Closed`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Word the one exception that is ours; leave the others to Django."""
        return errors.closed(request, exception.state) if isinstance(exception, Closed) else None
