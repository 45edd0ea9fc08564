"""Turns an act on a closed expediente into a 409 that says so, whichever view it came from."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from review.access import Closed
from review.views import errors


class ClosedMiddleware:
    """Answer 409 where a view raised `Closed`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Word the one exception that is ours; leave the others to Django."""
        return errors.closed(request, exception.state) if isinstance(exception, Closed) else None
