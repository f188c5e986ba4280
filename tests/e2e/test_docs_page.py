"""The interface's description in a real browser: it is drawn, it reads the schema, and it asks no other server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.support.web import serving

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("browser"), pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def base(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(child_env, root, tmp_path_factory.mktemp("server") / "log") as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def page(browser: Browser, base: str) -> Iterator[Page]:
    """A tab that reaches only our server; at the end nothing may have gone wrong in it."""
    wrong: list[str] = []

    def only_ours(route: Route) -> None:
        if route.request.url.startswith((f"{base}/", "data:")):
            return route.continue_()
        wrong.append(route.request.url)
        return route.abort()

    context = browser.new_context(viewport={"width": 1280, "height": 1600})
    context.route("**/*", only_ours)
    tab = context.new_page()
    tab.on("response", lambda r: wrong.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda m: wrong.append(m.text) if m.type in ("error", "warning") else None)
    yield tab
    context.close()
    assert wrong == []


def test_every_operation_is_drawn(page: Page, base: str) -> None:
    page.goto(f"{base}/api/v1/docs")
    page.locator(".opblock").first.wait_for(timeout=60_000)
    described = page.evaluate(
        """async () => {
            const found = await (await fetch("/api/v1/schema?format=json")).json();
            return Object.values(found.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
        }"""
    )
    assert page.locator(".opblock").count() == described > 50
    for audience in ("operator", "studio", "player", "staff", "stream"):
        assert page.locator(f"#operations-tag-{audience}").is_visible(), audience
    bet = page.locator("#operations-player-player_place_bet")
    bet.locator(".opblock-summary-control").click()
    bet.get_by_text("Idempotency-Key").first.wait_for()
    bet.scroll_into_view_if_needed()
    assert "Add to the bet of this kind on this seat." in bet.inner_text()
