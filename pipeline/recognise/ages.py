"""Ages: "de 43 años", "cuarenta y tres años de edad"; terms, sentences and the ages of a law are left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import lines, names
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.ages_apposed import find_apposed
from pipeline.recognise.cues import label_of
from pipeline.recognise.date_shapes import legible
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

NAME = "ages"
_ACRONYM = 4
SURE, LIKELY, SHAPED, BARE, OLDEST = 0.9, 0.75, 0.52, 0.4, 115
# So many years without more are seldom a term or a plan's.
SELDOM_A_TERM = 16
LOOK_BACK, LOOK_AHEAD = 60, 45

_AMOUNT = rf"(?:\d{{1,3}}(?:[.,]\d)?|{numbers.BELOW_HUNDRED}|cien(?:to\s+{numbers.BELOW_HUNDRED})?)"
_AGE = opened(
    rf"(?<![\w/,.\-])(?P<n>{_AMOUNT})(?:\s+y\s+medio)?\s*(?P<unit>an(?:it)?os?(?:\s+y\s+(?:{_AMOUNT})\s+mes(?:es)?)?|anys"
    rf"|urte|meses|mes|semanas|dias)(?![^\W_])(?:\s+y\s+medio\b)?"
)
_PEOPLE = "|".join(lines("age_people.txt"))
_SPANS = "|".join(lines("age_durations.txt"))
_AFTER_SPANS = "|".join(lines("age_durations_after.txt"))
_OF_AGE = re.compile(r"\s+(?:cumplidos\s+)?d(?:e|')\s*(?:edad|edat|idade)\b|\s+cumplidos\b|\s+de\s+vida\b")
_AGED = re.compile(
    r"(?:\bedad(?:\s+(?:actual|gestacional|del?\s+\w+))?(?:\s+(?:es\s+)?de|\s*:|\s+son)?\s*"
    r"|\b(?:tiene[sn]?|tenian?|tengo|tenemos"
    r"|teniendo|contando|contaba|"
    r"cuenta(?:\s+con)?|cumpl(?:e|io|ia|ira|ir|en|ido|idos))(?:\s+(?:ya|ahora|actualmente|los|hoy"
    r"|con|(?:ese|este|el\s+mismo)\s+\w+|recien))*\s+)\Z"
)
_PERSON = re.compile(
    rf"\b(?:{_PEOPLE})(?:\s+(?!(?:en|por|hace|durante|tras|los|hasta)\b)[^\W\d_]+){{0,3}}?(?:\s*,)?\s+(?:y\s+)?"
    rf"(?:de\s+)?(?:unos\s+|aproximadamente\s+|casi\s+)?\Z"
)
_NAMED = re.compile(r"[^\W\d_]\s*,\s*(?:(?:ambos|ambas|los\s+dos|las\s+dos)\s+)?(?:de|con)\s+\Z")
_NAME_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)[.»\"]?(?:\s*,\s+|\s+(?P<bracket>\()\s*)\Z")
_IN_BRACKETS = re.compile(rf"(?:\b(?:{_PEOPLE})|\d{{4}})[»\"]?\s+\(\Z")
_CLOSED = re.compile(r"\s*[),.;]")
# "Ekain, de cinco."; "(54 a.)": the unit goes without saying or is one letter.
_NAME_OF_UNITLESS = re.compile(r"(?<![^\W_])(?P<name>[^\W\d_]{2,20})[»\"]?\s{0,3}\Z")
_UNITLESS = opened(
    rf",\s{{1,3}}de\s+(?P<n>\d{{1,2}}|{numbers.BELOW_HUNDRED})"
    r"(?=\s*[,;)]|\.(?:\s|\Z)|\s+y\s+[^\W\d_]+\s*,)"
)
_SHORT_UNIT = opened(
    r"\(\s*(?P<n>\d{1,3}\s?a|\d{1,2}\s?m(?=\.))\.?\s*\)|(?<![^\W_])(?P<n2>\d{1,3}\s?a(?:\.(?=[\s,;)])|(?=[,;)])))"
)
_OF_SHORT_UNIT = re.compile(r"(?:(?:mujer|varon|hombre|nin[oa])(?:\s*,)?\s+(?:de\s+)?|[^\W\d_]{2},\s)\Z")
# "Sus nietas, de cuatro, siete y nueve años"; "dos hijos, de 8 y 11 años"
_LISTED = re.compile(rf"(?:\bde\s+|,\s*)(?P<ns>(?:{_AMOUNT}\s*,\s*){{0,5}}{_AMOUNT})\s+(?:y|i|e)\s+\Z")
# "treinta y pocos años", "setenta y tantos"
_ABOUT = opened(
    r"(?<![^\W_])(?:(?:veinti|treinta\s+y\s+|cuarenta\s+y\s+|cincuenta\s+y\s+|sesenta\s+y\s+"
    r"|setenta\s+y\s+|ochenta\s+y\s+"
    r"|noventa\s+y\s+)(?:tantos|pocos|muchos|pico|largos)(?:\s+anos)?|ano\s+y\s+medio(?=\s*[,.;)]))(?![^\W_])"
)
_CATALAN = opened(
    r"(?<![^\W_])(?:de|amb|te|als)\s+(?P<n>(?:dos|tres|quatre|cinc|sis|set|vuit|nou|deu|onze|dotze"
    r"|tretze|catorze|quinze|setze"
    r"|disset|divuit|dinou|(?:vint|trenta|quaranta|cinquanta|seixanta|setanta|vuitanta"
    r"|noranta)(?:-[a-z]+){0,2})\s+anys)(?![^\W_])"
)
_ROUND = opened(
    r"\b(?:cumpli[a-z]{1,3}|rond(?:a|aba|ando)|rebasad[oa]s|pasad[oa]s|cumplidos)\s+los\s+(?P<n>veinte|treinta"
    r"|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa|cien)(?![^\W_])(?!\s+y)"
)
_DURATION = re.compile(
    rf"\b(?:{_SPANS})(?:\s+\w+){{0,2}}?\s*(?:de\s+|por\s+|durante\s+|es\s+de\s+|:\s*)?(?:los\s+|las\s+|unos\s+"
    rf"|otros\s+)?(?:ultim[oa]s\s+|proxim[oa]s\s+)?\Z"
)
_DURATION_AFTER = re.compile(
    rf"\s+(?:{_AFTER_SPANS})\b|\s*[,y]\s+(?:\d+|\w+)\s+(?:meses|dias)\s+(?:y\s+\w+\s+dias?\s+)?de\s+(?:prision|multa"
    rf"|inhabilitacion)"
)
_LEGAL = re.compile(
    r"\b(?:mayores|menores|may(?:o|0)r(?:es)?\s+o\s+menor(?:es)?|(?:a\s+)?partir\s+de\s+los|entre|todo\s+(?:mayor"
    r"|menor)|(?:un|una|cualquier|ningun|cada|algun|sea|ser|siendo|si\s+es|es|"
    r"fuera|fuese)\s+(?:mayor|menor)|(?:mas|menos)\s+de|hasta(?:\s+los)?|(?:si|cuando|quien|quienes)\s+(?:\w+\s+)?"
    r"(?:mayor|menor)|desde\s+los|minim[oa]\s+de|maxim[oa]\s+de"
    r"|al\s+menos|como\s+minimo|haber\s+cumplido|tener(?:\s+cumplidos)?)"
    r"\s+(?:de\s+|a\s+)?(?:los\s+)?(?:\d+\s+(?:a|y|o)\s+(?:los\s+)?)?\Z"
)
_CHILD = re.compile(
    r"\b(?:el|la|su|del|al|dicho|dicha|hij[oa]|niet[oa]|herman[oa])\s+(?:hij[oa]\s+)?(?:menor|mayor)(?:\s*,)?\s+de\s+\Z"
)
_AT_AGE = re.compile(r"\b(?:a|desde)\s+(?:los|la\s+edad\s+de)\s+\Z")
# "llegó a Cuenca con tres años"
_CAME_WITH = re.compile(
    r"\b(?:llego|vino|entro|salio|empezo|comenzo|emigro|marcho|murio|fallecio|debuto|quedo)\s+(?:[^\W\d_]+\s+){0,4}?con\s+(?:solo\s+|apenas\s+)?\Z"
)
_SINCE_EVENT = re.compile(r"\s+(?:del?\s+(?!edad)|despues|tras)")
_BORN = re.compile(r"\bnaci\w+\s+(?:\w+\s+){0,3}?hace\s+\Z")
_LABELLED = opened(
    r"\bedad\s*(?:(?:actual|\(anos\))\s*)?(?:[:.]\s*)?(?P<n>\d{1,3})(?P<unit>\s?a(?![^\W_]))?(?![\w/]|[.,]\d|\s*(?:anos?|meses|dias|semanas)\b)"
)
_NOUN = opened(rf"(?<!\w)(?:{'|'.join(lines('age_nouns.txt'))})(?![^\W_])")
_LIVED_MONTHS = re.compile(
    r"\b(?:lactante|bebe|recien\s+nacid[oa]|nin[oa]|neonato|prematur[oa]|hij[oa]|menor|edad)\b[^.;\x00]{0,25}\Z"
)


@recogniser(NAME, labels=[Label.AGE])
def find_ages(document: Document) -> Iterator[Detection]:
    """Yield ages in years, and in months or days where a small child is spoken of."""
    running = legible(running_text(document))
    for match in _AGE.finditer(running.text):
        score, trigger = _weigh(document, running, match)
        listed = _LISTED.search(running.text, max(0, match.start() - 60), match.start())
        if listed and _PERSON.search(running.text, max(0, listed.start("ns") - LOOK_BACK), listed.start("ns")):
            score, trigger = max(score, LIKELY), "listed"
        amount = numbers.value(match["n"])
        if score and (amount is None or amount <= OLDEST):
            yield _age(running, match.span(), score, trigger, str(amount or match["n"]))
            if listed:
                yield _age(running, listed.span("ns"), score, "listed", "")
    for match in _LABELLED.finditer(running.text):
        if int(match["n"]) <= OLDEST:
            end = match.end("unit" if match["unit"] else "n")
            yield _age(running, (match.start("n"), end), SURE, "label", match["n"])
    for match in _NOUN.finditer(running.text):
        yield _age(running, match.span(), 0.55, "age noun", "")
    yield from _without_unit(running)
    for start, end in find_apposed(running):
        amount = numbers.value(running.text[start:end])
        yield _age(running, (start, end), LIKELY, "bare figure beside somebody", str(amount))
    yield from _in_cells(document, running)


def _age(running: RunningText, place: tuple[int, int], score: float, trigger: str, value: str) -> Detection:
    return detect(running.span(*place), Label.AGE, score, recogniser=NAME, trigger=trigger, value=value)


def _in_cells(document: Document, running: RunningText) -> Iterator[Detection]:
    """Yield the bare numbers of cells and fields whose label says age."""
    for block in document.blocks:
        if block.label and "edad" in label_of(document, block.start).split():
            cell = document.text[block.start : block.end]
            number = cell.strip()
            if number.isdecimal() and int(number) <= OLDEST:
                start = block.start + cell.index(number)
                yield detect(
                    Span(start, start + len(number)), Label.AGE, SURE,
                    recogniser=NAME, trigger="column label", value=number,
                )  # fmt: skip


def _weigh(document: Document, running: RunningText, match: re.Match[str]) -> tuple[float, str]:
    """Return the score of a number of years and the form that speaks for it; 0 where it is a term."""
    text, start, end = running.text, match.start(), match.end()
    floor = max(0, start - LOOK_BACK)
    years = match["unit"].startswith(("ano", "anito", "any", "urte"))

    def before(pattern: re.Pattern[str]) -> bool:
        return pattern.search(text, floor, start) is not None

    if before(_CHILD) and years:
        return 0.65, "minor"
    if before(_LEGAL):
        return 0.0, ""
    if _OF_AGE.match(text, end) or (before(_AGED) and (years or before(_LIVED_MONTHS))):
        return SURE, "stated age"
    if before(_BORN):
        return LIKELY, "birth before so long"
    if not years:
        return (LIKELY, "child's age") if before(_LIVED_MONTHS) and not _after_duration(text, end) else (0.0, "")
    if before(_DURATION) or _after_duration(text, end):
        return 0.0, ""
    if before(_PERSON):
        return SURE, "person"
    if before(_NAMED) or before(_CAME_WITH) or (before(_AT_AGE) and not _SINCE_EVENT.match(text, end)):
        return LIKELY, "in apposition"
    if _beside_a_name(running, start, end):
        return LIKELY, "beside a name"
    if "edad" in label_of(document, running.original(start)):
        return SURE, "label"
    amount = numbers.value(match["n"]) or 0
    return (SHAPED if amount >= SELDOM_A_TERM and not before(_AT_AGE) else BARE), "shape"


def _beside_a_name(running: RunningText, start: int, end: int) -> bool:
    """Tell whether the years stand in brackets or between commas after a name: "Elena Roble, 16 años,"."""
    if not _CLOSED.match(running.text, end):
        return False
    named = _NAME_BEFORE.search(running.text, max(0, start - 40), start)
    if named and running.is_upper(named.start("word")) and (not named["bracket"] or names.is_given(named["word"])):
        return True
    return (
        running.text[end : end + 1] == ")" and _IN_BRACKETS.search(running.text, max(0, start - 20), start) is not None
    )


def _without_unit(running: RunningText) -> Iterator[Detection]:
    text = running.text
    for match in _UNITLESS.finditer(text):
        name = _NAME_OF_UNITLESS.search(text, max(0, match.start() - 26), match.start())
        if name and _is_named(running, name):
            yield _age(running, match.span("n"), LIKELY, "after a name", str(numbers.value(match["n"])))
    for match in _SHORT_UNIT.finditer(text):
        unit = "n" if match["n"] else "n2"
        if unit == "n2" and not _OF_SHORT_UNIT.search(text, max(0, match.start() - 20), match.start()):
            continue
        yield _age(running, match.span(unit), LIKELY, "short unit", match[unit].rstrip(" am."))
    for pattern, group, form in ((_ABOUT, 0, "about"), (_CATALAN, "n", "Catalan"), (_ROUND, "n", "round")):
        for match in pattern.finditer(running.text):
            yield _age(running, match.span(group), LIKELY, form, "")


def _is_named(running: RunningText, match: re.Match[str]) -> bool:
    """Tell whether the word before is a person's name, not an acronym ("el BOE, de 12") or a place."""
    start, word = match.start("name"), match["name"]
    raw = running.raw[start : start + len(word)]
    if not raw[:1].isupper() or (raw.isupper() and len(raw) <= _ACRONYM):
        return False
    before = running.text[max(0, start - 20) : start].split()
    return names.is_given(word) or names.is_surname(word) or (bool(before) and names.is_given(before[-1]))


def _after_duration(text: str, end: int) -> bool:
    return _DURATION_AFTER.match(text, end, end + LOOK_AHEAD) is not None
