"""What fired a detection, in words: the recognisers' codes are English phrases, some of them made of parts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from review.desk_wording import RECOGNISERS
from review.wording import words

Words = str | Promise

_PHRASES: Mapping[str, Words] = {
    "selected": gettext_lazy("seleccionado por una persona"),
    "same-text": gettext_lazy("mismo texto que una selección a mano"),
    "drawn": gettext_lazy("zona dibujada por una persona"),
    "picture:face": gettext_lazy("un rostro en la imagen"),
    "picture:signature": gettext_lazy("un trazo de firma en la imagen"),
    "shape": gettext_lazy("su forma"),
    "noun": gettext_lazy("la palabra que lo anuncia"),
    "noun near": gettext_lazy("una palabra cercana que lo anuncia"),
    "numbering": gettext_lazy("un signo de numeración delante"),
    "role": gettext_lazy("una designación («la solicitante»)"),
    "role without article": gettext_lazy("una designación sin artículo"),
    "rule": gettext_lazy("una norma citada"),
    "reference": gettext_lazy("una referencia citada"),
    "journal": gettext_lazy("un boletín oficial"),
    "organ": gettext_lazy("el nombre de un órgano"),
    "eponym": gettext_lazy("un epónimo: apellido que nombra una enfermedad, una escala o una prueba"),
    "building or award": gettext_lazy("un centro o un premio con nombre de persona"),
    "file cue": gettext_lazy("la palabra «expediente» o una parecida"),
    "act or common affair": gettext_lazy("un acto o un asunto de todos"),
    "NIG": gettext_lazy("su forma de número de identificación general"),
    "shape of courts": gettext_lazy("su forma de número de los juzgados"),
    "masked": gettext_lazy("ya estaba enmascarado"),
    "grouped": gettext_lazy("cifras agrupadas como un teléfono"),
    "nine digits": gettext_lazy("nueve cifras seguidas"),
    "nine-digits": gettext_lazy("nueve cifras seguidas"),
    "twenty signs": gettext_lazy("sus veinte signos"),
    "scan slips": gettext_lazy("su forma, con letras que un escáner confunde"),
    "like a list": gettext_lazy("parece parte de una lista"),
    "like an amount": gettext_lazy("parece una cantidad"),
    "wrong length": gettext_lazy("largo que no cuadra"),
    "seven digits": gettext_lazy("siete cifras"),
    "no letter": gettext_lazy("sin letra"),
    "dni": gettext_lazy("su forma de DNI"),
    "passport": gettext_lazy("su forma de pasaporte"),
    "health code": gettext_lazy("su forma de tarjeta sanitaria"),
    "account": gettext_lazy("su forma de cuenta bancaria"),
    "issuer": gettext_lazy("quien emite códigos así"),
    "current": gettext_lazy("su forma de matrícula actual"),
    "provincial": gettext_lazy("su forma de matrícula provincial"),
    "special series": gettext_lazy("su forma de matrícula especial"),
    "service series": gettext_lazy("su forma de matrícula de servicio"),
    "vin": gettext_lazy("su forma de número de bastidor"),
    "site": gettext_lazy("una dirección web"),
    "url with a path": gettext_lazy("una dirección web con ruta"),
    "email": gettext_lazy("la forma de un correo"),
    "handle": gettext_lazy("un nombre de usuario"),
    "user": gettext_lazy("un nombre de usuario"),
    "ipv4": gettext_lazy("su forma de dirección IP"),
    "ipv6": gettext_lazy("su forma de dirección IP"),
    "mac": gettext_lazy("su forma de dirección MAC"),
    "legal form": gettext_lazy("una forma jurídica (S. L., S. A.…)"),
    "kind and name": gettext_lazy("la clase de entidad y su nombre"),
    "known name": gettext_lazy("una entidad conocida"),
    "post and place": gettext_lazy("un cargo y su lugar"),
    "tie of somebody": gettext_lazy("un parentesco con alguien"),
    "possessive tie": gettext_lazy("un parentesco («su hermana»)"),
    "tie in a field": gettext_lazy("un parentesco en un formulario"),
    "tie in a co-official language": gettext_lazy("un parentesco en lengua cooficial"),
    "stated age": gettext_lazy("una edad dicha"),
    "residence or origin": gettext_lazy("dónde vive o de dónde es"),
    "whereabouts": gettext_lazy("dónde está"),
    "feature of the land": gettext_lazy("un paraje"),
    "kilometre of a road": gettext_lazy("un punto de una carretera"),
    "place in prose": gettext_lazy("un lugar en el texto"),
    "nationality": gettext_lazy("una nacionalidad"),
    "nationality of somebody": gettext_lazy("la nacionalidad de alguien"),
    "nationality as noun": gettext_lazy("una nacionalidad como nombre"),
    "country of origin": gettext_lazy("el país de origen"),
    "rare illness": gettext_lazy("una enfermedad rara"),
    "rare trade": gettext_lazy("un oficio poco común"),
    "rare trait": gettext_lazy("un rasgo poco común"),
    "written date": gettext_lazy("una fecha en letra"),
    "numeric date": gettext_lazy("una fecha en cifras"),
    "written day and month": gettext_lazy("un día y un mes"),
    "written month": gettext_lazy("un mes y un año"),
    "date with a Roman month": gettext_lazy("una fecha con el mes en números romanos"),
    "Basque date": gettext_lazy("una fecha en euskera"),
    "weekday": gettext_lazy("un día de la semana"),
    "feast": gettext_lazy("una festividad"),
    "season": gettext_lazy("una estación del año"),
    "month": gettext_lazy("un mes"),
    "street": gettext_lazy("una calle"),
    "street and number": gettext_lazy("una calle con su número"),
    "street without number": gettext_lazy("una calle sin número"),
    "place and number": gettext_lazy("un lugar con su número"),
    "parcel": gettext_lazy("una parcela"),
    "town of an address": gettext_lazy("la localidad de una dirección"),
    "number of a street told before": gettext_lazy("el número de una calle ya dicha"),
    "floor of a neighbour": gettext_lazy("el piso de un vecino"),
    "lexicon": gettext_lazy("nombres y apellidos conocidos"),
    "treatment": gettext_lazy("un tratamiento delante (doña, don, Sra., etc.)"),
    "title": gettext_lazy("un tratamiento delante (doña, don, Sra., etc.)"),
    "label": gettext_lazy("el rótulo de un campo"),
    "column": gettext_lazy("la cabecera de su columna"),
    "column label": gettext_lazy("la cabecera de su columna"),
    "tie": gettext_lazy("un parentesco delante"),
    "value": gettext_lazy("un dato ya visto en el expediente"),
    "parted": gettext_lazy("un nombre que estaba unido a otro"),
    "short": gettext_lazy("una forma abreviada"),
    "extension": gettext_lazy("una extensión de teléfono"),
}  # fmt: skip
_LEADS: Mapping[str, Words] = {
    "personal": gettext_lazy("de una persona"),
    "act": gettext_lazy("de un acto"),
    "birth": gettext_lazy("de nacimiento"),
    "home": gettext_lazy("de un domicilio"),
    "seat": gettext_lazy("de una sede"),
    "fact": gettext_lazy("de un hecho"),
}
REFERENCES: Mapping[str, Words] = {
    "eponym": gettext_lazy("Epónimo"),
    "building or award": gettext_lazy("Centro o premio con nombre propio"),
    "street": gettext_lazy("Calle con nombre propio"),
    "organ": gettext_lazy("Órgano"),
    "journal": gettext_lazy("Boletín oficial"),
}


def datum(label: str, trigger: str = "") -> str:
    """Return what a detection is called: its label, or for what is protected the kind of reference that it is."""
    if label == "CITATION" and trigger in REFERENCES:
        return str(REFERENCES[trigger])
    return str(words("label", label))


def trigger(code: str, recogniser: str = "") -> str:
    """Return what fired a detection; the recogniser's subject for a code without words, "" for no code."""
    if not code:
        return ""
    return _whole(code) or _parts(code) or _of_recogniser(recogniser) or code


