"""Limits that players set for themselves: what they stop, what counts, and when they change."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.house import House, answer_of
from tests.support.invariants import violations
from tests.support.limits import deposit, limit
from wagering.rounds import commands as r
from wagering.rounds.load import load_play
from wagering.rounds.queries import CurrentFacts
from wagering.wallet import cache
from wagering.wallet import commands as w
from wagering.wallet.queries import limits_of, unlimited_balances

pytestmark = pytest.mark.database

BOTH = {"supervisor": "maya", "second": "omar"}
WIN, LOSE = ("TH", "6S", "9H", "TD", "TC"), ("TH", "TS", "8H", "TD")


def standing(house: House, player: str, kind: str, period: str = "day") -> tuple[int | None, int, int | None]:
    """amount, used, room."""
    found = {(s.limit, s.period): s for s in limits_of(player, house.now).limits}[kind, period]
    return found.amount, found.used, found.room


class Seat:
    """Ana alone on seat 3 of a live table."""

    def __init__(self, run: str, **options: Any) -> None:
        self.house = House(run)
        self.table, self.ana = self.house.table("T", **options), self.house.player("ana")
        self.house.shoe(self.table)
        self.number = 0

    def open(self) -> str:
        self.number += 1
        return self.house.open(self.table, f"R{self.number}")

    def bet(self, amount: int) -> str:
        return self.house.bet(self.table, self.ana, 3, amount).code

    def round(self, amount: int, *cards: str) -> str:
        """Bet, stand on the cards; the round."""
        round_id = self.open()
        self.house.sit(self.table, self.ana, 3)
        assert self.bet(amount) == ""
        assert self.house.close_bets(self.table).accepted
        self.house.deal(self.table, *cards[:4])
        assert self.house.act(self.table, self.ana, "stand").accepted
        self.house.deal(self.table, *cards[4:])
        return round_id


def test_stricter_at_once_and_looser_after_a_day(run_id: str) -> None:
    house = House(run_id)
    ana = house.player("ana", deposit=0)
    assert limit(house, ana, "deposit", 1_000).accepted
    assert (deposit(house, ana, 600), deposit(house, ana, 401), deposit(house, ana, 400)) == ("", "limit_reached", "")
    assert limit(house, ana, "deposit", 500, "week").accepted  # stricter than what was deposited already
    assert standing(house, ana, "deposit", "week") == (500, 1_000, 0)
    looser = limit(house, ana, "deposit", 5_000)
    assert looser.content["effective_at"] == (house.now + timedelta(days=1)).isoformat().replace("+00:00", "Z")
    assert limit(house, ana, "deposit", None, "week").accepted
    house.later(3_600)
    assert limit(house, ana, "deposit", 2_000).accepted  # replaces the pending one, and begins anew
    found = {s.period: s for s in limits_of(ana, house.now).limits}
    assert (found["day"].amount, found["day"].pending) == (1_000, 2_000)
    assert found["day"].effective_at == house.now + timedelta(days=1)
    assert (found["week"].amount, found["week"].pending, found["week"].effective_at is None) == (500, None, False)
    house.later(86_399)
    assert deposit(house, ana, 1_001) == "limit_reached"  # the day limit still; the week began anew on Monday
    house.later(1)
    assert [s.period for s in limits_of(ana, house.now).limits] == ["day"]
    assert (deposit(house, ana, 2_001), deposit(house, ana, 2_000)) == ("limit_reached", "")
    assert limit(house, ana, "deposit", 3_000).accepted
    assert limit(house, ana, "deposit", 2_000).accepted  # the same as in force: the looser one is withdrawn
    house.later(86_400)
    assert standing(house, ana, "deposit") == (2_000, 0, 2_000)
    assert violations(run_id) == []


def test_a_limit_that_was_never_set_is_not_removed(run_id: str) -> None:
    house = House(run_id)
    ana = house.player("ana")
    assert limit(house, ana, "loss", None).accepted
    assert limits_of(ana, house.now) == ((), None)


@pytest.mark.parametrize(
    ("code", "field", "command"),
    [
        ("bad_field", "limit", {"limit": "wins", "period": "day", "amount": 1}),
        ("bad_field", "period", {"limit": "loss", "period": "year", "amount": 1}),
        ("bad_amount", "amount", {"limit": "loss", "period": "day", "amount": -1}),
        ("bad_amount", "amount", {"limit": "loss", "period": "day", "amount": 10**15 + 1}),
    ],
)
def test_what_is_no_limit(code: str, field: str, command: dict[str, Any], run_id: str) -> None:
    house = House(run_id)
    ana = house.player("ana")
    answer = house.send(f"player:{ana}", w.SetLimit(player=ana, **command))
    assert (answer.code, answer.content["field"]) == (code, field)


def test_the_stake_limit_counts_every_stake_and_no_void(run_id: str) -> None:
    at = Seat(run_id)
    house, ana = at.house, at.ana
    assert limit(house, ana, "stake", 5_000).accepted
    at.round(2_000, *WIN)
    assert standing(house, ana, "stake") == (5_000, 2_000, 3_000)
    voided = at.open()
    assert (at.bet(3_100), at.bet(3_000), at.bet(100)) == ("limit_reached", "", "limit_reached")
    assert house.close_bets(at.table).accepted
    house.deal(at.table, "TH", "6S", "TD", "TC")
    assert house.act(at.table, ana, "stand").accepted
    house.deal(at.table, "TS")
    assert standing(house, ana, "stake")[2] == 0
    void = r.VoidRound(table=at.table, round=voided, reason="EXPOSED", **BOTH)
    assert house.send("supervisor:maya", void).accepted
    assert standing(house, ana, "stake") == (5_000, 2_000, 3_000)
    house.later(86_400)
    assert standing(house, ana, "stake") == (5_000, 0, 5_000)
    assert violations(run_id) == []


def test_the_loss_limit_counts_open_stakes_and_wins(run_id: str) -> None:
    at = Seat(run_id)
    house, ana = at.house, at.ana
    assert limit(house, ana, "loss", 4_000).accepted
    at.round(2_000, *LOSE)
    assert standing(house, ana, "loss") == (4_000, 2_000, 2_000)
    at.round(2_000, *WIN)
    assert standing(house, ana, "loss") == (4_000, 0, 4_000)
    at.round(4_000, *WIN)
    assert standing(house, ana, "loss") == (4_000, -4_000, 8_000)
    at.open()
    assert (at.bet(8_100), at.bet(8_000)) == ("limit_reached", "")
    assert standing(house, ana, "loss") == (4_000, 4_000, 0)


def test_a_bet_across_midnight(run_id: str) -> None:
    """Yesterday's stake that comes back is no room today; what it wins is."""
    at = Seat(run_id)
    house, ana = at.house, at.ana
    house.now = datetime(2026, 3, 2, 23, 59, 50, tzinfo=UTC)
    assert limit(house, ana, "loss", 3_000).accepted
    assert limit(house, ana, "loss", 3_000, "week").accepted
    at.open()
    assert house.sit(at.table, ana, 3).accepted
    assert at.bet(2_000) == ""
    assert house.close_bets(at.table).accepted
    house.deal(at.table, "TH", "6S", "9H", "TD")
    assert standing(house, ana, "loss") == (3_000, 2_000, 1_000)
    house.later(60)
    assert standing(house, ana, "loss") == (3_000, 0, 3_000)
    assert house.act(at.table, ana, "stand").accepted
    house.deal(at.table, "TC")
    assert standing(house, ana, "loss") == (3_000, -2_000, 5_000)
    assert standing(house, ana, "loss", "week") == (3_000, -2_000, 5_000)


