"""Names run together or with their letters set apart."""

from __future__ import annotations

import pytest

from tests import marked

MARKED = (
    "Don[PERSON JoséGarcíaLópez]conDNI99012345J.",
    "Doña[PERSON MaríaRuizPérez]yDon[PERSON LuisGilSanz], vecinos",
    "comparece [PERSON AntonioSánchezVega]con domicilio en Soria",
    "[PERSON JoséLuisMartínez] expone",
    "el expediente de [PERSON MariaLopez] sigue abierto",
    "D N I  9 9 0 1 2 3 4 5 J  de  [PERSON M a r í a].",
    "Firmado: [PERSON J U A N  P É R E Z  G Ó M E Z]",
    "Titular: [PERSON A n a  R u i z]",
    "[PERSON C a r m e n] firma aquí",
    "[PERSON A B D O U L A Y E  N D I A Y E], mayor de edad",
)
LEFT = (
    "R E S U E L V E",
    "S E N T E N C I A  N Ú M E R O",
    "D I S P O N G O conceder la ayuda",
    "A n e x o  I",
    "M A D R I D, a 3 de mayo",
    "las opciones a b c d e y f",
    "El sistema LinkedIn y YouTube y JavaScript de LexNet",
    "WordPress, CaixaBank, BancoSantander y SanMartín",
    "CasaRural y LaRioja en el mapa",
    "escriba a info@JoseGarciaLopez.es o en www.MariaLopez.es",
)


@pytest.mark.parametrize("sentence", MARKED)
def test_marks_the_name(sentence: str) -> None:
    document, expected = marked.read(sentence)
    found = {d.span for d in marked.above(marked.find(document, "names"))}
    assert {e.span for e in expected} <= found


@pytest.mark.parametrize("sentence", LEFT)
def test_leaves_words_and_brands(sentence: str) -> None:
    document, _ = marked.read(sentence)
    assert [d.provenance.trigger for d in marked.find(document, "names") if "letters" in d.provenance.trigger] == []