def _whole(code: str) -> str:
    if code in _PHRASES:
        return str(_PHRASES[code])
    lead, _space, rest = code.partition(" ")
    if lead in _LEADS and rest in _PHRASES:
        return f"{_PHRASES[rest]} {_LEADS[lead]}"
    if lead == "entity":
        return _("su forma de NIF de entidad (%(letter)s)") % {"letter": rest}
    if re.fullmatch(r"\+\d+", code):
        return _("el prefijo internacional %(prefix)s") % {"prefix": code}
    if digits := re.fullmatch(r"(\d+) digits", code):
        return _("sus %(n)s cifras") % {"n": digits[1]}
    if code in ("X", "Y", "Z"):
        return _("su forma de NIE (%(letter)s)") % {"letter": code}
    if re.fullmatch(r"[A-Z]{2}", code):
        return _("su forma de IBAN (%(country)s)") % {"country": code}
    return ""


def _parts(code: str) -> str:
    head, colon, tail = code.partition(":")
    if not colon:
        return ""
    if head == "model":
        return _("el modelo lo lee como %(label)s") % {"label": str(words("label", tail)).lower()}
    if head == "deny-list":
        return _("la entrada %(n)s de la lista negra") % {"n": tail}
    if head in ("propagation", "propagate"):
        return str(_PHRASES["value"])
    if head == "column":
        return f"{_PHRASES['column']} ({words('label', tail)})"
    if head in ("treatment", "title"):
        return f"{_PHRASES['treatment']}"
    if head == "names":
        return _whole(tail)
    whole, rest = _whole(head), _whole(tail)
    return f"{whole}, {rest}" if whole and rest else whole or rest


def _of_recogniser(name: str) -> str:
    return _("una regla de %(what)s") % {"what": RECOGNISERS[name]} if name in RECOGNISERS else ""
