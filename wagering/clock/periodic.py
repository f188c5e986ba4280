"""Periodic jobs that must happen once per period, however many beats there are and whenever they were down."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from typing import Final, LiteralString
from zoneinfo import ZoneInfo

from wagering.eventstore.session import execute

_CLAIM: Final[LiteralString] = (
    "INSERT INTO clock_periodicrun (job, period, ran_at) VALUES (%b::text, %b::timestamptz, clock_timestamp())"
    " ON CONFLICT DO NOTHING"
)


def claim(job: str, period: datetime | date) -> bool:
    """True for the first who claims this period of `job`; it then does the work. A date stands for its midnight, UTC.

    Inside `atomic()` the claim commits with the work: whoever comes meanwhile waits, and takes over if the work is
    rolled back. In a statement of its own the work is done at most once, and not at all if the process dies first.
    """
    if not isinstance(period, datetime):
        period = datetime(period.year, period.month, period.day, tzinfo=UTC)
    return execute(_CLAIM, (job, period)).rowcount == 1


def last_ended_day(now: datetime, zone: str, starts: time_of_day = time_of_day(0)) -> date:
    """The latest business date that is over at `now` (aware) in `zone`, where a business day starts at `starts`.

    Ask it every few minutes and claim the date. A schedule by local hours would run late, twice or never when clocks
    change; this cannot, and after a long stop the caller sees which dates it has missed.
    """
    local = now.astimezone(ZoneInfo(zone))
    running = local.date() if local.time() >= starts else local.date() - timedelta(days=1)
    return running - timedelta(days=1)
