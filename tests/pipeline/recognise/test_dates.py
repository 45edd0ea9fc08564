"""Dates in every writing, whole and with whose they are; numbers that only look like one are left."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.detection import Label
from pipeline.document import Block, build, from_text
from pipeline.recognise import spanish_numbers
from tests import marked

MARKED = (
    "el [DATE 3/4/2024], el [DATE 3.4.2024] y el [DATE 2024-04-03] a las 10:30",
    "el día [DATE 03-04-24] fue atendido",
    "en fecha [DATE 3 de abril de 2024]",
    "a los [DATE tres días del mes de abril de dos mil diecinueve]",
    "el [DATE diecinueve de enero del mil novecientos sesenta y siete], hija de Nicasio",
    "el [DATE primero de enero de dos mil veinticuatro]",
    "el día [DATE XV de marzo del año MMXXIV], compareció",
    "EL [DATE TRES DE ABRIL DE DOS MIL DIECINUEVE] NACIÓ",
    "nacida a [DATE uno de mayo de mil novecientos ochenta]",
    "en [DATE abril de 2019] y en [DATE mayo del 2020]",
    "el [DATE 3 de abril] pasado acudió al médico",
    "[DATE 3 abril 2019], [DATE 3-abr-2019], [DATE 12 MAYO 1999]",
    "del [DATE 3] al [DATE 5 de mayo de 2024] estuvo ingresada",
    "los días [DATE 16] y [DATE 17 de abril de 1997]",
    "del [DATE 3 de abril] al [DATE 5 de mayo de 2024]",
    "entre [DATE marzo] y [DATE junio de 1989]",
    "el [DATE 3 de sep-\ntiembre\nde 2019] a las 9",
    "el [DATE 1.º de mayo de 2020] y el [DATE 1º de junio de 2020]",
    "el [DATE 3 de abril del año 2.019], viernes",
    "el [DATE 3 d'abril de 2024] i l'[DATE 1 de gener del 2020]",
    "o [DATE 3 de xuño de 2001]",
    "[DATE 2019ko urtarrilaren 5ean] jaio zen",
    "el [DATE veintiuno de setiembre de mil ochocientos noventa y ocho]",
    "F. nac.: [DATE 31/02/1980] según el impreso",
    "nació en [DATE 1944] en Mérida",
    "el [DATE 29 de febrero de 2024]",
    "FECHA DE NACIMIENTO: [DATE 7 7 1977]".replace("7 7 1977", "07 07 1977"),
    "nacido el [DATE treinta y uno de diciembre de dos mil]",
    "se separaron a [DATE finales de 2017] y volvieron en [DATE el otoño de ese año]",
    "vive sola desde [DATE el verano pasado]; en [DATE agosto del año pasado] dio a luz",
    "murió el [DATE Jueves Santo de 1984], ingresado por [DATE San José]",
    "se personó el día [DATE dos de los corrientes] en la oficina",
    "F. nac.: [DATE 1 dic 91]",
    "trasladado el [DATE año 1952] a Cuacos; se jubiló en el [DATE 99]",
    "licencia, Cad. [DATE 3/25], Seguro",
    "estuvo de excedencia entre [DATE 2011] y [DATE 2013].",
    "orden de alejamiento de 500 metros, acordada el [DATE 12 de mayo de 2020].",
    "Vda. desde [DATE 2009]; está en España desde el [DATE 94] y de rapaz, antes del [DATE cuarenta y cinco], lo vio",
    "los años de Maracaibo fueron del [DATE 56] al [DATE 71]; de [DATE 1979] a [DATE 1987] fue maestra",
    "una noche de [DATE agosto del 38]; su boda, en [DATE mayo del sesenta y dos]; fractura ([DATE mayo/24])",
    "viuda, desde [DATE VERANO 2011]; cayó en la [DATE noche de Santa Águeda]",
    "FECHA NAC. [DATE 19 | 05 | 1990]; F. nacimiento [DATE 0|5|0|8|1|9|8|1]",
    "Día [DATE VEINTIDÓS Mes JUNIO Año DOS MIL TRECE]; nacimiento: Día [DATE 09  Mes 12  Año 1941]",
    "fallecido [DATE abenduaren 31n], ingresado [DATE otsailaren 20tik]",
    "la iaia, [DATE 1r de març de 2012], enviudó a [DATE finales de marzo de 2020]",
    "nacidos en [DATE 1964] y [DATE 1999]. EL CAPITÁN LO ARRESTÓ EN [DATE 2016]",
    "murió en San Fernando el [DATE 12-04-2011]; ayer, [DATE 30 de mayo], paseaba",
)
LEFT = (
    "el día 35 de su ingreso fue extubado",
    "en vigor desde 2019; la ordenanza rige desde el 98, y el servicio municipal se presta desde 2004",
    "las páginas del 20 al 35, los artículos del 3 al 9 y una bajada del 30 al 20 por ciento",
    "el edificio está vacío desde 1975 y la red de agua desde el 82",
    "desde las 9, desde los 18 años, hasta el 12 % y desde el 50 por ciento",
    "la tarifa | 05 | 2010 y el turno | 01 | 2",
    "la calle Dos de Mayo y el Hospital 12 de Octubre",
    "la barriada 1.º de Mayo y la plaza 3 de abril",
    "De la Calle y Abril, Juan",
    "el artículo 53.1.15 y la versión 10.2.30",
    "el ejercicio 2019 y el curso 2023/2024",
    "la IP 10.20.30.40 y la nota 7/10",
    "expediente 12/2019/345",
    "3 de cada 4 vecinos",
    "la sesión de 3 de mayo de 2024",
    "el acuerdo plenario de 3 de mayo de 2024",
    "publicado el 3/5/2024",
    "En Badajoz, a 3 de mayo de 2024.",
    "Firmado digitalmente el 03/04/2024",
    "el plazo acaba el 31 de diciembre de 2024",
    "una marcha de 5 mayores y 3 menores",
    "teléfono 924-12-34",
    "mayo y abril son meses del año",
    "a 32/13/2024 del vecino",
    "1234/5/2024-7",
    "ha salido dos de mil veces",
    "en 2019 hubo 2019 casos",
    "dos de los corrientes recibos no constan",
    "el dos de los presentes levantó la mano",
    "a finales de la calle y principios de obra",
    "por San José Obrero, 4",
    "el verano y el otoño son estaciones",
    "en el 99 % de los casos y en el 50 por ciento",
    "el curso siguiente y el ejercicio anterior",
    "cada 3/25 de la serie",
    "un presupuesto entre 2011 y 2013 euros",
    "la ley (2008) y el plan de 2015",
)
OWNERS = (
    ("nacida el 3/4/1980", "birth"),
    ("Fecha de nacimiento: 3 de abril de 1980", "birth"),
    ("F. nac. 3/4/80", "birth"),
    ("nacido en Mérida, Badajoz, el 3 de abril de 1980", "birth"),
    ("falleció el 3 de abril de 2020", "personal"),
    ("ingresó el 3/4/2020", "personal"),
    ("contrajo matrimonio el 3/4/2020", "personal"),
    ("presentó solicitud el 3 de abril de 2020", "personal"),
    ("el 3 de abril de 2020 falleció", "personal"),
    ("nacida el 3/4/1980 y empadronada desde el 5/6/2001", "personal"),
    ("la sesión del 3 de abril de 2020", "act"),
    ("resolución de fecha 3 de abril de 2020", "act"),
    ("boletín de 3 de abril de 2020", "act"),
    ("En Talavera, a 3 de abril de 2020", "act"),
    ("el 3 de abril de 2020", ""),
)
VALUES = (
    ("tres de abril de dos mil diecinueve", "2019-04-03"),
    ("3 de abril", "--04-03"),
    ("abril de 2019", "2019-04"),
    ("03-04-24", "2024-04-03"),
    ("3 de mayo de 98", "1998-05-03"),
    ("XV de marzo del año MMXXIV", "2024-03-15"),
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_the_whole_date(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = marked.above(marked.find(document, "dates"))
    assert [document.surface(d.span) for d in found] == [document.surface(e.span) for e in expected]


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_what_is_no_date_or_an_act(sentence: str) -> None:
    assert marked.surplus(sentence, "dates") == []


@pytest.mark.parametrize(("sentence", "owner"), OWNERS)
def test_tells_whose_date_it_is(sentence: str, owner: str) -> None:
    last = marked.find(from_text(sentence), "dates")[-1]
    first_word = last.provenance.trigger.split()[0]
    assert first_word == owner or (owner == "" and first_word not in ("birth", "personal", "act"))


def test_a_birth_is_surer_than_a_life_and_a_life_than_an_act() -> None:
    scores = [
        marked.find(from_text(f"{cue} el 3/4/2020"), "dates")[0].score for cue in ("nacida", "ingresó", "", "publicado")
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


@pytest.mark.parametrize(("written", "iso"), VALUES)
def test_normalises(written: str, iso: str) -> None:
    (detection,) = marked.find(from_text(f"el {written}"), "dates")
    assert detection.value == iso


def test_an_impossible_date_fails_its_check_and_stays() -> None:
    (detection,) = marked.find(from_text("el 31/02/2024"), "dates")
    assert detection.provenance.validated is False
    assert detection.score <= 0.3


def test_a_column_label_tells_the_birth() -> None:
    text = "3/4/1980\n"
    document = build(text, [Block(0, len(text), label="Fecha de nacimiento")], b"", "csv")
    (detection,) = marked.find(document, "dates")
    assert "birth" in detection.provenance.trigger
    assert document.surface(detection.span) == "3/4/1980"


def test_a_date_never_runs_into_the_next_block() -> None:
    text = "3 de\nabril de 2020\n"
    document = build(text, [Block(0, 5), Block(5, len(text))], b"", "csv")
    assert [document.surface(d.span) for d in marked.find(document, "dates")] == ["abril de 2020"]


def _in_words(number: int) -> str:
    words = {value: word for word, value in reversed(spanish_numbers.VALUES.items()) if not word.startswith("prim")}
    words |= {1: "uno", 21: "veintiuno", 100: "ciento"}
    words |= {n * 100: words[n * 100].replace("as", "os") for n in range(2, 10)}
    if number >= 1000:
        head = "mil" if number < 2000 else "dos mil"
        return f"{head} {_in_words(number % 1000)}".strip() if number % 1000 else head
    if number > 100:
        return f"{words[number // 100 * 100]} {_in_words(number % 100)}" if number % 100 else words[number]
    return words.get(number) or f"{words[number // 10 * 10]} y {words[number % 10]}"


@given(st.dates(min_value=datetime.date(1600, 1, 1), max_value=datetime.date(2199, 12, 31)))
def test_every_date_in_words_is_read_back(date: datetime.date) -> None:
    months = [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ]
    written = f"{_in_words(date.day)} de {months[date.month - 1]} de {_in_words(date.year)}"
    document = from_text(f"Compareció el {written}, ante mí")
    (detection,) = marked.find(document, "dates")
    assert document.surface(detection.span) == written
    assert (detection.label, detection.value) == (Label.DATE, date.isoformat())


def test_dates_told_in_words_are_as_many_as_their_words() -> None:
    text = (
        "Vino el lunes y el sábado, y otra vez el lunes. Se casaron en el verano de 2019, se separaron en el otoño "
        "de 2019 y vive sola desde el verano de 2019; murió el Jueves Santo de 2019."
    )
    values: dict[str, set[str]] = {}
    for detection in marked.find(from_text(text), "dates"):
        values.setdefault(text[detection.span.start : detection.span.end], set()).add(detection.value)
    assert {"lunes", "sábado"} <= set(values)
    assert all(len(of_one) == 1 for of_one in values.values())
    assert len({value for of_one in values.values() for value in of_one}) == len(values)
    assert all(v.startswith("2019") for said, of_one in values.items() if "2019" in said for v in of_one)
