"""A denied release in a real browser: from the place that leaks to its mention on the desk."""

from __future__ import annotations

import pytest

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
