"""What tests of the interface share."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import override_settings

from tests.support.house import House


@pytest.fixture
def unlimited() -> Iterator[None]:
    """No limits of rate: all strangers of all tests come from one address."""
    with override_settings(API_RATES=dict.fromkeys(settings.API_RATES, (1e6, 1e6))):
        yield


@pytest.fixture
def today(run_id: str) -> House:
    """A house whose clock shows the real time, so that sessions it opens are not over."""
    house = House(f"api-{run_id}")
    house.now = datetime.now(UTC)
    return house
