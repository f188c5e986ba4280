"""The back office in a real browser: it draws, it steps, it reads well, and it asks no other server for anything."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support import office
from tests.support.office import HOSTILE, SCRIPTS
from wagering.backoffice.html import address, list_address

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("browser"), pytest.mark.timeout(240)]

PASSWORD: Final = "only-for-the-test-1"
LETTERS: Final = {"my": "Myanmar", "te": "Telugu", "km": "Khmer", "ru": ""}
OUTLINE: Final = "(e => [e.outlineStyle, parseFloat(e.outlineWidth)])(getComputedStyle(document.activeElement))"
PAGES: Final = (
    "rounds_round",
    "wallet_bet",
    "eventstore_event",
    "tables_table",
    "wallet_journal",
    "incidents_incident",
    "players_player",
)


@dataclass
class Watched:
    """A browser tab with everything that should not have happened in it."""

    page: Page
    base: str
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.base}{path}")
        return self.page


@pytest.fixture(scope="module")
def operator(database: str) -> str:
    name = f"web-{uuid.uuid4().hex[:8]}"
    office.fill(name)
    return name


@pytest.fixture(scope="module")
def server(
    operator: str, child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The real server on a free port, as the application's role on this process's test database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [Path(sys.executable).with_name("granian"), "--interface", "wsgi", "--port", str(port), "--workers", "1"]
    base = f"http://127.0.0.1:{port}"
    with (tmp_path_factory.mktemp("server") / "log").open("w+b") as log:
        process = subprocess.Popen(
            [*command, "wagering.project.wsgi:application"], env=child_env, cwd=root, stdout=log, stderr=log
        )
        try:
            _await(base, process)
            yield base
        finally:
            process.terminate()
            process.wait(20)


def _await(base: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert process.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(f"{base}/healthz", timeout=5) as answer:  # noqa: S310
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(base)


@pytest.fixture(scope="module")
def logged_in(browser: Browser, server: str) -> str:
    """Logs in through the form once; the value is where the cookies are kept."""
    user = office.person(password=PASSWORD)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server}/admin/login/")
    page.fill("[name=username]", user.username)
    page.fill("[name=password]", PASSWORD)
    page.click("button[type=submit]")
    page.wait_for_url(f"{server}/admin/")
    cookie = next(each for each in context.cookies() if each["name"] == "sessionid")
    context.close()
    return cookie["value"]


def _watched(context: BrowserContext, base: str, session: str) -> Watched:
    context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
    page = context.new_page()
    watched = Watched(page, base)
    ours = (base, "data:", "blob:")
    page.on("request", lambda r: None if r.url.startswith(ours) else watched.outside.append(r.url))
    page.on("response", lambda r: watched.errors.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.on("console", lambda m: watched.errors.append(m.text) if m.type == "error" else None)
    return watched


@pytest.fixture
def tab(browser: Browser, server: str, logged_in: str, request: pytest.FixtureRequest) -> Iterator[Watched]:
    """A tab of 1280 pixels in the scheme that the test asks for; at the end nothing may have gone wrong in it."""
    scheme = getattr(request, "param", "light")
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    watched = _watched(context, server, logged_in)
    yield watched
    context.close()
    assert watched.outside == []
    assert watched.errors == []


@pytest.mark.parametrize("tab", ["light", "dark"], indirect=True)
def test_pages_open_without_an_error_or_a_request_elsewhere(tab: Watched, request: pytest.FixtureRequest) -> None:
    page = tab.open("/admin/")
    assert page.locator("h2", has_text="Imbalance").is_visible()
    for model in PAGES:
        tab.open(list_address(model))
        assert page.locator("#result_list tbody tr").first.is_visible(), model
        page.locator("#result_list tbody th a").first.click()
        page.locator(".bo-head h1").wait_for()
    dark = page.evaluate("document.documentElement.classList.contains('dark')")
    assert dark == ("dark" in request.node.name)


def test_a_round_is_drawn_and_stepped_through_by_keyboard(tab: Watched, operator: str) -> None:
    page = tab.open(address("rounds_round", f"{operator}.r8"))
    assert page.locator(".bo-answer").count() == 3
    assert page.locator("#felt .bo-cards svg").count() == 12
    slider = page.locator("#moment")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert "Replay, 2 of" in page.locator("#replay").inner_text()
    assert page.locator("#felt .bo-cards svg").count() == 2
    assert page.locator(".bo-timeline > li[aria-current=step]").count() == 1
    page.get_by_role("button", name="To the end").click()
    assert page.locator("#replay").inner_text() == ""
    assert page.locator("#felt .bo-card-noted").count() == 1


def test_a_card_has_size_and_colour(tab: Watched, operator: str) -> None:
    page = tab.open(address("rounds_round", f"{operator}.r8"))
    box = page.locator("#felt .bo-cards svg").first.bounding_box()
    assert box is not None
    assert box["width"] > 40
    assert box["height"] > 60
    fills = page.evaluate(
        "['.bo-suit-H', '.bo-suit-S'].map(s => getComputedStyle(document.querySelector(`#felt ${s} use`)).fill)"
    )
    assert fills[0] != fills[1]


def test_hostile_texts_do_nothing(tab: Watched, operator: str) -> None:
    for path in (
        list_address("incidents_incident"),
        address("incidents_incident", f"{operator}{HOSTILE}"),
        address("projector_checkpoint", operator),
        address("eventstore_stream", f"incident/{operator}{HOSTILE}"),
    ):
        page = tab.open(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.hacked") is None, path
        assert "onerror" in page.locator("#content").inner_text(), path


def test_the_focus_is_seen(tab: Watched, operator: str) -> None:
    page = tab.open(list_address("rounds_round"))
    for selector in ("#searchbar", "#result_list tbody a", "nav.bo-pages a, #nav-sidebar a"):
        page.locator(selector).first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        style = page.evaluate(OUTLINE)
        assert style[0] == "solid", selector
        assert style[1] >= 2, selector


def _fonts(page: Page, selector: str) -> set[str]:
    """The fonts that the browser really draws the first such element with."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    return {font["familyName"] for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]}


