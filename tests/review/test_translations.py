"""The English catalogue: complete, compiled, with the same placeholders, and used."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from scripts import messages
from tests.cast import Cast

PLACES = re.compile(r"%\(\w+\)[sd]|</?\w+>")


@pytest.fixture(scope="module")
def known() -> dict[messages.Message, tuple[str, ...]]:
    """The catalogue as it lies."""
    return messages.read_po(messages.PO)


def test_every_string_has_its_translation_and_none_is_left_over(known: dict[messages.Message, tuple[str, ...]]) -> None:
    wanted = set(messages.collect())
    assert {m.one for m in wanted if not all(known.get(m, ("",)))} == set()
    assert {m.one for m in set(known) - wanted} == set()


def test_the_compiled_catalogue_is_the_written_one(known: dict[messages.Message, tuple[str, ...]]) -> None:
    assert messages.PO.with_suffix(".mo").read_bytes() == messages.compiled(known)


def test_translations_keep_their_placeholders(known: dict[messages.Message, tuple[str, ...]]) -> None:
    for message, texts in known.items():
        for text in texts:
            assert sorted(PLACES.findall(text)) == sorted(PLACES.findall(message.one)), message.one


def test_the_screens_speak_english_to_those_who_ask(cast: Cast, client: Client) -> None:
    client.force_login(cast.alba)
    page = client.get("/expedientes/", headers={"accept-language": "en"}).content.decode()
    assert "Case files" in page and "In review" in page and "Expedientes" not in page
    assert "Expedientes" in client.get("/expedientes/", headers={"accept-language": "es"}).content.decode()


@pytest.mark.parametrize(("language", "said"), [("es", "01/12/2026 14:05"), ("en", "1 Dec 2026, 14:05")])
def test_a_date_is_the_same_day_to_every_reader(language: str, said: str) -> None:
    with translation.override(language):
        assert date_format(datetime(2026, 12, 1, 14, 5), "SHORT_DATETIME_FORMAT") == said
