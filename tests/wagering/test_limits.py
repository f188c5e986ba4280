"""Limits and pauses that players set for themselves: what they stop, what counts, and that nobody lifts them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.catalog import CATALOG, SAMPLES
from tests.support import office
from tests.support.house import House, answer_of
from tests.support.invariants import violations
from wagering.backoffice.html import address
from wagering.dispatch.command import Answer
from wagering.rounds import commands as r
from wagering.rounds.load import load_play
from wagering.rounds.queries import CurrentFacts, seats
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet import cache
from wagering.wallet import commands as w
from wagering.wallet.queries import limits_of

pytestmark = pytest.mark.database

BOTH = {"supervisor": "maya", "second": "omar"}
WIN, LOSE = ("TH", "6S", "9H", "TD", "TC"), ("TH", "TS", "8H", "TD")


def limit(house: House, player: str, kind: str, amount: int | None, period: str = "day") -> Answer:
    return house.send(f"player:{player}", w.SetLimit(player=player, limit=kind, period=period, amount=amount))


def pause(house: House, player: str, **length: float) -> Answer:
    until = (house.now + timedelta(**length)).isoformat()
    return house.send(f"player:{player}", w.Pause(player=player, until=until))


def deposit(house: House, player: str, amount: int) -> str:
    return house.send(f"operator:{house.run}", w.Deposit(player=player, amount=amount)).code


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


@pytest.mark.parametrize("role", ["operator", "system", "studio", "supervisor", "finance", "compliance", "admin"])
def test_nobody_else_sets_or_lifts_them(role: str, run_id: str) -> None:
    house = House(run_id)
    ana, bob = house.player("ana"), house.player("bob")
    assert limit(house, ana, "loss", 100).accepted
    assert pause(house, ana, days=1).accepted
    lifted = w.SetLimit(player=ana, limit="loss", period="day", amount=None)
    for actor in (f"{role}:x", f"player:{bob}"):
        assert house.send(actor, lifted).code == "forbidden"
        assert house.send(actor, w.Pause(player=ana, until="2026-04-01T00:00:00Z")).code == "forbidden"
    assert limits_of(ana, house.now).paused_until is not None


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


def test_a_pause(run_id: str) -> None:
    at = Seat(run_id)
    house, ana = at.house, at.ana
    at.open()
    assert house.sit(at.table, ana, 3).accepted
    assert pause(house, ana, days=5 * 366).code == "bad_field"
    assert pause(house, ana, seconds=0).code == "bad_field"
    assert pause(house, ana, hours=2).accepted
    assert pause(house, ana, hours=1).code == "pause_stands"
    assert pause(house, ana, hours=3).accepted
    assert at.bet(1_000) == "player_paused"
    assert house.sit(at.table, ana, 4).code == "player_paused"
    assert deposit(house, ana, 1) == "player_paused"
    assert house.send(f"operator:{run_id}", w.Withdraw(player=ana, amount=100)).accepted
    house.later(3 * 3_600 - 1)
    assert deposit(house, ana, 1) == "player_paused"
    house.later(1)
    assert deposit(house, ana, 1) == ""
    assert limits_of(ana, house.now).paused_until is None
    assert pause(house, ana, minutes=1).accepted


@pytest.mark.parametrize("until", ["soon", "", "2026-03-05", "2026-03-05T12:00:00", "9999-12-31T23:59:59-12:00"])
def test_what_is_no_end_of_a_pause(until: str, run_id: str) -> None:
    house = House(run_id)
    ana = house.player("ana")
    answer = house.send(f"player:{ana}", w.Pause(player=ana, until=until))
    assert (answer.code, answer.content["field"]) == ("bad_field", "until")


def test_who_pauses_in_a_round_plays_it_out_without_new_stakes(run_id: str) -> None:
    house = House(run_id)
    table, ana, _ = house.seated_round("T", "6H", "7S", "5H", "9D")
    assert pause(house, ana, days=1).accepted
    assert house.act(table, ana, "double").code == "player_paused"
    assert house.act(table, ana, "hit").accepted
    house.deal(table, "TC", "TD")
    house.open(table, "R2")
    assert seats(table) == {}


@pytest.mark.parametrize(("game", "needed"), [("royal_9k@1", 2), ("kozel@1", 4), ("royal_blackjack@1", 1)])
def test_who_pauses_holds_up_nobody(game: str, needed: int, run_id: str) -> None:
    """He gives up his seat before the next round, which opens as soon as there are enough without him."""
    house = House(run_id)
    table, players = dealt_by_the_system(house, game, needed + 1 if game != "kozel@1" else needed)
    assert pause(house, players[0], days=1).accepted
    opened = house.send(f"studio:{table}", r.OpenRound(table=table, round=house.id("R"), dealer=1))
    if game == "kozel@1":
        assert opened.code == "too_few_players"
        bob = house.player("bob")
        house.must(f"player:{bob}", r.Sit(table=table, player=bob, seat=0))
        opened = house.send(f"studio:{table}", r.OpenRound(table=table, round=house.id("R2"), dealer=1))
    assert opened.accepted, opened.content
    assert players[0] not in seats(table).values()


def test_a_player_whose_limit_does_not_reach_the_ante_goes_as_one_without_money(run_id: str) -> None:
    house = House(run_id)
    table, players = dealt_by_the_system(house, "royal_9k@1", 3)
    assert limit(house, players[0], "loss", 1).accepted
    opened = house.send(f"studio:{table}", r.OpenRound(table=table, round=house.id("R"), dealer=1))
    assert opened.accepted
    assert players[0] not in seats(table).values()
    assert house.send(f"player:{players[0]}", r.Sit(table=table, player=players[0], seat=1)).code == "limit_reached"


def dealt_by_the_system(house: House, game: str, count: int) -> tuple[str, list[str]]:
    """A virtual table of ``game`` with ``count`` players on its first seats."""
    sample, table = SAMPLES[game], house.id("G")
    options = sample.table_options("virtual", 100, {})
    house.must(f"operator:{house.run}", OpenTable(
        table=table, operator=house.run, game=game, currency="USD", options=options, clock=f"session {house.run}",
    ))  # fmt: skip
    if CATALOG[game].shoe_lasts != "deal":
        house.must(f"studio:{table}", MountShoe(table=table, shoe=house.id("GS"), source="virtual"))
    players = [house.player(f"p{seat}") for seat in list(sample.seats)[:count]]
    for player, seat in zip(players, sample.seats, strict=False):
        house.must(f"player:{player}", r.Sit(table=table, player=player, seat=seat))
    return table, players


def test_staff_see_them_and_can_do_nothing(run_id: str) -> None:
    house = House(run_id)
    house.now = datetime.now(UTC)
    ana, bob = house.player("ana"), house.player("bob")
    assert limit(house, ana, "loss", 12_345, "month").accepted
    assert limit(house, ana, "loss", 54_321, "month").accepted
    assert pause(house, ana, days=1).accepted
    browser = office.client(office.person(superuser=True))
    text = browser.get(address("wallet_wallet", ana)).content.decode()
    for shown in ("loss a month", "123.45", "543.21", "Paused by the player until", "Nobody else can change"):
        assert shown in text
    assert "has set no limits" in browser.get(address("wallet_wallet", bob)).content.decode()
    assert browser.post(address("wallet_wallet", ana), {"limits": "{}"}).status_code == 403


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
