"""Fills the browser's installation: `python -m tests.browser.seed people|queue|…`; prints what the test needs."""

from __future__ import annotations

import sys
from datetime import timedelta

import django

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402

from review.actions import cases, lists  # noqa: E402
from review.models import CaseFile, Detection, Entity, PolicyVersion, Role, SourceFile, Unit, User  # noqa: E402
from review.states import CaseState, FileState  # noqa: E402
from review.store.policies import keep_shipped  # noqa: E402
from tests.cast import a_user  # noqa: E402
from tests.review.a_case import a_file  # noqa: E402

TEXT = (
    "Doña [PERSON#1 Ana Ávila Quirós], con DNI [NIF#2 99001122K], solicita ayuda de comedor.\n"
    "La [ROLE#1 solicitante] vive en [ADDRESS#3 calle del Olmo, 7, 2.º B] y se le responde conforme al "
    "[=CITATION Decreto 45/2019]. Su hermano, [PERSON#4? Efrén Ávila], aporta el teléfono [PHONE#5 699 00 11 22].\n"
)


def people() -> None:
    """The cast and the policies that ship."""
    keep_shipped()
    unit, elsewhere = Unit.objects.create(name="Sección de Becas"), Unit.objects.create(name="Urbanismo")
    a_user("alba", unit, Role.REVIEWER)
    a_user("bruno", unit, Role.APPROVER, Role.REVIEWER)
    a_user("carla", elsewhere, Role.REVIEWER, Role.APPROVER)
    a_user("diego", unit, Role.DPO, Role.POLICY_MANAGER)
    a_user("elena", elsewhere, Role.ADMINISTRATOR)


def _case(title: str, **more: object) -> CaseFile:
    alba = User.objects.get(username="alba")
    policy = PolicyVersion.objects.filter(name="transparencia").earliest("number")
    case = cases.create_case(unit=Unit.objects.get(name="Sección de Becas"), title=title, policy=policy, by=alba)
    CaseFile.objects.filter(pk=case.pk).update(**more)
    case.refresh_from_db()
    return case


def queue() -> None:
    """Expedientes in every state, with files that were analysed, wait or failed."""
    bruno, alba = User.objects.get(username="bruno"), User.objects.get(username="alba")
    now = timezone.now()
    for title, more in (
        ("Ayudas de comedor 2025", {"priority": 2, "assigned_to": alba}),
        ("Recursos de alzada del primer trimestre", {"priority": 1, "assigned_to": bruno}),
        ("Contratos menores de obras", {"state": CaseState.TO_APPROVE, "submitted_by": alba, "assigned_to": bruno}),
        (
            "Subvenciones a asociaciones vecinales",
            {"state": CaseState.APPROVED, "approved_by": bruno, "approved_at": now},
        ),
        ("Actas del Pleno de marzo", {"state": CaseState.RELEASED, "assigned_to": None}),
        (
            "Denuncias por ruido, zona centro",
            {"state": CaseState.FAILED, "error_code": "leak", "error_stage": "verify"},
        ),
    ):
        case = _case(title, **more)
        a_file(case, alba, TEXT, "solicitud.txt")
        Entity.objects.filter(case=case, tag__endswith="_1").update(decided=True)
    running = CaseFile.objects.get(title="Recursos de alzada del primer trimestre")
    for n, (name, more) in enumerate(_unfinished()):
        SourceFile.objects.create(
            case=running, name=name, size=48_211 * (n + 1), digest=f"f{n:063d}", original="none", uploaded_by=alba,
            order=n + 5, attempts=99, lease_until=now + timedelta(days=1), **more,
        )  # fmt: skip
    print(running.key)


