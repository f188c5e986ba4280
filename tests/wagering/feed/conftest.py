"""A receiver and a house, with everybody else's webhooks asleep."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support import hooks
from tests.support.house import House
from tests.support.receiver import Receiver, receiver


@pytest.fixture
def server(database: str) -> Iterator[Receiver]:
    """An operator's server."""
    hooks.alone()
    with receiver() as made:
        yield made


@pytest.fixture
def house(run_id: str) -> House:
    """The operator."""
    return House(run_id)
