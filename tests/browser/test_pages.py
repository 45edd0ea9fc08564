"""Pages on the review screen in a real browser: seen, decided on, drawn on by mouse and by keys, and released."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from tests.browser.conftest import SHOTS, Window
from tests.browser.site import Site
from tests.browser.test_desk import Open, settled, until

pytestmark = pytest.mark.browser
SLOW = 120_000

# the tags that a page shows in place of data, as far as they are cut off
CLIPPED = """() => [...document.querySelectorAll(".leaf button.box.hides[data-out]")].filter(box => {
  const look = getComputedStyle(box, "::after"), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  return look.overflow !== "visible" || pen.measureText(box.dataset.out).width > parseFloat(look.width) + 1;
}).map(box => box.dataset.out)"""


def seeded(site: Site, what: str) -> str:
    return site.run("-m", "tests.browser.page_seed", what)


def opened(window: Window, key: str) -> Any:
    page = window.go(f"/expedientes/{key}/revision/")
    page.wait_for_selector("#desk[data-ready='1']", timeout=SLOW)
    page.wait_for_selector(".leaf .box", timeout=SLOW)
    page.wait_for_selector("#evidence .proof-body", timeout=SLOW)
    return page


def pictured(page: Any) -> None:
    """Wait until a page has its picture: the first one waits for the process that draws."""
    page.wait_for_selector(".leaf .scan[src]", timeout=SLOW)
    until(page, "[...document.querySelectorAll('.scan')].some(i => i.complete && i.naturalWidth > 0)")


def drag(page: Any, box: tuple[float, float, float, float], leaf: str = "#p0") -> None:
    """Draw a box on a page, in shares of it."""
    page.locator(leaf).scroll_into_view_if_needed()
    at = page.locator(leaf).bounding_box()
    page.mouse.move(at["x"] + box[0] * at["width"], at["y"] + box[1] * at["height"])
    page.mouse.down()
    page.mouse.move(at["x"] + (box[0] + box[2]) / 2 * at["width"], at["y"] + box[3] * at["height"], steps=4)
    page.mouse.move(at["x"] + box[2] * at["width"], at["y"] + box[3] * at["height"], steps=4)
    page.mouse.up()
    page.wait_for_selector("#desk-dialog[open]")


def test_pages_are_seen_decided_on_and_changed_for_their_text(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "letter"))
    pictured(page)
    for theme in ("light", "dark"):
        alba.theme(theme)
        for width, height in ((1366, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(200)
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / f"mesa-página-{theme}-{width}.png")
            alba.axe(f"páginas {theme} {width}")
            alba.no_sideways_scroll()
    for width in (1300, 1100, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)
        alba.no_sideways_scroll()
        assert page.evaluate("document.getElementById('submit-form').getBoundingClientRect().right") <= width
    alba.theme("light")
    page.set_viewport_size({"width": 1440, "height": 900})
    # A click on a box chooses its mention; deciding changes the box.
    box = page.locator(".leaf button.box[data-tag=PER_7]").first
    box.click()
    until(page, "document.querySelector('.entity.current')?.dataset.tag === 'PER_7'")
    page.wait_for_selector("#evidence .proof-body >> text=Casto Bermejuela")
    assert page.locator(".leaf .box.lit").count() >= 1
    page.keyboard.press("x")
    settled(page, 1)
    assert "replaced" in box.get_attribute("class") and "se sustituye" in box.get_attribute("aria-label")
    page.keyboard.press("t")
    page.wait_for_selector("#document:not(.pages) .m")
    assert page.locator("#view-text").get_attribute("aria-pressed") == "true"
    page.reload()
    page.wait_for_selector("#document:not(.pages) .m", timeout=SLOW)
    page.keyboard.press("t")
    page.wait_for_selector(".leaf .box")


def test_the_head_is_one_line_and_a_page_says_until_it_is_drawn_and_where_it_cannot_be(
    site: Site, window: Open
) -> None:
    key = seeded(site, "letter")
    opened(window("bruno"), key)  # a colleague is there, which the head says too
    alba = window("alba")
    page = alba.page
    page.set_viewport_size({"width": 1366, "height": 768})
    held: list[Any] = []
    page.route("**/imagen-*.webp", lambda route: held.append(route))
    opened(alba, key)
    head = page.locator(".desk-head").bounding_box()
    assert head["height"] <= 52
    assert page.evaluate("() => (t => t.scrollWidth <= t.clientWidth + 40)(document.querySelector('.desk-title'))")
    said = "getComputedStyle(document.getElementById('p0'), '::after').content"
    until(page, f"{said}.includes('Dibujando la página')")
    next(route for route in held if "/paginas/0/" in route.request.url).abort()
    until(page, f"{said}.includes('No se ha podido dibujar')")
    page.unroute("**/imagen-*.webp")
    alba.complaints[:] = [line for line in alba.complaints if "ERR_FAILED" not in line]
    opened(alba, key)
    pictured(page)
    until(page, "!document.getElementById('p0').dataset.said")


def test_the_walk_by_keys_keeps_the_box_in_view_at_any_size(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "letter"))
    page.locator(".entity[data-tag=PER_1] .pick").click()
    for zoom in ("0", "+", "+", "+"):
        page.keyboard.press(zoom)
        for _ in range(4):
            page.keyboard.press("n")
            page.wait_for_selector(".leaf button.box.current")
            page.wait_for_timeout(250)
            frame = page.locator("#doc-scroll").bounding_box()
            at = page.locator(".leaf button.box.current").bounding_box()
            assert frame["y"] <= at["y"] and at["y"] + at["height"] <= frame["y"] + frame["height"]
            assert frame["x"] - 2 <= at["x"] <= frame["x"] + frame["width"]
    assert page.locator("#zoom-said").inner_text() != "100 %"
    page.keyboard.press("0")
    page.keyboard.press("b")
    assert page.locator("#document.after").count() == 1
    assert page.evaluate(CLIPPED) == []
    alba.axe("página después")
    page.keyboard.press("b")
    page.locator(".entity[data-tag=PER_15] .pick").click()
    page.keyboard.press("f")
    until(page, "[...document.querySelectorAll('.leaf')].filter(p => p.offsetParent).length === 1")
    assert page.locator(".leaf:visible").get_attribute("id") == "p1"


def test_words_under_a_box_and_a_region_by_keys(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "letter"))
    page.locator(".entity[data-tag=PER_15] .pick").click()
    page.wait_for_selector("#p1 .box.current")
    drag(page, (0.1, 0.226, 0.255, 0.246), "#p1")
    page.wait_for_selector("#desk-dialog >> text=Casilda Mochuelo")
    alba.axe("zona con palabras")
    # What was drawn is what is proposed; the words under it are a choice.
    assert page.locator("#desk-dialog input[value=area]").is_checked()
    page.locator("#desk-dialog input[name=what]").first.check()
    page.locator("#desk-dialog button[type=submit]").click()
    settled(page, 1)
    page.wait_for_selector("#p1 .box.added")
    page.keyboard.press("d")
    page.wait_for_selector(".zone:focus")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("#desk-dialog[open]")
    page.check("#desk-dialog input[value=area]")
    page.select_option("#box-picture", "SIGNATURE")
    page.locator("#desk-dialog button[type=submit]").click()
    settled(page, 2)
    page.wait_for_selector(".entity[data-tag=FIRMA_1] >> text=Firma")
    page.wait_for_selector(".leaf .box[data-tag=FIRMA_1]")
    page.keyboard.press("z")
    settled(page, 3)
    page.wait_for_selector(".leaf .box[data-tag=FIRMA_1]", state="detached")


def test_two_hundred_pages_stay_light(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "many"))
    assert page.locator(".leaf").count() == 200
    page.evaluate("() => { const s = document.getElementById('doc-scroll'); s.scrollTop = s.scrollHeight * 0.6 }")
    page.wait_for_timeout(1500)
    page.keyboard.press("p")
    page.wait_for_selector(".leaf button.box.current", timeout=SLOW)
    until(page, "document.querySelectorAll('.scan').length < 24")


def test_an_area_drawn_on_a_scan_leaves_without_its_ink(site: Site, window: Open) -> None:
    key = seeded(site, "scan")
    alba = window("alba")
    page = alba.go(f"/expedientes/{key}/")
    page.wait_for_selector("text=Analizado", timeout=SLOW)
    page = opened(alba, key)
    pictured(page)
    drag(page, (0.08, 0.68, 0.28, 0.94))
    page.locator("#desk-dialog input[value=area]").check()
    page.locator("#desk-dialog button[type=submit]").click()
    page.wait_for_selector(".leaf .box[data-tag=ZONA_1]")
    site.run("-m", "tests.browser.page_seed", "decided")
    page = alba.go(f"/expedientes/{key}/aprobacion/")
    page.click("text=Enviar a aprobación")
    bruno = window("bruno")
    page = bruno.go(f"/expedientes/{key}/aprobacion/")
    page.click("main button:has-text('Aprobar')")
    page.click("text=Generar los ficheros")
    page.wait_for_selector("text=0 fugas", timeout=SLOW)
    with page.expect_download() as coming:
        page.click("text=Descargar >> nth=0")
    with open(coming.value.path(), "rb") as file, Image.open(io.BytesIO(file.read())) as written:
        grey = written.convert("L")
        inside = grey.crop((125, 705, 325, 915))
        # The square was of one grey; of it nothing is left, whatever the tag's letters are drawn in.
        assert grey.size == (1240, 1000) and not any(110 < value < 130 for value in inside.tobytes())
        assert min(grey.crop((100, 90, 1100, 700)).tobytes()) < 60
