"""Invented administrative text in any amount: names drawn from the lexicons, numbers with valid checks."""

from __future__ import annotations

import gzip
import random
from functools import cache
from importlib import resources

WORDS_A_PAGE = 500

SENTENCES = [
    "Con fecha {day} de {month} de 2025, {title} {name}, con DNI {dni} y domicilio en la calle {street}, {n}, presentó una "
    "solicitud de ayuda para la rehabilitación de la vivienda habitual, acompañada de la documentación exigida.",
    "{upper}, con número de afiliación a la Seguridad Social {nss}, figura como {role} en el expediente {n}/2025.",
    "El artículo {n} de la Ley 39/2015, de 1 de octubre, obliga a la Administración a dictar resolución expresa y a "
    "notificarla en todos los procedimientos, cualquiera que sea su forma de iniciación.",
    "Vista la propuesta del órgano instructor y el informe de la intervención municipal, de conformidad con el Decreto "
    "45/2019, de 3 de abril, se considera acreditado el cumplimiento de los requisitos de la convocatoria.",
    "La cuenta {iban} consta a nombre de {name}, vecino de la localidad, que puede ser localizado en el teléfono {phone}.",
    "La {role} alega que la resolución impugnada carece de motivación suficiente y solicita su anulación, con los efectos "
    "que en derecho procedan y sin perjuicio de las acciones que puedan corresponderle.",
    "Por el {title} {surname} se aportan facturas por importe de {n}00 euros, que se incorporan al expediente a los efectos "
    "oportunos, sin que conste oposición de las restantes partes personadas en el procedimiento.",
    "La comisión de valoración, reunida en sesión ordinaria, acordó por unanimidad proponer la concesión de las ayudas que "
    "se relacionan en el anexo, dentro del límite del crédito disponible en la aplicación presupuestaria correspondiente.",
]
MONTHS = [
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
]
STREETS = ["del Olmo", "Mayor", "de la Fuente", "Real", "del Pozo", "de los Fresnos", "Nueva", "de la Cruz"]


def pages(count: int, *, people: int = 400, seed: int = 7) -> str:
    """Return `count` pages of about 500 words about `people` invented persons, the same for the same seed."""
    rng = random.Random(seed)
    cast = [_person(rng) for _ in range(people)]
    out: list[str] = []
    for _ in range(count):
        words = 0
        while words < WORDS_A_PAGE:
            paragraph = " ".join(_sentence(rng, cast) for _ in range(4))
            words += len(paragraph.split())
            out.append(paragraph)
    return "\n\n".join(out) + "\n"


def _person(rng: random.Random) -> dict[str, str]:
    first, surname, second = (_draw(rng, table) for table in ("given", "surnames", "surnames"))
    number = rng.randrange(99_000_000, 99_999_999)
    return {"name": f"{first} {surname} {second}", "surname": surname, "dni": f"{number}{_letter(number)}"}


@cache
def _table(name: str) -> tuple[list[str], list[int]]:
    raw = (resources.files("pipeline.lexicons") / f"{name}.tsv.gz").read_bytes()
    rows = [line.split("\t") for line in gzip.decompress(raw).decode().splitlines()[1:]]
    return [row[0].title() for row in rows], [2 ** int(row[1]) for row in rows]


def _draw(rng: random.Random, table: str) -> str:
    words, weights = _table(table)
    return rng.choices(words, weights)[0]


def _letter(number: int) -> str:
    return "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]


def _sentence(rng: random.Random, cast: list[dict[str, str]]) -> str:
    person = rng.choice(cast)
    base = int(f"06{rng.randrange(10_000_000, 99_999_999)}")
    bban = f"99990123{rng.randrange(10**11, 10**12)}"
    check = 98 - int(bban + "142800") % 97
    return rng.choice(SENTENCES).format(
        **person,
        upper=person["name"].upper(),
        title=rng.choice(["don", "doña", "Sr.", "Sra."]),
        role=rng.choice(["solicitante", "interesada", "recurrente"]),
        day=rng.randrange(1, 29),
        month=rng.choice(MONTHS),
        street=rng.choice(STREETS),
        n=rng.randrange(2, 90),
        nss=f"06/{str(base)[1:] if len(str(base)) > 9 else base}/{base % 97:02d}",
        iban=f"ES{check:02d}{bban}",
        phone=f"612 {rng.randrange(100, 999)} {rng.randrange(100, 999)}",
    )
