"""The words of the review screen for codes of its own: states, groups, recognisers, adjustments, refusals."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pipeline.lexicons.role_forms import in_sex

Words = str | Promise

PICTURE = "\ufffc"  # what stands in a text for a region of a page

STATES: Mapping[str, Words] = {
    "open": _("sin decidir"),
    "replaced": _("se sustituye"),
    "generalised": _("se generaliza"),
    "kept": _("se mantiene"),
    "mixed": _("con excepciones"),
    "protected": _("protegida"),
}

GROUPS: Mapping[str, Words] = {
    "natural": _("Personas"),
    "legal": _("Entidades"),
    "value": _("Identificadores"),
    "ties": _("Vínculos y cargos"),
    "dates": _("Fechas"),
    "quiet": _("No alcanzan el umbral"),
    "protected": _("Referencias protegidas"),
}

SCOPES: Mapping[str, Words] = {
    "entity": _("Todas"),
    "spelling": _("Esta grafía"),
    "mention": _("Solo esta mención"),
}

RECOGNISERS: Mapping[str, Words] = {
    "citation": _("referencias normativas"),
    "nif": _("NIF y NIE"),
    "social_security": _("números de la Seguridad Social"),
    "iban": _("cuentas bancarias"),
    "card": _("tarjetas"),
    "plate": _("matrículas"),
    "phone": _("teléfonos"),
    "contact": _("correos y direcciones web"),
    "cadastre": _("referencias catastrales"),
    "document_number": _("números de documento"),
    "masked": _("identificadores ya enmascarados"),
    "dates": _("fechas"),
    "ages": _("edades"),
    "address": _("direcciones"),
    "case_number": _("números de expediente"),
    "verification_code": _("códigos de verificación"),
    "names": _("nombres de persona"),
    "organisations": _("entidades"),
    "places": _("lugares"),
    "roles": _("designaciones"),
    "kinship": _("parentescos"),
    "posts": _("cargos"),
    "ner": _("modelo de lenguaje"),
    "nombres": _("modelo de nombres"),
    "contexto": _("modelo de contexto"),
    "list": _("listas"),
    "propagate": _("nombres ya vistos en el expediente"),
    "propagation": _("nombres ya vistos en el expediente"),
    "deny-list": _("lista negra"),
    "reviewer": _("marca puesta a mano"),
    "pictures": _("rostros y firmas en la imagen"),
    "attributes": _("rasgos que identifican"),
    "codes": _("otros números y códigos"),
    "described": _("tipologías descritas"),
}

ADJUSTMENTS: Mapping[str, Words] = {
    "context": _("Palabra cercana"),
    "unseen": _("El otro modelo no ve a nadie aquí"),
    "aside": _("Una regla sabe que no es de nadie"),
    "propagation": _("Ya visto en el expediente"),
    "repels": _("Palabra cercana en contra"),
    "against": _("Palabra cercana en contra"),
    "checksum": _("Control"),
    "wording": _("Redacción"),
    "overlap": _("Solape con otra"),
    "column": _("Cabecera de la columna"),
    "label": _("Rótulo del campo"),
    "header": _("Cabecera de la columna"),
    "agreement": _("Coincidencia de varios reconocedores"),
    "guessed": _("Persona supuesta: la más probable; compruébela"),
}

REFUSALS: Mapping[str, Words] = {
    "unknown-action": _("Esa acción no existe."),
    "nothing-changes": _("Ya estaba así: nada cambia y no se ha anotado ningún acto."),
    "no-such-spelling": _("Esa grafía ya no está en esta persona."),
    "not-standing": _("Esa mención ya no está en pie."),
    "same-entity": _("Elija otra persona: es la misma."),
    "merged-away": _("Una de las dos ya se unió a otra."),
    "unlike-kinds": _("Una persona y un identificador no se pueden unir."),
    "nothing-to-split": _("Marque algunas menciones, pero no todas."),
    "not-a-candidate": _("Esa persona no es una de las posibles."),
    "same-name": _("Escriba un nombre distinto."),
    "same-label": _("Elija otra tipología."),
    "bad-label": _("Esa tipología no se puede poner a mano."),
    "bad-selection": _("La selección no coincide con el documento o es demasiado larga. Selecciónela otra vez."),
    "nothing-to-accept": _("No queda nada por aceptar en bloque."),
    "nothing-to-undo": _("No hay nada que deshacer."),
    "nothing-to-redo": _("No hay nada que rehacer."),
    "tag-taken": _("No se puede deshacer: su etiqueta la lleva ya otra persona."),
    "redo-tag-taken": _("No se puede rehacer: su etiqueta la lleva ya otra persona."),
    "redo-built-upon": _("No se puede rehacer: %(who)s ha decidido después sobre lo mismo."),
    "built-upon": _("No se puede deshacer: %(who)s ha decidido después sobre lo mismo."),
}

KEYS: tuple[tuple[Words, tuple[tuple[str, Words], ...]], ...] = (
    (
        _("Moverse"),
        (
            ("j k", _("Persona o dato siguiente, anterior")),
            ("n p", _("Mención siguiente, anterior")),
            ("/", _("Filtrar la lista")),
            ("i", _("Ir a las evidencias")),
            ("f", _("Solo los párrafos de la persona")),
            ("b", _("Antes y después: el documento como saldrá")),
            ("t", _("La página o su texto")),
            ("+ - 0", _("Página más grande, más pequeña, al ancho")),
        ),
    ),
    (
        _("Decidir"),
        (
            ("r Intro", _("Sustituir")),
            ("g", _("Generalizar")),
            ("x", _("Suprimir")),
            ("e", _("Mantener")),
            ("1 2 3", _("Alcance: todas, esta grafía, solo esta mención")),
        ),
    ),
    (
        _("Corregir"),
        (
            ("m", _("Unir con otra persona")),
            ("s", _("Separar menciones")),
            ("v", _("Mover esta mención")),
            ("l", _("Cambiar la tipología")),
            ("a", _("Añadir el texto seleccionado")),
            ("d", _("Señalar una zona de la página")),
            ("z Mayús+z", _("Deshacer, rehacer")),
        ),
    ),
    (
        _("Terminar"),
        (
            ("Ctrl+Intro", _("Enviar a aprobación")),
            ("?", _("Esta ayuda")),
            ("Esc", _("Cerrar o soltar")),
        ),
    ),
)  # fmt: skip

_KINDS: Mapping[str, Mapping[str, Words]] = {
    "state": STATES,
    "group": GROUPS,
    "scope": SCOPES,
    "recogniser": RECOGNISERS,
    "adjustment": ADJUSTMENTS,
    "refusal": REFUSALS,
}


def words(kind: str, code: str) -> Words:
    """Return the words of a code, the version of a model left out; a code without words stands for itself."""
    known = _KINDS[kind]
    return known.get(code) or known.get(code.partition("-")[0] if code[-1:].isdigit() else code, code)


def role(word: str, sex: str) -> str:
    """Return the word for what somebody is in their sex: "usuaria" where the entry of a woman holds "usuario"."""
    return in_sex(word, sex)
