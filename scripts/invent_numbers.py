"""Print invented identifiers with valid check digits, for writing gold and samples by hand.

python scripts/invent_numbers.py SEED
"""

from __future__ import annotations

import random
import sys

from stdnum.es import ccc as accounts

LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def cif(rng: random.Random) -> str:
    kind = rng.choice("BAFGPQ")
    digits = f"99{rng.randrange(100000):05d}"
    total = sum(int(c) for c in digits[1::2])
    total += sum(sum(divmod(int(c) * 2, 10)) for c in digits[0::2])
    control = (10 - total % 10) % 10
    return kind + digits + ("JABCDEFGHI"[control] if kind in "PQ" else str(control))


def nss(rng: random.Random) -> str:
    province, serial = f"{rng.randrange(1, 53):02d}", f"{rng.randrange(10**7, 10**8):08d}"
    return f"{province}/{serial}/{int(province + serial) % 97:02d}"


def iban(rng: random.Random) -> str:
    bank, number = f"9999{rng.randrange(10000):04d}", f"{rng.randrange(10**10):010d}"
    bban = bank + accounts.calc_check_digits(f"{bank}00{number}") + number
    return f"ES{98 - int(bban + '142800') % 97:02d}{bban}"


def card(rng: random.Random) -> str:
    digits = f"400000{rng.randrange(10**9):09d}"
    total = sum(sum(divmod(int(c) * (2 if i % 2 == 0 else 1), 10)) for i, c in enumerate(digits))
    return digits + str((10 - total % 10) % 10)


def main() -> None:
    rng = random.Random(int(sys.argv[1]))
    for _ in range(40):
        dni, nie = rng.randrange(99_000_000, 100_000_000), rng.randrange(9_900_000, 10_000_000)
        kind = rng.randrange(3)
        print(
            f"{dni}{LETTERS[dni % 23]}  {'XYZ'[kind]}{nie}{LETTERS[(kind * 10**7 + nie) % 23]}  {cif(rng)}  {nss(rng)}  "
            f"{iban(rng)}  {card(rng)}  6{rng.randrange(10, 50)}{rng.randrange(10**6):06d}"
        )


if __name__ == "__main__":
    main()
