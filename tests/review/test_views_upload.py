"""Opening expedientes and receiving files: rights, duplicates, hostile names, hostile contents."""

from __future__ import annotations

import stat
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from review import storage
from review.models import AuditEvent, CaseFile, SourceFile
from review.states import CaseState, FileState
from review.views.sending import shown_name
from tests.cast import Cast
from tests.review.asked import Asked, refuses


def a_txt(name: str = "solicitud.txt", data: bytes = b"Dona Ana Avila.") -> SimpleUploadedFile:
    """Make an upload."""
    return SimpleUploadedFile(name, data)


def at(cast: Cast) -> str:
    """Return the address that receives files."""
    return f"/expedientes/{cast.case.key}/ficheros/"


@pytest.fixture
def alba(cast: Cast, client: Client) -> Client:
    """A client signed in as Alba."""
    client.force_login(cast.alba)
    return client


def test_opening_an_expediente_with_its_files(cast: Cast, alba: Client) -> None:
    given = {"title": "Nuevo", "unit": cast.unit.pk, "policy": cast.policy.pk, "files": [a_txt(), a_txt("b.txt", b"x")]}
    answer = alba.post("/expedientes/nuevo/", given)
    case = CaseFile.objects.get(title="Nuevo")
    assert answer.status_code == 302 and answer["Location"] == f"/expedientes/{case.key}/"
    assert case.files.count() == 2 and case.created_by == cast.alba


def test_opening_one_in_another_unit_or_without_a_policy_is_refused(cast: Cast, alba: Client) -> None:
    elsewhere = {"title": "Ajeno", "unit": cast.elsewhere.pk, "policy": cast.policy.pk}
    assert alba.post("/expedientes/nuevo/", elsewhere).status_code == 422
    assert alba.post("/expedientes/nuevo/", {"title": "Sin", "unit": cast.unit.pk}).status_code == 422
    assert not CaseFile.objects.filter(title__in=["Ajeno", "Sin"]).exists()


def test_only_those_who_write_open_and_upload(cast: Cast) -> None:
    assert Asked("/expedientes/nuevo/").by(cast.diego).status_code == 403
    refuses(Asked(at(cast), "post", {"files": a_txt()}), cast, wrong_role=cast.diego)
    assert Asked(at(cast), "post", {"files": a_txt()}).by(cast.bruno).status_code == 302


def test_the_same_bytes_are_said_to_be_there(cast: Cast, alba: Client) -> None:
    alba.post(at(cast), {"files": [a_txt()]})
    answer = alba.post(at(cast), {"files": [a_txt("otro nombre.txt")]})
    page = answer.content.decode()
    assert answer.status_code == 200 and "Ya estaban en el expediente" in page and "otro nombre.txt" in page
    assert cast.case.files.count() == 1


def test_a_refused_file_is_named_with_its_remedy_and_the_others_go_in(cast: Cast, alba: Client, settings) -> None:  # type: ignore[no-untyped-def]
    settings.UPLOAD_LIMIT = 20
    page = alba.post(
        at(cast), {"files": [a_txt("vacio.txt", b""), a_txt("grande.txt", b"x" * 21), a_txt()]}
    ).content.decode()
    assert "El fichero está vacío." in page and "supera el tamaño permitido" in page
    assert [f.name for f in cast.case.files.all()] == ["solicitud.txt"]


