"""What an earlier release wrote stays as it is; what only looks so is looked into. Names without capitals are whole."""

from __future__ import annotations

import pytest

from pipeline import engine, policy
from pipeline.document import from_text

TEXT = (
    "Doña Ana Ávila Quirós, con NIE X1234567L, pasaporte AAA123456, IP 192.168.1.14, CSV: ABCD-1234-EFGH-5678, "
    "matrícula 1234 BCD y domicilio en la calle Mayor 3, 27001 Lugo, es hermana de don Efrén Ávila Quirós."
)
TABLE = "Nombre;NIE;Dirección\nAna Ávila Quirós;X1234567L;Calle Mayor 3, 2º B, 27001 Lugo\nIker Ros;Y1234567X;Lugo\n"


def _redacted(text: str, name: str) -> str:
    data = text.encode()
    (analysis,) = engine.analyse([engine.read(data, name)], policy.load("transparencia"))
    return engine.write(data, analysis).data.decode()


@pytest.mark.parametrize(("text", "name"), [(TEXT, "a.txt"), (TABLE, "a.csv")], ids=["text", "table"])
def test_a_release_released_again_is_itself(text: str, name: str) -> None:
    once = _redacted(text, name)
    assert "[NIE_1]" in once
    assert _redacted(once, name) == once


@pytest.mark.parametrize(
    "text",
    ["Llame al [TEL_612345678].", "Con NIE [X1234567L].", "Doña [PER_1] Ana Ávila Quirós firma.", "[PER_1]12345678Z"],
)
def test_brackets_hide_nothing_from_the_engine(text: str) -> None:
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert analysis.replacements()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Comparece don محمد بن علي الفاسي, con domicilio en Lugo.", "محمد بن علي الفاسي"),
        ("Notifíquese a doña שרה כהן.", "שרה כהן"),
        ("Solicitante: 王 小明", "王 小明"),
        ("Firmado: დავით გელოვანი", "დავით გელოვანი"),
    ],
    ids=["arabic", "hebrew", "chinese", "georgian"],
)
def test_a_name_in_a_script_without_capitals_is_whole(text: str, name: str) -> None:
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert name in [r.original for r in analysis.replacements()]


def test_prose_in_such_a_script_names_nobody() -> None:
    text = "تعلن البلدية عن فتح باب التقديم للحصول على المساعدات الاجتماعية هذا العام"
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert [r.original for r in analysis.replacements()] == []
