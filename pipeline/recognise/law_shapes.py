"""Patterns of legal citations over folded running text: rules, articles, rulings, official journals."""

from __future__ import annotations

import re

from pipeline.lexicons import lines, rows
from pipeline.recognise import spanish_numbers as numbers

_MONTH = "|".join(form for form, _, kind in rows("months.tsv") if kind == "full")
_SIGN = r"(?:n\.?\s?[ºo°]s?(?![^\W_])\.?\s*|num(?:ero|eros|s)?(?![^\W_])\.?\s*|n\.\s*)"
_DAY = rf"(?:\d{{1,2}}(?:\s?\.?[ºª°])?|{numbers.DAY})"
_DAYS = rf"{_DAY}(?:(?:\s*,\s*|\s+[ye]\s+){_DAY}){{0,4}}"
_YEAR = rf"(?:de|del|do)\s+(?:ano\s+)?(?:\d{{4}}(?!\d)|[12]\.\d{{3}}|{numbers.YEAR})"
_DIGITS = r"\d{1,2}\s?[./\-]\s?\d{1,2}\s?[./\-]\s?(?:\d{4}|\d\d)(?!\d)"
_OF = r"(?:de|del|do)\s+(?:dia\s+|fecha\s+(?:de\s+)?)?"
_MONTH_OF = rf"(?:de|d')\s*(?:{_MONTH})(?![^\W_])"
DATED = rf"{_OF}(?:{_DAYS}\s+{_MONTH_OF}(?:\s+{_YEAR})?|{_DIGITS})"
DATED_FULL = rf"{_OF}(?:{_DAYS}\s+{_MONTH_OF}\s+{_YEAR}|{_DIGITS})"
_EU = r"(?:ce|cee|ue|euratom|jai|pesc)"
# A scan may show a letter for a figure: "Ley 20/2O22".
NUMBER = (
    rf"(?:(?:\((?:{_EU}|[,\s])+\)\s*|{_EU}\s+)(?:n\.?\s?[ºo°]\.?\s*|num\.?\s*)?\d{{1,5}}/\d{{1,5}}"
    rf"|\d{{4}}/\d{{1,5}}/{_EU}(?![^\W_])"
    rf"|(?=[a-z]{{0,5}}/?[ol]{{0,2}}\d)(?:[a-z]{{2,5}}/)?[\dol]{{1,5}}\s?/\s?(?:[12][\dol]{{3}}|[\dol]{{2}})(?:/{_EU})?(?![\dol/]))"
)
_ISSUER = "|".join(lines("law_issuers.txt"))
_TAIL = rf"(?:\s*,?\s*{DATED})?(?:\s*,\s*del?\s+(?:{_ISSUER})(?![^\W_]))?"
_NOUNS = "|".join(pattern for pattern, _ in rows("law_nouns.tsv"))
_DATED_NOUNS = "|".join(pattern for pattern, group in rows("law_nouns.tsv") if group == "dated")

