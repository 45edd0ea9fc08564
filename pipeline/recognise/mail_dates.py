"""The date in the header of a message: its writer's where a person writes from an address of their own."""

from __future__ import annotations

import re

from pipeline.lexicons import lines
from pipeline.recognise.date_partials import WEEKDAY
from pipeline.recognise.running_text import RunningText

REACH = 260
HEADED = re.compile(
    rf"(?:\A|[\n\x00])[>\s]*(?:fecha|date|data|enviado(?:\s+el)?|sent)\s*:\s*(?:{WEEKDAY}\.?(?:\s*,)?\s+)?\Z"
)
_SENDER = re.compile(r"(?:\A|[\n\x00])[>\s]*(?:de|from|remitente)\s*:\s*(?P<sender>[^\n\x00]*)")
_FIELDS_BETWEEN = 4
_OWN_HOST = re.compile(rf"@(?:{'|'.join(lines('personal_mail_hosts.txt'))})\.")
TIME = re.compile(r"(?:\s*,)?\s+\d{1,2}:\d{2}(?::\d{2})?(?!\d)")


def sender_kind(running: RunningText, start: int) -> str:
    """Return `personal` or `act` for the date of a message's header, and nothing for any other."""
    text = running.text
    if not HEADED.search(text, max(0, start - 40), start):
        return ""
    before = list(_SENDER.finditer(text, max(0, start - REACH), start))
    if not before:
        return ""
    between = text[before[-1].end() : start]
    if "\x00" in between or between.count("\n") > _FIELDS_BETWEEN:
        return ""
    return "personal" if _OWN_HOST.search(before[-1]["sender"]) else "act"
