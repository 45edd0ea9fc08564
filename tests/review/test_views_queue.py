"""The queue page: its own units only, filters, order, paging, the first step explained."""

from __future__ import annotations

import pytest
from django.test import Client

from review.models import CaseFile, SourceFile
from review.states import CaseState, FileState
from tests.cast import Cast
from tests.review.asked import Asked


def body(client: Client, query: str = "") -> str:
    """Return the page's text."""
    answer = client.get(f"/expedientes/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def alba(cast: Cast, client: Client) -> Client:
    """A client signed in as Alba."""
    client.force_login(cast.alba)
    return client


def another(cast: Cast, title: str, **more: object) -> CaseFile:
    """Store one more expediente of the unit."""
    return CaseFile.objects.create(unit=cast.unit, title=title, policy=cast.policy, created_by=cast.alba, **more)


def test_everybody_of_the_unit_sees_it_and_nobody_else(cast: Cast) -> None:
    queue = Asked("/expedientes/")
    for user in (cast.alba, cast.bruno, cast.diego):
        assert cast.case.title in queue.by(user).content.decode()
    assert cast.case.title not in queue.by(cast.carla).content.decode()
    assert Asked("/expedientes/", "post").by(cast.alba).status_code == 405


def test_an_empty_queue_explains_the_first_step(cast: Cast, client: Client) -> None:
    client.force_login(cast.carla)
    assert "Empiece por un expediente" in body(client)
    client.force_login(cast.diego)
    CaseFile.objects.all().delete()
    assert "No hay expedientes a su alcance" in body(client)


def test_filters_narrow_and_combine(cast: Cast, alba: Client) -> None:
    other = another(cast, "Licencias de obra", state=CaseState.TO_APPROVE, assigned_to=cast.alba)
    SourceFile.objects.create(case=other, name="plano.pdf", size=1, digest="a", original="x", uploaded_by=cast.alba)
    for asked, shown, hidden in (
        ({"q": "licencias"}, other, cast.case),
        ({"q": "PLANO"}, other, cast.case),
        ({"q": "lícencias  DE obra"}, other, cast.case),
        ({"q": "COMEDOR"}, cast.case, other),
        ({"estado": "to_approve"}, other, cast.case),
        ({"quien": "mine"}, other, cast.case),
        ({"quien": "nobody"}, cast.case, other),
        ({"estado": "in_review", "q": "becas"}, cast.case, other),
    ):
        answer = alba.post("/expedientes/buscar/", asked, follow=True)
        page = answer.content.decode()
        assert str(shown.key) in page and str(hidden.key) not in page, asked


def test_a_searched_text_stays_out_of_the_address_and_goes_with_the_filters(cast: Cast, alba: Client) -> None:
    another(cast, "Licencias de obra")
    answer = alba.post("/expedientes/buscar/", {"q": "Fernández", "orden": "title"})
    assert answer.headers["Location"] == "/expedientes/?orden=title"
    assert "Fernández" in body(alba) and cast.case.title not in body(alba)
    answer = alba.post("/expedientes/buscar/", {"q": "Fernández", "orden": "title", "quitar": "1"})
    assert answer.headers["Location"] == "/expedientes/"
    assert cast.case.title in body(alba)
    assert alba.get("/expedientes/buscar/").status_code == 405


@pytest.mark.parametrize("query", ["?estado=nada", "?orden=' or 1=1", "?pagina=abc", "?pagina=99999", "?quien=%00"])
def test_a_malformed_filter_counts_as_not_asked(alba: Client, cast: Cast, query: str) -> None:
    assert cast.case.title in body(alba, query)


def test_a_long_queue_is_paged_and_sorted_by_priority(cast: Cast, alba: Client) -> None:
    for n in range(30):
        another(cast, f"Caso {n:02d}", priority=n % 3)
    page = body(alba)
    assert "1 a 25 de 31" in page and "Becas de comedor" not in page
    assert page.index("Urgente") < page.index("Alta")
    assert "26 a 31 de 31" in body(alba, "?pagina=2")


def test_waiting_and_failed_files_are_counted(cast: Cast, alba: Client) -> None:
    for n, state in enumerate((FileState.UPLOADED, FileState.ANALYSING, FileState.FAILED)):
        SourceFile.objects.create(
            case=cast.case, name="a.txt", size=1, digest=str(n), original="x", uploaded_by=cast.alba, state=state
        )
    page = body(alba)
    assert "Analizando 2" in page and "1 con error" in page


def test_the_page_costs_the_same_for_many_as_for_few(cast: Cast, alba: Client, django_assert_max_num_queries) -> None:  # type: ignore[no-untyped-def]
    for n in range(24):
        another(cast, f"Caso {n}")
    with django_assert_max_num_queries(14):
        body(alba)
