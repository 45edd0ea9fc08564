"""Approval, release, report and download."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from review import storage
from review.models import Act, AuditEvent, CaseFile, Detection, LeakPlace, Release, ReleasedFile
from review.queries import release as queries
from review.queries.release import Piece, pieces
from review.states import CaseState
from tests.cast import Cast
from tests.review.a_case import a_file
from tests.review.asked import Asked, refuses

MARKED = "Doña [PERSON#1 Ana Ávila], DNI [NIF#2 99001122K]. Conforme al [=CITATION Decreto 45/2019]."
ENTRY = {
    "id": "d1", "tag": "PER_1", "label": "PERSON", "layer": "ner", "recogniser": "names", "trigger": "treatment:dona",
    "score": 0.97312, "validated": None, "adjustments": [{"by": "context:dona", "delta": 0.35}], "competing": [],
    "action": "tag", "output": "[PER_1]", "reason": "threshold", "decided_by": "Bruno", "decided_at": "2026-11-30T09:00",
    "place": {"kind": "paragraph", "paragraph": 12, "page": 3},
}  # fmt: skip


def at(cast: Cast, tail: str) -> str:
    """Return an address of the cast's expediente."""
    return f"/expedientes/{cast.case.key}/{tail}/"


def put(cast: Cast, state: CaseState, **more: object) -> None:
    """Put the expediente in a state."""
    CaseFile.objects.filter(pk=cast.case.pk).update(state=state, **more)


@pytest.fixture
def released(cast: Cast) -> ReleasedFile:
    """A released file with its report, of an expediente with one analysed file."""
    source = a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState.RELEASED)
    report = {
        "file": "documento.txt", "made_at": "2026-03-02T10:00:00+00:00", "source": {"sha256": "b"},
        "output": {"sha256": "a"}, "engine": {"version": "0.1.0", "model": "m", "policy": "pruebas@1"},
        "certificate": {"values_sought": 2, "leaks": 0}, "totals": {"replacements": 1, "protected": 0, "by_label": {"PERSON": 1}},
        "replacements": [ENTRY], "notes": [], "reversible": False,
    }  # fmt: skip
    release = Release.objects.create(
        case=cast.case, number=1, policy="pruebas@1", requested_by=cast.bruno, approved_by=cast.bruno
    )
    return ReleasedFile.objects.create(
        release=release, source=source, name='documento "uno".txt', result=storage.keep("results", b"[PER_1]"),
        report_json=storage.keep("reports", json.dumps(report).encode()),
        report_html=storage.keep("reports", b"<!doctype html><script>alert(1)</script>"), digest="a" * 64,
        source_digest="b" * 64, replaced=1, sought=2, notes=["images-blanked:3"],
    )  # fmt: skip


def test_what_will_leave_is_shown_before_and_after(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    client.force_login(cast.alba)
    page = client.get(at(cast, "aprobacion")).content.decode()
    assert "<del>Ana Ávila</del>" in page and "<ins>[PER_1]</ins>" in page and "2 sustituciones" in page
    assert "<del>Decreto" not in page and "Decreto 45/2019" in page


def test_pages_open_to_the_unit_only(cast: Cast) -> None:
    for tail in ("aprobacion", "publicaciones"):
        assert Asked(at(cast, tail)).by(cast.diego).status_code == 200
        refuses(Asked(at(cast, tail)), cast)


@pytest.mark.parametrize(("tail", "state", "wrong"), [("enviar", "in_review", "diego"), ("aprobar", "to_approve", "alba"),
                         ("generar", "approved", "alba"), ("devolver", "approved", "diego")])  # fmt: skip
def test_acts_are_for_their_role(cast: Cast, tail: str, state: str, wrong: str) -> None:
    a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState(state), submitted_by=cast.alba)
    refuses(Asked(at(cast, tail), "post"), cast, wrong_role=getattr(cast, wrong))
    cast.case.refresh_from_db()
    assert cast.case.state == state


