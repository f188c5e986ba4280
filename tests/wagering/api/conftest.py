"""What tests of the interface share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support import callers
from tests.support.callers import Api
from tests.support.house import House
from tests.support.over_http import unthrottled

__all__ = ["unthrottled"]


@pytest.fixture
def house(run_id: str) -> House:
    """Its clock shows the real time, so that sessions it opens are not over."""
    house = House(f"api-{run_id}")
    house.now = datetime.now(UTC)
    return house


@pytest.fixture
def ana(house: House) -> Api:
    """A player's session for every table."""
    return callers.player(house, house.player("ana"))


@pytest.fixture
def operator(house: House) -> Api:
    """The house's own operator."""
    return callers.operator(house)


@pytest.fixture
def other(house: House) -> Api:
    """Another operator."""
    return callers.operator(house, f"{house.run}-other")