def test_a_late_void_belongs_to_the_day_of_the_settlement(run_id: str) -> None:
    at = Seat(run_id)
    house, ana = at.house, at.ana
    for kind in ("stake", "loss"):
        for period in ("day", "week", "month"):
            assert limit(house, ana, kind, 10_000, period).accepted
    house.now = datetime(2026, 3, 2, 12, tzinfo=UTC)
    lost = at.round(2_000, *LOSE)
    house.later(86_400)
    at.round(1_000, *LOSE)
    void = r.VoidRound(table=at.table, round=lost, reason="EXPOSED", **BOTH)
    assert house.send("supervisor:maya", void).accepted
    for kind in ("stake", "loss"):
        assert standing(house, ana, kind)[1] == 1_000
        assert standing(house, ana, kind, "week")[1] == standing(house, ana, kind, "month")[1] == 1_000


def test_a_double_beyond_the_limit(run_id: str) -> None:
    """The rules refuse it as for a player without money, and the answer says what refuses; the question stays open."""
    house = House(run_id)
    table, ana, _ = house.seated_round("T", "6H", "7S", "5H", "9D")
    assert limit(house, ana, "stake", 1_999).accepted
    assert (
        "double"
        not in load_play(table)
        .ruleset.view(load_play(table).state, ana, CurrentFacts(load_play(table).round, house.now))
        .may
    )
    assert house.act(table, ana, "double").code == "limit_reached"
    assert house.act(table, ana, "hit").accepted


