"""A denied release in a real browser: from the place that leaks to its mention on the desk."""

from __future__ import annotations

import re

import pytest

from tests.browser import test_pages
from tests.browser.site import Site
from tests.browser.test_desk import Open, seeded, until

pytestmark = pytest.mark.browser


def test_a_place_that_leaks_leads_to_its_mention(site: Site, window: Open) -> None:
    key = seeded(site, "leaks")
    alba = window("alba")
    page = alba.go(f"/expedientes/{key}/")
    page.wait_for_selector("text=bajo un rectángulo")
    alba.axe("fugas")
    alba.no_sideways_scroll()
    for name, told in (("Ver la mención (", "699 00 11 22"), ("en otro fichero", "Quirós Llano, Efrén")):
        page = alba.go(f"/expedientes/{key}/")
        page.click(f"text={name}")
        page.wait_for_selector("#desk[data-ready='1']")
        until(page, "document.querySelector('.m.current')")
        assert told in page.locator(".m.current").inner_text()
        box = page.locator(".m.current").bounding_box()
        assert box and 0 < box["y"] < 900
        # Coming back later leads to where one was, not here again.
        assert "mencion" not in page.url and "fichero" in page.url


def test_what_nothing_had_found_is_selected_and_can_be_added(site: Site, window: Open) -> None:
    key = seeded(site, "leaks")
    alba = window("alba")
    page = alba.go(f"/expedientes/{key}/")
    page.click("text=Ver el lugar (línea")
    page.wait_for_selector("#desk[data-ready='1']")
    assert page.evaluate("getSelection().toString()") == "Casilda Mochuelo"
    # It stands twice: the second is meant.
    assert page.evaluate("getSelection().anchorNode.data.includes('dará traslado')")
    box = page.evaluate("(({ y }) => y)(getSelection().getRangeAt(0).getBoundingClientRect())")
    assert 0 < box < 900
    assert "lugar" not in page.url


def test_what_nothing_had_found_on_a_page_is_framed(site: Site, window: Open) -> None:
    key = test_pages.seeded(site, "leak")
    alba = window("alba")
    page = alba.go(f"/expedientes/{key}/")
    link = page.locator("a:has-text('Ver el lugar (página 2)')")
    assert re.search(r"lugar=\d+-\d+&caja=1-\d+-\d+-\d+-\d+$", link.get_attribute("href") or "")
    assert "El lugar en la página 2 del original" in page.content()
    link.click()
    page.wait_for_selector("#p1 .stretch")
    leaf, frame = (page.locator(name).bounding_box() for name in ("#p1", "#p1 .stretch"))
    assert leaf and frame and leaf["x"] < frame["x"] and frame["width"] < leaf["width"] / 2
    assert 0 < frame["y"] < 900
