"""Daily totals follow the log and agree with the bets, also after late voids and corrections."""

from collections import Counter

import pytest

from tests.support.following import begin_behind, catch_up, standing
from tests.support.sessions import lines_of, played
from wagering.eventstore.session import execute
from wagering.projector.catch_up import advance
from wagering.rounds.daily import DAILY_TOTALS, FIGURES
from wagering.rounds.queries import totals

pytestmark = pytest.mark.database

_BY_TABLE = (
    "SELECT \"table\", kind, split_part(ledger, '.', -1), bets, handle, returned, voided, refunded"
    " FROM rounds_dailytotal WHERE ledger LIKE %b::text"
)


@pytest.fixture(autouse=True)
def from_here() -> None:
    begin_behind(DAILY_TOTALS)


def test_totals_agree_with_the_bets(run_id: str) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    catch_up(DAILY_TOTALS)
    assert standing(DAILY_TOTALS)[1] == ""
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
    catch_up(DAILY_TOTALS)
    before = execute("SELECT sum(handle), sum(bets) FROM rounds_dailytotal").fetchone()
    assert advance(DAILY_TOTALS) == 0
    assert execute("SELECT sum(handle), sum(bets) FROM rounds_dailytotal").fetchone() == before
