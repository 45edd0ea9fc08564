"""Where the date of an act follows a place."""

from __future__ import annotations

import pytest

from pipeline.document import fold
from pipeline.lexicons.places import is_dated


@pytest.mark.parametrize(
    "text",
    [
        "Toledo, a 6 de mayo",
        "Lugo, 6 do mes",
        "Vic, 6 d'abril",
        "Jaca, a treinta y uno de enero",
        "Ávila, dos de junio",
    ],
)
def test_a_date_follows(text: str) -> None:
    assert is_dated(fold(text), text.index(","))


@pytest.mark.parametrize(
    "text",
    ["Toledo, vecino de Lugo", "Ávila, hija de Ana", "Vic, 6 personas", "Jaca 6 de mayo", "Lugo, a instancia de parte"],
)
def test_no_date_follows(text: str) -> None:
    assert not is_dated(fold(text), text.index("o") + 1 if "," not in text else text.index(","))
