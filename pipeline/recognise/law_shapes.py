"""Patterns of legal citations over folded running text: rules, articles, rulings, official journals."""

from __future__ import annotations

import re

from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import Opened
from pipeline.lexicons.openings import opened as _opened
from pipeline.recognise import spanish_numbers as numbers


def bounded(source: str) -> str:
    """Return an expression with its white space bounded: a page of blanks would be tried in every division."""
    return source.replace(r"\s*", r"\s{0,5}").replace(r"\s+", r"\s{1,6}")


def opened(source: str) -> Opened:
    """Compile an expression over running text, its white space bounded."""
    return _opened(bounded(source))


_MONTH = "|".join(form for form, _, kind in rows("months.tsv") if kind == "full")
_SIGN = r"(?:n\.?\s?[ºo°]s?(?![^\W_])\.?\s*|num(?:ero|eros|s)?(?![^\W_])\.?\s*|n\.\s*)"
_DAY = rf"(?:\d{{1,2}}(?:\s?\.?[ºª°])?|{numbers.DAY})"
_DAYS = rf"{_DAY}(?:(?:\s*,\s*|\s+[ye]\s+){_DAY}){{0,4}}"
_YEAR = rf"(?:(?:de|del|do)\s+(?:ano\s+)?(?:\d{{4}}(?!\d)|[12l]\.\d{{3}}|{numbers.YEAR})|[12l]\.?\d{{3}}(?!\d))"
# "la ley de 1986": a year says when a rule was given, not how many of something there are.
_OF_YEAR = r"\s+de(?:l\s+ano)?\s+(?:1[89]|20)\d\d(?![\d/\-]|[.,]\d)"
_DIGITS = (
    r"(?:\d{1,2}\s?[./\-]\s?(?:\d{1,2}|[ivx]{1,4})\s?[./\-]\s?(?:[12l]\.?\d{3}|\d\d)|(?:19|20)\d\d[/\-]\d{1,2}[/\-]\d{1,2})"
    r"(?!\d)"
)
_OF = r"(?:(?:de|del|do)\s+|d')(?:dia\s+|fecha\s+(?:de\s+)?)?"
_MONTH_OF = rf"(?:(?:de\s|d')\s*)?(?:{_MONTH})(?![^\W_])"
_DAY_AND_MONTH = r"\d{1,2}[/\-](?:\d{1,2}|[ivx]{1,4})(?![\w/\-]|\.\d)"
_DATE = rf"(?:{_DAYS}\s+{_MONTH_OF}\s+{_YEAR}|{_DIGITS})"
DATED = rf"{_OF}(?:{_DAYS}\s+{_MONTH_OF}(?:\s+{_YEAR})?|{_DIGITS}|{_DAY_AND_MONTH})"
DATED_FULL = rf"{_OF}{_DATE}"
_EU = r"(?:ce|cee|ue|euratom|jai|pesc)"
# A scan may show a letter for a figure: "Ley 20/2O22".
NUMBER = (
    rf"(?:(?:\((?:{_EU}|[,\s])+\)\s*|{_EU}\s+)(?:n\.?\s?[ºo°]\.?\s*|num\.?\s*)?\d{{1,5}}/\d{{1,5}}"
    rf"|\d{{4}}/\d{{1,5}}/{_EU}(?![^\W_])"
    rf"|(?=[a-z]{{0,5}}/?[ol]{{0,2}}\d)(?:[a-z]{{2,5}}/)?(?:[\dol]{{1,5}}|\d{{1,2}}\.\d{{3}})\s?/\s?(?:[12][\dol]{{3}}|[\dol]{{2}})(?:/{_EU})?(?![\dol/]))"
)
_ISSUER = "|".join(lines("law_issuers.txt"))
_TAIL = (
    rf"(?:\s+del\s+parlamento\s+europeo\s+y\s+del\s+consejo)?(?:\s*,?\s*{DATED})?"
    rf"(?:\s*,\s*del?\s+(?:{_ISSUER})(?![^\W_]))?"
)
_NOUNS = "|".join(pattern for pattern, _ in rows("law_nouns.tsv"))
_DATED_NOUNS = "|".join(pattern for pattern, group in rows("law_nouns.tsv") if group == "dated")

