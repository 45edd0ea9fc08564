"""Ages of people are marked; terms, sentences and the ages of a law are left."""

from __future__ import annotations

import pytest

from pipeline.document import Block, build, from_text
from tests import marked

MARKED = (
    "Hijos: Astrid ([AGE 12 años]) y Nils ([AGE 6 años y 4 meses]), alumnos",
    "la niña, nacida en Don Benito hace [AGE siete meses].",
    "entró a servir con [AGE nueve años] y llegó a Cuenca con [AGE tres años]",
    "Mi mujer Candelaria, [AGE setenta y siete], operada",
    "Sus nietas, de [AGE cuatro, siete] y [AGE nueve años], y su hijo",
    "De [AGE treinta y pocos años], complexión fuerte",
    "el menú de Andrei, de [AGE sis anys], que té",
    "la bebé, Sara ([AGE 9 m].), y la madre",
    "Alegaba [AGE 81 años] y que su mujer murió",
    "Casilda Bermejo, de [AGE 43 años], casada",
    "una mujer de [AGE cuarenta y tres años] de edad",
    "varón de [AGE 43 años] sin antecedentes",
    "Edad: [AGE 64 años]",
    "edad [AGE 47]",
    "edad de [AGE 43 años]",
    "tiene [AGE 43 años] y vive sola",
    "el [AGE 3/4/1980]".replace("el [AGE 3/4/1980]", "cumplió [AGE 18 años] en mayo"),
    "el menor de [AGE 14 años] fue oído",
    "su hija menor, de [AGE 6 años], asiste",
    "lactante de [AGE 5 meses]",
    "recién nacido de [AGE 19 días]",
    "a los [AGE 15 años] dejó los estudios",
    "paciente de [AGE 5 años y 7 meses]",
    "el conductor, de [AGE 31 años], dio positivo",
    "con [AGE ochenta y un años] cumplidos",
    "un anciano de [AGE noventa años]",
    "la [AGE octogenaria] fue atendida",
    "nació hace [AGE 43 años] en Mérida",
    "mi madre, de [AGE 78 años], no puede",
    "sus hijos de [AGE 3 años] y [AGE 7 años] de edad",
    "EL SOLICITANTE, DE [AGE 52 AÑOS]",
    "Nerea Paz, de [AGE 14], y su madre",
    "Lin Fernández, de [AGE cuarenta y cuatro], camarero",
    "Ocupante: Elena Roble, [AGE 16 años], hija",
    "el menor ([AGE 13 años]), acompañado",
    "F. nac.: 19/04/1969  ([AGE 54 a].)",
    "cumplirá ese día [AGE noventa años]",
    "Tienes [AGE 87 años] y vives sola",
    "cumplió [AGE 6 añitos] el lunes",
    "Edad: [AGE 41 A] Sexo: M",
    "El Sr. Pardo, que tiene\n[AGE 8l años], dice",
    "Cond.: varón; [AGE 33]; moldavo. Viajaba con esposa, [AGE 31], gestante",
    "Vive con su nuera, [AGE cincuenta y cinco], y un hijo de [AGE doce].",
    "1. HIJO — [AGE 61] — en Pirmasens; llega con Adam ([AGE 5]) de la mano",
    "sueco, [AGE cuarenta y siete], monitor; KAUR, india, [AGE 27 a], cuidadora",
    "la madre, que ronda los [AGE sesenta], no vino",
)
LEFT = (
    "el padre de tres, la madre de dos y la hija de 2019",
    "votos del vecino, 12; calle Ana María, 12, bajo; Puerta (3)",
    "el acta del tribunal (5) y el BOE (12), páginas 3, 4 y 5",
    "Hijos: 3; hermanos, 4.128 euros; la nieta, 3 de mayo",
    "tarda un año y medio en resolver",
    "de los tantos expedientes",
    "els anys vuitanta",
    "el edificio (9 m) y la tapia",
    "el plan de 4 y 5 años de vigencia",
    "mayores de 65 años y menores de 14 años",
    "un plazo de cinco años",
    "hace 3 años",
    "a los dos años de la cirugía empeoró; a los 2 años del trasplante, no",
    "pena de dos años de prisión",
    "contrato de 4 años",
    "con una antigüedad de 12 años",
    "Falta el contrato; tiene 10 días",
    "en el registro me dijo que tenía un mes",
    "la Ley 39/2015, de 1, y el BOE, de 12, lo publican",
    "en Zafra, de 12 a 14, y en Mérida, de 5",
    "asciende a 400 euros, 3 años, y una multa",
    "acuerda, de dos, uno, y lo firma",
    "la sesión, 2 años, se archiva",
    "el plan (4 años) y el convenio (3 a 5 años)",
    "los documentos (12 a 14)",
    "durante los últimos 10 años",
    "10 años de experiencia",
    "la prescripción es de 4 años",
    "tener cumplidos 16 años",
    "todo menor de 14 años",
    "haber cumplido 18 años",
    "ser mayor de 18 años",
    "entre 18 y 65 años",
    "cada dos años",
    "tras 5 años de convivencia",
    "tres años después",
    "a los 5 años de la intervención",
    "inhabilitación por tiempo de 3 años",
    "un edificio de 50 años",
    "con una duración de 6 meses",
    "en 15 días hábiles",
    "vigencia de un año prorrogable",
    "2 años y 3 meses de prisión",
    "los próximos 3 años",
    "vino con tres contratos y salió con 4 años de retraso",
    "el Plan (12 años) y la Garantía (3 años)",
    "la obra comenzada en Soria hace siete meses",
    "la partida Candelaria, setenta y siete euros",
    "un préstamo a 30 años",
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_ages(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = marked.above(marked.find(document, "ages"))
    assert [document.surface(d.span) for d in found] == [document.surface(e.span) for e in expected]


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_terms_and_legal_ages(sentence: str) -> None:
    assert marked.surplus(sentence, "ages") == []


def test_an_age_in_words_and_in_figures_is_one_value() -> None:
    values = {marked.find(from_text(f"varón de {n} años"), "ages")[0].value for n in ("43", "cuarenta y tres")}
    assert values == {"43"}


def test_a_column_of_ages() -> None:
    text = "43\n"
    document = build(text, [Block(0, len(text), label="Edad")], b"", "csv")
    assert [document.surface(d.span) for d in marked.find(document, "ages")] == ["43"]


def test_nobody_is_200_years_old() -> None:
    assert not marked.find(from_text("varón de 200 años"), "ages")