RULE = re.compile(
    rf"(?<![^\W_])(?P<noun>{_NOUNS})(?![^\W_])\s*(?:{_SIGN})?{NUMBER}{_TAIL}"
    rf"(?:\s*(?:,|;|y|e)\s+(?:la\s+|el\s+|las\s+|los\s+)?{NUMBER}{_TAIL})*"
)
DATED_RULE = re.compile(
    rf"(?<![^\W_])(?P<noun>{_DATED_NOUNS})\s*,?\s*{DATED_FULL}(?:\s*,\s*del?\s+(?:{_ISSUER})(?![^\W_]))?"
)
NOT_A_RULE_AFTER = re.compile(
    r"\s*,?\s*(?:de(?:l)?\s+)?(?:la\s+|el\s+)?(?:esta\s+)?(?:alcald|presidencia|concej|tenencia)"
)
ORDER_OF = re.compile(
    r"(?<![^\W_])(?:orden(?:es)?|ordre|resoluci(?:on|o|ones))\s+(?:de\s+la|del|da|do|de\s+l')\s*(?:consejeria|conselleria"
    rf"|conselleria|departament[oe]?|ministerio|ministra|ministro|consejero|consejera|vicepresidencia)[a-z\s,]{{0,70}}?\s{DATED_FULL}"
    r"|(?<![^\W_])resolucion(?:es)?\s+\d{3}/\d{5}/\d{4}"
    rf"(?:\s*,\s*{DATED})?"
)
BASQUE_RULE = re.compile(
    r"(?<![\w/.])\d{1,5}/\d{4}\s+(?:errege\s+|foru\s+|lege\s+|legegintzako\s+)*(?:lege[a-z]|dekretu|agindu|arau)"
    r"[a-z]*(?:\s*,\s*[a-z]+aren\s+\d{1,2}[a-z]*)?(?:\s*,\s*[a-z]+(?:\s+[a-z]+){0,3}rena)?"
)
GOVERNMENT_ACT = re.compile(
    rf"(?<![^\W_])(?:acuerdos?\s+del?\s+(?:consejo\s+de\s+(?:ministros|gobierno)|govern|gobierno)(?:\s+de\s+"
    rf"(?:la\s+)?[a-z]+)?\s*,?\s*{DATED}"
    rf"|resoluci(?:on|ones)\s+{DATED_FULL}\s*,\s*de\s+la\s+(?:secretaria|subsecretaria|direccion\s+general"
    rf"|presidencia\s+de\s+la|intervencion\s+general|agencia|"
    rf"consejeria|viceconsejeria|comision\s+nacional)(?![^\W_])(?:\s+(?:de|del|general|estado|la|los|las"
    rf"|[a-z]{{4,}})){{0,4}}?(?=\s*[,.;)]|\s+(?:por|sobre|y)\b))"
)
CODE = re.compile(rf"(?<![^\W_])(?:{'|'.join(lines('law_codes.txt'))})(?![^\W_])(?:\s+{DATED_FULL})?")
CONSTITUTION = re.compile(r"(?<![^\W_])constitucion(?![^\W_])")
ACRONYM = re.compile(
    r"(?<![\w.])(?:"
    + "|".join(sorted((re.escape(row[0]) for row in rows("law_acronyms.txt")), key=len, reverse=True))
    + r")(?![\w])"
)
ALONE = frozenset(row[0] for row in rows("law_acronyms.txt") if row[1] == "yes")

