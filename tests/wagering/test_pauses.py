"""Players who take a break: what it stops and what not, that it holds up nobody, and that nobody ends it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.support import office
from tests.support.house import House
from tests.support.limits import dealt_by_the_system, deposit, limit, pause
from wagering.backoffice.html import address
from wagering.rounds import commands as r
from wagering.rounds.queries import seats
from wagering.wallet import commands as w
from wagering.wallet.queries import limits_of

pytestmark = pytest.mark.database


def test_a_pause(run_id: str) -> None:
    house = House(run_id)
    table, ana = house.table("T"), house.player("ana")
    house.shoe(table)
    house.open(table)
    assert house.sit(table, ana, 3).accepted
    assert pause(house, ana, days=5 * 366).code == "bad_field"
    assert pause(house, ana, seconds=0).code == "bad_field"
    assert pause(house, ana, hours=2).accepted
    assert pause(house, ana, hours=1).code == "pause_stands"
    assert pause(house, ana, hours=3).accepted
    assert house.bet(table, ana, 3, 1_000).code == "player_paused"
    assert house.sit(table, ana, 4).code == "player_paused"
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


def test_a_player_whose_limit_does_not_reach_the_ante_goes_as_one_without_money(run_id: str) -> None:
    house = House(run_id)
    table, players = dealt_by_the_system(house, "royal_9k@1", 3)
    assert limit(house, players[0], "loss", 1).accepted
    opened = house.send(f"studio:{table}", r.OpenRound(table=table, round=house.id("R"), dealer=1))
    assert opened.accepted
    assert players[0] not in seats(table).values()
    assert house.send(f"player:{players[0]}", r.Sit(table=table, player=players[0], seat=1)).code == "limit_reached"
