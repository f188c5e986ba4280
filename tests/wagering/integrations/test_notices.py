"""The consumer: known ids are dropped, predecessors come along, and interrupted work is resumed later."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import override_settings

from tests.support import announcements
from tests.support.announcements import WORK, announce, noted
from tests.support.events import in_threads
from wagering.integrations import notices
from wagering.integrations.models import Notice, Outbox

pytestmark = pytest.mark.database


@pytest.fixture(autouse=True)
def wiring(database: str) -> Iterator[None]:
    announcements.make_table()
    with override_settings(WAGERING_WIRING=announcements.__name__):
        yield


def overdue(*ids: int) -> None:
    Notice.objects.filter(id__in=ids).update(act_after=datetime.now(UTC) - timedelta(seconds=1))


def test_a_row_is_taken_in_once(run_id: str) -> None:
    row = Outbox.objects.get(id=announce(run_id))
    assert [new.id for new in notices.take_in(row.id)] == [row.id]
    assert notices.take_in(row.id) == []
    notice = Notice.objects.get(id=row.id)
    assert (notice.kind, notice.correlation, notice.first_position, notice.last_position) == (
        row.kind, row.correlation, row.first_position, row.last_position,
    )  # fmt: skip
    assert (notice.acted_at is not None, notice.act_after) == (True, None)  # resumes nothing


def test_predecessors_come_along(run_id: str) -> None:
    ids = [announce(run_id) for _ in range(5)]
    other = announce(f"{run_id}-other")
    loose = announce("")
    assert [new.id for new in notices.take_in(ids[2])] == ids[:3]
    assert notices.take_in(ids[1]) == []
    assert [new.id for new in notices.take_in(ids[4])] == ids[3:]
    assert [new.id for new in notices.take_in(loose)] == [loose]
    assert not Notice.objects.filter(id=other).exists()


def test_messages_in_any_order_and_twice(run_id: str) -> None:
    ids = [announce(f"{run_id}/{number % 3}", WORK) for number in range(60)]
    messages = ids * 2
    random.Random(run_id).shuffle(messages)
    taken = in_threads(8, lambda number: [new.id for one in messages[number::8] for new in notices.take_in(one)])
    assert sorted(one for part in taken for one in part) == ids
    for number in range(3):
        order = Notice.objects.filter(correlation=f"{run_id}/{number}").order_by("taken_in_at", "id")
        assert [notice.id for notice in order] == ids[number::3]
    assert Notice.objects.filter(id__in=ids, acted_at=None).count() == 0
    assert set(noted(run_id)) == {f"{run_id}/{number}" for number in range(3)}


def test_a_row_that_does_not_exist(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        assert notices.take_in(2**60) == []
    assert "does not exist" in caplog.text


def test_work_that_fails_is_resumed_later(
    run_id: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: str) -> None:
        raise RuntimeError("not now")

    monkeypatch.setitem(announcements.ON_NOTICE, WORK, fail)
    one = announce(run_id, WORK)
    with caplog.at_level(logging.ERROR):
        notices.take_in(one)
    assert "not now" in caplog.text
    assert Notice.objects.get(id=one).acted_at is None
    notices.act_on_overdue(1_000)
    assert Notice.objects.get(id=one).attempts == 0  # its time has not come
    monkeypatch.setitem(announcements.ON_NOTICE, WORK, announcements.work)
    overdue(one)
    assert notices.act_on_overdue(1_000) >= 1
    assert noted(run_id) == [run_id]
    assert Notice.objects.get(id=one).acted_at is not None


def test_work_lost_with_its_process_is_resumed_later(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = announce(run_id, WORK)
    with monkeypatch.context() as patch:
        patch.setattr(notices, "_act", lambda _: None)  # killed between the commit and the work
        notices.take_in(one)
    assert noted(run_id) == []
    overdue(one)
    notices.act_on_overdue(1_000)
    assert noted(run_id) == [run_id]


def test_work_that_never_succeeds_is_given_up_visibly(run_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(correlation: str) -> None:
        if correlation == run_id:
            raise RuntimeError("never")

    monkeypatch.setitem(announcements.ON_NOTICE, WORK, fail)
    one = announce(run_id, WORK)
    notices.take_in(one)
    for _ in range(notices.MOST_ATTEMPTS):
        overdue(one)
        notices.act_on_overdue(1_000)
    given_up = Notice.objects.get(id=one)
    assert (given_up.attempts, given_up.acted_at, given_up.act_after) == (notices.MOST_ATTEMPTS, None, None)
    monkeypatch.setitem(announcements.ON_NOTICE, WORK, announcements.work)
    assert notices.redrive([one]) == 1
    notices.act_on_overdue(1_000)
    assert noted(run_id) == [run_id]
