"""One web process and one notifier for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support import web
from tests.support.house import GAME, OPTIONS, House
from wagering.tables.commands import OpenTable


@pytest.fixture(scope="module")
def port(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Of the web process. One device may open a thousand streams in a moment there."""
    rates = "player=1000:5000,studio=1000:5000,operator=1000:5000,staff=1000:5000,anonymous=1000:5000"
    with web.serving({**child_env, "API_RATES": rates}, root, tmp_path_factory.mktemp("web") / "web.log") as found:
        yield found


@pytest.fixture(scope="module")
def notifier(child_env: Mapping[str, str], root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """It has its turn."""
    with web.notifying(child_env, root, tmp_path_factory.mktemp("notifier") / "notifier.log"):
        yield


class LiveHouse(House):
    """Its tables' clock is the wall's."""

    def __init__(self, run: str) -> None:
        super().__init__(run)
        self.now = datetime.now(UTC)

    def table(self, name: str = "T", shoe: str = "live", **options: object) -> str:
        table = self.id(name)
        command = OpenTable(
            table=table, operator=self.run, game=GAME, currency="USD", options={**OPTIONS, "shoe": shoe, **options}
        )
        self.must(f"operator:{self.run}", command)
        return table


@pytest.fixture
def house(database: str, run_id: str) -> LiveHouse:
    """Of this test alone."""
    return LiveHouse(run_id)
