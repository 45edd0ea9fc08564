"""Procedures of the hard cases that go through the screens, each under its number: tokens, secrets, queues, leaks."""

from __future__ import annotations

import hashlib
import io
import logging
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pymupdf
import pytest
from django.apps import apps
from django.core import serializers
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from pipeline import engine, recognise, worker
from pipeline.decision import Written
from review import storage
from review.models import CaseFile, Detection, Entity, Membership, ReleasedFile, Role, SourceFile
from review.states import CaseState, FileState
from review.store.orphans import purge
from review.store.work import ReviewStore
from tests.cast import Cast
from tests.fakes import FakeNer
from tests.fuzzing.mutations import packed
from tests.pipeline import made
from tests.review.a_case import a_file

NAME, NUMBER = "Remedios Zarzalejo Quintanal", "99123456N"
LETTER = f"Doña {NAME}, con DNI {NUMBER}, solicita la beca."
CASES = Path(__file__).parents[1] / "cases" / "files"
FILLED = re.compile(r"<(?:\w+:)?(\w+)>")


@pytest.fixture(autouse=True)
def _no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "default_ner", FakeNer)


def a_pdf(text: str = LETTER, author: str = "") -> bytes:
    document = pymupdf.open()
    document.new_page().insert_text((50, 80), text, fontsize=10)
    document.set_metadata({"author": author})
    return bytes(document.tobytes())


def upload(client: Client, cast: Cast, name: str, data: bytes) -> SourceFile:
    """Send a file as the page does; return its row."""
    answer = client.post(f"/expedientes/{cast.case.key}/ficheros/", {"files": SimpleUploadedFile(name, data)})
    assert answer.status_code in (200, 302)
    return cast.case.files.latest("pk")


def work() -> int:
    """Do everything that waits, as a worker would; return how many files were taken up."""
    store, done = ReviewStore(), 0
    while waiting := list(
        SourceFile.objects.filter(state=FileState.UPLOADED, removed=False).values_list("pk", flat=True)
    ):
        done += sum(worker.analyse_next(store, file) is not None for file in waiting)
    for case in CaseFile.objects.filter(stale__gt=0).values_list("pk", flat=True):
        worker.go_over_case(store, case)
    return done


def release(cast: Cast) -> CaseFile:
    """Ask for the results of an approved expediente, and make them."""
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.RELEASING, requested_by=cast.bruno)
    worker.release_files(ReviewStore(), cast.case.pk)
    return CaseFile.objects.get(pk=cast.case.pk)


def signed_in(user: object, **options: bool) -> Client:
    client = Client(**options)
    client.force_login(user)  # type: ignore[arg-type]
    return client


# ---- P05: no act without its token, none by GET ----


