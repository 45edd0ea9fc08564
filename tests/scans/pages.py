"""The kinds of page that are measured, by name, each with the most character errors it may have (share of letters)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from tests.scans import worn
from tests.scans.drawn import Drawn, sheet

TEXT = [
    "Vista la solicitud presentada el 14 de marzo de 2023 por doña Águeda Zahínos Alcorneo, con DNI 99676891C y "
    "domicilio en la calle del Pozo, número 9, piso 2.º B, de Torremoncayo, en la que pide la ayuda básica de "
    "emergencia prevista en el artículo 7 de la ordenanza «Apoyo a las familias», y resultando que:",
    "Primero. La interesada acredita ser titular de la cuenta ES9199990273131001369987 y facilita como medio de "
    "aviso el correo agueda.zahinos@correo.example y el teléfono 613 501 765, en horario de mañana.",
    "Segundo. El informe de la trabajadora social, don Íñigo Ñíguez Peñalvar, de 6 de abril de 2023, señala que la "
    "unidad de convivencia la forman la solicitante, su cónyuge y dos hijos menores, y propone la concesión.",
    "Tercero. Consta en el expediente 2023/0415 el compromiso de pagar la pequeña deuda de 1.250,75 euros antes del "
    "31 de diciembre. ¿Procede, pues, la ayuda? La comisión entiende que sí, sin perjuicio de su revisión.",
    "Por todo ello, esta Alcaldía, en uso de las atribuciones que le confiere la Ley 7/1985, de 2 de abril, RESUELVE "
    "conceder la ayuda por un importe de 840 euros y notificar esta resolución a la interesada.",
    "Contra esta resolución, que pone fin a la vía administrativa, puede interponerse recurso potestativo de "
    "reposición en el plazo de un mes, o recurso contencioso-administrativo en el de dos meses.",
]
TITLE = "RESOLUCIÓN DE LA ALCALDÍA"
STAMP = ["REGISTRO GENERAL", "Entrada 4417", "17 MAR 2023"]
MARGIN = "Código de verificación: AB12-CD34-EF56-GH78. Copia auténtica del documento original."


@dataclass(frozen=True)
class Kind:
    """A kind of page: how to draw it, and the most errors allowed."""

    draw: Callable[[], Drawn]
    most: float


def _plain() -> Drawn:
    return sheet(TEXT, title=TITLE)


def _columns() -> Drawn:
    return sheet(TEXT, title=TITLE, columns=2, points=40)


def _typed() -> Drawn:
    return sheet(TEXT, face="cour", points=44, title="")


KINDS: dict[str, Kind] = {
    "clean": Kind(_plain, 0.005),
    "two columns": Kind(_columns, 0.005),
    "3 degrees": Kind(lambda: worn.tilted(_plain(), 3.0), 0.005),
    "noise": Kind(lambda: worn.noisy(_plain(), seed=1), 0.01),
    "noise and stamp": Kind(lambda: worn.noisy(worn.stamped(_plain(), STAMP), seed=2), 0.01),
    "columns, stamp, -3 degrees": Kind(lambda: worn.tilted(worn.stamped(_columns(), STAMP), -3.0), 0.01),
    "quarter turn": Kind(lambda: worn.turned(_plain(), 1), 0.005),
    "quarter turn back": Kind(lambda: worn.turned(_plain(), 3), 0.005),
    "upside down": Kind(lambda: worn.turned(_plain(), 2), 0.005),
    "typewriter": Kind(_typed, 0.01),
    "typewriter, noise, 2 degrees": Kind(lambda: worn.noisy(worn.tilted(_typed(), 2.0), seed=3), 0.015),
    "fax 200 dpi": Kind(lambda: worn.faxed(_plain(), seed=4), 0.01),
    "JPEG 150 dpi": Kind(lambda: worn.squeezed(_plain()), 0.01),
    "photograph": Kind(lambda: worn.photographed(_plain()), 0.015),
    "note in the margin": Kind(lambda: worn.in_margin(_plain(), MARGIN), 0.01),
}


def error_rate(said: str, text: str) -> float:
    """Return how many characters differ, as a share of the text; line ends count as blanks."""
    expected, read = " ".join(text.split()), " ".join(said.split())
    return Levenshtein.distance(expected, read) / len(expected)
