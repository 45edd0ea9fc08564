"""Signing in and out, locking, preferences, and that third-party files are the ones we chose."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from review.models import AuditEvent, User
from tests.cast import PASSWORD, Cast


def sign_in(client: Client, password: str = PASSWORD, **more: str) -> object:
    """Send the sign-in form."""
    return client.post("/entrar/", {"username": "alba", "password": password, **more}, REMOTE_ADDR="10.0.0.1")


def test_signing_in_and_out_leave_their_entries(cast: Cast, client: Client) -> None:
    answer = sign_in(client)
    assert answer.status_code == 302 and answer["Location"] == "/expedientes/"  # type: ignore[attr-defined]
    assert client.get("/salir/").status_code == 405
    assert client.post("/salir/").status_code == 302
    assert list(AuditEvent.objects.values_list("kind", flat=True)) == ["login", "logout"]
    assert client.get("/expedientes/").status_code == 302


def test_a_failed_entry_says_nothing_of_which_part_failed(cast: Cast, client: Client) -> None:
    answer = sign_in(client, "mal")
    assert answer.status_code == 422  # type: ignore[attr-defined]
    assert "El usuario o la contraseña no son correctos" in answer.content.decode()  # type: ignore[attr-defined]
    event = AuditEvent.objects.get(kind="login-failed")
    assert event.actor is None and "alba" not in str(event.data)


def test_too_many_failures_lock_even_the_right_password(cast: Cast, client: Client) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, "mal")
    locked = sign_in(client)
    assert locked.status_code == 429 and "Entrada bloqueada" in locked.content.decode()  # type: ignore[attr-defined]


def test_it_never_sends_one_elsewhere(cast: Cast, client: Client) -> None:
    for following in ("https://mal.invalid/", "//mal.invalid/", "javascript:alert(1)"):
        answer = sign_in(client, next=following)
        assert answer["Location"] == "/expedientes/"  # type: ignore[index]
        client.post("/salir/")


def test_a_partial_that_meets_the_sign_in_reloads_the_page(db: None, client: Client) -> None:
    answer = client.get("/entrar/", headers={"HX-Request": "true"})
    assert answer.status_code == 204 and answer["HX-Refresh"] == "true"


def test_preferences_are_kept_and_used(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    answer = client.post("/cuenta/", {"language": "en", "theme": "dark"}, follow=True)
    page = answer.content.decode()
    assert 'lang="en"' in page and 'data-theme="dark"' in page
    assert User.objects.get(pk=cast.alba.pk).theme == "dark"
    assert client.post("/cuenta/", {"language": "xx", "theme": "rosa"}).status_code == 422
    assert client.delete("/cuenta/").status_code == 405


def test_changing_the_password_asks_for_the_old_one_and_leaves_an_entry(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    new = "otra clave bien larga 77"
    wrong = {"old_password": "no", "new_password1": new, "new_password2": new}
    assert client.post("/cuenta/clave/", wrong).status_code == 200
    assert client.post("/cuenta/clave/", wrong | {"old_password": PASSWORD}).status_code == 302
    assert AuditEvent.objects.filter(kind="password-changed").count() == 1


def test_third_party_files_are_the_ones_written_down() -> None:
    folder = Path(settings.BASE, "static", "vendor")
    table = re.findall(r"^\| (\S+) \|.*\| ([0-9a-f]{64}) \|$", (folder / "README.md").read_text(), flags=re.M)
    assert len(table) >= 4
    for name, digest in table:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    axe = Path(settings.BASE, "tests", "browser", "vendor", "axe.min.js").read_bytes()
    assert hashlib.sha256(axe).hexdigest() in (folder / "README.md").read_text()


@pytest.mark.parametrize("name", ["inter.woff2", "source-serif.woff2", "source-serif-italic.woff2"])
def test_fonts_are_served_by_us_and_small(name: str) -> None:
    assert Path(settings.BASE, "static", "fonts", name).stat().st_size < 100_000
