"""Fills the browser's installation for the review screen: `python -m tests.browser.desk_seed case|real|long|many|emoji|leaks`."""

from __future__ import annotations

import re
import sys

import django

django.setup()

from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402

from review.actions import cases  # noqa: E402
from review.models import CaseFile, Detection, Entity, LeakPlace, PolicyVersion, Unit, User  # noqa: E402
from review.states import CaseState  # noqa: E402
from review.store import documents  # noqa: E402
from tests.review.a_case import a_file, a_table  # noqa: E402
from tests.review.large_case import large_case  # noqa: E402

REQUEST = """RESOLUCIÓN DE LA CONVOCATORIA DE AYUDAS DE COMEDOR ESCOLAR

Visto el escrito que presenta doña [PERSON#1 Remedios Orejudo Tordesillas], con DNI [NIF#2 99000001F], con domicilio en [ADDRESS#3 calle del Olmo, 7, 2.º B, de Torremoncayo] y teléfono [PHONE#4 699 00 11 22], en representación de su hija [PERSON#5 Leocadia Bermejuela Orejudo], nacida el [DATE#6 14 de marzo de 2015].

Considerando lo que dispone el artículo 18 de la [=CITATION Ley 39/2015, de 1 de octubre], y el [=CITATION Decreto 45/2019, de 21 de mayo], y que la [PERSON#1? Sra. Orejudo] acredita las rentas de la unidad familiar, formada además por su marido, don [PERSON#7 Casto Bermejuela Ñíguez], que trabaja en [ORG#8 Panificadora Hijos de Mochuelo, S. L.].

Que [KINSHIP#9? la hermana de la solicitante], que también convive en el domicilio, percibe una prestación en la cuenta [IBAN#10 ES91 2100 0418 4502 0005 1332].

La [POST#11? directora del colegio público de Torremoncayo] informa favorablemente. El informe lleva el número [CASE_NUMBER#12 BEC-2024/0117] y lo firma [PERSON#13?! C. Bermejuela].

RESUELVO: conceder a [PERSON#1 REMEDIOS OREJUDO TORDESILLAS] la ayuda que solicita para [PERSON#5 Leocadia], y notificarlo a la interesada en [ADDRESS#3 calle del Olmo, 7, 2.º B, de Torremoncayo], con la advertencia de que cabe recurso de alzada en el plazo de un mes conforme a la [=CITATION Ley 39/2015, de 1 de octubre].

Contra esta resolución, que firma la Sra. Orejudo Tordesillas en prueba de conformidad, se ha dado vista a Casilda Mochuelo, que no aparece en el padrón, y a Casilda Mochuelo se le dará traslado.
"""
LIST = [
    ["Nombre", "DNI", "Teléfono", "Importe"],
    ["[PERSON#1 Orejudo Tordesillas, Remedios]", "[NIF#2 99000001-F]", "[PHONE#4 699001122]", "412,50"],
    ["[PERSON#7 Bermejuela Ñíguez, Casto]", "[NIF#14! 99000002X]", "", "0,00"],
    ["[PERSON#15 Quirós Llano, Efrén]", "[NIF#16 99000003D]", "[PHONE#17? 699 22 33 44]", "96,00"],
]


def _case(title: str) -> CaseFile:
    policy = PolicyVersion.objects.filter(name="transparencia").earliest("number")
    alba = User.objects.get(username="alba")
    return cases.create_case(unit=Unit.objects.get(name="Sección de Becas"), title=title, policy=policy, by=alba)


