"""Role designations, in both genders, with their article."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from pipeline.lexicons import rows
from pipeline.recognise.roles import find_roles
from tests.marked import missing, surplus

FOUND = [
    "[ROLE La solicitante] alegó; [ROLE el recurrente] no",
    "al [ROLE interesado] y del [ROLE demandado]",
    "[ROLE la referida interesada]",
    "[ROLE la recurrente], doña Tecla",
    "[ROLE la letrada] Remedios Tordesillas y [ROLE el letrado] de la Administración de Justicia",
    "abrió la sesión [ROLE el alcalde] y levantó acta [ROLE la secretaria]",
    "[ROLE La Sra. Alcaldesa] llama al orden",
    "hace de [ROLE secretaria] la más joven",
    "pierde la condición de [ROLE denunciado].",
    "[ROLE la niña] duerme con [ROLE su cuidadora]",
    "[ROLE mi mandante] no adeuda nada",
    "[ROLE El psicólogo]: Eladio Pastor Guerra, col. 38",
    "Añade [ROLE la señora] que nada vio",
    "Mesa: Sr. Naveed Iqbal ([ROLE presidente]), Sra. Shazia Parveen ([ROLE secretaria])",
    "la reagrupación que pide [ROLE la reagrupante] para [ROLE el reagrupado]",
    "[ROLE el armador] culpa al [ROLE tripulante], y [ROLE la penada] a [ROLE la legataria]",
    "no discute [ROLE la que suscribe] los méritos",
    "declara [ROLE la también acusada] y pasa a la condición de [ROLE testigo].",
    "[ROLE La doctora] firma el parte",
]
LEFT = [
    "figura como demandante de empleo desde 2019",
    "los solicitantes y las recurrentes",
    "Demandante: Eulogio",
    "el/la solicitante",
    "el titular de la Consejería",
    "Secretaria: Eulogia",
    "los alcaldes y las concejalas",
    "la alcaldía y la secretaría del Pleno",
    "interesado en la compra del solar",
    "DNI de la solicitante: no consta",
    "Firma del titular: ilegible",
    "DATOS DEL SOLICITANTE\nApellidos",
    "según él jubilado desde mayo, está representada",
    "El aparato, valorado en 289 euros, y la providencia, notificada el doce de enero",
    "Fidel, vecino de Nerja, y su prima, profesora de inglés",
    "informa la Policía Local y la Guardia Civil",
    "la doctora Pizarro y la señora Cordero",
    "la señora dos Santos y la señora de la foto",
]


@pytest.mark.parametrize("marked", FOUND)
def test_designations_are_found(marked: str) -> None:
    assert missing(marked, "roles") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_labels_plurals_and_appositions_are_left(sentence: str) -> None:
    assert surplus(sentence, "roles") == []


def test_both_genders_of_every_role_score_the_same() -> None:
    for masculine, feminine in rows("roles.tsv"):
        (him,), (her,) = (
            [(d.score, d.label) for d in find_roles(from_text(f"Consta {article} {word}, según obra."))]
            for article, word in (("el", masculine), ("la", feminine))
        )
        assert him == her, masculine
