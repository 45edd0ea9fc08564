"""Administration handles people and leaves its entries; it opens no document."""

from __future__ import annotations

from django.contrib import admin
from django.test import Client

from review.models import AuditEvent, Membership, Role, Unit, User
from tests.cast import Cast


def test_only_people_and_units_are_administered() -> None:
    assert set(admin.site._registry) == {User, Unit}


def test_there_is_one_way_in_and_out_and_it_leaves_its_entries(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("jefa", password="una clave muy larga 7")
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/entrar/?next=/admin/"
    sent = {"username": "jefa", "password": "una clave muy larga 7", "next": "/admin/"}
    assert client.post("/entrar/", sent, REMOTE_ADDR="10.0.0.9")["Location"] == "/admin/"
    assert client.get("/admin/password_change/")["Location"] == "/cuenta/clave/"
    assert client.post("/admin/logout/").status_code == 302
    assert list(AuditEvent.objects.values_list("kind", "actor")) == [("login", boss.pk), ("logout", boss.pk)]
    client.force_login(cast.alba)
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_password_set_for_somebody_is_recorded(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("jefa", password="una clave muy larga 7")
    client.force_login(boss)
    new = "otra clave bien larga 77"
    sent = {"password1": new, "password2": new, "usable_password": "true"}
    assert client.post(f"/admin/review/user/{cast.alba.pk}/password/", sent).status_code == 302
    event = AuditEvent.objects.get(kind="user-changed")
    assert event.actor == boss and event.object_ref == str(cast.alba.pk)


def test_a_change_of_roles_is_saved_and_recorded(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("jefa", password="una clave muy larga 7")
    client.force_login(boss)
    page = client.get(f"/admin/review/user/{cast.alba.pk}/change/")
    assert page.status_code == 200
    answer = client.post(
        f"/admin/review/user/{cast.alba.pk}/change/",
        {
            "username": "alba", "first_name": "Alba", "last_name": "", "email": "", "is_active": "on", "language": "es",
            "theme": "auto", "memberships-TOTAL_FORMS": "1", "memberships-INITIAL_FORMS": "0",
            "memberships-0-unit": str(cast.elsewhere.pk), "memberships-0-role": Role.DPO, "memberships-0-user": cast.alba.pk,
        },
    )  # fmt: skip
    assert answer.status_code == 302
    assert Membership.objects.filter(user=cast.alba, unit=cast.elsewhere, role=Role.DPO).exists()
    event = AuditEvent.objects.get(kind="user-changed")
    assert event.actor == boss and f"dpo:{cast.elsewhere.pk}" in event.data["roles"]


def test_accounts_are_made_inactive_never_deleted(cast: Cast, client: Client) -> None:
    client.force_login(User.objects.create_superuser("jefa", password="una clave muy larga 7"))
    assert client.post(f"/admin/review/user/{cast.alba.pk}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=cast.alba.pk).exists()


def test_an_administrator_reads_no_expediente(cast: Cast, client: Client) -> None:
    client.force_login(User.objects.create_superuser("jefa", password="una clave muy larga 7"))
    assert client.get(f"/expedientes/{cast.case.key}/").status_code == 404


def test_units_leave_their_entries(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("jefa", password="una clave muy larga 7")
    client.force_login(boss)
    assert client.post("/admin/review/unit/add/", {"name": "Padrón"}).status_code == 302
    unit = Unit.objects.get(name="Padrón")
    for name in ("Padrón municipal", "Padrón municipal"):
        assert client.post(f"/admin/review/unit/{unit.pk}/change/", {"name": name}).status_code == 302
    events = AuditEvent.objects.values_list("kind", "actor", "object_kind", "object_ref")
    assert list(events) == [(kind, boss.pk, "unit", str(unit.pk)) for kind in ("unit-created", "unit-renamed")]
    assert "Padrón" not in str(list(AuditEvent.objects.values()))


def test_administration_is_offered_to_those_who_may_and_speaks_the_house_language(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("jefa", password="una clave muy larga 7")
    client.force_login(boss)
    assert 'href="/admin/"' in client.get("/expedientes/").content.decode()
    page = client.get("/admin/", headers={"accept-language": "es"}).content.decode()
    for told in ("Personas y unidades", "Unidades", "Usuarios", "administration.css", "ningún expediente", "Mi cuenta"):
        assert told in page
    assert "recent-actions" not in page and "Units" not in page
    User.objects.filter(pk=cast.alba.pk).update(is_staff=True)  # may enter, and there is nothing for her
    client.force_login(cast.alba)
    assert 'href="/admin/"' not in client.get("/expedientes/").content.decode()


def test_preferences_are_chosen_among_those_there_are(cast: Cast, client: Client) -> None:
    boss = User.objects.create_superuser("boss", password="x")
    client.force_login(boss)
    page = client.get(f"/admin/review/user/{cast.alba.pk}/change/").content.decode()
    assert '<option value="en">' in page and '<option value="dark">Oscuro</option>' in page
    assert "Revisor · " in page and "reviewer:" not in page