def test_sending_is_refused_with_every_reason_while_a_doubt_is_open(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, "Viene [PERSON#1? Efrén Olmo].")
    client.force_login(cast.alba)
    answer = client.post(at(cast, "enviar"))
    assert answer.status_code == 409 and "Dudas sin decidir" in answer.content.decode()
    Detection.objects.update(decided=True)
    # Nobody has decided on the person as a whole: sending is asked again, with the number on the page.
    answer = client.post(at(cast, "enviar"))
    assert answer.status_code == 409 and "1 persona o dato sin decidir" in answer.content.decode()
    assert client.post(at(cast, "enviar"), {"accepted": 2}).status_code == 409
    assert client.post(at(cast, "enviar"), {"accepted": "x"}).status_code == 400
    assert client.post(at(cast, "enviar"), {"accepted": 1}).status_code == 302
    assert "1 persona o dato sale como propone el programa" in client.get(at(cast, "aprobacion")).content.decode()
    cast.case.refresh_from_db()
    assert cast.case.state == CaseState.TO_APPROVE and cast.case.submitted_by == cast.alba


def test_four_eyes_then_release(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.bruno)
    client.force_login(cast.bruno)
    before = client.get(at(cast, "aprobacion")).content.decode()
    assert "no puede aprobar quien envió" in before and "/aprobar/" not in before
    assert "cuatro ojos" in client.post(at(cast, "aprobar"), {"revision": 0}).content.decode()
    CaseFile.objects.update(submitted_by=cast.alba)
    assert client.post(at(cast, "aprobar"), {"revision": 0}).status_code == 302
    assert client.post(at(cast, "generar")).status_code == 302
    cast.case.refresh_from_db()
    assert cast.case.state == CaseState.RELEASING and cast.case.approved_by == cast.bruno
    assert 'hx-trigger="every 1s"' in client.get(at(cast, "publicaciones")).content.decode()
    swapped = client.get(at(cast, "publicaciones"), headers={"HX-Request": "true"}).content.decode()
    assert "hx-swap-oob" in swapped and "Generando" in swapped and "<html" not in swapped


def test_the_approver_is_told_before_pressing_that_deciding_bars(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba)
    client.force_login(cast.bruno)
    assert "/aprobar/" in client.get(at(cast, "aprobacion")).content.decode()
    Act.objects.create(case=cast.case, actor=cast.bruno, kind=Act.Kind.DECIDE)
    page = client.get(at(cast, "aprobacion")).content.decode()
    assert "usted ha decidido en este expediente" in page and "/aprobar/" not in page
    assert client.post(at(cast, "aprobar"), {"revision": 0}).status_code == 409


def test_an_approval_counts_for_what_was_on_the_page(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba, revision=7)
    client.force_login(cast.bruno)
    shown = re.search(r'name="revision" value="(\d+)"', client.get(at(cast, "aprobacion")).content.decode())
    assert shown and shown[1] == "7"
    CaseFile.objects.update(revision=8)
    answer = client.post(at(cast, "aprobar"), {"revision": shown[1]})
    page = answer.content.decode()
    assert answer.status_code == 409 and "ha cambiado desde que abrió" in page and 'value="8"' in page
    assert client.post(at(cast, "aprobar")).status_code == 400
    assert client.post(at(cast, "aprobar"), {"revision": 8}).status_code == 302


