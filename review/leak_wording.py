"""The words for the places where a written file still held a value, and for how it was found there.

The verification names places in codes of its own: `page 3`, `word/header1.xml`, `message part 2: line 4`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

Words = str | Promise

PLACES: Mapping[str, Words] = {
    "file": _("el fichero entero"),
    "file name": _("el nombre del fichero"),
    "text": _("el texto"),
    "page": _("la página web"),
    "bytes": _("los bytes del fichero"),
    "document information": _("las propiedades del documento"),
    "archive comment": _("el comentario del paquete"),
    "header bytes": _("la cabecera del mensaje"),
    "boundaries": _("las separaciones entre partes del mensaje"),
}

NUMBERED: tuple[tuple[re.Pattern[str], Words], ...] = (
    (re.compile(r"page (\d+)"), _("página %(n)s")),
    (re.compile(r"page (\d+) content"), _("contenido dibujado de la página %(n)s")),
    (re.compile(r"object (\d+)"), _("objeto interno %(n)s")),
    (re.compile(r"line (\d+)"), _("línea %(n)s")),
    (re.compile(r"part (\d+)"), _("parte %(n)s del paquete")),
    (re.compile(r"cell ([A-Z]+\d+)"), _("celda %(n)s")),
    (re.compile(r"paragraph (\d+)"), _("párrafo %(n)s")),
    (re.compile(r"message part (\d+)"), _("parte %(n)s del mensaje")),
    (re.compile(r"message part (\d+) header"), _("cabecera de la parte %(n)s del mensaje")),
    (re.compile(r"xl/worksheets/sheet(\d+)\.xml"), _("hoja %(n)s")),
)

PARTS: tuple[tuple[re.Pattern[str], Words], ...] = (
    (re.compile(r"word/document\.xml|content\.xml"), _("el cuerpo del documento")),
    (re.compile(r"word/header\d*\.xml"), _("un encabezado")),
    (re.compile(r"word/footer\d*\.xml"), _("un pie de página")),
    (re.compile(r"word/(footnotes|endnotes)\.xml"), _("las notas")),
    (re.compile(r".*comments?\w*\d*\.xml"), _("los comentarios")),
    (re.compile(r"xl/sharedStrings\.xml"), _("los textos de las celdas")),
    (re.compile(r"docProps/\w+\.xml|meta\.xml"), _("las propiedades del documento")),
    (re.compile(r".*styles\w*\.xml"), _("los estilos")),
    (re.compile(r".*\.rels"), _("los enlaces")),
    (re.compile(r".*(charts?|drawings?)/.*"), _("un gráfico")),
    (re.compile(r".*(media|embeddings)/.*"), _("un objeto incrustado")),
)

HOW: Mapping[str, Words] = {
    "found": _("a la vista"),
    "found with its words turned round": _("con las palabras en otro orden"),
    "found as a slug": _("como nombre de usuario o dirección"),
    "found encoded": _("codificado"),
    "found in an identifier": _("en un nombre interno o del fichero"),
    "found without its letter, prefix or control figures": _("sin su letra, prefijo o cifras de control"),
    "found backwards": _("escrito al revés"),
    "found as initials": _("como iniciales"),
    "found in letters of another script": _("con letras de otro alfabeto"),
    "attribute": _("en un atributo"),
    "hidden text": _("en texto oculto"),
    "part name": _("en el nombre de una parte"),
    "between parts": _("entre las partes"),
    "header": _("en la cabecera"),
    "annotation": _("en una anotación"),
    "attachment": _("en un adjunto"),
    "bookmark": _("en un marcador"),
    "form field": _("en un campo de formulario"),
    "script": _("en un guion"),
    "alternative text": _("en un texto alternativo"),
    "text outside the page": _("fuera de los bordes de la página"),
    "unapplied redaction mark": _("bajo una marca de tachado sin aplicar"),
    "dark highlight": _("bajo un resaltado oscuro"),
    "text under an annotation": _("bajo una anotación"),
    "text under an image": _("bajo una imagen"),
    "text under a rectangle": _("bajo un rectángulo"),
    "reanalysis": _("al analizar de nuevo el fichero escrito: es un dato que el primer análisis no vio"),
    "read in the pixels": _("en los píxeles de una imagen"),
    "unreadable": _("el fichero escrito no se puede abrir"),
    "earlier revision": _("queda dentro una versión anterior"),
}


def place(where: str) -> str:
    """Put a place into words, from the outside in; a part's own name stands where there is no better word."""
    return " › ".join(_one(piece) for piece in where.split(": ") if piece)


def how(code: str) -> Words:
    """Return how a value was found; nothing for a code without words."""
    return HOW.get(code, "")


def _one(piece: str) -> str:
    if piece in PLACES:
        return str(PLACES[piece])
    for pattern, words in NUMBERED:
        if match := pattern.fullmatch(piece):
            return str(words) % {"n": match[1]}
    for pattern, words in PARTS:
        if pattern.fullmatch(piece):
            return str(words)
    return _now("la parte %(name)s") % {"name": piece}
