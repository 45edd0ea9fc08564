"""Patterns of citations apart: Basque rules, canon law, tariffs of notaries, rules of American states."""

from __future__ import annotations

from pipeline.recognise.law_shapes import opened

_MONTH = "(?:urtarril|otsail|martxo|apiril|maiatz|ekain|uztail|abuztu|irail|urri|azaro|abendu)a?ren"
_NOUN = (
    r"(?:errege\s+|foru\s+|lege\s+|legegintzako\s+)*(?:lege\s+organiko|lege|dekretu|agindu|arau(?:\s+orokor)?)[a-z]+"
)
_NUMBER = r"\d{1,5}/\d{4}"
_TAIL = (
    rf"(?:\s*,\s*{_MONTH}\s+\d{{1,2}}[a-z]*)?"
    r"(?:\s*,\s*[a-z\-]+(?:\s+[a-z\-]+){0,7}?(?:rena|\sburuzko[a-z]*)(?![^\W_]))?"
)
_ARTICLE = r"\d{1,4}(?:\.\d{1,2})?\.?(?:\s*(?:,|eta)\s*\d{1,4}(?:\.\d{1,2})?\.?){0,4}\s+artikulu[a-z]*"
# "ekainaren 18ko 3/2015 Legea", "39/2015 Legearen 68. artikulua", "4/1990 Foru Dekretua, maiatzaren 5ekoa"
BASQUE_RULE = opened(
    rf"(?<![\w/.])(?:(?:\d{{4}}ko\s+)?{_MONTH}\s+\d{{1,2}}e?ko\s+)?{_NUMBER}\s+{_NOUN}{_TAIL}(?:\s*,?\s*{_ARTICLE})?"
    rf"|(?<![^\W_])(?:errege\s+|foru\s+|lege\s+|legegintzako\s+)*(?:legea?|lege\s+organikoa|dekretua?|agindua?|araua?)"
    rf"\s+{_NUMBER}(?:\s*,\s*[a-z]+aren\s+\d{{1,2}}[a-z]*)?"
)
BASQUE_CODE = opened(
    r"(?<![^\W_])(?:(?:zigor|zibil|merkataritza|zigor\s+militar)\s+kode|prozedura\s+(?:kriminal|zibil|penal)[a-z]*\s+lege"
    r"|auzipetze\s+(?:kriminal|zibil)[a-z]*\s+lege|konstituzio|hipoteka\s+lege|langileen\s+estatutu)[a-z]*"
    rf"(?:\s+{_ARTICLE})?"
)
BASQUE_ARTICLE = opened(rf"(?<![\w/.]){_ARTICLE}")
# "Auzitegi Gorenaren 2019ko maiatzaren 6ko 214/2019 epaia", "84/2022 irizpena": the court or council stands before.
BASQUE_RULING = opened(
    r"(?<![^\W_])(?:auzitegi(?:[a-z]*|(?:\s+[a-z]+){1,3}?)aren|gorenaren|eaean-?(?:a?ren)|aholku\s+batzorde(?:\s+juridiko)?aren)"
    rf"\s+(?:(?:\d{{4}}e?ko\s+)?{_MONTH}\s+\d{{1,2}}e?ko\s+(?:{_NUMBER}\s+)?|{_NUMBER}\s+)"
    rf"(?:epai|auto|irizpen|ebazpen)[a-z]*(?:\s*,\s*{_NUMBER}\s+errekurtso[a-z]*)?"
)
# "can. 1095, 2.º", "canon 1376 del Código"; "un canon de 1.200 euros" is money.
CANON = opened(
    r"(?<![^\W_])(?:can\.\s*1?\d{2,3}(?![\w/]|[.,]\d)|canon(?:es)?\s+1?\d{1,3}(?=\s*§|\s*,\s*\d{1,2}\.?\s?[ºo°]|\s+(?:del\s+c|cic\b)))"
    r"(?:\s*,?\s*(?:§{1,2}\s*\d{1,2}|\d{1,2}\.?\s?[ºo°]))*"
)
# "arancel 4.1.f", "aranceles n.º 2 y 4.1": what a notary or registrar charges by.
_FEE = r"\d{1,2}(?:\.\d{1,2}){0,2}(?:\.?[a-z](?![^\W_])\)?)?(?![\w/%]|[.,]\d|\s*(?:€|euros?(?![^\W_])|%|por\s))"
TARIFF = opened(
    r"(?<![^\W_])arancel(?:es)?\s+(?:notarial(?:es)?\s+|registral(?:es)?\s+)?(?:n\.?\s?[ºo°]s?\.?\s*|num(?:eros?|\.)?\s*)?"
    rf"{_FEE}(?:\s*(?:,|y)\s*{_FEE}){{0,4}}"
)
# "Decreto 1072 de 2015", "Ley 30001", "Ley N.º 26.994"
AMERICAN_RULE = opened(
    r"(?<![^\W_])(?:(?:ley|decreto(?:[\s\-]ley|\s+supremo)?)[ \t]{1,3}(?:n\.?\s?[ºo°]\.?\s*)?\d{1,4}"
    r"\s+de\s+(?:19|20)\d\d(?![\d/\-])"
    r"|ley[ \t]{1,3}(?:n\.?\s?[ºo°]\.?\s*)?(?:\d{2}\.\d{3}|\d{5})(?![\w/\-]|[.,]\d))"
)
