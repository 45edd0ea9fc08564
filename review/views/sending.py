"""Handing over private files: always attachments, never kept by a cache, never guessed at."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.utils.http import content_disposition_header

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069/\\:*?\"<>|]+")


def attachment(data: bytes, name: str, content_type: str = "application/octet-stream") -> HttpResponse:
    """Answer with a file to be saved; whatever it holds, a browser shows none of it inside our origin."""
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(True, shown_name(name)) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return private(response)


def private(response: HttpResponse) -> HttpResponse:
    """Forbid every cache to keep the answer."""
    response["Cache-Control"] = "private, no-store"
    return response


def shown_name(name: str) -> str:
    """Make a file name safe to save: one path component, no controls, no marks that turn the text round."""
    clean = _CONTROLS.sub("_", name).strip(" ._") or "fichero"
    return clean[-200:]
