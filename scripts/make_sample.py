"""Write the sample expediente: five files about invented people, hard the way real ones are.

    python scripts/make_sample.py [FOLDER]

Everybody and every number is invented: DNI of the 99-million range, bank 9999, domains .example.
"""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import docx
import openpyxl
import pymupdf
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt

FOLDER = Path(sys.argv[1] if len(sys.argv) > 1 else "samples/expediente")

RESOLUTION = [
    ("h", "RESOLUCIÓN DE ALCALDÍA 45/2026"),
    (
        "p",
        "Asunto: ayuda de emergencia social. Expediente 2026/AES/000731. Interesada: FERNÁNDEZ IGLESIAS, MARÍA LUISA.",
    ),
    ("h", "ANTECEDENTES DE HECHO"),
    (
        "p",
        "PRIMERO.- Con fecha 12 de enero de 2026, doña María Luisa Fernández Iglesias, con DNI 99120345M y domicilio en la "
        "calle del Olmo, 7, 2.º B, 06998 Valdeprado del Encinar (en adelante, la solicitante), presentó solicitud de ayuda "
        "de emergencia para el pago del alquiler y de los suministros de la vivienda en la que convive con su cónyuge, don "
        "Mohamed El Idrissi, con NIE X-9912345-N, y con la hija menor de ambos, Yasmina.",
    ),
    (
        "p",
        "SEGUNDO.- La solicitante, nacida el catorce de marzo de mil novecientos ochenta y uno, aportó informe de vida "
        "laboral con número de afiliación 06/12345678/04 y certificado de la cuenta ES53 9999 0123 1800 0654 3210. El Sr. El "
        "Idrissi, de 47 años de edad, figura como demandante de empleo.",
    ),
    (
        "p",
        "TERCERO.- La trabajadora social doña Ana Ávila Rey, colegiada n.º 06-99417, emitió informe favorable. La Sra. Ávila "
        "hace constar que el hermano de la solicitante, don Rufino Fernández Iglesias, vecino de Ávila, aportó 150 euros en "
        "diciembre.",
    ),
    ("h", "FUNDAMENTOS DE DERECHO"),
    (
        "p",
        "I.- El artículo 21 de la Ley 39/2015, de 1 de octubre, del Procedimiento Administrativo Común de las "
        "Administraciones Públicas, obliga a dictar resolución expresa.",
    ),
    (
        "p",
        "II.- Son de aplicación el Decreto 45/2019, de 3 de abril, la Orden SSO/1234/2024, de 5 de julio, y el artículo 6.1.e) "
        "del Reglamento (UE) 2016/679, de 27 de abril de 2016; y la doctrina de la STS 123/2019, de 5 de marzo "
        "(rec. 4567/2017).",
    ),
    ("h", "RESUELVO"),
    (
        "p",
        "PRIMERO.- Conceder a la interesada una ayuda de 600,00 euros por trimestre, según el cuadro siguiente.",
    ),
    ("table", ""),
    (
        "p",
        "SEGUNDO.- Notifíquese a la Sra. Fernández en el correo mlfernandez@correo.example y en el teléfono 612 340 981, y "
        "remítase copia al Juzgado de Paz de Valdeprado del Encinar.",
    ),
    (
        "p",
        "Contra esta resolución cabe recurso de reposición en el plazo de un mes (artículos 123 y 124 de la Ley 39/2015, de 1 "
        "de octubre).",
    ),
    (
        "p",
        "En Valdeprado del Encinar, a tres de febrero de dos mil veintiséis. El Alcalde, Fdo.: Wenceslao Paz Borrego.",
    ),
    ("p", "Código Seguro de Verificación: VDP-7K3F-9QX2-4TB8-ZZ01. Puede cotejarse en la sede electrónica."),
]

PAYMENTS = [
    ("Perceptor", "DNI/NIE", "Cuenta", "Importe"),
    ("Fernández Iglesias, María Luisa", "99120345M", "ES5399990123180006543210", "200,00 €"),
    ("El Idrissi, Mohamed", "X9912345N", "ES5399990123180006543210", "200,00 €"),
    ("Suministros Tajoverde, S.L.", "B99456121", "—", "200,00 €"),
]