def patterns(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        elif isinstance(one, URLPattern):
            yield route


def addresses(cast: Cast, source: SourceFile) -> list[str]:
    """Return every address of the application, filled in with what is there."""
    mention, entity = Detection.objects.filter(source=source).first(), Entity.objects.filter(case=cast.case).first()
    assert mention and entity
    found = []
    for route in patterns(get_resolver()):
        if "^" in route or route.startswith(("admin/", "i18n/")):
            continue
        given = {
            "key": source.key if route.startswith("ficheros/") else cast.case.key, "file": source.key,
            "pk": mention.pk if "menciones/" in route else entity.pk, "number": 0, "width": 200, "to": entity.pk,
            "name": cast.policy.name, "slug": "x",
        }  # fmt: skip
        found.append("/" + FILLED.sub(lambda match, given=given: str(given[match[1]]), route))
    return found


def everything() -> str:
    """Return all the application's rows, but for who looked and who is signed in."""
    models = [m for m in apps.get_app_config("review").get_models() if not m.__name__.startswith("Audit")]
    rows = [serializers.serialize("json", m._default_manager.order_by("pk")) for m in models]
    return re.sub(r'"last_login": "[^"]*"', "", "\n".join(rows))


@pytest.fixture
def desk(cast: Cast) -> tuple[Cast, SourceFile]:
    for role in Role.values:
        Membership.objects.get_or_create(user=cast.alba, unit=cast.unit, role=role)
    return cast, a_file(
        cast.case, cast.alba, f"Doña [PERSON#1 {NAME}], DNI [NIF#2 {NUMBER}]. Firma [PERSON#1? Remedios]."
    )


def test_p05_no_act_without_a_token_or_from_elsewhere(desk: tuple[Cast, SourceFile]) -> None:
    cast, source = desk
    client = signed_in(cast.alba, enforce_csrf_checks=True)
    client.get(f"/expedientes/{cast.case.key}/")
    token, before, asked = client.cookies["csrftoken"].value, everything(), addresses(cast, source)
    assert len(asked) > 50
    for headers in ({}, {"HX-Request": "true"}):
        assert {a for a in asked if client.post(a, headers=headers).status_code != 403} == set()
    forged = {"Origin": "https://otro.invalid", "X-CSRFToken": token}
    assert {a for a in asked if client.post(a, headers=forged).status_code != 403} == set()
    assert everything() == before


def test_p05_nothing_changes_by_looking(desk: tuple[Cast, SourceFile]) -> None:
    cast, source = desk
    client, before = signed_in(cast.alba), everything()
    for address in addresses(cast, source):
        assert client.get(address).status_code < 500
        assert everything() == before, address


def test_p05_with_the_token_every_act_is_done(desk: tuple[Cast, SourceFile]) -> None:
    cast, source = desk
    client = signed_in(cast.alba, enforce_csrf_checks=True)
    client.get(f"/expedientes/{cast.case.key}/revision/")
    person, number = Entity.objects.filter(case=cast.case).order_by("pk")
    mention = Detection.objects.get(source=source, doubtful=True)
    desk_at = f"/expedientes/{cast.case.key}/revision"
    acts = [
        (f"{desk_at}/menciones/{mention.pk}/decidir/", {"action": "tag"}),
        (f"{desk_at}/personas/{person.pk}/decidir/", {"action": "keep"}),
        (f"{desk_at}/personas/{number.pk}/tipologia/hecho/", {"label": "PASSPORT"}),
        (f"{desk_at}/deshacer/", {}),
        (f"/expedientes/{cast.case.key}/enviar/", {"accepted": 1}),
        (f"/expedientes/{cast.case.key}/devolver/", {"reason": "otra vuelta"}),
        (f"/ficheros/{source.key}/retirar/", {}),
    ]
    for address, fields in acts:
        revision = CaseFile.objects.get(pk=cast.case.pk).revision
        token = client.cookies["csrftoken"].value
        before = everything()
        answer = client.post(
            address, {**fields, "revision": revision}, headers={"HX-Request": "true", "X-CSRFToken": token}
        )
        assert answer.status_code in (200, 204, 302), address
        assert everything() != before, address


# ---- P07: who is who is kept in one place ----


def test_p07_who_is_who_leaves_neither_the_database_nor_the_store(
    cast: Cast, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    client = signed_in(cast.alba)
    upload(client, cast, f"Solicitud {NAME}.docx", made.word(made.paragraph(LETTER)))
    upload(client, cast, "escrito.pdf", a_pdf(author=NAME))
    work()
    assert release(cast).state == CaseState.RELEASED
    secrets = (*NAME.split(), NUMBER)
    assert Entity.objects.filter(case=cast.case, name__icontains="Zarzalejo").exists()
    for made_file in ReleasedFile.objects.all():
        for kept in (made_file.result, made_file.report_json, made_file.report_html):
            data = storage.fetch(kept)
            shown = data + b"".join(unzipped(data)) + made_file.name.encode()
            assert [s for s in secrets if s.encode() in shown] == [], kept
    told = caplog.text + "".join(capfd.readouterr())
    assert [s for s in secrets if s in told] == []
    trail = serializers.serialize("json", apps.get_model("review", "AuditEvent").objects.all())
    assert [s for s in secrets if s in trail] == []


def unzipped(data: bytes) -> list[bytes]:
    if not data.startswith(b"PK"):
        return []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [archive.read(name) for name in archive.namelist()]


def test_p07_it_can_be_deleted(cast: Cast) -> None:
    upload(signed_in(cast.alba), cast, "escrito.txt", LETTER.encode())
    work()
    root = Path(default_storage.location)  # type: ignore[attr-defined]
    assert "Zarzalejo" in everything() and [p for p in root.rglob("*") if p.is_file()]
    CaseFile.objects.filter(pk=cast.case.pk).delete()
    purge(0)
    assert "Zarzalejo" not in everything() and NUMBER not in everything()
    assert [p for p in root.rglob("*") if p.is_file()] == []


# ---- P10: the same file twice ----


def test_p10_the_same_file_twice_is_one_work_and_the_queue_is_empty(cast: Cast) -> None:
    client, data = signed_in(cast.alba), a_pdf()
    first = upload(client, cast, "escrito.pdf", data)
    again = client.post(f"/expedientes/{cast.case.key}/ficheros/", {"files": SimpleUploadedFile("otro.pdf", data)})
    assert "Ya estaban en el expediente" in again.content.decode()
    assert work() == 1 and work() == 0
    client.post(f"/ficheros/{first.key}/retirar/")
    second = upload(client, cast, "escrito.pdf", data)
    assert second.pk != first.pk
    assert work() == 1
    second.refresh_from_db()
    assert second.state == FileState.ANALYSED
    due = ReviewStore().due()
    assert (due.files, due.stale, due.releases) == ((), (), ())


# ---- P12: a writer that doesn't do its work ----


def left_as_it_was(data: bytes, written: Written) -> bytes:
    return data


def left_in_the_properties(data: bytes, written: Written) -> bytes:
    with pikepdf.open(io.BytesIO(written.data)) as pdf:
        pdf.docinfo["/Subject"] = NAME
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def left_in_an_object(data: bytes, written: Written) -> bytes:
    with pikepdf.open(io.BytesIO(written.data)) as pdf:
        pdf.Root["/PieceInfo"] = pdf.make_indirect(pikepdf.Dictionary(X=pikepdf.Stream(pdf, f"DNI {NUMBER}".encode())))
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def cut_off(data: bytes, written: Written) -> bytes:
    return written.data[: len(written.data) // 2]


@pytest.mark.parametrize("sabotage", [left_as_it_was, left_in_the_properties, left_in_an_object, cut_off])
def test_p12_what_a_writer_leaves_behind_is_found_and_nothing_is_handed_out(
    cast: Cast, sabotage: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(signed_in(cast.alba), cast, "escrito.pdf", a_pdf())
    work()
    write = engine.confined.write_document

    def sabotaged(data: bytes, *rest: object) -> Written:
        written = write(data, *rest)  # type: ignore[arg-type]
        return Written(sabotage(data, written), written.notes)  # type: ignore[operator]

    monkeypatch.setattr(engine.confined, "write_document", sabotaged)
    assert release(cast).state == CaseState.FAILED
    assert not ReleasedFile.objects.exists()
    page = signed_in(cast.bruno).get(f"/expedientes/{cast.case.key}/aprobacion/", follow=True).content.decode()
    assert "descargar" not in page.lower()


# ---- hostile files, as they are sent ----


def a_bomb() -> bytes:
    out = io.BytesIO(made.word(made.paragraph("a")))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/bomb.xml", b"<a>" + b" " * (64 << 20) + b"</a>")
    return out.getvalue()


def laughing() -> bytes:
    lol = '<!DOCTYPE l [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document/>'
    return made.reworked(made.word(""), {"word/document.xml": lambda _: lol.encode()})


def nested() -> bytes:
    deep = "<w:p>" * 5000 + "</w:p>" * 5000
    return made.word(deep)


def with_macros() -> bytes:
    def macro(data: bytes) -> bytes:
        return data.replace(b"wordprocessingml.document.main+xml", b"ms-word.document.macroEnabled.main+xml")

    return made.word(made.paragraph("a"), changes={"[Content_Types].xml": macro})


def cyclic() -> bytes:
    with pikepdf.open(io.BytesIO(a_pdf())) as pdf:
        pages = pdf.Root.Pages
        pages.Kids.append(pages)
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def twice() -> bytes:
    return packed([("[Content_Types].xml", b"<Types/>"), ("[Content_Types].xml", b"<Types/>")])


HOSTILE = {
    **{path.name: path.read_bytes for path in sorted(CASES.glob("hostil_*"))},
    "bomba.docx": a_bomb, "risas.docx": laughing, "hondo.docx": nested, "macros.docx": with_macros,
    "ciclo.pdf": cyclic, "doble.docx": twice, "cortado.docx": lambda: made.word(made.paragraph(LETTER))[:700],
    "cortado.pdf": lambda: a_pdf()[:300], "nada.pdf": lambda: b"%PDF-1.7\n%%EOF",
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_file_fails_alone_and_says_what_to_do(cast: Cast, name: str) -> None:
    client = signed_in(cast.alba)
    bad = upload(client, cast, name, HOSTILE[name]())
    good = upload(client, cast, "escrito.txt", LETTER.encode())
    work()
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (good.state, good.error_code) == (FileState.ANALYSED, "")
    assert (bad.state, bad.error_stage) == (FileState.FAILED, "extract")
    assert bad.error_code.split("-")[0] in {"hostile", "limit", "unreadable", "unsupported"}
    page = client.get(f"/expedientes/{cast.case.key}/").content.decode()
    assert re.search(r"súbal|Divídalo|No lo abra|guárdelo|Guárdelo", page)
    root = Path(default_storage.location)  # type: ignore[attr-defined]
    assert {hashlib.sha256(p.read_bytes()).hexdigest() for p in root.rglob("*") if p.is_file()} >= {
        bad.digest,
        good.digest,
    }
