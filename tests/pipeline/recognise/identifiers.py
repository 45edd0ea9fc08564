"""Invented identifiers with right check digits, drawn from a fixed seed in ranges that are nobody's."""

from __future__ import annotations

import random
from collections.abc import Callable

LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
CONSONANTS = "BCDFGHJKLMNPRSTVWXYZ"
Draw = Callable[[random.Random], str]


def _digits(draw: random.Random, count: int) -> str:
    return "".join(draw.choice("0123456789") for _ in range(count))


def dni(draw: random.Random) -> str:
    """Return a DNI in the 99 millions."""
    number = f"99{_digits(draw, 6)}"
    return number + LETTERS[int(number) % 23]


def nie(draw: random.Random) -> str:
    """Return a NIE of 99 at the head."""
    kind, number = draw.choice("XYZ"), f"99{_digits(draw, 5)}"
    return kind + number + LETTERS[int(str("XYZ".index(kind)) + number) % 23]


def special(draw: random.Random) -> str:
    """Return a NIF that begins with K, L or M."""
    number = f"99{_digits(draw, 5)}"
    return draw.choice("KLM") + number + LETTERS[int(number) % 23]


def entity(draw: random.Random) -> str:
    """Return the NIF of an entity, of every kind."""
    kind, number = draw.choice("ABCDEFGHJNPQRSUVW"), f"99{_digits(draw, 5)}"
    total = sum(int(d) for d in number[1::2])
    for digit in number[::2]:
        total += sum(int(d) for d in str(2 * int(digit)))
    control = -total % 10
    return kind + number + ("JABCDEFGHI"[control] if kind in "PQRSNW" else str(control))


def social_security(draw: random.Random) -> str:
    """Return a number of a person of the social security."""
    province, number = draw.randint(1, 53), 99_000_000 + draw.randint(0, 999_999)
    return f"{province:02d}{number}{int(f'{province}{number}') % 97:02d}"


def employer(draw: random.Random) -> str:
    """Return a contribution account of an employer."""
    province, number = draw.randint(1, 53), 9_900_000 + draw.randint(0, 99_999)
    return f"{province:02d}{number}{int(f'{province}{number}') % 97:02d}"


def account(draw: random.Random) -> str:
    """Return a Spanish account of bank 9999."""
    bank, number = f"9999{_digits(draw, 4)}", _digits(draw, 10)
    return bank + _account_control("00" + bank) + _account_control(number) + number


def _account_control(digits: str) -> str:
    left = 11 - sum(w * int(d) for w, d in zip((1, 2, 4, 8, 5, 10, 9, 7, 3, 6), digits, strict=True)) % 11
    return str({10: 1, 11: 0}.get(left, left))


def iban(country: str, rest: Draw) -> Draw:
    """Return what draws an IBAN of a country."""

    def drawn(draw: random.Random) -> str:
        body = rest(draw)
        number = int("".join(str(int(char, 36)) for char in f"{body}{country}00"))
        return f"{country}{98 - number % 97:02d}{body}"

    return drawn


def card(draw: random.Random) -> str:
    """Return a Visa or Mastercard number that passes Luhn."""
    head = draw.choice(["4", "53"])
    number = head + _digits(draw, 15 - len(head))
    total = sum(sum(int(d) for d in str(2 * int(n))) for n in number[::2]) + sum(int(n) for n in number[1::2])
    return number + str(-total % 10)


def cadastre(draw: random.Random) -> str:
    """Return a cadastral reference of twenty signs."""
    parcel = f"99{_digits(draw, 5)}"
    sheet = f"{draw.choice('QTUV')}{draw.choice('DFGK')}99{_digits(draw, 2)}{draw.choice('ABCDEFGHN')}"
    charge = _digits(draw, 4)
    return parcel + sheet + charge + _cadastre_control(parcel + charge) + _cadastre_control(sheet + charge)


def _cadastre_control(part: str) -> str:
    alphabet = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    weights = (13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1)
    values = (int(sign) if sign.isdigit() else alphabet.index(sign) + 1 for sign in part)
    return "MQWERTYUIOPASDFGHJKLBZX"[sum(w * v for w, v in zip(weights, values, strict=True)) % 23]


def plate(draw: random.Random) -> str:
    """Return a current number plate of the series Z."""
    return f"{draw.randint(3000, 9999)}Z{draw.choice(CONSONANTS)}{draw.choice(CONSONANTS)}"


def old_plate(draw: random.Random) -> str:
    """Return a provincial number plate that ends in ZZ."""
    return f"{draw.choice(['BA', 'CC', 'SE', 'TO'])}{draw.randint(1000, 9999)}ZZ"


def phone(draw: random.Random) -> str:
    """Return a patterned mobile or fixed number."""
    return f"{draw.choice(['612', '722', '924', '824'])}{draw.choice(['345678', '000123', '112233'])}"


def passport(draw: random.Random) -> str:
    """Return a passport number of the series ZZ."""
    return f"ZZ{draw.choice('ABC')}99{_digits(draw, 4)}"


def health(draw: random.Random) -> str:
    """Return a health card code of the series ZZZZ."""
    return f"ZZZZ99{_digits(draw, 10)}"
