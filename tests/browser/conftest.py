"""Fixtures of the browser tests: one installation and one Chromium for all, a signed-in page for each."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.browser.site import ROOT, Site, installation
from tests.cast import PASSWORD

SHOTS = ROOT / "shots"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def _binary() -> str:
    named = os.environ.get("ANONYMIZA_CHROMIUM") or shutil.which("chromium") or ""
    if not named or not Path(named).exists():
        if os.environ.get("ANONYMIZA_REQUIRE"):
            pytest.fail("Chromium is missing: set ANONYMIZA_CHROMIUM or install it.")
        pytest.skip("Chromium is missing: set ANONYMIZA_CHROMIUM or install it.")
    return named


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running installation with the cast, the policies that ship and nothing else."""
    _binary()
    with installation(tmp_path_factory.mktemp("site")) as running:
        running.seed("people")
        yield running


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One Chromium for every test."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=_binary(), args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Window:
    """A page with its complaints: script errors and broken policy fail the test that caused them."""

    page: Any
    site: Site
    complaints: list[str] = field(default_factory=list)

    def go(self, path: str) -> Any:
        """Open a path of the site."""
        self.page.goto(self.site.url + path)
        return self.page

    def shot(self, name: str) -> None:
        """Keep a picture under shots/."""
        SHOTS.mkdir(exist_ok=True)
        self.page.evaluate("scrollTo(0, 0)")
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)

    def axe(self, name: str) -> None:
        """Check the page as it's drawn for accessibility; fail with what is wrong and where."""
        self.drawn()
        # evaluate() isn't subject to the page's policy, a script tag would be.
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", TAGS)[
            "violations"
        ]
        lines = [
            f"{v['id']}: {v['help']} {[(n['target'], n['failureSummary'][:300]) for n in v['nodes'][:4]]}"
            for v in found
        ]
        assert not lines, f"{name}: " + json.dumps(lines, indent=1, ensure_ascii=False)

    def both(self, name: str) -> None:
        """Check and picture the page in light and dark, at 1440 and 1100 px."""
        for theme in ("light", "dark"):
            self.theme(theme)
            self.axe(f"{name} {theme}")
            for width in (1440, 1100):
                self.page.set_viewport_size({"width": width, "height": 900})
                self.shot(f"{name}-{theme}-{width}")
        self.page.set_viewport_size({"width": 1440, "height": 900})
        self.theme("light")

    def theme(self, name: str) -> None:
        """Put the page in a theme and wait until it is drawn."""
        self.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", name)
        self.drawn()

    def drawn(self) -> None:
        """Wait for two frames: what a closed menu held back is styled by then."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def no_sideways_scroll(self) -> None:
        """Check that nothing sticks out of the window."""
        assert self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.fixture
def window(site: Site, chromium: Any) -> Iterator[Callable[[str], Window]]:
    """Open a window signed in as somebody of the cast (or as nobody)."""
    opened: list[tuple[Any, Window]] = []

    def open_as(username: str) -> Window:
        context = chromium.new_context(
            viewport={"width": 1440, "height": 900}, locale="es-ES", reduced_motion="reduce", accept_downloads=True
        )
        page = context.new_page()
        page.set_default_timeout(15_000)
        shown = Window(page, site)
        page.on("pageerror", lambda error: shown.complaints.append(str(error)))
        page.on("console", lambda m: shown.complaints.append(f"{m.text} {m.location}") if m.type == "error" else None)
        opened.append((context, shown))
        if username:
            shown.go("/entrar/")
            page.fill("#id_username", username)
            page.fill("#id_password", PASSWORD)
            page.click("main button[type=submit]")
            page.wait_for_url("**/expedientes/**")
        return shown

    yield open_as
    for context, _shown in opened:
        context.close()
    complaints = [c for _context, shown in opened for c in shown.complaints if "status of 4" not in c]
    assert not complaints, complaints
