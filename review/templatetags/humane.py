"""Figures as people read them."""

from __future__ import annotations

from django import template
from django.utils.formats import number_format

from review import trail_wording

register = template.Library()

_UNITS = ("B", "kB", "MB", "GB")


@register.filter
def weight(size: int) -> str:
    """Write a number of bytes in the decimal unit that suits it, with a comma where the language wants one."""
    number, unit = float(size), 0
    while number >= 1000 and unit < len(_UNITS) - 1:
        number, unit = number / 1000, unit + 1
    return f"{number_format(number, 0 if unit == 0 or number >= 100 else 1)} {_UNITS[unit]}"


@register.filter
def short_hash(digest: str) -> str:
    """Write the first and last characters of a hash; the whole stands in the title of the element."""
    return f"{digest[:8]}…{digest[-8:]}" if len(digest) > 20 else digest


@register.filter
def trail_details(data: dict[str, object]) -> list[str]:
    """Say the details of an entry of the trail, those that are empty left out: `{{ event.data|trail_details }}`."""
    return [trail_wording.detail(key, value) for key, value in data.items() if value not in ("", None, [])]
