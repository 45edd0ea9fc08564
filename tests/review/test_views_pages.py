"""What every page has in common: sign-in first, the strict policy, no inline script or style."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.cast import Cast

OPEN = {"login", "logout", "home", "source", "live", "ready"}
TEMPLATES = sorted(Path(settings.BASE, "templates").rglob("*.html"))


def ours(patterns: list[URLPattern | URLResolver], prefix: str = "") -> list[tuple[str, str]]:
    """List the names and sample paths of our own addresses."""
    found = []
    for entry in patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            found += [] if entry.app_name == "admin" else ours(entry.url_patterns, route)
        elif entry.name and entry.name not in OPEN and "i18n" not in route:
            found.append((entry.name, "/" + sample(route)))
    return found


def sample(route: str) -> str:
    """Fill the parameters of a route."""
    filled = re.sub(r"<uuid:\w+>", "7f1f4f0e-6d0b-4b8e-9a55-0d5f1f0a9b11", route)
    return re.sub(r"<(?:slug|str):\w+>", "x", re.sub(r"<int:\w+>", "1", filled))


ADDRESSES = ours(get_resolver().url_patterns)


@pytest.mark.parametrize(("name", "path"), ADDRESSES, ids=[name for name, _ in ADDRESSES])
def test_a_stranger_is_sent_to_sign_in(db: None, client: Client, name: str, path: str) -> None:
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code in {302, 405}, name
        if answer.status_code == 302:
            assert answer["Location"].startswith("/entrar/")


@pytest.mark.parametrize(
    "path", ["/expedientes/", "/listas/", "/plantillas/", "/cuenta/", "/expedientes/nuevo/", "/nada/"]
)
def test_pages_carry_the_strict_policy(cast: Cast, client: Client, path: str) -> None:
    client.force_login(cast.alba)
    answer = client.get(path)
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("template", TEMPLATES, ids=[p.name for p in TEMPLATES])
def test_templates_hold_no_inline_script_or_style(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(
        r"<style\b|\sstyle\s*=|<script(?![^>]*\ssrc=)|\son\w+\s*=\s*[\"']|javascript:|hx-on|hx-vals=.js:", text
    )
    assert "|safe" not in text and "autoescape off" not in text


@pytest.mark.parametrize("template", TEMPLATES, ids=[p.name for p in TEMPLATES])
def test_every_form_that_posts_carries_its_token(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    for form in re.findall(r"<form\b[^>]*method=\"post\".*?</form>", text, flags=re.S):
        assert "{% csrf_token %}" in form


def test_a_wrong_address_is_shown_in_the_frame(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    answer = client.get("/no/existe/")
    assert answer.status_code == 404 and "Aquí no hay nada" in answer.content.decode()


def test_a_request_without_its_token_is_refused_and_does_nothing(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.alba)
    for name, path in ADDRESSES:
        path = path.replace("7f1f4f0e-6d0b-4b8e-9a55-0d5f1f0a9b11", str(cast.case.key))
        answer = client.post(path, {"title": "x", "priority": "2"}, headers={"origin": "https://otro.invalid"})
        assert answer.status_code in {403, 405}, name
    cast.case.refresh_from_db()
    assert cast.case.priority == 0


def test_the_source_is_offered_to_everybody_without_the_folder_of_secrets(db: None, client: Client) -> None:
    import io
    import tarfile

    answer = client.get("/codigo-fuente/")
    with tarfile.open(fileobj=io.BytesIO(answer.content)) as archive:
        names = archive.getnames()
    assert any(n.endswith("/review/urls.py") for n in names)
    assert not any("/var" in n or ".sqlite" in n or "secret_key" in n or ".git/" in n for n in names)


def test_health_answers_without_sign_in(db: None, client: Client) -> None:
    assert client.get("/salud/viva/").json() == {"live": True}
    assert client.get("/salud/lista/").json()["ready"] is True
