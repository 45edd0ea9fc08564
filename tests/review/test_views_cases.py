"""The page of an expediente and what is set on it."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from review import audit
from review.models import AuditEvent, CaseFile, SourceFile
from review.states import CaseState, FileState
from tests.cast import Cast, a_policy
from tests.review.a_case import a_file
from tests.review.asked import Asked, refuses


def at(cast: Cast, tail: str = "") -> str:
    """Return an address of the cast's expediente."""
    return f"/expedientes/{cast.case.key}/{tail}"


def failed(cast: Cast, code: str, stage: str) -> SourceFile:
    """Store a file that failed."""
    return SourceFile.objects.create(
        case=cast.case, name="<b>Informe</b>.pdf", size=1, digest="d", original="x", uploaded_by=cast.alba,
        state=FileState.FAILED, error_code=code, error_stage=stage,
    )  # fmt: skip


def test_the_page_opens_to_its_unit_only(cast: Cast) -> None:
    page = Asked(at(cast))
    for user in (cast.alba, cast.bruno, cast.diego):
        assert page.by(user).status_code == 200
    refuses(page, cast)
    refuses(Asked(at(cast, "progreso/")), cast)


@pytest.mark.parametrize(
    ("tail", "data"),
    [("asignar/", {"to": ""}), ("prioridad/", {"priority": "1"}), ("plantilla/", {"policy": "1"}), ("repasar/", {})],
)
def test_setting_things_is_for_those_who_write(cast: Cast, tail: str, data: dict[str, str]) -> None:
    address = Asked(at(cast, tail), "post", data)
    refuses(address, cast, wrong_role=cast.diego)


@pytest.mark.parametrize(
    ("code", "stage", "what", "remedy"),
    [
        ("encrypted", "extract", "pide una contraseña", "sin contraseña"),
        ("unsupported", "extract", "no se puede anonimizar", "Conviértalo"),
        ("unsupported-recording", "extract", "grabación de vídeo o de sonido", "transcripción"),
        ("unsupported-archive", "extract", "fichero comprimido", "Descomprímalo"),
        ("unsupported-program", "extract", "Es un programa", "No lo ejecute"),
        ("unsupported-slides", "extract", "presentación", "Expórtela a PDF"),
        ("unsupported-messages", "extract", "programa de correo", "EML"),
        ("unsupported-macros", "extract", "lleva macros", "sin macros"),
        ("unsupported-data", "extract", "bases de datos", "CSV"),
        ("hostile", "extract", "salir de sí mismo", "copia limpia"),
        ("limit", "extract", "supera un límite", "Divídalo"),
        ("poisoned", "recognise", "se ha apartado", "súbalo otra vez"),
        ("never-heard-of", "group", "Ha fallado el programa", "Reintentar"),
    ],
)
def test_a_failed_file_names_stage_and_remedy(cast: Cast, client: Client, code: str, stage: str, what: str, remedy: str) -> None:  # fmt: skip
    failed(cast, code, stage)
    client.force_login(cast.alba)
    page = client.get(at(cast)).content.decode()
    assert what in page and remedy in page
    # The very same bytes would be refused again.
    assert ('id="retry_' in page) == (code in {"limit", "poisoned", "never-heard-of"})
    assert "<b>Informe</b>" not in page and "&lt;b&gt;Informe" in page


def test_the_page_asks_again_while_something_moves_and_then_stops(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    source = failed(cast, "", "")
    SourceFile.objects.filter(pk=source.pk).update(state=FileState.ANALYSING, stage="recognise", done=3, total=8)
    moving = client.get(at(cast, "progreso/"), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in moving and "Búsqueda de datos" in moving and 'value="3" max="8"' in moving
    SourceFile.objects.filter(pk=source.pk).update(state=FileState.FAILED)
    assert "every 1s" not in client.get(at(cast, "progreso/"), headers={"HX-Request": "true"}).content.decode()


def test_the_first_load_and_the_swap_show_the_same_files(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, "Doña [PERSON#1 Ana Ávila] firma.")
    client.force_login(cast.alba)

    def rows(text: str) -> str:
        return text[text.index('<section class="panel" id="case_files"') : text.index("</section>")]

    strip = lambda text: __import__("re").sub(r'value="\w{64}"', "", text)  # noqa: E731  (tokens differ by request)
    assert strip(rows(client.get(at(cast)).content.decode())) == strip(
        rows(client.get(at(cast, "progreso/")).content.decode())
    )


def test_people_and_doubts_are_summed_up(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, "Doña [PERSON#1 Ana Ávila] y [PERSON#2? Efrén Olmo]. [PERSON#1 Ana Ávila].")
    client.force_login(cast.alba)
    page = client.get(at(cast)).content.decode()
    assert "Ana Ávila" in page and "PER_1" in page and "0 de 2 decididas" in page and "1 duda" in page


def test_assigning_setting_priority_and_policy_leave_their_entries(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    other = a_policy("otra")
    client.post(at(cast, "asignar/"), {"to": cast.bruno.pk})
    client.post(at(cast, "prioridad/"), {"priority": "2"})
    client.post(at(cast, "plantilla/"), {"policy": other.pk})
    cast.case.refresh_from_db()
    assert (cast.case.assigned_to, cast.case.priority, cast.case.policy) == (cast.bruno, 2, other)
    kinds = set(AuditEvent.objects.values_list("kind", flat=True))
    assert {"case-assigned", "case-priority", "case-policy"} <= kinds


@pytest.mark.parametrize(
    ("tail", "data"), [("asignar/", {"to": "carla"}), ("prioridad/", {"priority": "9"}), ("plantilla/", {})]
)
def test_nonsense_is_a_400_and_changes_nothing(cast: Cast, client: Client, tail: str, data: dict[str, str]) -> None:
    client.force_login(cast.alba)
    if "to" in data:
        data = {"to": str(cast.carla.pk)}
    assert client.post(at(cast, tail), data).status_code == 400
    cast.case.refresh_from_db()
    assert (cast.case.assigned_to, cast.case.priority) == (None, 0)


def test_a_closed_expediente_says_so_with_409(cast: Cast, client: Client) -> None:
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.APPROVED)
    client.force_login(cast.alba)
    page = client.post(at(cast, "plantilla/"), {"policy": cast.policy.pk})
    assert page.status_code == 409 and "Aprobado" in page.content.decode()
    line = client.post(at(cast, "plantilla/"), {"policy": cast.policy.pk}, headers={"HX-Request": "true"})
    assert line.status_code == 409 and line["Content-Type"].startswith("text/plain")


def test_the_latest_deeds_name_their_file_where_it_still_stands(cast: Cast, client: Client) -> None:
    kept, gone = (a_file(cast.case, cast.alba, "Nada.", name) for name in ("acta <1>.txt", "otra.txt"))
    for source in (kept, gone):
        audit.record("file-analysed", case=cast.case, obj=source, engine="1", detections=0)
    gone.delete()
    assert AuditEvent.objects.filter(kind="file-analysed").count() == 2
    client.force_login(cast.alba)
    side = client.get(at(cast)).content.decode().split('id="act_h"')[1]
    assert side.count("Fichero analizado") == 2
    assert side.count('<span class="what break">') == 1 and "acta &lt;1&gt;.txt" in side
    assert "acta" not in json.dumps(list(AuditEvent.objects.values_list("data", flat=True)))
