"""A report in the words of the screens: what fired each replacement, and the times, for people to read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format

from review.desk_wording import words
from review.trigger_wording import trigger


def in_words(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report's data with its codes and times as the screens say them; labels and reasons stay codes."""
    entries = [_entry(entry) for entry in report["replacements"]]
    said = {**report, "made_at": moment(report.get("made_at", "")), "replacements": entries}
    if recalled := report.get("recalled"):
        said["recalled"] = {**recalled, "at": moment(recalled["at"])}
    return said


def moment(iso: str) -> str:
    """Say an ISO time in local time; "" for none, and what is no time as it stands."""
    try:
        at = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return date_format(timezone.localtime(at) if timezone.is_aware(at) else at, "SHORT_DATETIME_FORMAT")


def _entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    said = [{**a, "by": str(words("adjustment", a["by"].partition(":")[0]))} for a in entry["adjustments"]]
    return {
        **entry,
        "trigger": trigger(entry["trigger"], entry["recogniser"]),
        "recogniser": str(words("recogniser", entry["recogniser"])),
        "adjustments": said,
        "decided_at": moment(entry["decided_at"]),
    }