def test_all_scripts_have_letters(tab: Watched, operator: str) -> None:
    page = tab.open(address("incidents_incident", f"{operator}-scripts"))
    assert SCRIPTS in page.locator("pre.bo-code").first.inner_text()
    fonts = _fonts(page, "pre.bo-code")
    for script in ("Myanmar", "Khmer", "Telugu"):
        assert any(script in font for font in fonts), fonts


@pytest.mark.parametrize("width", [1280, 820])
def test_nothing_sticks_out_of_the_window(
    browser: Browser, server: str, logged_in: str, operator: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 1100})
    tab = _watched(context, server, logged_in)
    for path in (
        "/admin/",
        list_address("rounds_round"),
        address("rounds_round", f"{operator}.r8"),
        address("players_player", f"{operator}.ana"),
    ):
        page = tab.open(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()
    assert tab.outside == tab.errors == []


@pytest.mark.parametrize("language", LETTERS)
def test_a_round_is_read_in_the_language_chosen_in_the_menu(tab: Watched, operator: str, language: str) -> None:
    page = tab.open(address("rounds_round", f"{operator}.r8"))
    page.locator("[x-on\\:click='openUserLinks = !openUserLinks']").click()
    page.locator(f"form:has(input[name=language][value={language}]) button").click()
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    assert page.url.endswith(address("rounds_round", f"{operator}.r8"))
    assert page.locator("p.bo-prevails").is_visible()
    assert "gets" not in page.locator(".bo-timeline").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    page.locator("#moment").focus()
    page.keyboard.press("Home")
    assert "{" not in page.locator("#replay").inner_text()
    fonts = _fonts(page, "li.bo-play .bo-words")
    assert any(LETTERS[language] in font for font in fonts), fonts