RULE = opened(
    rf"(?<![^\W_])(?P<noun>{_NOUNS})(?![^\W\d_])(?:\s+del?\s+(?:{_ISSUER})(?![^\W_]))?\s*(?:{_SIGN})?(?:\d{{1,4}}(?:\s*,\s*\d{{1,4}})*\s+y\s+)?{NUMBER}{_TAIL}"
    rf"(?:\s*(?:[,;]\s*y|,|;|y|e)\s+(?:la\s+|el\s+|las\s+|los\s+)?{NUMBER}{_TAIL})*"
)
DATED_RULE = opened(
    rf"(?<![^\W_])(?P<noun>{_DATED_NOUNS})\s*(?:,?\s*{DATED_FULL}|{_OF_YEAR})(?:\s*,\s*del?\s+(?:{_ISSUER})(?![^\W_]))?"
)
# "O. de 16-7-2014", "O.M. 12-3-1986": the abbreviation is written in capitals.
SHORT_RULE = opened(
    rf"(?<![\w.])(?:(?P<noun>(?:o\.\s?m\.|o\.\s?min\.|r\.\s?o\.|o\.(?=\s+de\s)))\s*(?:de\s+)?{_DATE}"
    r"|(?:l\.\s?\d{1,2}|d\.\s?\d{1,3})/(?:19|20)\d\d(?![\w/])|ord\.?\s(?:mun|mpal)\.?\s+(?:art\.?\s*)?\d{1,3}(?:\.\d{1,2}){0,3}(?![\w/]))"
)
# The acronym of who gave it between the noun and the number: "Circular FGE 2/2022", "Res. DGRN 4 junio 1998".
ISSUED_RULE = opened(
    r"(?<![^\W_])(?:circular(?:es)?|instruccion(?:es)?|instr\.|recomendacion|orden|ordre|res\.|resolucion|resolucio|acuerdo"
    r"|acord|dictamen|consulta|criterio|guia|nota\s+informativa)\s+(?P<issuer>(?!num?\b|nro\b|del?\b|por\b|con\b)[a-z]{2,9})"
    rf"(?:\s+(?:{_SIGN})?(?:{NUMBER}(?:\s*,\s*{DATED})?|\d{{1,3}}/[a-z]-\d{{1,4}}|(?:de\s+)?{_DATE})"
    rf"|(?<=\s[a-z]{{3}})/\d{{1,5}}/\d{{4}}(?![\d/])(?:\s*,\s*{DATED})?)"
)
# A ministerial order without its noun: "verificado conforme a ITC/155/2020"; after "expte." it is somebody's file.
MINISTERIAL = opened(rf"(?<![\w/\-])(?:{'|'.join(lines('order_codes.txt'))})/\d{{1,4}}/(?:19|20)\d\d(?![\w/\-])")
FILE_BEFORE = re.compile(r"(?:exp|ref|reg|solicitud|num|n\.?\s?[ºo°]|factura|contrato|acta)[a-z.]*[\s:.º]*\Z")
_SUBJECT = "|".join(lines("rule_subjects.txt"))
_JOINTS = r"del?|d'|d[ao]s?|dels|la|el|els|les|los|las|y|e|i|en|con|contra|sobre|para|reguladora"
_MATTERS = rf"(?:(?:\s+(?:{_JOINTS}))*\s*(?<![^\W_])(?:{_SUBJECT})(?![^\W_])){{0,8}}?"
_KINDS = r"(?:\s+(?:municipal|fiscal|reguladora|general|provincial|autonomic[oa])(?:es|s)?(?![^\W_])){0,2}"
ORDINANCE = opened(
    rf"(?<![^\W_])(?:ordenanzas?\s+(?:municipal|fiscal|reguladora|general|provincial)(?:es)?\s+{_SIGN}\d{{1,3}}(?![\d/])"
    rf"|ordenan[zc](?:as?|es){_KINDS}{_MATTERS}(?:\s*,?\s*{DATED_FULL}|{_OF_YEAR}))"
)
# Rules that only their article makes a citation: "artículo 7 de la Ordenanza municipal de ruidos".
NAMED_RULE = opened(
    rf"(?<![^\W_])(?:reglament(?:os?|s)?|regulamento|ordenan[zc](?:as?|es)|ord\.|estatutos?|estatut|normas?)"
    rf"{_KINDS}{_MATTERS.replace('}?', '}')}(?![^\W_])"
)
NOT_A_RULE_AFTER = re.compile(
    bounded(r"\s*,?\s*(?:de(?:l)?\s+)?(?:la\s+|el\s+)?(?:esta\s+)?(?:alcald|presidencia|concej|tenencia)")
)
ORDER_OF = opened(
    r"(?<![^\W_])(?:orden(?:es)?|ordre|resoluci(?:on|o|ones))\s+(?:de\s+la|del|da|do|de\s+l')\s*(?:consejeria|conselleria"
    rf"|conselleria|departament[oe]?|ministerio|ministra|ministro|consejero|consejera|vicepresidencia)[a-z\s,]{{0,70}}?\s{DATED_FULL}"
    r"|(?<![^\W_])resolucion(?:es)?\s+\d{3}/\d{5}/\d{4}"
    rf"(?:\s*,\s*{DATED})?"
)
_OF_PLENARY = (
    r"(?:\s+(?:del?|la|el|los|las|lo|y|pleno|sala|seccion|primera|segunda|tercera|cuarta|quinta|general|tribunal|supremo"
    r"|ts|tsj|audiencia|nacional|provincial|magistrados|social|penal|civil|militar|contencioso(?:-administrativo)?"
    r"|unificacion|criterios?|adoptado|fecha|num\.?|n\.?[ºo°]|\d{1,4}(?:/\d{2,4})?(?:\.?[ªºa])?)){0,12}?"
)
GOVERNMENT_ACT = opened(
    rf"(?<![^\W_])(?:acuerdos?\s+del?\s+(?:consejo\s+de\s+(?:ministros|gobierno)|govern|gobierno)(?:\s+de\s+"
    rf"(?:la\s+)?[a-z]+)?\s*,?\s*{DATED}"
    rf"|texto\s+(?:refundido|articulado)\s*,?\s*{DATED_FULL}"
    rf"|acuerdos?\s+(?:del?\s+(?:la\s+)?(?:pleno|sala)\s+)?no\s+jurisdiccional(?:es)?{_OF_PLENARY}\s+{DATED_FULL}"
    rf"|resoluci(?:on|ones)\s+{DATED_FULL}\s*,\s*de\s+la\s+(?:secretaria|subsecretaria|direccion\s+general"
    rf"|presidencia\s+de\s+la|intervencion\s+general|agencia|"
    rf"consejeria|viceconsejeria|comision\s+nacional)(?![^\W_])(?:\s+(?:de|del|general|estado|la|los|las"
    rf"|[a-z]{{4,}})){{0,4}}?(?=\s*(?:[,.;):\n\x00]|\Z)|\s+(?:por|sobre|y|que|se)\b))"
)
CODE = opened(
    rf"(?<![^\W_])(?:{'|'.join(lines('law_codes.txt'))})(?![^\W_])"
    rf"(?:\s*,?\s+{DATED_FULL}|{_OF_YEAR}|\s+\((?:{_MONTH})\s+de\s+(?:19|20)\d\d\))?"
)
CONSTITUTION = opened(r"(?<![^\W_])constitucion(?![^\W_])")
_ACRONYMS = {row[0] for row in rows("law_acronyms.txt")}
_STOPPED = {
    ".".join(acronym) + "." for acronym in _ACRONYMS if len(acronym) > 2 and acronym.isalpha() and acronym.isupper()
}
ACRONYM = opened(
    rf"(?<![\w.])(?:{'|'.join(sorted(map(re.escape, _ACRONYMS | _STOPPED), key=len, reverse=True))})(?![\w])"
)
ALONE = frozenset(row[0] for row in rows("law_acronyms.txt") if row[1] == "yes")

