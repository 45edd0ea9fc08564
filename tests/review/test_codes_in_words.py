"""Codes of the engine and the trail in words: no reviewer reads English phrases or `key=value`."""

from __future__ import annotations

import re

import pytest

from review import trail_wording, trigger_wording

_CODE = re.compile(r"[a-z]+:[a-z]|_|\b(of|near|with|shape|date|street|noun)\b")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("personal written date", "una fecha en letra de una persona"),
        ("home street and number", "una calle con su número de un domicilio"),
        ("names:lexicon", "nombres y apellidos conocidos"),
        ("model:PERSON", "el modelo lo lee como persona"),
        ("entity B", "su forma de NIF de entidad (B)"),
        ("dni:no letter", "su forma de DNI, sin letra"),
        ("+34", "el prefijo internacional +34"),
        ("11 digits", "sus 11 cifras"),
        ("deny-list:12", "la entrada 12 de la lista negra"),
        ("column:NIF", "la cabecera de su columna (NIF)"),
        ("propagation:surname", "un dato ya visto en el expediente"),
        ("treatment:dona", "un tratamiento delante (doña, don, Sra.…)"),
        ("picture:face", "un rostro en la imagen"),
        ("", ""),
    ],
)
def test_a_trigger_is_said_in_words(code: str, said: str) -> None:
    assert trigger_wording.trigger(code) == said


def test_a_trigger_without_words_of_its_own_is_told_by_its_recogniser() -> None:
    assert trigger_wording.trigger("some new rule", "phone") == "una regla de teléfonos"
    assert not _CODE.search(trigger_wording.trigger("noun near", "codes"))


@pytest.mark.parametrize(
    ("label", "code", "said"),
    [
        ("CITATION", "eponym", "Epónimo"), ("CITATION", "rule", "Referencia normativa"),
        ("CITATION", "street", "Calle con nombre propio"), ("ADDRESS", "street", "Dirección"),
    ],
)  # fmt: skip
def test_what_is_protected_is_called_what_it_is(label: str, code: str, said: str) -> None:
    assert trigger_wording.datum(label, code) == said


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("stage", "extract", "etapa: Lectura del fichero"), ("was", "released", "antes: Liberado"),
        ("kind_of_act", "merge", "acto: Unir personas"), ("roles", ["reviewer", "dpo"], "roles: Revisor, Delegado de protección de datos"),
        ("holds", True, "la cadena se mantiene: sí"), ("entities", [4, 7], "personas y datos: 2"),
        ("list", "deny", "lista: negra"), ("code", "encrypted", "motivo: El fichero pide una contraseña."),
        ("size", 48, "bytes: 48"), ("something", "else", "something: else"),
    ],
)  # fmt: skip
def test_a_detail_of_the_trail_is_said_in_words(key: str, value: object, said: str) -> None:
    assert trail_wording.detail(key, value) == said
