"""Clean names hold nothing of what was replaced."""

from __future__ import annotations

import pytest

from pipeline import apply


@pytest.mark.parametrize(
    ("name", "format", "replaced", "clean"),
    [
        ("Recurso FERNANDEZ IGLESIAS 2026.docx", "docx", (), "recurso_2026.docx"),
        ("NOTIF_TORDESILLAS.pdf", "pdf", (), "documento.pdf"),
        ("padrón.xlsx", "xlsx", ("Padrón",), "documento.xlsx"),
        ("acta social 7.txt", "txt", ("Acta Social",), "documento_7.txt"),
        ("acta 7.txt", "txt", ("Acta Social",), "acta_7.txt"),
        ("../../etc/sentencia.md", "txt", (), "sentencia.md"),
    ],
)
def test_names_are_clean(name: str, format: str, replaced: tuple[str, ...], clean: str) -> None:
    assert apply.clean_name(name, format, replaced) == clean