_LATIN = r"(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies)"
_ITEM = (
    rf"(?:(?:1\.\d{{3}}(?![\w/.,])|\d{{1,4}}(?![\d/]|\s\d{{3}}|\s+(?:de|d')\s*(?:{_MONTH})|[.,]\d{{3}}))(?:\.?[ºª°](?![^\W_]))?(?:\s?{_LATIN}"
    rf"(?![^\W_]))?"
    rf"(?:\s?\.\s?(?:\d{{1,3}}(?!\d)|[a-z](?![^\W_])\)?|{_LATIN}(?![^\W_])))*(?:\.?[ºª°](?![^\W_]))?"
    rf"(?:\s?[a-z]{{1,2}}\s?\))*(?:\s*§+\s*\d+(?:\s*[a-z]\))?)?)"
)
_ITEMS = rf"{_ITEM}(?:\s*(?:,|;|-|,?\s*(?:y|e|i|o|u|al?))\s*(?:{_ITEM}|[a-z]\)))*"
_LEVEL = r"(?:apartados?|parrafos?|letras?|numeros?|puntos?|incisos?|reglas?|subapartados?|apdo\.?|ap\.)"
_RANK = (
    r"(?:primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa]|septim[oa]|octav[oa]|noven[oa]|decim[oa]"
    r"|unic[oa]|ultim[oa])"
)
_BELOW = rf"{_LEVEL}\s+(?:{_ITEMS}|[a-z](?:\)|(?![^\W_]))|{_RANK}(?![^\W_]))"
ARTICLE = opened(
    rf"(?<![^\W_])(?:{_BELOW}\s*,?\s*(?:del?|de\s+los)\s+)?"
    rf"(?:art(?:iculo|igo|icle)s?|arts?\.?(?=\s?\d)|arts?\.|art\.?[º°])\s*(?:{_ITEMS}|{_RANK}(?![^\W_]))(?:\s*,?\s*"
    rf"(?:en\s+su\s+)?{_BELOW}){{0,3}}(?:\s+y\s+(?:concordantes|siguientes|ss\.?))?"
)
# "763 LEC", "199.2 CP", "20.1.a) CC": which, before the acronym; a postcode's or a motor's follow other figures.
BEFORE_ACRONYM = re.compile(bounded(rf"(?<![\w.,/ºª\-])(?<!\d\s){_ITEM}\s{{1,2}}\Z"))
# "(y) 775 de la" LEC, "(el) 561-16 del" Código civil, a cell's "47.3" Ley 1/1992.
ITEM_BEFORE_RULE = re.compile(
    bounded(
        rf"(?:(?<![^\W_])(?:y|e|i|o|u|el|los|del|al|en)\s+|[(;]\s?|\s\s|\n)(?P<item>{_ITEM}(?:-\d{{1,3}})?)"
        r"\s{1,2}(?:(?:del|de\s+la|de\s+l'|da|do)\s+)?\Z"
    )
)
# "RGC 94.2.A.5G", "LSV 76.z3", "RGC 52", "LEC 1/2000", "LEC, art. 394", "L.S.V. art. 76 c)"
AFTER_ACRONYM = re.compile(
    bounded(
        r"\s\d{1,3}(?![\w/\-%€]|[.,]\w|\s(?:€|euros?|horas?|anos?|dias?|meses|km)(?![^\W_]))|"
        r"\s{1,2}(?:\d{1,3}(?:[.\-](?:\d{1,2}[a-z]?|[a-z]\d{0,2}[a-z]?)){1,4}(?![\w/\-]|\.\d)|\d{1,2}/(?:19|20)\d\d(?![\w/]))"
        rf"|\s?,?\s?arts?\.?\s?{_ITEMS}"
    )
)
_SIXTH = rf"(?:{_RANK}|undecim[oa]|duodecim[oa]|(?:vi|tri)gesim[oa]|decimo[a-z]{{4,8}})"
DISPOSITION = opened(
    r"(?<![^\W_])(?:(?:disposici(?:on|ones|o|ons)|disp\.)\s+(?:ad+icional|transitoria|final|derogatoria|adic\.|ad\.|trans\."
    rf"|transit\.|fin\.|derog\.)(?:es|s)?|d\.?\s?[atfd]\.|d[atfd](?=\s\d{{1,2}}\.?\s?[ªa](?![^\W_])))\s*"
    rf"(?:{_SIXTH}(?:\s+{_RANK})?(?![^\W_])|\d{{1,3}}\.?\s?[ªa]?(?!\d)(?:\.\d{{1,2}})?)(?:\s*,\s*{_BELOW})?"
    rf"|(?<![^\W_])(?:titulo|capitulo|seccion|libro|anexo)\s+(?:preliminar|[ivxl]{{1,6}}|\d{{1,2}}|{_RANK})(?![^\W_])(?:\s*,\s*{_BELOW})?"
    r"|(?<![^\W_])considerandos?\s+\d{1,3}(?![\w/])"
)
LINK = re.compile(
    bounded(
        r"\s*,?\s*(?:(?:y\s+|en\s+relacion\s+con\s+)?(?:de\s+l[ao]s?|del?s?|con|d[aeo]s?|la|el|los|las)|de\s+l'|d'|y|-|\()?\s*"
        r"(?:l[ao]s?\s+|el\s+)?"
        r"(?:(?:citad[oa]|vigente|mencionad[oa]|referid[oa]|propi[oa]|presente|nuev[oa]|actual|mism[oa]|texto\s+"
        r"(?:refundido|consolidado|articulado)\s+de\s+la|text\s+refos\s+de\s+la)\s+){0,2}"
    )
)

