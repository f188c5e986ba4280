"""Limits and pauses that players set for themselves. Nobody else can, and nobody can lift them."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec

from games.kernel.ruleset import Rejected
from wagering.dispatch.work import Work
from wagering.wallet import commands as c
from wagering.wallet import events as e
from wagering.wallet.book import Book
from wagering.wallet.currencies import LARGEST_AMOUNT
from wagering.wallet.limits import KINDS, PERIODS
from wagering.wallet.projections import safeguard_row

COOLING_OFF: Final = timedelta(hours=24)
LONGEST_PAUSE: Final = timedelta(days=5 * 365 + 1)
_Moment = Annotated[datetime, msgspec.Meta(tz=True)]


def set_limit(command: c.SetLimit, work: Work) -> Mapping[str, Any]:
    """Stricter at once, looser or none after a day; the newest request is the one that counts.

    ``Rejected`` bad_field, bad_amount, unknown_account.
    """
    for name, value, known in (("limit", command.limit, KINDS), ("period", command.period, PERIODS)):
        if value not in known:
            raise Rejected("bad_field", "", f"{name} must be one of {', '.join(known)}", name)
    if command.amount is not None and not 0 <= command.amount <= LARGEST_AMOUNT:
        raise Rejected("bad_amount", "", "a limit is a whole number of minor units, or none", "amount")
    book, at = Book(work), work.envelope.at
    limit = book.wallet(command.player).limits.get(f"{command.limit}/{command.period}")
    now = limit.holds(at) if limit else None
    looser = now is not None and (command.amount is None or command.amount > now)
    effective = _stamp(at + COOLING_OFF if looser else at)
    if limit or command.amount is not None:  # else there is nothing to remove
        until_then = now if looser else command.amount
        event = e.LimitSet(
            kind=command.limit, period=command.period, limit=command.amount, effective_at=effective,
            until_then=until_then,
        )  # fmt: skip
        work.row("wallet_safeguard", safeguard_row(book.record(command.player, event)))
    told = {"player": command.player, "limit": command.limit, "period": command.period}
    return {**told, "amount": command.amount, "effective_at": effective}


def pause(command: c.Pause, work: Work) -> Mapping[str, Any]:
    """A time-out or self-exclusion; a running one can only be made longer. ``Rejected`` bad_field, pause_stands."""
    book, at = Book(work), work.envelope.at
    wallet, until = book.wallet(command.player), _time(command.until)
    if not at < until <= at + LONGEST_PAUSE:
        raise Rejected("bad_field", "", f"a pause ends later than now and within {LONGEST_PAUSE.days} days", "until")
    if wallet.paused_until is not None and wallet.is_paused(at) and until <= wallet.paused_until:
        raise Rejected("pause_stands", "", "a pause can only be prolonged", "until")
    wallet = book.record(command.player, e.Paused(until=_stamp(until)))
    work.row("wallet_safeguard", safeguard_row(wallet))
    return {"player": command.player, "paused_until": _stamp(until)}


def _time(text: str) -> datetime:
    try:
        found = msgspec.convert(text, _Moment).astimezone(UTC)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Rejected("bad_field", "", f"until: {error}", "until") from error
    return found


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
