"""The consumer: known ids are dropped, and predecessors come along."""

from __future__ import annotations

import logging
import random

import pytest

from tests.support.announcements import announce
from tests.support.events import in_threads
from wagering.integrations import notices
from wagering.integrations.models import Notice, Outbox

pytestmark = pytest.mark.database


def test_a_row_is_taken_in_once(run_id: str) -> None:
    row = Outbox.objects.get(id=announce(run_id))
    assert notices.take_in(row.id) == [row.id]
    assert notices.take_in(row.id) == []
    notice = Notice.objects.get(id=row.id)
    assert (notice.kind, notice.correlation, notice.first_position, notice.last_position) == (
        row.kind, row.correlation, row.first_position, row.last_position,
    )  # fmt: skip


def test_predecessors_come_along(run_id: str) -> None:
    ids = [announce(run_id) for _ in range(5)]
    other = announce(f"{run_id}-other")
    loose = announce("")
    assert notices.take_in(ids[2]) == ids[:3]
    assert notices.take_in(ids[1]) == []
    assert notices.take_in(ids[4]) == ids[3:]
    assert notices.take_in(loose) == [loose]
    assert not Notice.objects.filter(id=other).exists()


def test_messages_in_any_order_and_twice(run_id: str) -> None:
    ids = [announce(f"{run_id}/{number % 3}") for number in range(60)]
    messages = ids * 2
    random.Random(run_id).shuffle(messages)
    taken = in_threads(8, lambda number: [new for one in messages[number::8] for new in notices.take_in(one)])
    assert sorted(one for part in taken for one in part) == ids
    for number in range(3):
        order = Notice.objects.filter(correlation=f"{run_id}/{number}").order_by("taken_in_at", "id")
        assert [notice.id for notice in order] == ids[number::3]


def test_a_row_that_does_not_exist(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert notices.take_in(2**60) == []
    assert "does not exist" in caplog.text
