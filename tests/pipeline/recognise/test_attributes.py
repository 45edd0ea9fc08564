"""Attributes that single somebody out, and their namesakes that don't."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from pipeline.lexicons import rows
from pipeline.recognise.attributes import find_attributes
from tests.marked import missing, surplus

FOUND = [
    "[QUASI padece síndrome de Rett] desde 2010",
    "vive conmigo porque tiene [QUASI sindrome de angelman] y se cae",
    "Nac.: [QUASI búlgara]      Doc.: X",
    "Comparece don Tarik Benhaddou, [QUASI marroquí], con pasaporte",
    "la recurrente, [QUASI de nacionalidad maliense], nacida en Kayes",
    "Nacionalidad: [QUASI Ucrania]",
    "su mujer, [QUASI natural de Filipinas], añade",
    "el dueño es [QUASI sueco].",
    "una señora [QUASI polaca] del segundo",
    "vio a un [QUASI rumano] alto",
    "[QUASI padece drepanocitosis] y no puede dormir",
    "diagnosticada de [QUASI porfiria aguda intermitente] en 2019",
    "con [QUASI albinismo oculocutáneo] y vista débil",
    "tiene [QUASI síndrome de Sturge-Weber]. Su tratamiento",
    "padre con [QUASI enfermedad de Huntington], fallecido",
    "es [QUASI el último farero de Candeleda], ya jubilado",
    "[QUASI la única matrona del valle], se despide",
    "[QUASI único pastor trashumante que queda en el término], con nave",
    "[QUASI la única que enseña danza celta en la provincia].",
    "[QUASI vecina más antigua de la calle], con noventa años",
    "que fue [QUASI campanólogo de la catedral].",
    "y es [QUASI sordociego].",
    "un [QUASI dragón tatuado en el cuello].",
    "y que [QUASI le falta el lóbulo de la oreja izquierda]; viste de negro",
]
FOUND += [
    "don Klaus, [QUASI ciudadano alemán], y un [QUASI súbdito danés]",
    "doña Precious, [QUASI sudafricana de origen], violonchelista",
    "soltero, [QUASI organero y constructor de belenes mecánicos], cuyo domicilio",
    "apadrinó a Wilfredo, [QUASI boliviano de Potosí], hoy capataz",
    "ingresada por [QUASI una enfermedad de Behçet] y con [QUASI una miastenia gravis]",
]
LEFT = [
    "Idiomas: francés, inglés y rumano.",
    "declara en francés por medio de intérprete",
    "el Consulado francés y la embajada de Italia",
    "un producto de origen italiano y una tortilla francesa",
    "la concesión de la nacionalidad española por residencia",
    "la enfermedad de Parkinson y la de Alzheimer",
    "la enfermedad de larga duración y el síndrome de abstinencia",
    "el único recurso y la única instancia",
    "con administrador único y pago único",
    "la última resolución y el último acuerdo del Pleno",
    "el único interesado en el expediente",
    "la primera convocatoria y el primer trimestre del curso",
    "el Pastor Evangélico Unido y la calle del Molinero",
    "un informe más antiguo de lo debido",
    "el Secretariado Gitano y la Ley de refugiados",
    "la única manera de recurrir y el único motivo alegado",
    "falta el certificado del banco",
    "hipertensión arterial y diabetes mellitus tipo 2",
    "exporta a Francia, Italia y Portugal",
    "los ciudadanos y las ciudadanas de la villa",
    "el ciudadano que lo pida y el nacional del mismo Estado",
    "una enfermedad de larga duración y una miopía",
    "el queso de origen y la venta por residencia",
    "la casa del molinero y la oferta del constructor",
    "el mal estado de la vía y el mal de muchos",
]


@pytest.mark.parametrize("marked", FOUND)
def test_attributes_are_found_whole(marked: str) -> None:
    assert missing(marked, "attributes") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_what_tells_nobody_is_left(sentence: str) -> None:
    assert surplus(sentence, "attributes") == []


@pytest.mark.parametrize("template", ["Comparece, {}, con su letrado.", "es de nacionalidad {}.", "la parte es {}."])
def test_both_genders_of_every_nationality_score_the_same(template: str) -> None:
    for country, masculine, feminine in rows("nationalities.tsv"):
        if country == "espana":
            continue
        him, her = (
            [(d.score, d.provenance.trigger) for d in find_attributes(from_text(template.format(word)))]
            for word in (masculine, feminine)
        )
        assert him == her != [], masculine
