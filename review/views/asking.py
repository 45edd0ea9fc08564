"""The request as our views know it: signed in, and perhaps for a partial."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from review.models import User


class Request(HttpRequest):
    """A request behind `login_required`, so that its user is one of ours."""

    user: User
    htmx: HtmxDetails
