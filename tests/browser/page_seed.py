"""Expedientes with pages for the browser: `python -m tests.browser.page_seed letter|leak|scan|many`; prints the key."""

from __future__ import annotations

import hashlib
import io
import re
import sys
from typing import Any

import django

django.setup()

import pymupdf  # noqa: E402
from django.core.files.uploadedfile import SimpleUploadedFile  # noqa: E402
from PIL import Image, ImageDraw, ImageFont  # noqa: E402

from pipeline.extract.pdf import read_pdf  # noqa: E402
from review import storage  # noqa: E402
from review.actions import cases  # noqa: E402
from review.models import CaseFile, Detection, Entity, LeakPlace, SourceFile, User  # noqa: E402
from review.states import CaseState, FileState  # noqa: E402
from review.store import documents, pages  # noqa: E402
from tests.browser.desk_seed import _case  # noqa: E402
from tests.review.a_case import _MARK, _row  # noqa: E402

LETTER = (
    """CONSEJERÍA DE EDUCACIÓN Y FORMACIÓN

Resolución de la convocatoria de ayudas de comedor escolar, curso 2024-2025

Doña [PERSON#1 Remedios Orejudo Tordesillas], con documento [NIF#2 99000001F], presentó el 3 de
septiembre una solicitud de ayuda para su hija [PERSON#5 Leocadia Bermejuela Orejudo], alumna
de segundo curso, con domicilio en la [ADDRESS#3 calle del Olmo, 7, 2.º B, de Torremoncayo].

La solicitud se tramita conforme al [=CITATION Decreto 45/2019, de 3 de mayo], y a la vista del
informe que emite don [PERSON#7 Casto Bermejuela Ñíguez], trabajador social del centro.

En el plazo de alegaciones la [PERSON#1? Sra. Orejudo] aportó el teléfono [PHONE#4? 699 00 11 22].

La cuenta en que se abonará la ayuda es la [IBAN#10! ES91 2100 0418 4502 0005 1332].""",
    """ANEXO I. Personas beneficiarias

1. [PERSON#1 OREJUDO TORDESILLAS, REMEDIOS], documento [NIF#2 99000001F], 412,50 euros.
2. [PERSON#7 BERMEJUELA ÑÍGUEZ, CASTO], documento [NIF#14 99000002X], sin importe.
3. [PERSON#15 QUIRÓS LLANO, EFRÉN], documento [NIF#16 99000003D], 96,00 euros.

Casilda Mochuelo, que no figura en el padrón, queda excluida de la relación.""",
    """RESUELVO

Conceder a [PERSON#1 Remedios Orejudo Tordesillas] la ayuda que solicita y notificárselo, con la
advertencia de que cabe recurso conforme a la [=CITATION Ley 39/2015, de 1 de octubre].

Torremoncayo, a 14 de octubre de 2024

Fdo.: [PERSON#7 Casto Bermejuela Ñíguez]""",
)
SCAN = (
    "SOLICITUD DE AYUDA DE COMEDOR",
    "Nombre: Remedios Orejudo Tordesillas",
    "DNI: 99001122K",
    "Domicilio: calle del Olmo, 7, Torremoncayo",
    "Solicita una ayuda de comedor para el curso",
    "2024-2025 y queda a la espera de resolución.",
)


def _plain(marked: str) -> str:
    return _MARK.sub(lambda match: match[6], marked)


def a_pdf(texts: tuple[str, ...], *, photo: bool = True) -> bytes:
    """A PDF with a page for each text; the last one carries a picture and a scrawl without letters."""
    made = pymupdf.open()
    for text in texts:
        page = made.new_page(width=595, height=842)
        writer = pymupdf.TextWriter(page.rect)
        for n, line in enumerate(text.split("\n")):
            if line:
                writer.append((64, 96 + 18 * n), line, fontsize=10.5)
        writer.write_text(page)
    if photo:
        page = made[-1]
        page.draw_bezier((80, 330), (130, 250), (170, 400), (260, 300), color=(0.1, 0.1, 0.5), width=1.6)
        page.draw_bezier((90, 320), (160, 380), (200, 270), (250, 350), color=(0.1, 0.1, 0.5), width=1.2)
    return bytes(made.tobytes(deflate=True))


