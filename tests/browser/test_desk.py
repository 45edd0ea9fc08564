"""The review screen in a real browser: decided by keyboard, corrected, looked at in both themes and three widths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import SHOTS, Window
from tests.browser.site import Site

pytestmark = pytest.mark.browser
Open = Callable[[str], Window]


def seeded(site: Site, what: str) -> str:
    return site.run("-m", "tests.browser.desk_seed", what)


def opened(window: Window, key: str) -> Any:
    page = window.go(f"/expedientes/{key}/revision/")
    page.wait_for_selector("#desk[data-ready='1']")
    page.wait_for_selector("#evidence .proof-body")
    return page


def until(page: Any, told: str) -> None:
    """Wait until an expression holds; the page's policy forbids Playwright's own way of waiting."""
    for _ in range(150):
        if page.evaluate(f"() => Boolean({told})"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never came true: {told}")


def settled(page: Any, acts: int) -> None:
    """Wait until so many acts are done and their answer is on the page."""
    until(page, f"Number(document.getElementById('desk-state').dataset.revision) >= {acts}")
    until(page, "document.getElementById('saved').textContent.trim() === 'guardado'")


def looked_at(window: Window, name: str) -> None:
    page = window.page
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        for width in (1440, 1100, 780):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(150)
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / f"{name}-{theme}-{width}.png")
            window.axe(f"{name} {theme} {width}")
            window.no_sideways_scroll()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("() => { document.documentElement.dataset.theme = 'light' }")


def test_the_screen_passes_axe_in_both_themes_and_three_widths(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    looked_at(alba, "mesa")
    page.keyboard.press("?")
    looked_at(alba, "mesa-ayuda")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.wait_for_selector("#desk-dialog[open]")
    alba.axe("unir")
    alba.shot("mesa-unir")


def test_a_whole_case_is_decided_by_keyboard(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    total = int(page.locator("#progress").inner_text().split(" de ")[1].split()[0])
    for n in range(total):
        page.keyboard.press("Enter" if n % 3 else "e")
        settled(page, n + 1)
    page.wait_for_selector(f"text={total} de {total} decididas")
    assert page.locator("#progress .doubts").count() == 0
    assert page.locator(".entity[data-state=open]").count() == 0
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Ya está decidido")
    assert page.locator("#desk-state").get_attribute("data-revision") == str(total)
    looked_at(alba, "mesa-decidida")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/aprobacion/")


def test_undo_and_redo_by_key_bring_the_page_back(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    first = page.locator(".entity.current").get_attribute("data-e")
    marks = f".m[data-e='{first}']"
    before = page.locator(marks).first.get_attribute("class").replace(" lit", "").replace(" current", "")
    page.keyboard.press("x")
    settled(page, 1)
    assert "replaced" in page.locator(marks).first.get_attribute("class")
    assert page.locator(f"#e{first}").get_attribute("data-state") == "replaced"
    assert page.locator(".entity.current").get_attribute("data-e") != first
    page.keyboard.press("z")
    settled(page, 2)
    page.wait_for_selector(f"#e{first}[data-state=open]")
    page.wait_for_selector(f"{marks}.open")
    after = page.locator(marks).first.get_attribute("class").replace(" lit", "").replace(" current", "")
    assert after == before
    page.keyboard.press("Shift+Z")
    settled(page, 3)
    page.wait_for_selector(f"#e{first}[data-state=replaced]")


def test_typing_in_a_field_decides_nothing(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.keyboard.press("/")
    page.keyboard.type("orejudo xer")
    page.wait_for_selector("#no-match")
    page.fill("#filter", "ÑIGUEZ")
    until(page, "document.querySelectorAll('#people-list .entity').length === 1")
    assert page.locator("#desk-state").get_attribute("data-revision") == "0"
    page.keyboard.press("Escape")
    until(page, "document.querySelectorAll('#people-list .entity').length > 5")


def test_from_the_filter_the_keyboard_goes_on_to_the_list(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press("/")
        page.fill("#filter", "niguez")
        page.keyboard.press(key)
        until(page, "document.activeElement.matches('.entity.current .pick')")
        assert "Ñíguez" in page.locator(".entity.current").inner_text()
        page.keyboard.press("/")
        page.keyboard.press("Escape")
        assert page.locator("#filter").input_value() == ""
        page.keyboard.press("k")
    assert page.locator("#desk-state").get_attribute("data-revision") == "0"


def test_every_control_is_reached_by_tab(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.locator("#filter").focus()
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => (e => `${e.id} ${e.className}`.trim() || e.tagName)(document.activeElement)"))
    for wanted in ("order", "pick", "unfold", "doc-scroll"):
        assert any(wanted in name for name in reached), (wanted, reached)
    assert any("offer" in name for name in reached), reached
    assert any("current" in name and "hides" in name for name in reached), reached


def test_merge_split_and_the_ambiguous_one(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.locator(".entity[data-tag=PER_13] .chip.ask").first.click()
    # Nothing is joined before it's said what is.
    page.wait_for_selector("#desk-dialog[open] >> text=Se puede deshacer con z")
    assert page.locator("#desk-state").get_attribute("data-revision") == "0"
    page.locator("#desk-dialog button[type=submit]").click()
    page.wait_for_selector(".entity[data-tag=PER_13]", state="detached")
    page.locator(".entity[data-tag=PER_15] .pick").click()
    page.keyboard.press("m")
    page.wait_for_selector("#desk-dialog[open]")
    page.keyboard.type("orejudo t")
    page.wait_for_selector("#merge-preview >> text=Se llamará PER_1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".entity[data-tag=PER_15]", state="detached")
    page.locator(".entity[data-tag=PER_1] .pick").click()
    page.keyboard.press("s")
    page.wait_for_selector("#desk-dialog[open]")
    page.check("#desk-dialog input[value='sra. orejudo']")
    page.locator("#desk-dialog button[type=submit]").click()
    settled(page, 3)
    page.wait_for_selector(".entity[data-tag=PER_16]")


def select(page: Any, words: str, nth: int) -> None:
    """Select the n-th appearance of some words in the document, as a mouse would."""
    page.evaluate(
        """([words, nth]) => {
          const walker = document.createTreeWalker(document.getElementById('document'), NodeFilter.SHOW_TEXT);
          const hits = [];
          while (walker.nextNode()) {
            const node = walker.currentNode;
            for (let at = node.data.indexOf(words); at >= 0; at = node.data.indexOf(words, at + 1)) hits.push([node, at]);
          }
          const [node, at] = hits.at(nth);
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + words.length);
          getSelection().removeAllRanges();
          getSelection().addRange(range);
          node.parentElement.scrollIntoView({block: 'center'});
        }""",
        [words, nth],
    )


def test_adding_what_was_missed_counts_its_like_first(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.wait_for_selector("text=no aparece en el padrón")
    select(page, "Casilda Mochuelo", 0)
    page.keyboard.press("a")
    page.wait_for_selector("#desk-dialog[open] >> text=1 más")
    alba.axe("añadir")
    alba.shot("mesa-añadir")
    page.keyboard.press("Tab")
    page.locator("#desk-dialog button[type=submit]").click()
    settled(page, 1)
    page.wait_for_selector("#document .m.added")
    assert page.locator("#document .m.added").all_inner_texts() == ["Casilda Mochuelo"] * 2


def test_places_hold_with_emoji_line_ends_and_hundreds_of_marks(site: Site, window: Open) -> None:
    """P13 and T61: the server counts code points, the browser UTF-16, and marks come in any order."""
    alba = window("alba")
    page = opened(alba, seeded(site, "emoji"))
    page.evaluate("() => { const s = document.getElementById('doc-scroll'); s.scrollTop = s.scrollHeight }")
    page.wait_for_selector("text=Y otra vez")
    for n, nth in enumerate((2, 0, 1)):
        page.wait_for_timeout(100)
        free = page.evaluate("() => document.getElementById('document').textContent.split('Orejudo').length - 1")
        assert free == 3
        select(page, "Orejudo", nth)
        page.keyboard.press("a")
        page.wait_for_selector("#desk-dialog[open]")
        if n < 2:  # the last has no other like it, and isn't asked about them
            page.uncheck("#desk-dialog input[name=everywhere]")
        page.select_option("#add-label", "PERSON")
        page.locator("#desk-dialog button[type=submit]").click()
        settled(page, n + 1)
        until(page, f"document.querySelectorAll('#document .m.added').length === {n + 1}")
    page.reload()
    page.wait_for_selector("#desk[data-ready='1']")
    page.evaluate("() => { const s = document.getElementById('doc-scroll'); s.scrollTop = s.scrollHeight }")
    until(page, "document.querySelectorAll('#document .m.added').length === 3")
    assert page.locator("#document .m.added").all_inner_texts() == ["Orejudo"] * 3


def test_before_and_after_and_focus(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.locator(".entity[data-tag=PER_7] .pick").click()
    page.keyboard.press("b")
    assert page.locator("#document.after").count() == 1
    alba.axe("después")
    alba.shot("mesa-después")
    page.keyboard.press("b")
    assert page.locator("#document.after").count() == 0
    page.keyboard.press("f")
    page.wait_for_selector("#document.focused")
    visible = page.locator("#document p.b:visible").all_inner_texts()
    assert len(visible) == 1 and "Casto Bermejuela" in visible[0]
    alba.shot("mesa-foco")


def test_the_other_file_and_the_place_are_kept(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    page.locator(".entity[data-tag=PER_15] .pick").click()
    page.wait_for_selector(".sheet table .m.current")
    alba.axe("tabla")
    alba.shot("mesa-tabla")
    page.wait_for_timeout(400)
    page.reload()
    page.wait_for_selector("#desk[data-ready='1']")
    assert page.locator(".entity.current").get_attribute("data-tag") == "PER_15"
    page.wait_for_selector(".sheet table .m.current")


def test_a_link_to_a_file_leads_to_that_file(site: Site, window: Open) -> None:
    """The first doubt lies in the first file; who comes from the approval page to read the second is shown the second."""
    key = seeded(site, "case")
    page = opened(window("alba"), key)
    shown = page.inner_text("#file-name")
    href = page.locator("a[data-file]:not([aria-current])").first.get_attribute("href")
    fresh = window("alba")
    page = fresh.go(f"/expedientes/{key}/revision/{href}")
    page.wait_for_selector("#desk[data-ready='1']")
    page.wait_for_selector("#evidence .proof-body")
    assert page.inner_text("#file-name") != shown
    assert page.url.endswith(href)


def test_two_people_on_one_case(site: Site, window: Open) -> None:
    key = seeded(site, "case")
    alba, bruno = window("alba"), window("bruno")
    hers, his = opened(alba, key), opened(bruno, key)
    assert "Alba" in his.locator("#here").inner_text()
    his.keyboard.press("x")
    settled(his, 1)
    hers.keyboard.press("e")
    hers.wait_for_selector("text=Bruno ha cambiado algo mientras tanto")
    hers.wait_for_selector(".entity[data-state=replaced]")
    assert hers.locator(".entity[data-state=kept]").count() == 0
    hers.keyboard.press("j")
    hers.keyboard.press("e")
    settled(hers, 2)
    hers.wait_for_selector(".entity[data-state=kept]")


def test_a_long_document_comes_in_pieces_and_does_not_jump(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "long"))
    assert page.locator(".piece[aria-busy=true]").count() > 10
    page.keyboard.press("p")
    until(page, "document.getElementById('doc-scroll').scrollTop > 20000")
    page.wait_for_selector(".m.current")
    box = page.locator(".m.current").bounding_box()
    assert box and 100 < box["y"] < 860
    page.wait_for_timeout(600)
    again = page.locator(".m.current").bounding_box()
    assert again and abs(again["y"] - box["y"]) < 4
    alba.shot("mesa-larga")


def test_what_the_real_engine_found_is_reviewed(site: Site, window: Open) -> None:
    key = seeded(site, "real")
    alba = window("alba")
    page = alba.go(f"/expedientes/{key}/")
    page.wait_for_selector("text=Analizado", timeout=90_000)
    page = opened(alba, key)
    alba.shot("mesa-real")
    alba.axe("real")
    page.keyboard.press("r")
    settled(page, 1)
    page.keyboard.press("z")
    settled(page, 2)
    page.wait_for_selector(".m.open")


def test_many_people_are_walked_filtered_and_decided_in_bulk_beyond_what_is_shown(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "many"))
    lines = "document.querySelectorAll('.group[data-group=natural] .entity').length"
    assert page.evaluate(lines) == 100
    assert page.locator(".group[data-group=natural] summary .num").inner_text() == "450"
    current = ".entity.current"
    page.select_option("#order", "appearance")
    until(page, "document.querySelector('#people-list .entity')?.dataset.tag === 'PER_1'")
    page.locator(".group[data-group=natural] .entity:nth-child(100) .pick").click()
    last = int(page.locator(current).get_attribute("data-e"))
    page.keyboard.press("j")
    until(page, f"Number(document.querySelector('{current}')?.dataset.e) > {last}")
    for _ in range(320):
        page.keyboard.press("j")
    until(page, f"Number(document.querySelector('{current}')?.dataset.e) === {last + 321}")
    assert page.evaluate(lines) <= 300
    page.keyboard.press("Enter")
    settled(page, 1)
    page.fill("#filter", "per_45")
    until(page, f"{lines} === 2")  # 45, and 450, which is in doubt
    page.click("#accept-bulk")
    page.wait_for_selector("text=Solo lo que deja el filtro «per_45»")
    page.keyboard.press("Enter")
    settled(page, 2)
    page.wait_for_selector("[data-tag=PER_45][data-state=replaced]")
    page.wait_for_selector("[data-tag=PER_450][data-state=open]")
    page.fill("#filter", "")
    until(page, f"{lines} === 100")
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    page.fill("#pick-filter", "inventada 449")
    page.wait_for_selector(".pick-line:has-text('Inventada 449')")
    alba.axe("muchas personas")


def test_a_second_enter_decides_nothing_twice(site: Site, window: Open) -> None:
    alba = window("alba")
    page = opened(alba, seeded(site, "case"))
    for _ in range(3):
        page.keyboard.press("Enter")
    settled(page, 1)
    page.wait_for_timeout(1500)
    page.click("[data-dialog$='/actos/']")
    page.wait_for_selector("#desk-dialog[open]")
    assert " 0 menciones" not in page.locator("#desk-dialog").inner_text()