_LATIN = r"(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)"
_ITEM = (
    rf"(?:\d{{1,4}}(?![\d/]|\s\d{{3}}|\s+(?:de|d')\s*(?:{_MONTH})|[.,]\d{{3}})(?:\.?[ºª°](?![^\W_]))?(?:\s?{_LATIN}"
    rf"(?![^\W_]))?"
    rf"(?:\s?\.\s?(?:\d{{1,3}}(?!\d)|[a-z](?![^\W_])\)?|{_LATIN}(?![^\W_])))*(?:\.?[ºª°](?![^\W_]))?"
    rf"(?:\s?[a-z]{{1,2}}\s?\))*(?:\s*§+\s*\d+(?:\s*[a-z]\))?)?)"
)
_ITEMS = rf"{_ITEM}(?:\s*(?:,|;|-|,?\s*(?:y|e|o|u|al?))\s*(?:{_ITEM}|[a-z]\)))*"
_LEVEL = r"(?:apartados?|parrafos?|letras?|numeros?|puntos?|incisos?|reglas?|subapartados?|apdo\.?|ap\.)"
_RANK = (
    r"(?:primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|septim[oa]|octav[oa]|noven[oa]|decim[oa]"
    r"|unic[oa]|ultim[oa])"
)
_BELOW = rf"{_LEVEL}\s+(?:{_ITEMS}|[a-z](?:\)|(?![^\W_]))|{_RANK}(?![^\W_]))"
ARTICLE = re.compile(
    rf"(?<![^\W_])(?:{_BELOW}\s*,?\s*(?:del?|de\s+los)\s+)?"
    rf"(?:art(?:iculo|igo|icle)s?|arts?\.?(?=\s?\d)|arts?\.)\s*(?:{_ITEMS}|{_RANK}(?![^\W_]))(?:\s*,?\s*"
    rf"(?:en\s+su\s+)?{_BELOW}){{0,3}}(?:\s+y\s+(?:concordantes|siguientes|ss\.?))?"
)
_SIXTH = rf"(?:{_RANK}|undecim[oa]|duodecim[oa]|(?:vi|tri)gesim[oa]|decimo[a-z]{{4,8}})"
DISPOSITION = re.compile(
    rf"(?<![^\W_])(?:disposici(?:on|ones)\s+(?:adicional|transitoria|final|derogatoria)(?:es)?|d\.?\s?[atf]\.)\s*"
    rf"(?:{_SIXTH}(?:\s+{_RANK})?(?![^\W_])|\d{{1,3}}\.?\s?[ªa]?(?!\d))"
    rf"|(?<![^\W_])(?:titulo|capitulo|seccion|libro|anexo)\s+(?:preliminar|[ivxl]{{1,6}}|\d{{1,2}}|{_RANK})(?![^\W_])"
)
LINK = re.compile(
    r"\s*,?\s*(?:(?:y\s+|en\s+relacion\s+con\s+)?(?:de\s+l[ao]s?|del|de|con|d[ae]|la|el|los|las)|y|-|\()?\s*"
    r"(?:l[ao]s?\s+|el\s+)?"
    r"(?:(?:citad[oa]|vigente|mencionad[oa]|referid[oa]|propi[oa]|presente|nuev[oa]|actual|mism[oa]|texto\s+"
    r"(?:refundido|consolidado|articulado)\s+de\s+la)\s+){0,2}"
)

