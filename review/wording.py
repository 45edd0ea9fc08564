"""The words of the screens for the codes of the engine: labels, actions, reasons, stages, errors, notes."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

LABELS: Mapping[str, Words] = {
    "PERSON": _("Persona"),
    "ORG": _("Entidad"),
    "LOC": _("Lugar"),
    "ADDRESS": _("Dirección"),
    "POSTCODE": _("Código postal"),
    "NIF": _("NIF"),
    "NIE": _("NIE"),
    "NIF_ENTITY": _("NIF de entidad"),
    "PASSPORT": _("Pasaporte"),
    "NSS": _("Número de la Seguridad Social"),
    "CCC": _("Código de cuenta de cotización"),
    "IBAN": _("IBAN"),
    "ACCOUNT": _("Cuenta bancaria"),
    "CARD": _("Tarjeta"),
    "PHONE": _("Teléfono"),
    "EMAIL": _("Correo electrónico"),
    "URL": _("Dirección web"),
    "IP": _("Dirección IP"),
    "MAC": _("Dirección MAC"),
    "PLATE": _("Matrícula"),
    "VIN": _("Número de bastidor"),
    "CADASTRE": _("Referencia catastral"),
    "CSV": _("Código seguro de verificación"),
    "CASE_NUMBER": _("Número de expediente"),
    "HEALTH_ID": _("Tarjeta sanitaria"),
    "LICENCE_ID": _("Número de colegiado o licencia"),
    "OTHER_ID": _("Otro número identificativo"),
    "DATE": _("Fecha"),
    "AGE": _("Edad"),
    "ROLE": _("Designación"),
    "KINSHIP": _("Parentesco"),
    "POST": _("Cargo"),
    "QUASI": _("Otro dato que identifica"),
    "FACE": _("Rostro"),
    "SIGNATURE": _("Firma"),
    "AREA": _("Zona señalada a mano"),
    "CITATION": _("Referencia normativa"),
}

ACTIONS: Mapping[str, Words] = {
    "tag": _("Sustituir por etiqueta"),
    "initials": _("Sustituir por iniciales"),
    "mask": _("Enmascarar"),
    "partial-mask": _("Enmascarar en parte"),
    "pseudonym": _("Sustituir por seudónimo"),
    "surrogate": _("Sustituir por un valor inventado"),
    "generalise": _("Generalizar"),
    "suppress": _("Suprimir"),
    "keep": _("Mantener"),
}

REASONS: Mapping[str, Words] = {
    "reviewer": _("Decisión de una persona"),
    "deny-list": _("Lista negra"),
    "allow-list": _("Lista blanca"),
    "citation": _("Referencia normativa protegida"),
    "validated": _("Identificador comprobado"),
    "threshold": _("Alcanza el umbral"),
    "below-threshold": _("No alcanza el umbral"),
    "outscored": _("Otra detección del mismo fragmento puntúa más"),
}

LAYERS: Mapping[str, Words] = {
    "rule": _("Regla"),
    "ner": _("Modelo de lenguaje"),
    "described": _("Tipología descrita"),
    "coreference": _("Correferencia"),
    "relation": _("Vínculo"),
    "list": _("Lista"),
    "reviewer": _("Persona revisora"),
}

STAGES: Mapping[str, Words] = {
    "extract": _("Lectura del fichero"),
    "recognise": _("Búsqueda de datos"),
    "group": _("Agrupación por persona"),
    "relate": _("Búsqueda de vínculos"),
    "decide": _("Decisión según la plantilla"),
    "store": _("Guardado"),
    "apply": _("Escritura del resultado"),
    "verify": _("Comprobación del resultado"),
    "report": _("Informe"),
}

DESTINATIONS: Mapping[str, Words] = {
    "publication": _("Publicación"),
    "cession": _("Cesión"),
    "internal": _("Uso interno"),
}

NOTES: Mapping[str, Words] = {
    "images-blanked": _("Imágenes vaciadas"),
    "images-redacted": _("Imágenes con datos tachados"),
    "attachments-removed": _("Adjuntos retirados"),
    "properties-removed": _("Propiedades del fichero retiradas"),
    "comments-anonymised": _("Comentarios anonimizados"),
    "comments-removed": _("Comentarios y anotaciones retirados"),
    "revisions-removed": _("Revisiones y cambios retirados"),
    "signatures-removed": _("Firmas electrónicas retiradas"),
    "scripts-removed": _("Macros y guiones retirados"),
    "hidden-removed": _("Texto oculto retirado"),
    "pages-rasterised": _("Páginas convertidas en imagen"),
    "pixels-burnt": _("Zonas de píxeles destruidas"),
    "frames-removed": _("Fotogramas que no son páginas retirados"),
    "pivots-removed": _("Tablas dinámicas retiradas con su caché"),
    "parts-removed": _("Partes desconocidas o incrustadas retiradas"),
    "no-second-reader": _("Sin segundo lector: a este equipo le faltan los datos de español de Tesseract"),
}

# Titles of the policies that ship; a title that somebody has given stands as it was written.
POLICY_TITLES: Mapping[str, Words] = {
    "Anuncio o notificación en boletín oficial": _("Anuncio o notificación en boletín oficial"),
    "Máxima protección: también lugares, entidades y sexo": _("Máxima protección: también lugares, entidades y sexo"),
    "Publicación en el portal de transparencia": _("Publicación en el portal de transparencia"),
    "Uso interno con seudónimos": _("Uso interno con seudónimos"),
}

POLICY_TEXTS: Mapping[str, Words] = {
    "transparencia": _(
        "Nadie debe poder ser reconocido: se sustituye a toda persona y todo identificador por etiquetas. "
        "Las designaciones («la solicitante») y las referencias normativas se leen; lo que se diga de la salud, las "
        "creencias o la ideología, también: revíselo."
    ),
    "anuncio": _(
        "Para notificar por anuncio: se leen el nombre y cuatro cifras del documento de identidad "
        "(disposición adicional séptima de la Ley Orgánica 3/2018) y se sustituye lo demás."
    ),
    "uso-interno": _(
        "Para trabajar sin ver a quién se refiere: los nombres e identificadores pasan a seudónimos con clave. "
        "El resultado sigue siendo un dato personal y no se publica."
    ),
    "maxima": _(
        "Para ceder fuera de la casa lo que menos diga de nadie: además de personas e identificadores se sustituyen "
        "lugares, entidades, ocupaciones y sexo."
    ),
    "publication": _("Para publicar o entregar a cualquiera: en la duda, oculta."),
    "cession": _("Para entregar a otra administración con lo que necesita y nada más."),
    "internal": _("Para trabajar dentro de la casa; el resultado sigue siendo un dato personal."),
}

STATES_TONE: Mapping[str, str] = {
    "uploaded": "",
    "analysing": "busy",
    "analysed": "ok",
    "failed": "danger",
    "in_review": "",
    "to_approve": "warn",
    "approved": "ok",
    "releasing": "busy",
    "released": "ok",
    "release_failed": "danger",
}

EVENTS: Mapping[str, Words] = {
    "login": _("Entrada"),
    "logout": _("Salida"),
    "login-failed": _("Entrada fallida"),
    "password-changed": _("Cambio de contraseña"),
    "preferences-changed": _("Cambio de preferencias"),
    "user-created": _("Usuario creado"),
    "user-changed": _("Usuario o roles cambiados"),
    "unit-created": _("Unidad creada"),
    "unit-renamed": _("Unidad renombrada"),
    "case-created": _("Expediente creado"),
    "case-assigned": _("Expediente asignado"),
    "case-priority": _("Cambio de prioridad"),
    "case-renamed": _("Cambio de título"),
    "case-archived": _("Expediente archivado"),
    "case-unarchived": _("Expediente recuperado del archivo"),
    "case-policy": _("Cambio de plantilla"),
    "case-go-over": _("Se pide repasar el expediente"),
    "case-gone-over": _("Expediente repasado"),
    "case-not-gone-over": _("El repaso ha fallado"),
    "case-submitted": _("Enviado a aprobación"),
    "case-sent-back": _("Devuelto a revisión"),
    "case-approved": _("Aprobado"),
    "release-requested": _("Se pide generar"),
    "release-made": _("Liberado"),
    "release-recalled": _("Publicación retirada"),
    "release-failed": _("Liberación denegada"),
    "file-added": _("Fichero subido"),
    "file-analysed": _("Fichero analizado"),
    "file-failed": _("Fichero con error"),
    "file-retried": _("Fichero reintentado"),
    "file-removed": _("Fichero retirado"),
    "original-read": _("Lectura de un original"),
    "result-downloaded": _("Descarga de un resultado"),
    "report-downloaded": _("Descarga de un informe"),
    "list-added": _("Entrada de lista añadida"),
    "list-withdrawn": _("Entrada de lista retirada"),
    "described-added": _("Tipología descrita añadida"),
    "described-withdrawn": _("Tipología descrita retirada"),
    "trail-exported": _("Exportación del registro"),
    "trail-verified": _("Comprobación del registro"),
    "act.decide": _("Decisión"),
    "act.merge": _("Unión de personas"),
    "act.split": _("Separación de menciones"),
    "act.move": _("Mención movida"),
    "act.relabel": _("Cambio de tipología"),
    "act.rename": _("Cambio de nombre"),
    "act.add": _("Omitido añadido"),
    "act.draw": _("Zona señalada en una página"),
    "act.discard": _("Marcado como «no es un dato»"),
    "act.bulk": _("Aceptación en bloque"),
    "act.undone": _("Acto deshecho"),
    "act.redone": _("Acto rehecho"),
}

OBJECTS: Mapping[str, Words] = {
    "user": _("usuario"),
    "unit": _("unidad"),
    "casefile": _("expediente"),
    "sourcefile": _("fichero"),
    "releasedfile": _("resultado"),
    "release": _("publicación"),
    "listentry": _("entrada"),
    "policyversion": _("plantilla"),
    "act": _("acto"),
    "entity": _("persona o dato"),
    "detection": _("detección"),
}

BROKEN: Mapping[str, Words] = {
    "missing": _("Falta un hecho: alguien lo ha borrado."),
    "altered": _("El hecho no es el que se escribió: alguien lo ha cambiado."),
    "unlinked": _("El hecho no enlaza con el anterior: alguien ha cambiado o insertado uno."),
    "head": _("El final no es el que consta: alguien ha borrado los últimos hechos."),
}

REFUSALS: Mapping[str, Words] = {
    "no-files": _("No hay ningún fichero."),
    "files-pending": _("Ficheros sin analizar todavía: espere a que acaben."),
    "files-failed": _("Ficheros con error: reinténtelos o retírelos."),
    "going-over": _("El expediente se está repasando tras un cambio de plantilla o de lista: espere a que acabe."),
    "not-gone-over": _("El repaso tras un cambio de plantilla o de lista ha fallado: repítalo desde el expediente."),
    "doubts": _("Dudas sin decidir: decídalas en la revisión."),
    "undecided": _("Personas o datos que nadie ha decidido: decídalos, o confirme abajo que salgan como se propone."),
    "moved": _("El expediente ha cambiado desde que abrió esta página. Aquí está al día: vuelva a mirar qué saldrá."),
    "no-reason": _("Escriba el motivo: retirar lo publicado queda anotado con él."),
    "same-person": _("La plantilla pide cuatro ojos: no puede aprobar quien envió el expediente."),
    "decided-here": _(
        "La plantilla pide cuatro ojos: usted ha decidido en este expediente y ha de aprobarlo otra persona."
    ),
}

LIST_FAULTS: Mapping[str, Words] = {
    "kind": _("la lista ha de ser allow o deny"),
    "text": _("falta el texto o pasa de 300 caracteres"),
    "match": _("la comparación ha de ser word, folded, exact o pattern"),
    "label": _("esa tipología no existe"),
    "policy": _("esa plantilla no existe"),
    "date": _("la fecha ha de ser AAAA-MM-DD"),
    "pattern": _("el patrón no es válido, coincide con el texto vacío o repite una repetición"),
    "columns": _("faltan las columnas kind y text, o el fichero no es CSV"),
    "encoding": _("el fichero no está en UTF-8"),
}

DESCRIBED_FAULTS: Mapping[str, Words] = {
    "taken": _("Ya hay una tipología con ese código en esta versión: retírela antes o use otro."),
    "malformed": _("La tipología no es válida: revise el código, la descripción y el umbral."),
    "unknown": _("Esa tipología no está en esta versión."),
    "stale": _("Hay una versión más nueva de la plantilla: añádala allí."),
}

_KINDS: Mapping[str, Mapping[str, Words]] = {
    "described-fault": DESCRIBED_FAULTS,
    "label": LABELS,
    "action": ACTIONS,
    "reason": REASONS,
    "layer": LAYERS,
    "stage": STAGES,
    "destination": DESTINATIONS,
    "tone": STATES_TONE,
    "event": EVENTS,
    "policy": POLICY_TEXTS,
    "policy-title": POLICY_TITLES,
    "broken": BROKEN,
    "object": OBJECTS,
    "refusal": REFUSALS,
    "list-fault": LIST_FAULTS,
}


def words(kind: str, code: str) -> Words:
    """Return the words of a code; a code without words stands for itself."""
    return _KINDS[kind].get(code, code)


def picture_name(page: int, number: int = 1) -> str:
    """Return what the list calls a region of a page, counted from one: a datum without letters, named as kept."""
    return f"página {page}" if number == 1 else f"página {page}, n.º {number}"


def note(code: str) -> str:
    """Put a writer's note into words: `images-blanked:3` gives "Imágenes vaciadas: 3"."""
    name, _colon, count = code.partition(":")
    text = str(NOTES.get(name, name))
    return f"{text}: {count}" if count else text