def case() -> None:
    """An expediente with a letter and a table that share persons, one mention ambiguous."""
    made, alba = _case("Ayudas de comedor, curso 2024-2025"), User.objects.get(username="alba")
    a_file(made, alba, REQUEST, "resolución comedor.docx")
    a_table(made, alba, LIST, "beneficiarios.csv")
    tags = {e.tag: e for e in Entity.objects.filter(case=made)}
    for tag in ("NIF_2", "DIR_3", "TEL_4"):
        Entity.objects.filter(pk=tags[tag].pk).update(attached_to=tags["PER_1"])
    Entity.objects.filter(pk=tags["PER_1"].pk).update(role="solicitante", gender="F")
    Entity.objects.filter(pk=tags["PER_13"].pk).update(candidates=[str(tags["PER_7"].pk), str(tags["PER_5"].pk)])
    lost = Detection.objects.get(source__name="resolución comedor.docx", entity=tags["NIF_2"])
    Detection.objects.create(
        source=lost.source, ref="x1", start=lost.start, end=lost.end - 1, label="PHONE", score=0.31, effect="hide",
        layer="rule", recogniser="phone", trigger="nine-digits", lost_to=lost.ref, engine_action="keep",
        engine_reason="outscored", action="keep", reason="outscored",
    )  # fmt: skip
    print(made.key)


def real() -> None:
    """An expediente whose letter the real worker reads."""
    made, alba = _case("Carta que lee el motor"), User.objects.get(username="alba")
    plain = re.sub(r"\[=?[A-Z_]+(?:#\d+)?[?!]* ([^\]]+)\]", r"\1", REQUEST)
    cases.add_files(made, [SimpleUploadedFile("resolución.txt", plain.encode())], alba)
    print(made.key)


def long() -> None:
    """A document of some hundred pages with two thousand mentions of forty persons."""
    made, alba = _case("Expediente largo"), User.objects.get(username="alba")
    parts = []
    for n in range(1, 2001):
        who = n % 40 + 1
        parts.append(
            f"Antecedente {n}. Comparece [PERSON#{who} Fulgencia Torremocha Número {who}] y expone cuanto a su derecho "
            "conviene en relación con el expediente de referencia, sin que conste oposición de persona alguna.\n\n"
        )
    a_file(made, alba, "".join(parts), "autos.txt")
    print(made.key)


def many() -> None:
    """An expediente of 450 people with 2,000 mentions in two files."""
    made, alba = _case("Muchas personas"), User.objects.get(username="alba")
    large_case(made, alba, people=450, mentions=2_000, files=2)
    print(made.key)


def emoji() -> None:
    """A document where a place in code points and one in UTF-16 differ, with Windows line ends."""
    made, alba = _case("Adjuntos"), User.objects.get(username="alba")
    marks = "".join(f"🏠 Vecina [PERSON#{n % 9 + 1} Eduvigis Número {n % 9 + 1}] 🇪🇸\r\n" for n in range(300))
    text = "📎👩🏽‍⚖️ Adjunto: 🏠🇪🇸 la letrada Remedios Orejudo firma ✍️ y su móvil es [PHONE#1 612 345 678] 📱 fin.\r\n"
    a_file(made, alba, marks + "\r\n" + text + "\r\nY otra vez 🖋️ Orejudo 🖋️, con Orejudo al final.\r\n", "adjuntos.txt")
    print(made.key)


def leaks() -> None:
    """An expediente whose release was denied: one file leaks what was replaced in itself and in the other."""
    made, alba = _case("Liberación denegada"), User.objects.get(username="alba")
    letter, table = a_file(made, alba, REQUEST, "resolución.pdf"), a_table(made, alba, LIST, "beneficiarios.csv")
    phone = letter.detections.get(label="PHONE")
    person = table.detections.filter(label="PERSON").order_by("start").last()
    for where, how, mention in (("page 2", "text under a rectangle", phone), ("object 9", "bookmark", person)):
        LeakPlace.objects.create(case=made, source=letter, mention=mention, where=where, how=how, label=mention.label)
    start = documents.load_document(letter).text.rindex("Casilda Mochuelo")
    LeakPlace.objects.create(
        case=made, source=letter, where="paragraph 9", how="reanalysis", label="PERSON", start=start, end=start + 16
    )
    CaseFile.objects.filter(pk=made.pk).update(state=CaseState.FAILED, error_code="leak", error_stage="verify")
    print(made.key)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
