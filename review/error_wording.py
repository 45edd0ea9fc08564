"""The words of what can go wrong with a file or an expediente: what happened, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong and what to do next."""

    what: Words
    remedy: Words


ERRORS: Mapping[str, Problem] = {
    "unsupported": Problem(
        _("Este tipo de fichero no se puede anonimizar."),
        _("Conviértalo a DOCX, ODT, PDF, TXT, CSV o XLSX y súbalo de nuevo."),
    ),
    "unsupported-archive": Problem(
        _("Es un fichero comprimido: lo que lleva dentro no se lee."),
        _("Descomprímalo y suba sus documentos uno a uno."),
    ),
    "unsupported-recording": Problem(
        _("Es una grabación de vídeo o de sonido: no se lee."),
        _("Suba su transcripción en DOCX, ODT o TXT."),
    ),
    "unsupported-program": Problem(
        _("Es un programa, no un documento."),
        _("No lo ejecute. Pida el documento a quien lo envió y, si no lo esperaba, avise a seguridad."),
    ),
    "unsupported-slides": Problem(
        _("Es una presentación: las diapositivas no se leen."), _("Expórtela a PDF y suba el PDF.")
    ),
    "unsupported-messages": Problem(
        _("Es un buzón o un mensaje en el formato propio de un programa de correo."),
        _("Guarde cada mensaje como EML y súbalos uno a uno."),
    ),
    "unsupported-macros": Problem(
        _("Es una plantilla, o lleva macros."), _("Guárdelo sin macros como DOCX o XLSX y súbalo de nuevo.")
    ),
    "unsupported-data": Problem(
        _("Son datos o dibujos de un programa (bases de datos, planos, fotos HEIC, XML, JSON, agendas): no se leen."),
        _("Exporte lo que importa: tablas y contactos a CSV o XLSX; planos y dibujos a PDF; fotos a JPG."),
    ),
    "unreadable": Problem(
        _("El fichero está dañado o no es lo que dice su extensión."),
        _("Ábralo con su programa, guárdelo de nuevo y súbalo otra vez."),
    ),
    "encrypted": Problem(_("El fichero pide una contraseña."), _("Guarde una copia sin contraseña y súbala.")),
    "hostile": Problem(
        _("El fichero intenta salir de sí mismo o agotar el equipo."),
        _("No lo abra. Pida a quien lo envió una copia limpia y avise a seguridad."),
    ),
    "limit": Problem(
        _("El fichero supera un límite de tamaño, páginas, contenido, memoria o tiempo."),
        _("Divídalo en partes más pequeñas y súbalas por separado."),
    ),
    "died": Problem(
        _("Algo en el fichero hace fallar a su lector. Se lee aparte: no se ha perdido nada más."),
        _("Ábralo con su programa, guárdelo en otro formato y súbalo de nuevo."),
    ),
    "refused": Problem(
        _("El fichero no se puede tratar tal como está."), _("Guárdelo en otro formato y súbalo de nuevo.")
    ),
    "empty": Problem(_("El fichero está vacío."), _("Compruebe el fichero y súbalo de nuevo.")),
    "too-big": Problem(
        _("El fichero supera el tamaño permitido."), _("Divídalo en partes más pequeñas y súbalas por separado.")
    ),
    "name": Problem(_("El nombre del fichero no es válido."), _("Cambie el nombre y súbalo de nuevo.")),
    "leak": Problem(
        _("Se ha encontrado en el resultado algo que debía desaparecer. No se ha liberado nada."),
        _("Devuelva el expediente a revisión, mire los lugares señalados y vuelva a generarlo."),
    ),
    "poisoned": Problem(
        _("El fichero ha detenido el análisis varias veces y se ha apartado."),
        _("Guárdelo de nuevo con su programa y súbalo otra vez; los demás ficheros siguen adelante."),
    ),
    "policy": Problem(
        _("La plantilla o una entrada de lista está mal formada."), _("Avise a quien gestiona las plantillas.")
    ),
    "model": Problem(
        _("Falta el modelo que busca las tipologías descritas, o no se puede leer."),
        _("Avise a administración: la carpeta de ANONYMIZA_GLINER está incompleta."),
    ),
    "missing": Problem(_("Falta el original en el almacén."), _("Suba el fichero de nuevo y avise a administración.")),
    "fault": Problem(
        _("Ha fallado el programa, no el fichero."),
        _("Pulse Reintentar. Si se repite, avise a administración: no se ha perdido nada."),
    ),
}


def problem(code: str) -> Problem:
    """Return what an error code means and its remedy; an unknown code is a fault of ours."""
    return ERRORS.get(code, ERRORS["fault"])
