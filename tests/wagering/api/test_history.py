"""A player's own rounds: how far back they reach, and each of them card by card as he could see it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.support import callers
from tests.support.callers import Api, code, usd
from tests.support.house import House
from tests.support.over_http import HttpTable
from tests.support.staff import Staff
from wagering.players.history import months_before
from wagering.players.models import PlayerRound
from wagering.rounds.queries import current, view

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


def ended(house: House, name: str, at: datetime, player: str = "ana") -> None:
    """A round of the projection that ended then."""
    player, round_id = house.id(player), house.id(name)
    PlayerRound.objects.create(
        id=f"{round_id}/{player}", player=player, round=round_id, table=house.id("T"), game="kozel@1",
        ledger=f"{house.run}.USD.cash", ended_at=at, bets=1, staked=1_000, returned=1_900, voided=0, refunded=0,
        feats={"egg": 1},
    )  # fmt: skip


def rounds(api: Api, query: str = "") -> list[str]:
    answer = api.get(f"/player/rounds{query}")
    assert answer.status_code == 200, answer.content
    return [item["round"].rsplit(".", 1)[1] for item in answer.json()["items"]]


def test_months() -> None:
    for at, months, before in (
        ("2026-11-30", 3, "2026-08-30"), ("2026-05-31", 3, "2026-02-28"), ("2024-02-29", 12, "2023-02-28"),
        ("2026-03-15", 12, "2025-03-15"), ("2026-01-31", 1, "2025-12-31"),
    ):  # fmt: skip
        assert months_before(datetime.fromisoformat(at), months) == datetime.fromisoformat(before)


def test_three_months_at_hand_and_twelve_on_request(house: House) -> None:
    ana, now, moment = callers.player(house, house.player("ana")), datetime.now(UTC), timedelta(minutes=1)
    ended(house, "new", now)
    ended(house, "three", months_before(now, 3) + moment)
    ended(house, "older", months_before(now, 3) - moment)
    ended(house, "twelve", months_before(now, 12) + moment)
    ended(house, "gone", months_before(now, 12) - moment)
    ended(house, "others", now, "bo")
    assert rounds(ana) == ["new", "three"]
    for since, found in (
        (months_before(now, 3) - 2 * moment, ["new", "three", "older"]),
        (months_before(now, 12), ["new", "three", "older", "twelve"]),
        (datetime(2000, 1, 1, tzinfo=UTC), ["new", "three", "older", "twelve"]),
        (now + moment, []),
    ):
        assert rounds(ana, f"?since={since.isoformat().replace('+00:00', 'Z')}") == found
    assert code(ana.get("/player/rounds?since=2026-01-01")) == (400, "bad_field")
    for since in ("2026-01-01T00:00:00", "-1", "0", "1e9", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00%2B01:00"):
        assert code(ana.get(f"/player/rounds?since={since}")) == (400, "bad_field")
    assert rounds(ana, "?since=2000-01-01T00:00:00-23:59")[:2] == ["new", "three"]
    (item,) = ana.get("/player/rounds?limit=1").json()["items"]
    assert (item["status"], item["net"], item["feats"]) == ("settled", usd(900), {"egg": 1})


def test_a_round_that_is_kept_no_longer(house: House) -> None:
    table, player, round_id = house.seated_round("G", "TC", "9D", "8C", "KH")
    ana = callers.player(house, player)
    assert ana.get(f"/player/rounds/{round_id}").status_code == 200
    long_ago = months_before(datetime.now(UTC), 12) - timedelta(minutes=1)
    PlayerRound.objects.create(
        id=f"{round_id}/{player}", player=player, round=round_id, table=table, game="kozel@1",
        ledger=f"{house.run}.USD.cash", ended_at=long_ago, bets=1, staked=1, returned=1, voided=0, refunded=0,
    )  # fmt: skip
    assert code(ana.get(f"/player/rounds/{round_id}")) == (404, "unknown_round")


def test_pages(house: House) -> None:
    """Rounds that ended at the very same moment are neither shown twice nor left out."""
    ana, now = callers.player(house, house.player("ana")), datetime.now(UTC)
    for number in range(5):
        ended(house, f"r{number}", now - timedelta(seconds=number // 3))
    found, after = [], ""
    while True:
        page = ana.get(f"/player/rounds?limit=2{after}").json()
        found += [item["round"].rsplit(".", 1)[1] for item in page["items"]]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert found == ["r2", "r1", "r0", "r4", "r3"]
    for cursor in ("x", "1", "1/", "99999999999999999999/x", "1/a%20b"):
        assert code(ana.get(f"/player/rounds?after={cursor}")) == (400, "bad_cursor")


def test_card_by_card(house: House) -> None:
    table, player, round_id = house.seated_round("C", "TC", "9D", "8C", "KH")
    ana = callers.player(house, player)
    running = ana.get(f"/player/rounds/{round_id}").json()
    assert running["status"] == "running"
    assert [step["cards"] for step in running["steps"] if step["cards"]][-1] == {
        "3.1": ["TC", "8C"], "dealer": ["9D", "??"],
    }  # fmt: skip
    assert "KH" not in str(running)
    assert running["bets"][0]["stake"] == usd(1_000)
    assert house.act(table, player, "stand").accepted
    assert not current(table).running
    over = ana.get(f"/player/rounds/{round_id}").json()
    assert over["status"] == "settled"
    before = [step for step in over["steps"] if step["number"] <= running["steps"][-1]["number"]]
    assert before == running["steps"]
    assert [step["cards"] for step in over["steps"] if step["cards"]][-1]["dealer"] == ["9D", "KH"]
    (bet,) = over["bets"]
    assert (bet["status"], bet["returned"], bet["lines"][0]["stake"]) == ("settled", usd(0), usd(1_000))
    assert bet["lines"][0]["clause"].startswith("§")
    assert [step["words"] for step in over["steps"]].count("Seat 3: Stand.") == 1
    burmese = ana.get(f"/player/rounds/{round_id}", **{"Accept-Language": "my"}).json()
    assert [step["words"] for step in burmese["steps"]] != [step["words"] for step in over["steps"]]


def test_steps_come_in_pages(house: House) -> None:
    _, player, round_id = house.seated_round("P", "TC", "9D", "8C", "KH")
    ana = callers.player(house, player)
    whole = ana.get(f"/player/rounds/{round_id}").json()["steps"]
    found, after = [], 0
    while after is not None:
        page = ana.get(f"/player/rounds/{round_id}?limit=3&after={after}").json()
        found += page["steps"]
        after = page["next"]
    assert found == whole
    assert len(whole) > 6


def test_only_who_took_part(house: House) -> None:
    table, _, round_id = house.seated_round("N", "TC", "9D", "8C", "KH")
    bo, cy = (callers.player(house, house.player(name)) for name in ("bo", "cy"))
    for path in (round_id, f"{table}.R9"):
        assert code(bo.get(f"/player/rounds/{path}")) == (404, "unknown_round")
    house.now += timedelta(seconds=1)
    assert code(cy.get(f"/player/rounds/{round_id}")) == (404, "unknown_round")


def test_a_choice_made_ahead_is_its_players_own(house: House) -> None:
    table = house.table("A")
    house.shoe(table)
    round_id = house.open(table)
    names = [house.player(name) for name in ("ana", "bo")]
    for seat, name in enumerate(names, 1):
        assert house.sit(table, name, seat).accepted
        assert house.bet(table, name, seat, 1_000).accepted
    house.close_bets(table)
    house.deal(table, "2C", "3C", "9D", "4C", "5C", "KH")
    ana, bo = (callers.player(house, name) for name in names)
    ahead = {"intent": "preselect", "fields": {"seat": 2, "hand": 1, "action": "stand"}}
    assert bo.post(f"/player/tables/{table}/actions", ahead).status_code == 200
    told = [[step["what"] for step in api.get(f"/player/rounds/{round_id}").json()["steps"]] for api in (ana, bo)]
    assert set(told[1]) - set(told[0]) == {"deluxe_blackjack.preselected@1"}
    assert [what for what in told[1] if "preselected" not in what] == told[0]


def test_a_hidden_card_that_is_corrected(house: House) -> None:
    """Also where it is now recorded as one that lies open elsewhere on the table."""
    table, player, round_id = house.seated_round("H", "TC", "9D", "8C", "9D")
    who, ana = Staff("supervisor"), callers.player(house, player)
    who.get(f"/staff/tables/{table}")
    assert who.decide(f"/staff/tables/{table}/pause", {"note": "x"}).status_code == 200
    draws = who.get(f"/staff/rounds/{round_id}").json()["draws"]
    assert [draw["card"] for draw in draws] == ["TC", "9D", "8C", "??"]
    correction = {"shoe": draws[3]["shoe"], "draw": draws[3]["draw"], "card": "TC", "reason": "MISSCAN"}
    assert who.decide(f"/staff/rounds/{round_id}/corrections", correction).status_code == 200
    step = ana.get(f"/player/rounds/{round_id}").json()["steps"][-1]
    assert (step["what"], step["words"], step["cards"]) == (
        "round.card_corrected@1", "This is about a card that you could not see.", None,
    )  # fmt: skip
    who.get(f"/staff/rounds/{round_id}")
    seen = {"shoe": draws[0]["shoe"], "draw": draws[0]["draw"], "card": "7C", "reason": "MISSCAN"}
    assert who.decide(f"/staff/rounds/{round_id}/corrections", seen).status_code == 200
    step = ana.get(f"/player/rounds/{round_id}").json()["steps"][-1]
    assert step["words"].startswith(f"Draw {draws[0]['draw']} was recorded as TC and really is 7C")


@pytest.mark.parametrize("game", ["royal_9k@1", "thirty_one@1", "kozel@1"])
def test_what_others_hold_is_not_recalled(run_id: str, game: str) -> None:
    """Whose hand nobody saw is not told while the round runs; what was shown is told to all."""
    table = HttpTable(f"recall-{run_id}", game)
    seen: dict[str, set[str]] = {name: set() for name in table.players}
    for step, play in enumerate(table.round()):
        views = {name: view(table.table, name).cards for name in table.players}
        for name, cards in views.items():
            seen[name] |= {card for lying in cards.values() for card in lying} | table.laid
        if step % 7 == 5 and step < 40:
            for name, player in table.players.items():
                hidden = set().union(*(seen[other] for other in seen if other != name)) - seen[name]
                text = str(player.get(f"/player/rounds/{play.round}").json())
                assert not [card for card in hidden if f"'{card}'" in text or f" {card} " in text]
        if step == 40:
            break
