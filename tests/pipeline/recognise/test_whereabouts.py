"""Places of the model that prose ties to somebody, and those that an organ or a public matter owns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pytest

from pipeline.detection import Label, detect
from pipeline.document import Span, from_text
from pipeline.recognise.ner import NamedSpan, find_named
from pipeline.recognise.whereabouts import find_whereabouts

TOLD = (
    "alega haber residido antes en [Tobarra], y nada más",
    "teme que se los lleve a [Gotemburgo].",
    "el resto de la familia, en [Al Hoceima].",
    "la pensión que ingresa desde [Edimburgo], según extracto",
    "fui a la escuela en la localidad de [Agramón] hasta los diez",
    "cocinero en [Portocolom], hace de intérprete",
    "el viaje cancelado a [Sligo], del que solo hay un justificante",
    "Término: [Cañete]  Hora 7:55",
    "Doña Inés Gil, de [Haro], reclama",
    "es de [Écija] y no conoce a nadie",
)
LEFT = (
    "la Subdelegación del Gobierno en [Almería] lo denegó",
    "permiso de clase B, expedido en [Rumanía], n.º 12",
    "En [Oropesa], siendo las 04:50 horas",
    "En [Alcoy], a veinticinco de abril de dos mil veinticuatro",
    "debe salir de España por llevar en [España] un año",
    "el Ayuntamiento de [Toro] aprobó la ordenanza",
    "la convivencia escolar en [Castilla-La Mancha], artículo 2",
    "se remite el acta a [Torrox] en tres días",
    "AYUNTAMIENTO DE [FRÓMISTA] (PALENCIA)",
    "viña de secano, de [CUARENTA Y DOS ÁREAS]",
)


class _Marks:
    """A model that names what stands in brackets."""

    name = "marks"

    def __init__(self, place: tuple[int, int]) -> None:
        self.place = place

    def __call__(self, texts: Sequence[str]) -> Iterable[Sequence[NamedSpan]]:
        for _ in texts:
            yield [NamedSpan(*self.place, "LOC", 0.9)]


def _whereabouts(sentence: str) -> list[str]:
    start, end = sentence.index("["), sentence.index("]") - 1
    document = from_text(sentence.replace("[", "").replace("]", ""))
    named = list(find_named(document, _Marks((start, end))))
    return [document.surface(d.span) for d in find_whereabouts(document, named)]


@pytest.mark.parametrize("sentence", TOLD)
def test_a_place_of_somebodys_doings_is_told(sentence: str) -> None:
    assert _whereabouts(sentence) == [sentence[sentence.index("[") + 1 : sentence.index("]")]]


@pytest.mark.parametrize("sentence", LEFT)
def test_a_place_of_an_organ_is_left(sentence: str) -> None:
    assert _whereabouts(sentence) == []


FROM = (
    "{Kevin Loaiza}, de [Pereira] ([Risaralda]), veintitrés",
    "Viene {Nicanor}, de [Casas de Lázaro], 81",
    "con {Ousmane Touré}, maliense, de [Kayes], y con otros dos",
)
NOT_FROM = (
    "firma {Ana Olmo}, de Intervención",
    "{Ana Olmo}, de Tesorería General",
    "{Ana Olmo}, de 3 de marzo",
    "según {Ana Olmo}, de lo que da fe",
    "{Ana Olmo}, de Servicios Sociales, informa",
)


def _beside(sentence: str) -> tuple[list[str], list[str]]:
    bare = re.sub(r"[\[\]{}]", "", sentence)
    name = sentence[sentence.index("{") + 1 : sentence.index("}")]
    start = bare.index(name)
    document = from_text(bare)
    person = detect(Span(start, start + len(name)), Label.PERSON, 0.9, recogniser="names", trigger="")
    return [document.surface(d.span) for d in find_whereabouts(document, [person])], re.findall(
        r"\[([^\]]+)\]", sentence
    )


@pytest.mark.parametrize("sentence", FROM + NOT_FROM)
def test_where_a_named_person_comes_from(sentence: str) -> None:
    found, expected = _beside(sentence)
    assert found == expected
