"""The source of what is running, for everybody who uses it over the network (AGPL-3.0, section 13)."""

from __future__ import annotations

import io
import tarfile
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

# Named one by one, so that the folder of data and secrets can't get in.
PARTS = (
    "anonymiza", "review", "pipeline", "training", "templates", "static", "locale", "docs", "samples", "gold",
    "scripts", "tests", ".ci", "manage.py", "pyproject.toml", "Makefile", "Dockerfile", ".dockerignore",
    "compose.yaml", "README.md", "README.es.md", "CHANGELOG.md", "LICENSE", "NOTICE", "requirements.lock",
    "requirements-dev.lock", "requirements-uv.lock",
)  # fmt: skip


@require_safe
def source(request: HttpRequest) -> HttpResponse:
    """Hand over the source as an archive, or go where the settings say it is."""
    if settings.SOURCE_URL:
        return redirect(settings.SOURCE_URL)
    response = HttpResponse(_archive(settings.BASE), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="anonymiza-{settings.VERSION}.tar.gz"'
    return response


@lru_cache(maxsize=1)
def _archive(base: Path) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as archive:
        for part in PARTS:
            if (base / part).exists():
                archive.add(base / part, arcname=f"anonymiza-{settings.VERSION}/{part}", filter=_shareable)
    return out.getvalue()


def _shareable(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if "__pycache__" in member.name or member.issym() or member.islnk():
        return None
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member