def test_a_denied_release_names_every_place_with_its_mention(cast: Cast, client: Client) -> None:
    source = a_file(cast.case, cast.alba, "Primera.\nDoña [PERSON#1 Ana Ávila].", "<ojo>.txt")
    other = a_file(cast.case, cast.alba, "DNI [NIF#2 99001122K].", "anexo.txt")
    put(cast, CaseState.FAILED, error_code="leak", error_stage="verify")
    mine, theirs = source.detections.get(), other.detections.get()
    for where, how, mention in (("page 3", "text under an image", mine), ("word/header2.xml", "found", theirs),
                                ("message part 2: line 4", "", mine), ("file", "earlier revision", None)):  # fmt: skip
        label = mention.label if mention else ""
        LeakPlace.objects.create(case=cast.case, source=source, mention=mention, where=where, how=how, label=label)
    client.force_login(cast.alba)
    for address in (f"/expedientes/{cast.case.key}/", at(cast, "publicaciones")):
        page = client.get(address).content.decode()
        for words in ("Dónde", "&lt;ojo&gt;.txt", "página 3", "bajo una imagen", "un encabezado", "PER_1",
                      "parte 2 del mensaje › línea 4", "queda dentro una versión anterior", "(línea 2)", "otro fichero",
                      f"fichero={source.key}&amp;mencion={mine.pk}", f"fichero={other.key}&amp;mencion={theirs.pk}"):  # fmt: skip
            assert words in page, words
        assert "Ana Ávila</a>" not in page and "99001122K" not in page
    put(cast, CaseState.IN_REVIEW, error_code="", error_stage="")
    assert "página 3" in client.get(f"/expedientes/{cast.case.key}/").content.decode()
    other.removed = True
    other.save()
    assert f"mencion={theirs.pk}" not in client.get(f"/expedientes/{cast.case.key}/").content.decode()


def test_a_place_that_nothing_had_found_leads_to_its_stretch(cast: Cast, client: Client) -> None:
    source = a_file(cast.case, cast.alba, "Primera.\nDoña [PERSON#1 Ana Ávila] y Leo Gil.", "acta.txt")
    put(cast, CaseState.FAILED, error_code="leak", error_stage="verify")
    row = LeakPlace.objects.create(
        case=cast.case, source=source, where="paragraph 2", how="reanalysis", label="PERSON", start=27, end=34
    )
    client.force_login(cast.alba)
    address = f"/expedientes/{cast.case.key}/"
    page = client.get(address).content.decode()
    assert f'fichero={source.key}&amp;lugar=27-34"' in page and "(línea 2)" in page and "Leo Gil" not in page
    LeakPlace.objects.filter(pk=row.pk).update(start=None, end=None)
    assert "lugar=" not in client.get(address).content.decode()


