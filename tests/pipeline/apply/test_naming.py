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
        ("padron 2024.txt", "txt", ("Ana Padrón Gil", "2024-05", "3 de abril de 2024"), "documento_2024.txt"),
        ("acta beca 3.txt", "txt", ("Ana Catalina Tomás Arias",), "beca_3.txt"),
        ("nota beca.txt", "txt", ("Blanca del Espino Clavel Alises",), "nota.txt"),
    ],
)
def test_names_are_clean(name: str, format: str, replaced: tuple[str, ...], clean: str) -> None:
    assert apply.clean_name(name, format, replaced) == clean


def test_files_of_one_release_have_names_of_their_own() -> None:
    given: list[str] = []
    for name in ("acta.txt", "acta.txt", "acta.pdf", "acta_2.txt", "acta.txt", "otra.txt"):
        given.append(apply.free_name(name, given))
    assert given == ["acta.txt", "acta_2.txt", "acta_3.pdf", "acta_2_2.txt", "acta_4.txt", "otra.txt"]
