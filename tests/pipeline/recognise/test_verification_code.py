"""Verification codes after their cue, in the address that checks them, and by the issuers' shapes."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from tests import marked

MARKED = (
    "CSV notarial: [CSV 20994417.2031.QX7.9K]",
    "CSV [CSV PRE-4f9a 1c72 0899 b441]",
    "CSV: [CSV GEN-7f3k-9qx2-4tb8-zz01-6hwp]. Puede cotejarse",
    "https://sede.valdeprado.example/validar?csv=[CSV 7F3K9QX24TB8ZZ016HWP]. Firmado",
    "Cód. Validación: [CSV 9QX2LM4TB8ZK7F3PAAZZ99] | Huella: 0A9F.",
    "Código Seguro de Verificación (CSV): [CSV 7F3K9QX24TB8ZZ01]",
    "código seguro de verificación [CSV 7F3K 9QX2 4TB8 ZZ01] y la firma",
    "C.S.V. [CSV AB12CD34EF56]",
    "CVE: [CSV aBcD1234eFgH5678iJ==]",
    "CEA: [CSV 1234567890123456]",
    "https://sede.x.example/verifica/[CSV 7F3K9QX24TB8ZZ016HWP]?lang=es",
    "https://x.example/v?lang=es&codigo=[CSV 7F3K9QX2]&x=1",
    "Código de verificación electrónica: [CSV K7F3P-AAZZ9-9QX2L-M4TB8]",
    "Huella digital: [CSV 0a9f3c5de1b2a4978890aabbccddeeff]",
    "Identificador del documento: [CSV 3f2b8c1d-9e4a-4b6c-8d7e-0a1b2c3d4e5f]",
    "al margen [CSV GEN-7f3k-9qx2-4tb8-zz01-6hwp] sin más",
    "Código seguro: [CSV E99799402-PSE:Hd3H-qk4L-aZ2b-Xy9Q-T]",
    "CSV [CSV GEN-7f3k-9qx2-\n4tb8-zz01-6hwp]",
    "Codi segur de verificació: [CSV 0ZQ8K3WJ5T7N2M4P]",
)
LEFT = (
    "CSV notarial: pendiente",
    "CSV de prueba, sin código",
    "Huella: 0A9F y CSV pendiente",
    "cve: BOE-A-2015-10565",
    "el código postal 06800 y el código de barras 1234567",
    "exporta el fichero CSV con 12 columnas",
    "el formato CSV permite separadores",
    "la casa 12345678 y la calle",
    "https://sede.valdeprado.example/tramites?pagina=12345678",
    "https://www.valdeprado.example/noticias/2024/feria-del-ganado",
    "CVE del boletín de la provincia",
    "una palabra larguísima INTERGUBERNAMENTAL",
    "código de verificación no disponible",
    "la validación administrativa del proyecto",
    "el cea de la comarca y la huella ecológica",
    "AYUNTAMIENTODEVALDEPRADO1",
    "hash de la contraseña perdida",
    "el CSV figura en el pie",
    "referencia 2024/000123",
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_the_code_alone(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = marked.above(marked.find(document, "verification_code"))
    assert [document.surface(d.span) for d in found] == [document.surface(e.span) for e in expected]


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_words_files_and_journals(sentence: str) -> None:
    assert marked.surplus(sentence, "verification_code") == []


def test_a_code_without_a_cue_waits_for_one() -> None:
    (alone,) = marked.find(from_text("al pie consta 7F3K9QX24TB8ZZ016HWP"), "verification_code")
    (cued,) = marked.find(from_text("autenticidad verificable: 7F3K9QX24TB8ZZ016HWP"), "verification_code")
    assert alone.score < marked.THRESHOLD <= cued.score


def test_one_code_in_two_writings_is_one_value() -> None:
    values = {
        marked.find(from_text(f"CSV: {code}"), "verification_code")[0].value
        for code in ("7F3K-9QX2-4TB8-ZZ01", "7F3K 9QX2 4TB8 ZZ01", "7F3K9QX24TB8ZZ01")
    }
    assert len(values) == 1
