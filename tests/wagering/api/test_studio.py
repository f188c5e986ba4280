"""The studio's interface: a device at its own table."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from games.catalog import CATALOG, SAMPLES
from tests.support.house import House
from tests.support.over_http import HttpTable, unthrottled

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]
__all__ = ["unthrottled"]


@pytest.fixture
def house(run_id: str) -> House:
    house = House(f"studio-{run_id}")
    house.now = datetime.now(UTC)
    return house


@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_whole_round_of_every_game(run_id: str, game: str) -> None:
    table = HttpTable(f"round-{run_id}", game)
    for _ in table.round():
        pass
    assert table.play.status == "settled"
    assert table.leaks() == []
