"""Daily totals follow the log and agree with the bets, also after late voids and corrections."""

import time
from collections import Counter

import pytest

from tests.support.sessions import lines_of, played
from wagering.eventstore.session import execute
from wagering.projector.catch_up import advance, progress
from wagering.rounds.daily import DAILY_TOTALS, FIGURES
from wagering.rounds.queries import totals

pytestmark = pytest.mark.database

_BY_TABLE = (
    "SELECT \"table\", kind, split_part(ledger, '.', -1), bets, handle, returned, voided, refunded"
    " FROM rounds_dailytotal WHERE ledger LIKE %b::text"
)


@pytest.fixture(autouse=True)
def from_here() -> None:
    """Other tests of this process have appended events that no release knows; the projection begins behind them."""
    execute(
        "INSERT INTO projector_checkpoint (projection, position, parked)"
        " SELECT %b::text, coalesce(max(position), 0), '' FROM eventstore_event"
        " ON CONFLICT (projection) DO UPDATE SET position = excluded.position, parked = ''",
        (DAILY_TOTALS.key,),
    )


def catch_up() -> None:
    """Up to what is written now; the safe position lags behind writers of the whole server, other tests' included."""
    (last,) = execute("SELECT max(position) FROM eventstore_event").fetchone() or (0,)
    until = time.monotonic() + 60
    while progress()[0].position < last:
        assert time.monotonic() < until, progress()
        advance(DAILY_TOTALS)
        time.sleep(0.05)


def test_totals_agree_with_the_bets(run_id: str) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    catch_up()
    assert [one.parked for one in progress()] == [""]
    found: Counter[tuple[str, ...]] = Counter()
    for table, kind, money, *amounts in execute(_BY_TABLE, (f"{run_id}.%",)):
        for name, amount in zip(FIGURES, amounts, strict=True):
            found[table, kind, money, name] += amount
    wanted = {
        (row["table"], row["bet_kind"], row["money"], name): row[name] for row in totals(run_id) for name in FIGURES
    }
    assert dict(found) == wanted


def test_a_second_advance_adds_nothing(run_id: str) -> None:
    played(lines_of("example"), run_id)
    catch_up()
    before = execute("SELECT sum(handle), sum(bets) FROM rounds_dailytotal").fetchone()
    assert advance(DAILY_TOTALS) == 0
    assert execute("SELECT sum(handle), sum(bets) FROM rounds_dailytotal").fetchone() == before