HOSTILE = [
    b"../../..\\fuera/recurso \xc3\x91\xc3\xadguez.docx",
    b"%2e%2e%2f%2e%2e%2fetc%2fpasswd.docx",
    b"a" * 300 + b".docx",
    b"",
    b"..",
    b".",
    b"/etc/passwd",
    b"C:\\\\Windows\\\\system32\\\\x.docx",
    b"nul\x00byte.docx",
    b"derecha\xe2\x80\xaeizquierda.docx",
    b"<script>alert(1)</script>.docx",
    b"\xff\xfe\xfd.docx",
    b"linea\\r\\nSet-Cookie: x.docx",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_never_climb_and_never_break(cast: Cast, alba: Client, name: bytes) -> None:
    """Procedure P01: stored under a random name inside the folder, or refused with a 400."""
    limit = b"limite"
    body = (
        b"--" + limit + b'\r\nContent-Disposition: form-data; name="files"; filename="' + name.replace(b'"', b"")
        + b'"\r\nContent-Type: application/octet-stream\r\n\r\nPK bytes\r\n--' + limit + b"--\r\n"
    )  # fmt: skip
    answer = alba.post(at(cast), body, content_type="multipart/form-data; boundary=limite", follow=True)
    assert answer.status_code in {200, 400}
    root = Path(default_storage.location)  # type: ignore[attr-defined]
    kept = [p for p in root.rglob("*") if p.is_file()]
    assert all(len(p.name) == 32 and p.name.isalnum() for p in kept)
    for source in SourceFile.objects.all():
        assert "/" not in source.name and "\\" not in source.name and 0 < len(source.name) <= 255
        assert source.name.isprintable()
        download = alba.get(f"/ficheros/{source.key}/original/")
        assert download.status_code == 200 and "\n" not in download["Content-Disposition"]
    assert "<script>alert" not in alba.get(f"/expedientes/{cast.case.key}/").content.decode()


@pytest.mark.parametrize("name", ["pagina.html", "dibujo.svg", "pagina.txt", "pagina.csv", "pagina.xhtml"])
def test_an_original_is_always_an_attachment(cast: Cast, alba: Client, name: str) -> None:
    """Procedure P03: whatever it holds and however it's called, nothing runs in our origin."""
    alba.post(at(cast), {"files": [a_txt(name, b"<script>alert(document.domain)</script>")]})
    answer = alba.get(f"/ficheros/{cast.case.files.get().key}/original/")
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer["Content-Type"] == "application/octet-stream"
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["Cache-Control"] == "private, no-store"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_reading_an_original_leaves_its_entry_and_is_for_the_unit(cast: Cast, alba: Client) -> None:
    alba.post(at(cast), {"files": [a_txt()]})
    address = Asked(f"/ficheros/{cast.case.files.get().key}/original/")
    assert address.by(cast.bruno).status_code == 200
    assert AuditEvent.objects.filter(kind="original-read", actor=cast.bruno, case_ref=cast.case.pk).count() == 1
    refuses(address, cast)


def test_retrying_and_removing(cast: Cast, alba: Client) -> None:
    alba.post(at(cast), {"files": [a_txt()]})
    source = cast.case.files.get()
    SourceFile.objects.filter(pk=source.pk).update(state=FileState.FAILED, error_code="fault")
    for tail in ("reintentar", "retirar"):
        refuses(Asked(f"/ficheros/{source.key}/{tail}/", "post"), cast, wrong_role=cast.diego)
    swapped = alba.post(f"/ficheros/{source.key}/reintentar/", headers={"HX-Request": "true"})
    source.refresh_from_db()
    assert source.state == FileState.UPLOADED and 'id="case_files"' in swapped.content.decode()
    assert alba.post(f"/ficheros/{source.key}/retirar/").status_code == 302
    assert not cast.case.files.filter(removed=False).exists()
    assert alba.get(f"/ficheros/{source.key}/original/").status_code == 404


def test_nothing_goes_into_a_closed_expediente(cast: Cast, alba: Client) -> None:
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.TO_APPROVE)
    assert alba.post(at(cast), {"files": [a_txt()]}).status_code == 409
    assert not cast.case.files.exists()


@pytest.mark.parametrize(
    ("name", "shown"),
    [("../../x.txt", "x.txt"), ("a\r\nb.txt", "a_b.txt"), ("", "fichero"), ("...", "fichero"), ("ñandú.docx", "ñandú.docx"),
     ("x" * 400 + ".pdf", "x" * 196 + ".pdf"), ('"a";b.txt', "a_;b.txt")],
)  # fmt: skip
def test_names_to_save_under(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def test_no_page_of_settings_lets_uploads_lie_in_public() -> None:
    assert not str(settings.PRIVATE_FILES).startswith(str(settings.STATIC_ROOT))


class Unread(BytesIO):
    """A body that must not be read."""

    def read(self, *_: object) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}])
def test_a_request_over_the_limit_is_refused_before_it_is_read(
    cast: Cast, alba: Client, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    monkeypatch.setattr(settings, "REQUEST_LIMIT", 3 * 1024 * 1024)
    sent = {"CONTENT_TYPE": "multipart/form-data; boundary=x", "wsgi.input": Unread(), **headers}
    answer = alba.post(at(cast), CONTENT_LENGTH=str(3 * 1024 * 1024 + 1), **sent)
    assert answer.status_code == 413 and "más de 3 MB" in answer.content.decode()
    assert ("<html" in answer.content.decode()) is not bool(headers)
    assert not SourceFile.objects.exists()


def test_a_length_that_is_no_number_or_missing_is_no_body(cast: Cast, alba: Client) -> None:
    for length in ("", "muchos"):
        assert alba.get("/expedientes/", CONTENT_LENGTH=length).status_code == 200


def test_many_files_under_the_limit_of_each_are_refused_together(
    cast: Cast, alba: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REQUEST_LIMIT", 4096)
    files = [a_txt(f"{n}.txt", bytes([65 + n]) * 1024) for n in range(5)]
    assert alba.post(at(cast), {"files": files}).status_code == 413
    assert alba.post(at(cast), {"files": [a_txt("0.txt", b"A" * 1024)]}).status_code == 302
    assert SourceFile.objects.count() == 1


def test_the_page_knows_the_limit_of_an_upload(cast: Cast, alba: Client) -> None:
    page = alba.get(f"/expedientes/{cast.case.key}/").content.decode()
    assert f'data-limit="{settings.REQUEST_LIMIT}"' in page and "más de 1024 MB" in page


def test_uploads_on_their_way_lie_in_the_data_folder_closed_to_others(
    cast: Cast, alba: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    assert folder == settings.DATA / "uploads" and stat.S_IMODE(folder.stat().st_mode) == 0o700
    seen: list[str] = []
    real = storage.keep

    def watching(where: str, upload: Any) -> str:
        seen.append(upload.temporary_file_path())
        return real(where, upload)

    monkeypatch.setattr(storage, "keep", watching)
    monkeypatch.setattr(settings, "FILE_UPLOAD_MAX_MEMORY_SIZE", 10)
    alba.post(at(cast), {"files": [a_txt(data=b"Un texto de mas de diez bytes.")]})
    assert [Path(path).parent for path in seen] == [folder] and not Path(seen[0]).exists()