_PREFIX = "|".join(sorted(lines("ruling_prefixes.txt"), key=len, reverse=True)).lower() + "|[as]{1,2}tsj[a-z]{1,4}"
_PREFIX += (
    r"|[as]\.\s?t\.\s?[sc]\.(?:\s?j\.)?|s\.\s?a\.\s?[pn]\.|s\.\s?t\.\s?j\.\s?u\.?\s?e\.|s\.\s?t\.\s?e\.\s?d\.\s?h\."
)
_MIDDLE = (
    r"(?:[a-z,\s\-']|n\.?\s?[ºo°]\s?\d{1,2}(?![\d/])|\((?:[^()\d]|\d\d?(?:\.?[ªºa])?(?![\d/]))*\)|\d{1,2}\.?\s?[ªº]|\d{1,2}(?=\s(?:de\s)?[a-z]{4,})|(?<=sec)\.|(?<=secc)\.|(?<=[ªº])\."
    r"|(?<= c)\.|(?<= v)\.|(?<= vs)\.){0,80}?"
)
_COURT = "|".join(lines("courts.txt"))
_FILE = (
    r"(?:(?:r\.?c\.?(?:a|u\.?d)?\.?|rsu|rec(?:urso|\.|s\.)?)(?:\s+(?:de\s+)?(?:casacion|apelacion|amparo|suplicacion|[a-z\-]+\.?)){0,3}|rollo"
    r"|demandas?|asuntos?(?:\s+acumulados)?|roj\s*:?(?:\s+[a-z]+){0,3}|procedimiento|proc\.|cuestion)"
)
_CASE = r"[ct]?\s?[\-‑]?\d{1,6}/\d{2,4}(?:\s?(?:p|ppu))?"
_SHORT_MONTH = "|".join(form for form, _, kind in rows("months.tsv") if kind == "abbreviated")
_APART = rf"\s*,?\s*(?:de\s+)?{_DAY}\s+(?:de\s+)?(?:{_MONTH}|{_SHORT_MONTH})(?![^\W_])\.?(?:\s+{_YEAR})?"
_POINTS = (
    r"\s*,?\s*(?:ff?\.?\s?jj?\.?|fundamentos?(?:\s+juridicos?)?|apartados?|apdos?\.|parrafos?|§§?)\s*\d{1,3}"
    r"(?![\d/])(?:\s?[a-z]\))?(?:\s*(?:,|y|a)\s*\d{1,3}(?![\d/])(?:\s?[a-z]\))?)*"
)
_TAILS = (
    rf"(?:\s*,?\s*{DATED}|{_APART}|{_POINTS}|\s*,?\s*serie\s+a\s+(?:{_SIGN})?\d{{1,3}}(?![\w/])|\s*,\s*[ct][\-‑]\d{{1,4}}/\d\d(?!\d)|\s*,\s*eu:[ct]:\d{{4}}:\d{{1,5}}|\s*,?\s*\(?{_FILE}\s*(?:{_SIGN})?{_CASE}(?:\s*(?:,|y|e)\s*{_CASE})*\)?"
    r"|\s*\((?:[^()]{0,60}?\d[^()]{0,80}|[a-z][a-z ]{2,30})\))*"
)
# "Expediente SAN 417/25" is somebody's file, no ruling of the Audiencia Nacional.
OF_FILE = re.compile(r"(?<![^\W_])exp(?:edientes?|tes?|ed)?\.?(?:\s+[a-z]{5,15})?[\s:n.º]*\Z")
RULING = opened(
    rf"(?<![\w.])(?P<prefix>{_PREFIX})(?![^\W_]|-\d){_MIDDLE}(?:(?:{_SIGN})?(?:\d\d/)?(?=[ol]{{0,2}}\d)[\dol]{{1,6}}/"
    rf"(?:[12][\dol]{{3}}|[\dol]{{2}})(?:/\d\d){{0,2}}(?![\dol/])|{DATED}|{_DATE}){_TAILS}"
    rf"(?:\s*(?:[,;]\s*y|,|;|y|e)\s*(?:la\s+|las\s+|los\s+)?(?:(?:{_SIGN})?\d{{1,6}}/\d{{4}}(?![\d/])|{DATED}|{_DATE}){_TAILS})*"
)
COURT_RULING = opened(
    r"(?<![^\W_])(?:sentencias?|sentenzas?|sentencies|autos?|resoluci(?:on|ones|ns)|dictam(?:en(?:es)?|es)|consultas?(?:\s+vinculantes?)?|criterios?(?:\s+tecnicos?)?|informes?(?:\s+juridicos?)?)"
    rf"(?:\s*,?\s*(?:{_SIGN})?(?:[a-z]{{1,3}}[/\s])?\d{{1,6}}/\d{{2,4}}(?![\d/]))?(?:\s*,?\s*{DATED})?\s*,?\s*"
    rf"(?:(?:de|dictad[ao]s?\s+por)\s+(?:la\s+|el\s+)?|del\s+|d[oa]s?\s+|de\s+l')(?:(?:sala|seccion|pleno"
    rf"|gran\s+sala)[a-z\s\-,]{{0,60}}?(?:\d\.?[ªa]\s*)?\s*del?\s+(?:la\s+)?)?(?:{_COURT})(?![^\W_])"
    rf"(?:\s*\([^()\d]{{0,40}}(?:\d\.?[ªa])?[^()\d]{{0,20}}\))?(?:\s*,?\s*(?:sala|seccion)[a-z\s\-]{{0,40}})?"
    rf"(?:\s*,?\s*(?:{_SIGN})?\d{{1,6}}/\d{{2,4}}(?![\d/]))?(?:\s*,?\s*{DATED})?{_TAILS}(?:\s*(?:,|;|y|e)\s*(?:{DATED}|{_DATE}){_TAILS})*"
)
# Acronyms of courts and authorities right after the noun: "sentencia TC 292/2000", "informe AEPD 98/2022".
SHORT_RULING = opened(
    r"(?<![^\W_])(?:sentencias?|autos?|resoluci(?:on|ones)|res\.|dictamen(?:es)?|consultas?|informes?|criterios?|acuerdos?|r(?=\s+ctbg)|s[ªa]?\.?(?=\st))\s+"
    rf"(?:[a-z]+\s+)?(?:del?\s+(?:la\s+)?)?(?P<court>{'|'.join(lines('court_acronyms.txt'))})\s*,?\s*"
    rf"(?:{_SIGN})?(?:[a-z]{{1,3}}[/\s\-])?(?:\d\d/)?\d{{1,6}}/\d{{2,4}}(?:/\d\d){{0,2}}(?![\d/])(?:\s*,?\s*{DATED})?"
    rf"|(?<![^\W_])s[ªa]?\.?\s+(?P<bench>ts|tc|tsj|ap|an)\s+(?:de\s+)?(?:[a-z]{{4,}}\s+)?(?:de\s+)?{_DATE}"
)
# "c. Portugal, 14" is a street.
_NO_HOUSE = (
    rf"(?!\s*,?\s*(?:(?:n\.?\s?[ºo°]|núm\.?|número)\s*)?"
    rf"(?:\d{{1,3}}(?![\d/]|\s+(?:de\s+)?(?:{_MONTH}))|s/?n\b))"
)
PARTIES = opened(
    r"(?<![^\W_])(?:S?STEDH|TEDH|[Aa]suntos?|ASUNTOS?|[Cc]asos?|CASOS?)\s*,?\s+(?:de\s+\d{1,2}\s+de\s+[a-z]+\s+de\s+\d{4}\s*,?\s*)?"
    r"(?:(?:asunto|caso)\s+)?[«\"“]?(?:[A-ZÁÉÍÓÚÑÇŠŽ][\w'’.\-]*[»\"”]?,?\s+|(?:y|e|otros?|otras?|de|del|la|los|von|van|der)\s+){1,8}"
    rf"(?:c\.|c/|v\.|vs\.?|contra)\s*(?:el\s+|la\s+)?(?:Reino\s+de\s+)?(?:{'|'.join(lines('party_states.txt'))})(?![^\W_])"
    rf"{_NO_HOUSE}[»\"”]?(?:\s*,?\s*{DATED_FULL})?(?:\s*,?\s*\(?(?:n\.?[º°]|núm\.|[Dd]emanda)\s*\d{{3,6}}/\d\d\)?)?"
)
# A case of the court of Strasbourg by its parties alone: "Castells c. España", found from its end.
AGAINST = re.compile(
    bounded(
        rf"\sc\.\s+(?:el\s+|la\s+)?(?:Reino\s+de\s+)?(?:{'|'.join(lines('party_states.txt'))})(?![^\W_]){_NO_HOUSE}"
        rf"(?P<date>\s*,?\s*{DATED_FULL})?"
    )
)
OF_STRASBOURG = re.compile(r"tedh|tribunal europeo|estrasburgo|asunto|sentencia|\bcaso\b|doctrina|jurisprudencia")
APPLICANT = re.compile(
    r"(?<![^\W_])[A-ZÁÉÍÓÚÑÇŠŽ][\w'’\-]+(?:\s+(?:(?:y|de|del|la)\s+)?[A-ZÁÉÍÓÚÑÇŠŽ][\w'’\-]+){0,3}\Z"
)
# What a rule is about, where it may be a surname: "Ley 43/2003, de 21 de noviembre, de Montes".
SUBJECT = re.compile(
    bounded(
        rf"(?:\s*,\s*|\s+)(?:(?:del?|sobre|d[ao])\s+(?:el\s+|la\s+|los\s+|las\s+)?|d')(?:{_SUBJECT})(?![^\W_])"
        r"(?:(?:\s+|\s+[yei]\s+|\s*,\s*|\s+(?:del?|d[ao]s?|en|contra|para)\s+(?:la\s+|los\s+|las\s+)?)"
        rf"(?:{_SUBJECT}|{'|'.join(lines('regions.txt'))})(?![^\W_])){{0,8}}(?=\s*(?:[,.;:()]|\Z)|\s+[a-z])"
    )
)
# Databases of rulings, acts of international bodies, and protocols to a convention.
DATABASE = opened(
    r"(?<![^\W_])(?:(?:id\.?\s*)?cendoj\s*(?:n\.?\s?[ºo°]\s*)?:?\s*\d{20}|ed[jl]\s?\d{4}/\d{1,7}|vlex[\s\-]{0,2}\d{6,10}"
    r"|tol\s?\d{1,2}\.\d{3}(?:\.\d{3})?|la\s+ley\s+(?:juris\s+)?\d{3,6}/(?:19|20)\d\d|eu:[ctf]:\d{4}:\d{1,5}"
    r"|convenios?\s+(?:n\.?\s?[ºo°]\s*)?\d{1,3}\s+(?:de\s+la\s+)?oit"
    r"|observacion(?:es)?\s+general(?:es)?\s+(?:n\.?\s?[ºo°]\s*)?\d{1,2}(?:\s*\(\d{4}\)|(?![\w/]))"
    r"|a/res/\d{1,3}/\d{1,4}|cm/rec\s?\(\d{4}\)\s?\d{1,3}"
    r"|protocolos?\s+(?:adicional\s+)?(?:n\.?\s?[ºo°]\s*)?\d{1,2}\s+(?:al|del)\s+(?:cedh|convenio))(?![\w/])"
)
# Technical standards and instructions, in capitals; "EN" alone is a preposition unless a year follows.
STANDARD = opened(
    r"(?<![^\W_])(?:(?:une|pne|iso|iec|ieee|din|astm|en(?=[\s\-]\d{3,6}(?:-\d{1,3})?:(?:19|20)\d\d))"
    r"(?:[\s\-/]{1,2}(?:en|iso|iec|ts|tr|hd|cen))*[\s\-]{1,2}\d{3,6}(?:-\d{1,3}){0,3}(?::(?:19|20)\d\d)?"
    r"(?:/(?:a|ac|m)\d?:?(?:19|20)\d\d)*|itc\s\d\d\.\d\.\d\d|ntp\s\d\.?\d{2,3}|ccn-stic-\d{3}[a-z]?|itc-[a-z]{2,4}-\d{1,3}|mi-[a-z]{2,3}\s\d{1,2})(?![\w/])"
)
OTHER = opened(
    r"(?<![^\W_])(?:ecli\s?:\s?[a-z]{2}\s?:\s?[a-z0-9]{1,8}\s?:\s?\d{4}\s?:\s?[a-z0-9]{1,25}(?:\.[a-z0-9]+)?(?![^\W_])"
    r"|roj\s*:?\s*[a-z]{2,6}(?:\s+[a-z]{1,3})?\s+\d{1,6}/\d{4}(?!\d)"
    r"|(?:rj|rtc|jur|ar)\s+\d{4}\s?[\\/,]\s?\d{1,6}(?!\d)"
    r"|(?:asuntos?\s+(?:acumulados\s+)?)?[ct][\-‑]\d{1,4}/\d{2}(?!\d)(?:\s?p(?![^\W_]))?(?:\s*(?:,|y"
    r"|a)\s*[ct][\-‑]\d{1,4}/\d{2}(?!\d))*"
    r"|bo[a-z]{1,4}-[a-z]-\d{4}-\d{1,6}(?:-\d+)?(?![^\W_])|dou?[ce]?e?-[lcmxz]-\d{4}-\d{1,6}"
    r"(?![^\W_])"
    r"|(?:dgt\s+)?(?:cv\s+)?v\d{4}-\d{2}(?![\w\-])"
    r"|celex\s*[:n.º°]*\s*\d{5}[a-z]{1,2}\d{4}(?![^\W_])|3\d{4}[lrd]\d{4}(?![^\W_])"
    r"|https?://(?:www\.|data\.|eli\.)?(?:boe\.es|eur-lex\.europa\.eu|europa\.eu/eli"
    r"|juntadeandalucia\.es/eli|dogv\.gva\.es)[^\s<>\"']*[\w/]"
    rf"|(?<![\w/])\d{{4}}/\d{{1,5}}/{_EU}(?![^\W_])"
    rf"|criterios?(?:\s+[a-z]+){{0,2}}\s+(?:n\.?\s?[ºo°]\s*)?ci/\d{{1,4}}/\d{{4}}(?:\s*,\s*{DATED})?"
    r"|resoluci(?:on|ones|o|ons)\s+rt?/\d{3,4}/\d{4}(?:\s*(?:,|y|e|i)\s*rt?/\d{3,4}/\d{4})*(?!\d)"
    r"|eli\s*:\s*[a-z\-]{2,6}(?:/[a-z0-9\-]+){2,8}"
    r"|eli/[a-z\-]{2,6}(?:/[a-z0-9\-]+){2,8})"
)
_AGREEMENT_CODE = r"cod(?:igo|\.)?(?:\s+(?:de(?:l)?\s+)?convenio)?\s*(?:n\.?\s?[ºo°]\s*)?:?\s*\d{6,14}"
COLLECTIVE_AGREEMENT = opened(
    rf"(?<![^\W_])convenios?\s+colectivos?(?![^\W_])(?:[^;\n\x00\d]{{0,110}}?\(?\s*{_AGREEMENT_CODE}\)?)?"
    r"|(?<![^\W_])cod(?:igo|\.)?\s+(?:de(?:l)?\s+)?convenio\s*(?:n\.?\s?[ºo°]\s*)?:?\s*\d{6,14}"
)
_JOURNAL = "|".join(sorted(lines("bulletins.txt"), key=len, reverse=True))
JOURNAL = opened(
    rf"(?<![\w.])(?P<journal>{_JOURNAL})(?![^\W_])[»\"”]?(?:\s+de\s+(?:la\s+(?:provincia|comunidad)\s+de\s+)?(?!\d|fecha"
    rf"|uno\b|primero|{_MONTH})[a-z]+(?:\s+real)?)?"
    r"(?:\s+extraordinari[oa]|\s[a-z]{1,2}(?=\s\d{1,2}[/\-]))?"
    rf"(?P<number>(?:\s*,?|\s?\.|\s?·|\s?-)\s*{_SIGN}(?:\d\d?\.\d{{3}}|\d{{1,4}})(?:\s?/\s?\d{{1,4}})?(?:\s?bis)?|\s*,?\s*(?:serie\s+)?[lc]\s?\d{{1,4}}"
    rf"(?:/\d+)?|\s+\d{{1,3}}(?=\s*,\s*\d{{2,4}}[/\-]|\s*,?\s*de\s+\d)|\s+\d{{1,3}}\.?\s*zk\.?|\s*\d{{1,4}}/\d{{4}})?"
    rf"(?P<date>\s*,?\s*\(?\s*(?:(?:correspondiente|publicad[oa])\s+)?(?:(?:al?|el)\s+)?(?:{DATED}|{_DIGITS}|"
    rf"{_DAY}\s+de\s+(?:{_MONTH})(?![^\W_])(?:\s+{_YEAR})?)\)?)?"
    r"(?:\s*,?\s*p(?:ag(?:ina)?s?)?\.?\s*\d{1,6}(?:\s*(?:-|a|y)\s*\d{1,6})?)?"
)
