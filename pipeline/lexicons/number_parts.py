"""What of an identifier still tells whose it is: its figures without letter, prefix or control figures, or with them.

Sources: Orden de 2 de marzo de 1988 (letters of tax numbers), ISO 13616 (IBAN), the Spanish account code of twenty
figures, Orden de 27 de diciembre de 1994 (numbers of the Social Security), ITU-T E.164 (country codes).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import phonenumbers

from pipeline.detection import Label

_LETTERED = re.compile(r"([a-z]{0,4})(\d+)([a-z]?)")
_IBAN = re.compile(r"[a-z]{2}\d\d(?=[a-z\d]{11,30}$)")
_SPANISH_PHONE = re.compile(r"(?:00)?(?:34)?([6-9]\d{8})")
_ABROAD = re.compile(r"[\s(]*(?:\+|00)")
# So many figures make a number of few people; a passport's may be six.
_FEWEST, _FEWEST_PASSPORT = 7, 6
_ACCOUNT, _LONGEST_CODE = 20, 3
_SPAIN = 142800  # "ES00" in the figures of ISO 13616


def number_parts(text: str, label: str) -> frozenset[str]:
    """Return the other ways to write an identifier that leave its figures whole: folded letters and digits alone."""
    return _parts(text, label) if label in _READERS else frozenset()


@lru_cache(maxsize=65536)
def _parts(text: str, label: str) -> frozenset[str]:
    said = "".join(c for c in text.lower() if c.isascii() and c.isalnum())
    return frozenset(_READERS[label](said, text)) - {said}


def _lettered(fewest: int) -> Callable[[str, str], Iterator[str]]:
    def of(said: str, _: str) -> Iterator[str]:
        match = _LETTERED.fullmatch(said)
        if match is None or len(match[2]) < fewest:
            return
        prefix, figures, letter = match.groups()
        bare = figures.lstrip("0")
        yield from {figures, figures.zfill(8) if not prefix else figures, prefix + figures, figures + letter}
        if len(bare) >= fewest:
            yield from {bare, bare + letter}

    return of


def _phone(said: str, text: str) -> Iterator[str]:
    if match := _SPANISH_PHONE.fullmatch(said):
        yield from (f"{prefix}{match[1]}" for prefix in ("", "34", "0034"))
    elif _ABROAD.match(text) and said.isdigit():
        whole = said.removeprefix("00")
        codes = (whole[:n] for n in range(1, min(_LONGEST_CODE, len(whole)) + 1))
        code = next((c for c in codes if int(c) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE), "")
        if code and len(whole) - len(code) >= _FEWEST:
            yield from (whole, f"00{whole}", whole.removeprefix(code))


def _account(said: str, _: str) -> Iterator[str]:
    if match := _IBAN.match(said):
        own = said[match.end() :]
        yield own
        if match[0].startswith("es"):
            yield from _spanish(own)
    else:
        yield from _spanish(said)


def _spanish(own: str) -> Iterator[str]:
    """Yield the account by itself, with its bank and branch, and with the control figures of its IBAN."""
    if len(own) == _ACCOUNT and own.isdigit():
        yield from (own[10:], own[:8] + own[10:], f"es{98 - int(own + str(_SPAIN)) % 97:02}{own}")


def _affiliation(said: str, _: str) -> Iterator[str]:
    """Yield the number without its two control figures, and without the province too."""
    if said.isdigit() and len(said) in (11, 12):
        yield said[:-2]
        if len(said) == 12:
            yield said[2:-2]


def _cadastral(said: str, _: str) -> Iterator[str]:
    """Yield the reference without its two control letters, and that of the plot."""
    if len(said) == 20:
        yield from (said[:18], said[:14])


_READERS: dict[str, Callable[[str, str], Iterator[str]]] = {
    **dict.fromkeys((Label.NIF, Label.NIE, Label.NIF_ENTITY, Label.LICENCE_ID, Label.HEALTH_ID), _lettered(_FEWEST)),
    Label.PASSPORT: _lettered(_FEWEST_PASSPORT),
    Label.PHONE: _phone,
    **dict.fromkeys((Label.IBAN, Label.ACCOUNT), _account),
    **dict.fromkeys((Label.NSS, Label.CCC), _affiliation),
    Label.CADASTRE: _cadastral,
}
