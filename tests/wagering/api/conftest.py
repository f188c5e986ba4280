"""What tests of the interface share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support.house import House
from tests.support.over_http import unthrottled

__all__ = ["unthrottled"]


@pytest.fixture
def today(run_id: str) -> House:
    """A house whose clock shows the real time, so that sessions it opens are not over."""
    house = House(f"api-{run_id}")
    house.now = datetime.now(UTC)
    return house