_PREFIX = "|".join(sorted(lines("ruling_prefixes.txt"), key=len, reverse=True)).lower() + "|[as]{1,2}tsj[a-z]{1,4}"
_MIDDLE = (
    r"(?:[a-z,\s\-']|n\.?\s?[ºo°]\s?\d{1,2}(?![\d/])|\((?:[^()\d]|\d\d?\.?[ªºa])*\)|\d{1,2}\.?\s?[ªº]|(?<=sec)\.|(?<=secc)\.|(?<=[ªº])\."
    r"|(?<= c)\.|(?<= v)\.|(?<= vs)\.){0,80}?"
)
_COURT = "|".join(lines("courts.txt"))
_FILE = (
    r"(?:rec(?:urso|\.|s\.)?(?:\s+(?:de\s+)?(?:casacion|apelacion|amparo|suplicacion|[a-z\-]+)){0,3}|rollo"
    r"|asuntos?(?:\s+acumulados)?|roj\s*:?(?:\s+[a-z]+){0,3}|procedimiento|proc\.|cuestion)"
)
_CASE = r"[ct]?\s?[\-‑]?\d{1,6}/\d{2,4}(?:\s?(?:p|ppu))?"
_TAILS = (
    rf"(?:\s*,?\s*{DATED}|\s*,?\s*\(?{_FILE}\s*(?:{_SIGN})?{_CASE}(?:\s*(?:,|y|e)\s*{_CASE})*\)?"
    r"|\s*\((?:[^()]{0,60}?\d[^()]{0,80})\))*"
)
RULING = re.compile(
    rf"(?<![\w.])(?P<prefix>{_PREFIX})(?![^\W_]){_MIDDLE}(?:(?:{_SIGN})?(?=[ol]{{0,2}}\d)[\dol]{{1,6}}/"
    rf"(?:[12][\dol]{{3}}|[\dol]{{2}})(?![\dol/])|{DATED}|{_DIGITS}){_TAILS}"
    rf"(?:\s*(?:,|;|y|e|,\s*y)\s*(?:la\s+|las\s+)?(?:(?:{_SIGN})?\d{{1,6}}/\d{{4}}(?![\d/])|{DATED}){_TAILS})*"
)
COURT_RULING = re.compile(
    r"(?<![^\W_])(?:sentencias?|autos?|resoluci(?:on|ones)|dictamen(?:es)?|consultas?\s+vinculantes?|informes?)"
    rf"(?:\s*,?\s*(?:{_SIGN})?(?:[a-z]{{1,3}}[/\s])?\d{{1,6}}/\d{{2,4}}(?![\d/]))?(?:\s*,?\s*{DATED})?\s*,?\s*"
    rf"(?:(?:de|dictad[ao]s?\s+por)\s+(?:la\s+|el\s+)?|del\s+)(?:(?:sala|seccion|pleno"
    rf"|gran\s+sala)[a-z\s\-,]{{0,60}}?(?:\d\.?[ªa]\s*)?\s*del?\s+(?:la\s+)?)?(?:{_COURT})(?![^\W_])"
    rf"(?:\s*\([^()\d]{{0,40}}(?:\d\.?[ªa])?[^()\d]{{0,20}}\))?(?:\s*,?\s*(?:sala|seccion)[a-z\s\-]{{0,40}})?"
    rf"(?:\s*,?\s*(?:{_SIGN})?\d{{1,6}}/\d{{2,4}}(?![\d/]))?(?:\s*,?\s*{DATED})?{_TAILS}"
)
# Acronyms of courts and authorities right after the noun: "sentencia TC 292/2000", "informe AEPD 98/2022".
SHORT_RULING = re.compile(
    r"(?<![^\W_])(?:sentencias?|autos?|resoluci(?:on|ones)|dictamen(?:es)?|consultas?|informes?|criterios?|acuerdos?)\s+"
    r"(?:[a-z]+\s+)?(?:del?\s+(?:la\s+)?)?(?P<court>ts|tc|tjue|tjce|tedh|tsj|teac|tear|aepd|ctbg|dgt|dgrn|jcca|oirescon)\s*,?\s*"
    rf"(?:{_SIGN})?(?:[a-z]{{1,3}}[/\s\-])?\d{{1,6}}/\d{{2,4}}(?![\d/])(?:\s*,?\s*{DATED})?"
)
PARTIES = re.compile(
    r"(?<![^\W_])(?:S?STEDH|TEDH|[Aa]suntos?|ASUNTOS?|[Cc]asos?|CASOS?)\s*,?\s+(?:de\s+\d{1,2}\s+de\s+[a-z]+\s+de\s+\d{4}\s*,?\s*)?"
    r"(?:(?:asunto|caso)\s+)?[«\"“]?(?:[A-ZÁÉÍÓÚÑÇŠŽ][\w'’.\-]*[»\"”]?,?\s+|(?:y|e|otros?|otras?|de|del|la|los|von|van|der)\s+){1,8}"
    rf"(?:c\.|c/|v\.|vs\.?|contra)\s*(?:el\s+|la\s+)?(?:Reino\s+de\s+)?(?:{'|'.join(lines('party_states.txt'))})(?![^\W_])"
    r"[»\"”]?"
)
OTHER = re.compile(
    r"ecli\s?:\s?[a-z]{2}\s?:\s?[a-z0-9]{1,8}\s?:\s?\d{4}\s?:\s?[a-z0-9]{1,25}(?:\.[a-z0-9]+)?(?![^\W_])"
    r"|(?<![^\W_])roj\s*:?\s*[a-z]{2,6}(?:\s+[a-z]{1,3})?\s+\d{1,6}/\d{4}(?!\d)"
    r"|(?<![^\W_])(?:rj|rtc|jur|ar)\s+\d{4}\s?[\\/,]\s?\d{1,6}(?!\d)"
    r"|(?<![^\W_])(?:asuntos?\s+(?:acumulados\s+)?)?[ct][\-‑]\d{1,4}/\d{2}(?!\d)(?:\s?p(?![^\W_]))?(?:\s*(?:,|y"
    r"|a)\s*[ct][\-‑]\d{1,4}/\d{2}(?!\d))*"
    r"|(?<![^\W_])bo[a-z]{1,4}-[a-z]-\d{4}-\d{1,6}(?:-\d+)?(?![^\W_])|(?<![^\W_])dou?[ce]?e?-[lcmxz]-\d{4}-\d{1,6}"
    r"(?![^\W_])"
    r"|(?<![^\W_])v\d{4}-\d{2}(?![\w\-])"
    r"|(?<![^\W_])celex\s*[:n.º°]*\s*\d{5}[a-z]{1,2}\d{4}(?![^\W_])|(?<![^\W_])3\d{4}[lrd]\d{4}(?![^\W_])"
    r"|(?<![^\W_])https?://(?:www\.|data\.|eli\.)?(?:boe\.es|eur-lex\.europa\.eu|europa\.eu/eli"
    r"|juntadeandalucia\.es/eli|dogv\.gva\.es)[^\s<>\"']*[\w/]"
    rf"|(?<![\w/])\d{{4}}/\d{{1,5}}/{_EU}(?![^\W_])"
    r"|(?<![^\W_])criterios?(?:\s+[a-z]+){0,2}\s+(?:n\.?\s?[ºo°]\s*)?ci/\d{1,4}/\d{4}"
    r"|(?<![^\W_])eli\s*:\s*[a-z\-]{2,6}(?:/[a-z0-9\-]+){2,8}"
    r"|(?<![^\W_])eli/[a-z\-]{2,6}(?:/[a-z0-9\-]+){2,8}"
)
_AGREEMENT_CODE = r"cod(?:igo|\.)?(?:\s+(?:de(?:l)?\s+)?convenio)?\s*(?:n\.?\s?[ºo°]\s*)?:?\s*\d{6,14}"
COLLECTIVE_AGREEMENT = re.compile(
    rf"(?<![^\W_])convenios?\s+colectivos?(?![^\W_])(?:[^;\n\x00\d]{{0,110}}?\(?\s*{_AGREEMENT_CODE}\)?)?"
    r"|(?<![^\W_])cod(?:igo|\.)?\s+(?:de(?:l)?\s+)?convenio\s*(?:n\.?\s?[ºo°]\s*)?:?\s*\d{6,14}"
)
_JOURNAL = "|".join(sorted(lines("bulletins.txt"), key=len, reverse=True))
JOURNAL = re.compile(
    rf"(?<![\w.])(?P<journal>{_JOURNAL})(?![^\W_])(?:\s+de\s+(?:la\s+(?:provincia|comunidad)\s+de\s+)?(?!\d|fecha"
    rf"|uno\b|primero|{_MONTH})[a-z]+(?:\s+real)?)?"
    rf"(?P<number>(?:\s*,?|\s?\.|\s?·|\s?-)\s*{_SIGN}\d{{1,4}}(?:\s?/\s?\d{{1,4}})?(?:\s?bis)?|\s*,?\s*(?:serie\s+)?[lc]\s?\d{{1,4}}"
    rf"(?:/\d+)?|\s+\d{{1,3}}(?=\s*,?\s*de\s+\d)|\s*\d{{1,4}}/\d{{4}})?"
    rf"(?P<date>\s*,?\s*\(?\s*(?:(?:correspondiente|publicad[oa])\s+)?(?:(?:al?|el)\s+)?(?:{DATED}|{_DIGITS}|"
    rf"{_DAY}\s+de\s+(?:{_MONTH})(?![^\W_])(?:\s+{_YEAR})?)\)?)?"
    r"(?:\s*,?\s*p(?:ag(?:ina)?s?)?\.?\s*\d{1,6}(?:\s*(?:-|a|y)\s*\d{1,6})?)?"
)
