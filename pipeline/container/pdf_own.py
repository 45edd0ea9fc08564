"""Copies of an image for each page that shows it, where the pages don't lose the same pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf

MAX_LEVELS = 12


def own_copies(pdf: pikepdf.Pdf, pages: Sequence[int], image: pikepdf.Stream) -> dict[int, pikepdf.Stream]:
    """Give each page (from 0) an image of its own in place of a shared one, and forms of its own on the way to it."""
    copies: dict[int, pikepdf.Stream] = {}
    for number in pages:
        own = _copied(pdf, image)
        page = pdf.pages[number].obj
        page["/Resources"] = _with(pdf, page.get("/Resources"), image.objgen, own, 0)
        copies[number] = own
    return copies


def _with(pdf: pikepdf.Pdf, resources: Any, wanted: tuple[int, int], own: pikepdf.Stream, level: int) -> Any:
    """Return resources that name the page's own image in place of the shared one."""
    objects = resources.get("/XObject") if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(objects, pikepdf.Dictionary) or level > MAX_LEVELS:
        return resources
    new = pikepdf.Dictionary(dict(objects.items()))
    for name, stored in objects.items():
        if not isinstance(stored, pikepdf.Stream):
            continue
        if stored.objgen == wanted:
            new[name] = own
        elif stored.get("/Subtype") == "/Form" and "/Resources" in stored:
            form = _copied(pdf, stored)
            form["/Resources"] = _with(pdf, stored.Resources, wanted, own, level + 1)
            new[name] = form
    result = pikepdf.Dictionary(dict(resources.items()))
    result["/XObject"] = new
    return result


def _copied(pdf: pikepdf.Pdf, stored: pikepdf.Stream) -> pikepdf.Stream:
    made = pdf.make_stream(stored.read_raw_bytes())
    for key, value in stored.items():
        if key != "/Length":
            made[key] = value
    return made
