"""Number plates and chassis numbers: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "el vehículo diplomático [PLATE CD 123 456] aparcado",
    "el vehículo [PLATE CC 12-34] del consulado",
    "matrícula [PLATE AB12 CDE] y el otro coche",
    "furgón matrícula [PLATE 9.944 KBB]",
    "turismo matrícula [PLATE P - 9.944 - A]",
    "remolque agrícola [PLATE BA-12345-VE]",
    "turismo [PLATE 4321 ZZX], furgoneta [PLATE BA-4821-ZZ], camión [PLATE M-999999]",
    "ciclomotor [PLATE C 9981 ZZB], remolque [PLATE R-9982-ZZC] y tractor [PLATE E-9983-ZZD]",
    "el [PLATE 4321-ZZX] aparcado",
    "matrícula [PLATE 4321ZZX]",
    "matrícula [PLATE 4321 zzx]",
    "vehículo histórico [PLATE H 9984 ZZF]",
    "placa verde [PLATE P 9985 ZZG] y roja [PLATE V-9986-ZZH]",
    "vehículo diplomático [PLATE CD 12 345]",
    "patrulla [PLATE CNP 1234 AB], vehículo [PLATE PGC-1234-A]",
    "vehículo militar [PLATE ET 123456] y [PLATE FN 1234 R]",
    "matrícula portuguesa [PLATE 12-AB-34]",
    "matrícula [PLATE AB-123-CD] francesa",
    "bastidor [VIN WVWZZZ1JZXW000001]",
    "coche con matrícula [PLATE GC-1234-BX]",
    "[PLATE 4321\nZZX], estacionado",
    "coche aparcado, [PLATE FX 990 KR], de su hermano",
    "camión frigorífico [PLATE AV-41-ZX (P)], remolque",
    "circula el [PLATE B-77-LNG] sin seguro",
    "furgoneta [PLATE SK19 VBN], mal puesta",
]
LEAVE = [
    "CD 12 de música y libro",
    "según el CC 12-34",
    "OI 12 del informe",
    "pagó 9.944 KBB de cuota",
    "P - 9.944 - ABC",
    "la BA-12345 de la red",
    "en 2019 BCN acogió el acto",
    "la carretera M-6001 y la EX-1234",
    "gira a 3000 RPM",
    "el fichero 1234 PDF",
    "la A-5 y la N-630",
    "en 2018 TSJ y 2019 TSJ",
    "Orden HAP/1234/2016",
    "a 1500 kms de distancia",
    "la norma C-9981",
    "C 1234 de la serie",
    "entre 1999 y 2000 los",
    "1234 del censo",
    "se destinan 5000 por vecino",
    "expediente M-2019-1234",
    "lote E-1234",
    "la clave FX 990 KR del catálogo",
    "la pieza av-41-zx del plano",
    "el aula SK19 VBN de la facultad",
    "el modelo B-77-lng y la FX-990",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "plate") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "plate") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)
