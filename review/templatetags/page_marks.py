"""A page of a file to HTML: its picture, and over it a button for each mark.

Places are told as data and laid out by the page's script: the style sheet alone may style.
"""

from __future__ import annotations

from collections.abc import Iterator

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from review.queries.desk_pages import Box, Boxed, PageView, Place
from review.templatetags.marks import classes_of, spoken, told
from review.wording import words

register = template.Library()
CROP_WIDTH = 1200


@register.simple_tag
def page_marks(view: PageView) -> SafeString:
    """Draw a page: picture, then marks in reading order, each box of a mark over its line."""
    return format_html(
        '<img class="scan" alt="{}" data-picture="{}" draggable="false">{}',
        _("Página %(n)s") % {"n": view.sheet.number + 1}, picture_url(view), format_html_join("", "{}", _buttons(view)),
    )  # fmt: skip


def picture_url(view: PageView | Place, width: int = 0) -> str:
    """Return the address of the page's picture; at width 0 the script puts in the width that it needs."""
    source = view.source
    return reverse("desk_picture", args=[source.case.key, source.key, view.sheet.number, width])


@register.simple_tag
def crop(place: Place, said: str) -> SafeString:
    """Draw the part of a page around a place, the place framed."""
    width, height = place.sheet.width, place.sheet.height
    left, top = min(b[0] for b in place.boxes) * width, min(b[1] for b in place.boxes) * height
    right, bottom = max(b[2] for b in place.boxes) * width, max(b[3] for b in place.boxes) * height
    wide = min(max((right - left) * 1.6, width * 0.45), width)
    high = min(max((bottom - top) * 2.2, wide * 0.28), height)
    x = min(max((left + right - wide) / 2, 0), width - wide)
    y = min(max((top + bottom - high) / 2, 0), height - high)
    frames = ((b[0] * width, b[1] * height, (b[2] - b[0]) * width, (b[3] - b[1]) * height) for b in place.boxes)
    return format_html(
        '<svg class="crop" viewBox="{}" role="img" aria-label="{}"><image href="{}" width="{}" height="{}"/>{}</svg>',
        " ".join(f"{n:.1f}" for n in (x, y, wide, high)), said, picture_url(place, CROP_WIDTH), f"{width:.1f}",
        f"{height:.1f}", format_html_join("", '<rect x="{}" y="{}" width="{}" height="{}"/>',
                                          (tuple(f"{n:.1f}" for n in frame) for frame in frames)),
    )  # fmt: skip


def _buttons(view: PageView) -> Iterator[tuple[SafeString]]:
    for boxed in view.marks:
        yield (_button(boxed, boxed.boxes[0]),)
        for box in boxed.boxes[1:]:
            yield (_rest(boxed, box),)


def _button(boxed: Boxed, box: Box) -> SafeString:
    mark = boxed.mark
    said = spoken(boxed.text, mark.tag, mark.state, doubt=mark.doubt, label=mark.label)
    return format_html(
        '<button type="button" class="box {}" id="m{}" data-id="{}" data-e="{}" tabindex="-1" data-tag="{}" '
        'data-out="{}" data-label="{}" data-text="{}" data-box="{}" aria-label="{}"></button>',
        classes_of(mark), mark.id, mark.id, mark.entity, mark.tag, mark.output, words("label", mark.label),
        told(boxed.text, mark.label), _place(box), said,
    )  # fmt: skip


def _rest(boxed: Boxed, box: Box) -> SafeString:
    """Draw a further line of a mark: it's seen and clicked, and the button of the first line speaks for it."""
    mark = boxed.mark
    return format_html(
        '<i class="box more {}" data-id="{}" data-e="{}" data-out="" data-text="{}" data-box="{}" aria-hidden="true">'
        "</i>",
        classes_of(mark), mark.id, mark.entity, told(boxed.text, mark.label), _place(box),
    )  # fmt: skip


def _place(box: Box) -> str:
    x0, y0, x1, y1 = box
    return f"{x0:.5f} {y0:.5f} {x1 - x0:.5f} {y1 - y0:.5f}"