REPORT = [
    "INFORME SOCIAL",
    "Fecha: 26 de enero de 2026. Profesional: Ana Ávila Rey, trabajadora social.",
    "DATOS DE LA UNIDAD DE CONVIVENCIA",
    "Titular: María Luisa Fernández Iglesias\nDNI: 99.120.345-M\nFecha de nacimiento: 14/03/1981\nTeléfono: 612 34 09 81\n"
    "Domicilio: C/ del Olmo, n.º 7, 2.º B",
    "Cónyuge: Mohamed El Idrissi. NIE: X9912345N. Hija: Yasmina El Idrissi Fernández, nacida el 2 de mayo de 2019, "
    "escolarizada en el CEIP Miguel de Cervantes.",
    "SITUACIÓN",
    "La interesada refiere que perdió su empleo en Suministros Tajoverde, S.L. en noviembre de 2025. Padece una enfermedad "
    "de Parkinson de inicio temprano y obtiene 85 puntos en la escala de Barthel. La única farmacéutica del municipio le "
    "adelanta la medicación.",
    "Doña María Luisa convive con su esposo y con la hija de ambos en una vivienda de alquiler, propiedad de doña Yusra "
    "Benali Haddou (DNI 99340567W), por la que abonan 310 euros al mes. La arrendataria adeuda dos mensualidades; la "
    "propietaria no ha iniciado acciones.",
    "El Sr. El Idrissi conduce el vehículo 4321 ZZX, con el que se desplaza a los mercados. Los vecinos Ion Popescu y Chen "
    "Wei, que firman como testigos, confirman la convivencia.",
    "VALORACIÓN",
    "Se valora la situación de necesidad conforme al artículo 4 del Decreto 45/2019, de 3 de abril, y se propone la ayuda por "
    "tres meses. La solicitante ha sido informada de sus derechos (Ley Orgánica 3/2018, de 5 de diciembre).",
    "Fdo.: A. Ávila",
]

APPEAL = """De: mlfernandez@correo.example
Para: registro@valdeprado.example
Asunto: recurso contra la resolucion 45/2026

buenos dias, soy maria luisa fernandez iglesias, con dni 99 120 345 m, y vivo con mi marido mohamed el idrissi en la
calle del olmo 7. les escribo porque en la resolucion pone que la ayuda es de 600 euros y en el anexo salen 200.

mi hermano rufino fernandez dice que el articulo 21 de la ley 39/2015, de 1 de octubre, les obliga a contestar en tres
meses. la cuenta sigue siendo ES5399990123180006543210 y mi movil el 612340981.

La recurrente solicita que se corrija el error y que se notifique tambien a D. Rufino Fernández Iglesias (DNI nº99450678N),
que me representa. Adjunto el fichero RECURSO_FERNANDEZ_IGLESIAS.docx.

un saludo,
Mª Luisa Fdez. Iglesias
"""

APPLICANTS = [
    ("N.º", "Apellidos", "Nombre", "DNI o NIE", "Fecha de nacimiento", "CP", "Puntos", "Observaciones"),
    ("1", "Fernández Iglesias", "María Luisa", "99120345M", "14/03/1981", "06998", "74", "Concedida"),
    ("2", "Benali Haddou", "Yusra", "99340567-W", "30/11/1975", "06998", "41", "Denegada: es propietaria de la finca"),
    ("3", "Popescu", "Ion", "Y9923456M", "08/07/1969", "06997", "55", "En espera. Llamar al 613 220 145"),
    ("4", "Wei", "Chen", "99 561 234 F", "19/01/1990", "06998", "62", "Pendiente de informe de Ana Ávila"),
    ("5", "De la Calle y Abril", "Juan", "99230456S", "22/09/1958", "06996", "38", "No consta"),
]

