"""What a designation says by itself: its role and sex, whether of an office, a minor, or whoever writes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.group.role_words import families, is_noun, offices

# "el firmante", "quien suscribe": the writer, who signs at the end.
_SIGNER = re.compile(r"firma|suscri|infrascrit")
_OF = re.compile(r"\s+(?:del?\s|d')")


@dataclass(frozen=True, slots=True)
class Reading:
    """Role (masculine), sex, kind of role and first word of a designation; `complement` is "de …" in it or after it."""

    role: str
    told: str
    article: str
    office: bool
    minor: bool
    noun: bool
    signer: bool
    complement: bool


def read_designation(document: Document, d: Detection, role: str, told: str) -> Reading:
    """Return what a designation of a known role and sex says."""
    folded = document.folded
    text = folded[d.span.start : d.span.end]
    article = text.split()[0]
    inside = _OF.search(text, len(article)) is not None
    return Reading(
        role,
        told,
        article,
        office=role in offices(),
        minor="minor" in families().get(role, ()),
        noun=is_noun(role),
        signer=_SIGNER.search(text) is not None,
        complement=inside or _OF.match(folded, d.span.end) is not None,
    )
