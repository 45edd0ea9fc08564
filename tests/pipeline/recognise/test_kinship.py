"""Phrases of kinship with what they are told of."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "avisen al [KINSHIP hijo de] Gerardo y a [KINSHIP la hermana de] M. R., que firma",
    "[KINSHIP el abuelo paterno de] A., su guardador; es [KINSHIP nieto de] doña Guiomar Rato",
    "[KINSHIP El hermano de la solicitante] y [KINSHIP su cónyuge]",
    "[KINSHIP la hija menor de ambos]",
    "[KINSHIP la hermana del recurrente] y [KINSHIP el hermano del recurrente]",
    "[KINSHIP la suegra de aquél]",
    "[KINSHIP su madre] y [KINSHIP su padre]",
    "vive con [KINSHIP su hijo] Ovidio y cuida a [KINSHIP mi abuela paterna]",
    "compareció [KINSHIP la viuda]; del [KINSHIP padre] nada consta",
    "es [KINSHIP hermana de doble vínculo del apelante] y [KINSHIP prima de la anterior]",
    "por ser [KINSHIP hija del aparcero] y [KINSHIP tío carnal de esta Alcaldesa]",
    "no le une parentesco con [KINSHIP la madre del constructor]",
    "lo supo por [KINSHIP su compañera de piso] y por [KINSHIP mi jefe]",
    "Parentesco: [KINSHIP hija]",
    "llama [KINSHIP el consuegro] y estaba con [KINSHIP la bisnieta], que cumplía años",
    "actúa en calidad de [KINSHIP madre]",
    "[KINSHIP la hermana de] Tordesillas no declaró",
    "falta la firma del [KINSHIP segundo progenitor]",
    "un escrito de la señora, [KINSHIP madre de un alumno de 2.º de ESO], en que",
    "es [KINSHIP hermano de la titular del vehículo] y viajaba",
    "[KINSHIP la abuela materna de los menores] los recoge",
    "avisó [KINSHIP la mujer del guarda] y [KINSHIP la cuidadora de la anciana]",
    "[KINSHIP el mayor de sus hijos] y [KINSHIP el menor de los hermanos] se fueron",
    "lo heredaron de [KINSHIP una tía] en 1998",
    "[KINSHIP su vecina del tercero] y [KINSHIP la abuela del quinto] lo oyeron",
    "decía el mensaje: «[KINSHIP tía] Lola, de aquí no me muevo»",
    "«[KINSHIP Tío], hoy otra vez trece horas»",
    "[KINSHIP el que fuera su marido] no paga",
    "Lo confirma [KINSHIP mi cuñado].",
    "va signar [KINSHIP la filla de la sol·licitant] amb [KINSHIP la seva mare]",
    "asinou [KINSHIP a irmá do solicitante] coa [KINSHIP súa nai]",
    "[KINSHIP eskatzailearen semea] eta [KINSHIP haren ama] etorri dira",
]
FOUND += [
    "informe médico de [KINSHIP mi hermana] (historia)",
    "baja por defunción, [KINSHIP padre de la actual propietaria], doña Vicenta",
    "Parentesco: [KINSHIP HIJO]       Edad: 58",
    "[KINSHIP La tía] Isidora oyó los tiros",
    "no és celíaca, corregeix [KINSHIP la mare]. Diu [KINSHIP la filla], la Roser",
    "a casa da finca. Móbil do [KINSHIP irmán]: 616",
    "Viajaba con [KINSHIP esposa], 31, gestante. Ocup.: [KINSHIP nieto], 11 meses",
    "1. [KINSHIP HIJO] — 61 — en Berlín; [KINSHIP nieto a cargo], menor",
    "cae seis escalones. La asiste [KINSHIP su hermano].",
    "La testigo Fátima, [KINSHIP compañera de la demandante], oyó",
]
LEFT = [
    "bisnietos y consuegros de todo el pueblo",
    "firma su hija",
    "firma su hijo",
    "el hermano Teodoro",
    "los padres de familia",
    "la madre naturaleza",
    "el padre o la madre que conviva con los hijos",
    "sobre la mujer y la infancia",
    "una mujer y un compañero",
    "la encargada de la tienda",
    "la vecina de Vigo",
    "natural de Toro, hijo de Efraín",
    "es hijo de Cuenca y nieto de emigrantes",
    "la obra del padre de la Iglesia",
    "la compañera llegó",
    "vino la mujer de la limpieza",
    "es la madre de todas las batallas",
    "tiene un hijo y una hija",
    "compró una casa y un hermano la pintó",
    "la vecina de la barriada",
    "vecina de esta villa",
    "el padre de la Constitución",
    "una de las partes y uno de los vocales",
    "la mayor de las multas y el menor de los males",
    "el primero de los lotes",
    "els drets dels pares i mares",
    "la familia do mar e a festa da vila",
    "Lege berri / ley nueva",
    "la obra trata del tío Sam",
    "el informe médico de la madre naturaleza",
    "leyó a Primo Levi",
    "la mare natura i el pare Claret",
    "padre, 2 copias; hijos, 31",
    "son primos sus abuelos.",
    "nietos a cargo del programa",
    "compañera de clase, amiga de la buena mesa",
    "Olmo Hermanos, abogado de la empresa",
    "rezan la madre Inés y el padre Ángel",
    "Parentesco y edad",
    "hermana mayor",
]


@pytest.mark.parametrize("marked", FOUND)
def test_ties_are_found_whole(marked: str) -> None:
    assert missing(marked, "kinship") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_ties_that_single_nobody_out_are_left(sentence: str) -> None:
    assert surplus(sentence, "kinship") == []