SHEET = [
    ("Fecha", "Perceptor", "NIF", "IBAN", "Concepto", "Importe"),
    ("03/02/2026", "FERNANDEZ IGLESIAS MARIA LUISA", "99120345M", "ES53 9999 0123 1800 0654 3210", "Ayuda 1/3", 200),
    ("03/03/2026", "FERNANDEZ IGLESIAS MARIA LUISA", "99120345M", "ES53 9999 0123 1800 0654 3210", "Ayuda 2/3", 200),
    ("03/02/2026", "EL IDRISSI MOHAMED", "X9912345N", "ES53 9999 0123 1800 0654 3210", "Transporte", 45.5),
    ("10/02/2026", "POPESCU ION", "Y9923456M", "", "Ayuda 1/3 (reintegrada)", 150),
]


def resolution() -> bytes:
    document = docx.Document()
    document.styles["Normal"].font.name = "Liberation Serif"
    document.styles["Normal"].font.size = Pt(11)
    section = document.sections[0]
    section.header.paragraphs[0].text = "Ayuntamiento de Valdeprado del Encinar · Servicios Sociales"
    section.footer.paragraphs[0].text = "Expediente 2026/AES/000731 · Tramita: A. Ávila"
    for kind, text in RESOLUTION:
        if kind == "table":
            _table(document)
            continue
        paragraph = document.add_paragraph()
        if kind == "h":
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            paragraph.add_run(text).bold = True
        else:
            _runs(paragraph, text)
    document.core_properties.author = "Ana Ávila Rey"
    document.core_properties.title = "Resolución ayuda María Luisa Fernández Iglesias"
    return _saved(document)


def _runs(paragraph: docx.text.paragraph.Paragraph, text: str) -> None:
    """Cut the text over runs in the middle of names, as word processors do."""
    head, sign, rest = text.partition("María Luisa Fernández Iglesias")
    paragraph.add_run(head)
    if sign:
        paragraph.add_run("María Luisa Fer").bold = True
        paragraph.add_run("nández Iglesias").bold = True
    paragraph.add_run(rest)


def _table(document: docx.document.Document) -> None:
    table = document.add_table(rows=0, cols=4)
    table.style = "Table Grid"
    for row in PAYMENTS:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text


def _saved(document: docx.document.Document) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def social_report() -> bytes:
    document = pymupdf.open()
    page, y = document.new_page(), 72.0
    for text in REPORT:
        heading = text.isupper()
        size, font = (12, "hebo") if heading else (10.5, "tiro")
        lines = sum(max(1, round(pymupdf.get_text_length(line, font, size) / 440 + 0.6)) for line in text.split("\n"))
        height = lines * size * 1.5 + 10
        if y + height > 780:
            page, y = document.new_page(), 72.0
        page.insert_textbox((72, y, 523, y + height), text, fontsize=size, fontname=font, lineheight=1.35)
        y += height
    document.set_metadata({"author": "Ana Ávila Rey", "title": "Informe social de M. L. Fernández"})
    return bytes(document.tobytes(garbage=4, deflate=True))


def applicants() -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(APPLICANTS)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def payments() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Pagos"
    for row in SHEET:
        sheet.append(row)
    for column, width in zip("ABCDEF", (12, 36, 14, 32, 28, 10), strict=True):
        sheet.column_dimensions[column].width = width
    notes = book.create_sheet("Notas")
    notes.append(("Revisado por la Sra. Ávila el 4 de febrero; falta el DNI de Chen Wei.",))
    notes.sheet_state = "hidden"
    book.properties.creator = "Ana Ávila Rey"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    files = {
        "1 Resolución ayuda de emergencia.docx": resolution(),
        "2 Informe social.pdf": social_report(),
        "3 Recurso FERNANDEZ IGLESIAS.txt": APPEAL.replace("\n", "\r\n").encode("cp1252"),
        "4 Listado de solicitantes.csv": applicants(),
        "5 Pagos.xlsx": payments(),
    }
    for name, data in files.items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
