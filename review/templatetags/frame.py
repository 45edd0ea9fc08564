"""Tags of the frame: icons, navigation, figures in words."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from review import wording

register = template.Library()


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """Draw an icon of the sprite; it stands beside words, so readers of the screen skip it."""
    return format_html(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>',
        css,
        static("icons/sprite.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def nav(context: template.Context, view: str, words: str, *also: str) -> SafeString:
    """Link to a section, marked where the present page belongs to it."""
    match = getattr(context.get("request"), "resolver_match", None)
    here = bool(match and match.url_name in (view, *also))
    current = SafeString(' aria-current="page"') if here else ""
    return format_html('<a href="{}"{}>{}</a>', reverse(view), current, words)


@register.simple_tag(takes_context=True)
def query_with(context: template.Context, **changes: object) -> str:
    """Return the page's query with some parameters changed; None or empty removes one."""
    query = context["request"].GET.copy()
    for name, value in changes.items():
        query.pop(name, None)
        if value not in (None, ""):
            query[name] = str(value)
    return f"?{query.urlencode()}"


@register.filter
def in_words(code: str, kind: str) -> str:
    """Give the words of a code: `{{ label|in_words:"label" }}`."""
    return str(wording.words(kind, code))


@register.filter
def exact(score: float) -> str:
    """Write a confidence with its four decimals, as reports quote it."""
    return f"{score:.4f}"


@register.filter
def signed(delta: float) -> str:
    """Write a change of a score with its sign."""
    return f"{delta:+.2f}"


@register.filter
def note_words(code: str) -> str:
    """Put a note of the writer into words."""
    return wording.note(code)
