"""What is written in place of a span, for each action."""

from __future__ import annotations

import base64
import re

from pipeline.decide.keyed import mark
from pipeline.decide.surrogate import surrogate
from pipeline.decision import Action
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons import rows, words

MASK = "*****"
SUPPRESSED = "[…]"

_GENERAL = {
    Label.PERSON: "una persona",
    Label.ORG: "una entidad",
    Label.LOC: "un lugar",
    Label.ADDRESS: "un domicilio",
    Label.KINSHIP: "un familiar",
    Label.POST: "un cargo",
    Label.ROLE: "una persona",
}


def output_of(
    action: Action,
    *,
    label: str,
    surface: str,
    value: str,
    tag: str,
    purpose: str = "",
    key: bytes = b"",
    taken: frozenset[str] = frozenset(),
) -> str:
    """Return the text that stands in place of a surface; raises PolicyError for a pseudonym without a key.

    `value` is the normalised datum (equal for all spellings), `tag` the entity's tag without brackets.
    `taken` are the folded words of the expediente's names, which no surrogate is made of. No output's length tells the
    length of what it replaces, the partial mask of a legal form and the number of a surrogate's words apart.
    """
    match action:
        case Action.KEEP:
            return surface
        case Action.TAG:
            return f"[{tag}]"
        case Action.INITIALS:
            return initials(surface)
        case Action.MASK:
            return MASK
        case Action.PARTIAL_MASK:
            return partial_mask(label, value or surface)
        case Action.PSEUDONYM:
            return pseudonym(tag.partition("_")[0], value or fold(surface), purpose=purpose, key=key)
        case Action.SURROGATE:
            value = value or fold(surface)
            return surrogate(label, surface, value, purpose=purpose, key=key, taken=taken) or f"[{tag}]"
        case Action.GENERALISE:
            return generalised(label, value, tag)
        case Action.SUPPRESS:
            return SUPPRESSED


def initials(surface: str) -> str:
    """Return the initials of a name, particles left out: `María de la Paz Ruiz` gives `M. P. R.`"""
    parts = [part for part in re.split(r"[\s\-,_]+", surface) if part and fold(part) not in words("particles.txt")]
    return " ".join(f"{part[0].upper()}." for part in parts if part[0].isalpha()) or SUPPRESSED


def partial_mask(label: str, value: str) -> str:
    """Mask all but four characters of an identity number, by the table in lexicons/partial_mask.tsv.

    Source: 7th additional provision of Organic Law 3/2018 and the authorities' guidance on it.
    """
    plain = re.sub(r"[^0-9A-Za-z*]", "", value).upper()
    digits = sum(c.isdigit() for c in plain)
    if "*" in plain:
        return plain
    for row_label, fewest, kept in rows("partial_mask.tsv"):
        if row_label in (label, "*") and digits >= int(fewest):
            return _masked(plain, kept)
    return MASK


def _masked(plain: str, kept: str) -> str:
    kind, _, which = kept.partition(" ")
    if kind == "last":
        hidden = max(len(plain) - int(which), 0)
        return "*" * hidden + plain[hidden:] if hidden else "*" * len(plain)
    first, last = (int(n) for n in which.split("-"))
    out, seen = [], 0
    for char in plain:
        seen += char.isdigit()
        out.append(char if char.isdigit() and first <= seen <= last else "*")
    return "".join(out)


def pseudonym(prefix: str, value: str, *, purpose: str, key: bytes) -> str:
    """Return a keyed pseudonym: HMAC-SHA-256 under a key derived for the purpose, 50 bits in base 32.

    The same datum has different pseudonyms for different purposes. Still personal data (GDPR, art. 4.5).
    """
    drawn = mark("pseudonym", purpose, key, f"{prefix}:{value}")
    return f"{prefix}-{base64.b32encode(drawn)[:10].decode()}"


def generalised(label: str, value: str, tag: str) -> str:
    """Return a coarser wording: the year, the decade of an age, the province of a postcode, a plain noun."""
    if label == Label.DATE and (year := re.match(r"(\d{4})", value)):
        return year[1]
    if label == Label.AGE and value.isdigit():
        decade = int(value) // 10 * 10
        return f"de {decade} a {decade + 9} años"
    if label == Label.POSTCODE and re.fullmatch(r"\d{5}", value):
        return f"{value[:2]}***"
    return _GENERAL.get(Label(label), f"[{tag}]") if label in Label.__members__ else f"[{tag}]"