def test_an_insurance_that_money_and_limit_would_not_cover(run_id: str) -> None:
    house = House(run_id)
    table, ana, _ = house.seated_round("T", "6H", "AS", "5H", "9D")
    assert house.send(f"operator:{run_id}", w.Withdraw(player=ana, amount=99_000)).accepted
    assert limit(house, ana, "stake", 1_200).accepted
    assert house.send(f"player:{ana}", answer_of(table, ana, "yes")).code == "insufficient_funds"
    assert house.send(f"player:{ana}", answer_of(table, ana, "no")).accepted


def test_two_seats_share_what_the_limit_leaves(run_id: str) -> None:
    at = Seat(run_id)
    house = at.house
    at.open()
    assert house.sit(at.table, at.ana, 3).accepted
    assert house.sit(at.table, at.ana, 4).accepted
    assert limit(house, at.ana, "loss", 3_000).accepted
    answer = house.bet(at.table, at.ana, 3, 2_000)
    assert answer.content["taken"] == {"3/seat": 1_000, "4/seat": 1_000}


def test_a_back_bettor_whose_limit_is_reached_is_not_asked(run_id: str) -> None:
    """§3.5.1: the insurance is offered to those who can pay it."""
    at = Seat(run_id)
    house = at.house
    behind = [house.player(name) for name in ("bob", "cid")]
    at.open()
    assert house.sit(at.table, at.ana, 3).accepted
    assert at.bet(1_000) == ""
    for player in behind:
        assert house.bet(at.table, player, 3, 1_000, "behind").accepted
    assert limit(house, behind[0], "stake", 1_400).accepted
    assert house.close_bets(at.table).accepted
    house.deal(at.table, "6H", "AS", "5H", "9D")
    play = load_play(at.table)
    assert play.deadline is not None
    assert play.deadline.what == "insurance"
    for player, code in zip((at.ana, *behind), ("", "no_question", ""), strict=True):
        assert house.send(f"player:{player}", answer_of(at.table, player, "yes")).code == code


def test_who_may_stake_all_he_has_is_read_with_everybody(run_id: str) -> None:
    house = House(run_id)
    ana, bob, cid, dan = (house.player(name) for name in ("ana", "bob", "cid", "dan"))
    assert limit(house, bob, "deposit", 1_000).accepted
    assert limit(house, cid, "loss", 1_000).accepted
    until = house.now + timedelta(days=1)
    assert house.send(f"player:{dan}", w.Pause(player=dan, until=until.isoformat())).accepted
    assert unlimited_balances([ana, bob, cid, dan], house.now).keys() == {ana, bob}
    assert unlimited_balances([ana, bob, cid, dan], until).keys() == {ana, bob, dan}


def test_the_limit_of_another_process_counts(run_id: str) -> None:
    """A remembered wallet knows nothing of it; the commit does."""
    at = Seat(run_id)
    house, ana = at.house, at.ana
    at.open()
    assert house.sit(at.table, ana, 3).accepted
    old = cache.get(ana)
    assert old is not None
    assert limit(house, ana, "stake", 1_500).accepted
    cache.put(old)
    assert at.bet(2_000) == "limit_reached"
    cache.put(old)
    assert at.bet(1_500) == ""
