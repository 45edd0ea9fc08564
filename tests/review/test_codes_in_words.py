"""Codes of the engine and the trail in words: no reviewer reads English phrases or `key=value`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

import pipeline
from pipeline import policy
from pipeline.lexicons import rows
from review import desk_wording, trail_wording, trigger_wording, wording

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
        ("treatment:dona", "un tratamiento delante (doña, don, Sra., etc.)"),
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


_NOTE = re.compile(r"((?:[a-z]+-(?:anonymised|blanked|burnt|rasterised|redacted|removed))|no-second-reader)(?::.*)?")


def _strings(folder: str) -> Iterator[str]:
    for path in (Path(pipeline.__file__).parent / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_note_of_a_writer_has_words_on_the_screen_and_in_the_report() -> None:
    said = {
        found[1] for folder in ("apply", "container") for text in _strings(folder) if (found := _NOTE.fullmatch(text))
    }
    assert {"pixels-burnt", "frames-removed", "no-second-reader", "images-redacted"} <= said
    assert said <= set(wording.NOTES)
    assert said <= {row[0] for row in rows("wording.tsv")}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("contexto-1.0.0", "modelo de contexto"), ("nombres-1.1.0", "modelo de nombres"),
        ("deny-list", "lista negra"), ("unheard-of-2.0", "unheard-of-2.0"),
    ],
)  # fmt: skip
def test_a_model_is_called_by_its_name_whatever_its_version(code: str, said: str) -> None:
    assert desk_wording.words("recogniser", code) == said


def test_every_policy_that_ships_has_its_title_and_what_it_is_for_in_both_languages() -> None:
    shipped = [policy.load(name) for name in policy.shipped()]
    with translation.override("en"):
        for one in shipped:
            assert str(wording.words("policy-title", one.title)) != one.title
            assert str(wording.words("policy", one.name)) not in (one.name, "")
    assert {str(words) for words in wording.POLICY_TITLES.values()} == {one.title for one in shipped}
