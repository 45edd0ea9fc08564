"""Policies: latest versions, rules in force, what changed."""

from __future__ import annotations

from django.test import Client

from review.models import PolicyVersion
from tests.cast import Cast, a_policy
from tests.review.asked import Asked


def test_everybody_signed_in_reads_them_and_nobody_writes(cast: Cast) -> None:
    for path in ("/plantillas/", "/plantillas/pruebas/1/"):
        assert Asked(path).by(cast.carla).status_code == 200
        assert Asked(path, "post").by(cast.diego).status_code == 405
    assert Asked("/plantillas/pruebas/9/").by(cast.alba).status_code == 404


def test_the_list_shows_the_latest_version_with_its_use(cast: Cast, client: Client) -> None:
    a_policy(number=2)
    client.force_login(cast.alba)
    page = client.get("/plantillas/").content.decode()
    assert "pruebas@2" in page and "pruebas@1" not in page


def test_a_comparison_marks_what_changed_and_only_that(cast: Cast, client: Client) -> None:
    newer = a_policy(number=2)
    body = newer.body | {"rules": {"DATE": newer.body["default"] | {"threshold": 0.8, "action": "generalise"}}}
    PolicyVersion.objects.filter(pk=newer.pk).update(body=body)
    client.force_login(cast.alba)
    page = client.get("/plantillas/pruebas/2/?comparar=1").content.decode()
    assert page.count("antes:") == 2 and "antes: 0,50" in page and "antes: Sustituir por etiqueta" in page
    assert "antes:" not in client.get("/plantillas/pruebas/2/?comparar=7").content.decode()
