"""One run per period: with many beats, across clock changes, and after a crash."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.db import transaction

from tests.support.events import in_threads, undone
from wagering.clock.models import PeriodicRun
from wagering.clock.periodic import claim, last_ended_day

pytestmark = pytest.mark.database

PERIOD = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_many_beats_run_a_job_once(run_id: str) -> None:
    assert sum(in_threads(8, lambda _: claim(run_id, PERIOD))) == 1
    assert not claim(run_id, PERIOD)
    assert claim(run_id, PERIOD + timedelta(hours=1))
    assert claim(f"other {run_id}", PERIOD)
    assert PeriodicRun.objects.filter(job=run_id).count() == 2


def test_a_claim_is_rolled_back_with_its_work(run_id: str) -> None:
    with undone():
        assert claim(run_id, PERIOD)
    assert claim(run_id, PERIOD)


def test_who_comes_meanwhile_takes_over(run_id: str) -> None:
    def run(number: int) -> bool:
        with transaction.atomic():
            mine = claim(run_id, PERIOD)
            if mine and PeriodicRun.objects.get(job=run_id).pk % 2:
                transaction.set_rollback(True)  # this run of the work failed
                return False
        return mine

    in_threads(6, run)
    while not PeriodicRun.objects.filter(job=run_id).exists():
        run(0)
    assert PeriodicRun.objects.filter(job=run_id).count() == 1


def test_a_date_is_its_midnight(run_id: str) -> None:
    assert claim(run_id, date(2026, 3, 1))
    assert not claim(run_id, datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize("zone", ["Europe/London", "Asia/Yangon", "UTC", "America/Sao_Paulo", "Pacific/Apia"])
@pytest.mark.parametrize("starts", [time(0), time(1, 30), time(6)])
@pytest.mark.parametrize("around", [date(2026, 3, 29), date(2026, 10, 25)])
def test_each_business_day_is_reported_once(zone: str, starts: time, around: date) -> None:
    """Asked every five minutes for a week around London's change of clocks."""
    now = datetime(around.year, around.month, around.day, tzinfo=UTC) - timedelta(days=3)
    reported: Counter[date] = Counter()
    seen: set[date] = set()
    for _ in range(7 * 24 * 12):
        day = last_ended_day(now, zone, starts)
        if day not in seen:  # what claim() decides
            seen.add(day)
            reported[day] += 1
        now += timedelta(minutes=5)
    days = sorted(reported)
    assert days == [days[0] + timedelta(days=number) for number in range(len(days))]
    assert len(days) in {7, 8}


def test_a_day_is_not_over_before_its_end() -> None:
    yangon = "Asia/Yangon"  # UTC + 6:30
    assert last_ended_day(datetime(2026, 5, 1, 17, 29, 59, tzinfo=UTC), yangon) == date(2026, 4, 30)
    assert last_ended_day(datetime(2026, 5, 1, 17, 30, tzinfo=UTC), yangon) == date(2026, 5, 1)
    assert last_ended_day(datetime(2026, 5, 1, 17, 30, tzinfo=UTC), yangon, time(6)) == date(2026, 4, 30)
    assert last_ended_day(datetime(2026, 5, 1, 23, 30, tzinfo=UTC), yangon, time(6)) == date(2026, 5, 1)
