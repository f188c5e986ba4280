"""Days, weeks and months of UTC."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from games.kernel.ruleset import Rejected

PERIODS: Final = ("day", "week", "month", "all")


def bounds(period: object, on: object) -> tuple[datetime | None, datetime | None]:
    """First moment of the period in which the date ``on`` lies, and the first moment after it; None without bound.

    Weeks begin on Monday. ``all`` has neither bound and takes no date. ``Rejected`` bad_field naming the argument.
    """
    if period not in PERIODS:
        raise Rejected("bad_field", "", f"the period is one of {', '.join(PERIODS)}", "period")
    if period == "all":
        if on is not None:
            raise Rejected("bad_field", "", "all time takes no date", "on")
        return None, None
    if type(on) is not date:
        raise Rejected("bad_field", "", f"which {period} is told by a date in it", "on")
    try:
        if period == "day":
            first, after = on, on + timedelta(days=1)
        elif period == "week":
            first = on - timedelta(days=on.weekday())
            after = first + timedelta(days=7)
        else:
            first = on.replace(day=1)
            after = (first + timedelta(days=31)).replace(day=1)
    except OverflowError:
        raise Rejected("bad_field", "", "no calendar goes that far", "on") from None
    return _midnight(first), _midnight(after)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