def a_scan(lines: tuple[str, ...]) -> bytes:
    """A picture of a typed page at 150 dots per inch, with a scrawl below that no reader makes letters of."""
    sheet = Image.new("L", (1240, 1000), "white")
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(size=30)
    for n, line in enumerate(lines):
        pen.text((120, 110 + 66 * n), line, fill=20, font=font)
    pen.rectangle((120, 700, 330, 920), fill=120)
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


def analysed(case: CaseFile, by: User, data: bytes, texts: tuple[str, ...], name: str) -> SourceFile:
    """Store a PDF as if the engine had found what is marked in the texts."""
    document = read_pdf(data, name)
    source = SourceFile.objects.create(
        case=case, name=name, format="pdf", size=len(data), digest=hashlib.sha256(data).hexdigest(), order=case.files.count(),
        original=storage.keep("originals", data), document=storage.keep("documents", documents.pack(document)),
        state=FileState.ANALYSED, uploaded_by=by, pages=len(texts),
    )  # fmt: skip
    SourceFile.objects.filter(pk=source.pk).update(boxes=pages.keep_boxes(source, document))
    found: list[tuple[int, int, Any]] = []
    at = 0
    for match in _MARK.finditer("\n".join(texts)):
        place = re.compile(r"\s+".join(map(re.escape, match[6].split()))).search(document.text, at)
        assert place, match[6]
        found.append((*place.span(), match))
        at = place.end()
    Detection.objects.bulk_create([_row(source, n, document.text, *each) for n, each in enumerate(found, 1)])
    return source


def letter() -> None:
    """A letter of three pages."""
    made, alba = _case("Ayudas de comedor con páginas"), User.objects.get(username="alba")
    data = a_pdf(tuple(_plain(text) for text in LETTER))
    analysed(made, alba, data, LETTER, "resolución comedor.pdf")
    print(made.key)


def leak() -> None:
    """The letter after a release that was denied for a name that nothing had found, on its second page."""
    made, alba = _case("Liberación denegada con páginas"), User.objects.get(username="alba")
    source = analysed(made, alba, a_pdf(tuple(_plain(text) for text in LETTER)), LETTER, "resolución comedor.pdf")
    start = documents.load_document(source).text.index("Casilda Mochuelo")
    LeakPlace.objects.create(
        case=made, source=source, where="page 2", how="reanalysis", label="PERSON", start=start, end=start + 16
    )
    CaseFile.objects.filter(pk=made.pk).update(state=CaseState.FAILED, error_code="leak", error_stage="verify")
    print(made.key)


def many() -> None:
    """Two hundred pages with ten mentions each, of forty persons."""
    made, alba = _case("Autos con muchas páginas"), User.objects.get(username="alba")
    texts = tuple(
        "\n\n".join(
            f"Antecedente {n}.{m}: comparece [PERSON#{(n * 10 + m) % 40 + 1} Fulgencia Torremocha Número "
            f"{(n * 10 + m) % 40 + 1}] y expone cuanto conviene."
            for m in range(10)
        )
        for n in range(200)
    )
    analysed(made, alba, a_pdf(tuple(map(_plain, texts)), photo=False), texts, "autos.pdf")
    print(made.key)


def scan() -> None:
    """A scanned page that the real worker reads."""
    made, alba = _case("Solicitud escaneada"), User.objects.get(username="alba")
    cases.add_files(made, [SimpleUploadedFile("solicitud.png", a_scan(SCAN))], alba)
    print(made.key)


def decided() -> None:
    """Everything in the scanned expediente is decided, as if Alba had gone over it."""
    made = CaseFile.objects.filter(title="Solicitud escaneada").latest("pk")
    Entity.objects.filter(case=made).update(decided=True)
    Detection.objects.filter(source__case=made).update(decided=True)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