def test_sending_back_shows_why(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    put(cast, CaseState.TO_APPROVE, submitted_by=cast.alba)
    client.force_login(cast.bruno)
    client.post(at(cast, "devolver"), {"reason": "Falta <tapar> el anexo"})
    page = client.get(f"/expedientes/{cast.case.key}/").content.decode()
    assert "Falta &lt;tapar&gt; el anexo" in page and "En revisión" in page


def test_a_recall_asks_why_and_every_form_of_the_report_says_so(
    cast: Cast, client: Client, released: ReleasedFile
) -> None:
    client.force_login(cast.alba)
    page = client.get(at(cast, "publicaciones")).content.decode()
    assert 'aria-describedby="back_help" required></textarea>' in page and "Por qué se retira" in page
    refused = client.post(at(cast, "devolver"), {"reason": " "})
    assert refused.status_code == 409 and "Escriba el motivo" in refused.content.decode()
    assert Release.objects.get().recalled_at is None
    lines = "\r\n".join(["Sobraba un anexo."] + ["x" * 28] * 9 + ["y" * 21])  # 300 for the browser, 310 as sent
    assert client.post(at(cast, "devolver"), {"reason": lines}).status_code == 302
    assert Release.objects.get().recalled_for == lines.replace("\r\n", " ")
    for form in ("report", "report_html", "report_json"):
        page = client.get(reverse(form, args=[released.key])).content.decode()
        assert "Sobraba un anexo." in page
    assert json.loads(page)["recalled"]["by"] == "Alba"


def test_a_refused_release_names_the_stage_and_the_remedy(cast: Cast, client: Client) -> None:
    put(cast, CaseState.FAILED, error_code="leak", error_stage="verify")
    client.force_login(cast.alba)
    page = client.get(at(cast, "publicaciones")).content.decode()
    assert "Comprobación del resultado" in page and "No se ha liberado nada" in page and "Devolver a revisión" in page


def test_the_release_page_shows_certificate_and_notes(cast: Cast, client: Client, released: ReleasedFile) -> None:
    client.force_login(cast.diego)
    page = client.get(at(cast, "publicaciones")).content.decode()
    assert "2 valores buscados, 0 fugas" in page and "a" * 64 in page and "Imágenes vaciadas" in page and ": 3" in page


def test_the_report_gives_the_four_answers_exactly(cast: Cast, client: Client, released: ReleasedFile) -> None:
    client.force_login(cast.alba)
    page = client.get(f"/resultados/{released.key}/informe/").content.decode()
    for answer in (
        "Modelo de lenguaje",
        "Persona",
        "0.9731",
        "un tratamiento delante",
        "+0.35",
        "Bruno",
        "pág. 3",
        "Alcanza el umbral",
    ):
        assert answer in page
    assert "un tratamiento" not in client.get(f"/resultados/{released.key}/informe/?tipologia=NIF").content.decode()
    kept = client.get(f"/resultados/{released.key}/informe.html").content.decode()
    assert "un tratamiento delante" in kept and "treatment:dona" not in kept and "+00:00" not in kept + page


@pytest.mark.parametrize("tail", ["descargar/", "informe.html", "informe.json"])
def test_downloads_are_attachments_recorded_and_of_the_unit(cast: Cast, released: ReleasedFile, tail: str) -> None:
    address = Asked(f"/resultados/{released.key}/{tail}")
    answer = address.by(cast.bruno)
    assert answer.status_code == 200 and answer["Content-Disposition"].startswith("attachment")
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["Cache-Control"] == "private, no-store"
    assert "sandbox" in answer["Content-Security-Policy"]
    kinds = AuditEvent.objects.filter(actor=cast.bruno).values_list("kind", flat=True)
    assert {"result-downloaded", "report-downloaded"} & set(kinds)
    refuses(address, cast)
    refuses(Asked(f"/resultados/{released.key}/informe/"), cast)


def test_an_excerpt_is_cut_at_what_is_replaced() -> None:
    text = "😀 Ana firma y Ana calla"
    cut = list(pieces(text, [(2, 5, "[PER_1]"), (3, 5, "dentro"), (14, 17, "[PER_1]")], 40))
    assert "".join(p.before for p in cut) == text
    assert "".join(p.after for p in cut) == "😀 [PER_1] firma y [PER_1] calla"
    assert [p for p in cut if p.changed] == [Piece("Ana", "[PER_1]", True)] * 2


def test_looking_at_what_will_leave_is_a_reading(cast: Cast, client: Client) -> None:
    a_file(cast.case, cast.alba, MARKED)
    client.force_login(cast.bruno)
    for _ in range(2):
        assert "Ana Ávila" in client.get(at(cast, "aprobacion")).content.decode()
    assert AuditEvent.objects.filter(kind="original-read", actor=cast.bruno, case_ref=cast.case.pk).count() == 1


def test_a_release_made_while_its_page_is_read_is_shown_with_its_state(
    cast: Cast, client: Client, released: ReleasedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cast, CaseState.RELEASING)
    client.force_login(cast.alba)
    read = queries._releases

    def read_and_then_made(case: CaseFile) -> list[Release]:
        rows = read(case)
        put(cast, CaseState.RELEASED)
        return rows

    monkeypatch.setattr(queries, "_releases", read_and_then_made)
    page = client.get(at(cast, "publicaciones"), headers={"hx-request": "true"}).content.decode()
    assert "Generando" not in page and "every 1s" not in page and "Descargar" in page