def _unfinished() -> tuple[tuple[str, dict[str, object]], ...]:
    return (
        (
            "informe social.pdf",
            {"state": FileState.ANALYSING, "stage": "recognise", "done": 3, "total": 8, "format": "pdf"},
        ),
        ("alegaciones.docx", {"state": FileState.FAILED, "error_code": "encrypted", "error_stage": "extract"}),
        (
            "fotografías del solar.zip",
            {"state": FileState.FAILED, "error_code": "unsupported", "error_stage": "extract"},
        ),
    )


def entries() -> None:
    """Some entries on both lists."""
    diego = User.objects.get(username="diego")
    for kind, text, more in (
        ("deny", "Mochuelo", {"label": "PERSON", "reason": "Apodo del denunciante"}),
        ("deny", "EXP-7/A", {"match": "exact", "reason": "Referencia interna"}),
        ("deny", r"\bREF-\d{6}\b", {"match": "pattern", "label": "CASE_NUMBER"}),
        (
            "deny",
            "Torremoncayo",
            {"policy_name": "transparencia", "expires_on": timezone.localdate() + timedelta(days=90)},
        ),
        ("allow", "Torremoncayo", {"label": "LOC", "reason": "Topónimo del término municipal"}),
        ("allow", "Consejería de Educación", {"label": "ORG"}),
    ):
        lists.add_entry(by=diego, kind=kind, text=text, **more)


def newer_policy() -> None:
    """A newer version of a policy that ships; prints the number of the one before and its threshold of dates."""
    first = PolicyVersion.objects.get(name="transparencia")
    body = {**first.body, "version": first.number + 1}
    body["rules"] = {**body["rules"], "DATE": {**body["rules"]["DATE"], "threshold": 0.95, "action": "generalise"}}
    print(first.number, f"{first.body['rules']['DATE']['threshold']:.2f}".replace(".", ","))
    PolicyVersion.objects.create(
        name="transparencia", number=first.number + 1, title=first.title, body=body, note="Las fechas se generalizan.",
        created_by=User.objects.get(username="diego"),
    )  # fmt: skip


def broken_trail() -> None:
    """Alter an entry of the trail behind the application's back."""
    from django.db import connection

    from review import trail_guard
    from review.models import AuditEvent

    trail_guard.lift(connection)
    AuditEvent.objects.filter(number=2).update(number=F("number"), kind="case-approved")


def one_upload() -> None:
    """An expediente with one plain file that the real worker analyses."""
    case = _case("Expediente de prueba real")
    text = (
        "Doña Ana Ávila Quirós, con DNI 99001122K, solicita una ayuda al amparo del Decreto 45/2019, de 3 de mayo.\n"
        "La señora Ávila vive en Torremoncayo y su correo es ana.avila@ejemplo.invalid.\n"
    ).encode()
    cases.add_files(case, [SimpleUploadedFile("solicitud.txt", text)], User.objects.get(username="alba"))
    print(case.key)


def same_names() -> None:
    """An expediente with two files of which nothing but the number may stay in the name."""
    case = _case("Dos ficheros de un nombre")
    for name in ("Ávila 1.txt", "Quirós 1.txt"):
        text = f"Comparece por {name} doña Ana Ávila Quirós, con DNI 99001122K.\n".encode()
        cases.add_files(case, [SimpleUploadedFile(name, text)], User.objects.get(username="alba"))
    print(case.key)


def same_names_approved() -> None:
    """The same, decided and approved."""
    case = CaseFile.objects.get(title="Dos ficheros de un nombre")
    Entity.objects.filter(case=case).update(decided=True)
    Detection.objects.filter(source__case=case).update(decided=True)
    CaseFile.objects.filter(pk=case.pk).update(
        state=CaseState.APPROVED, approved_by=User.objects.get(username="bruno"), approved_at=timezone.now()
    )


def decided() -> None:
    """Everything in the expediente of one_upload is decided, as if Alba had gone over it."""
    case = CaseFile.objects.get(title="Expediente de prueba real")
    Entity.objects.filter(case=case).update(decided=True)
    Detection.objects.filter(source__case=case).update(decided=True)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
