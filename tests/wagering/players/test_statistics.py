"""Statistics agree with what the wallets' and rounds' events say, worked out here by other means."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from games.kernel.ruleset import Rejected
from tests.support import forks
from tests.support.counted import agree, bets_of, shown, worked_out
from tests.support.following import begin_behind, catch_up, standing
from tests.support.house import GAME, House
from tests.support.sessions import lines_of, played
from wagering.eventstore.session import execute
from wagering.players.following import PLAYER_ROUNDS
from wagering.players.models import PlayerRound
from wagering.players.queries import course, statistics
from wagering.projector.catch_up import advance
from wagering.rounds.commands import CorrectCard, VoidRound
from wagering.rounds.models import Round

pytestmark = pytest.mark.database

BOTH: Mapping[str, str] = {"supervisor": "maya", "second": "omar"}


@pytest.fixture(autouse=True)
def from_here() -> None:
    begin_behind(PLAYER_ROUNDS)


def test_the_tour_is_counted_as_its_events_say(run_id: str) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    catch_up(PLAYER_ROUNDS)
    found = agree(run_id)
    assert len(found) > 3
    assert sum(each.feats.get("natural", 0) for each in found) > 3
    assert {each.ledger.split(".", 1)[0] for each in found} == {run_id}
    assert {each.ledger.rsplit(".", 1)[1] for each in found} == {"cash", "fun"}
    statuses = {row.status for row in PlayerRound.objects.filter(ledger__startswith=f"{run_id}.")}
    assert statuses == {"settled", "void", "refunded"}


def test_a_period_has_its_own_days_only(run_id: str) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    catch_up(PLAYER_ROUNDS)
    for player, bets in bets_of(run_id).items():
        days = {bet["day"] for bet in bets.values()}
        for day in days:
            due = worked_out({key: bet for key, bet in bets.items() if bet["day"] == day}, player)
            for period in ("day", "week", "month"):
                if period == "day" or len(days) == 1:
                    found = statistics(player, GAME, period, day)
                    assert [shown(each) for each in found] == ([due] if due["rounds"] else [])
            assert statistics(player, "royal_blackjack@1", "day", day) == []


@pytest.mark.parametrize(
    ("at", "period", "inside", "outside"),
    [
        (datetime(2026, 3, 1, 0, 0, tzinfo=UTC), "day", date(2026, 3, 1), date(2026, 2, 28)),
        (datetime(2026, 3, 1, 23, 59, 59, 999_999, tzinfo=UTC), "day", date(2026, 3, 1), date(2026, 3, 2)),
        (datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC), "week", date(2026, 2, 23), date(2026, 3, 2)),
        (datetime(2026, 3, 2, 0, 0, tzinfo=UTC), "week", date(2026, 3, 8), date(2026, 3, 1)),
        (datetime(2026, 2, 28, 23, 59, 59, tzinfo=UTC), "month", date(2026, 2, 1), date(2026, 3, 1)),
        (datetime(2025, 12, 31, 23, 59, 59, tzinfo=UTC), "month", date(2025, 12, 1), date(2026, 1, 1)),
    ],
)
def test_bounds_of_periods(at: datetime, period: str, inside: date, outside: date, run_id: str) -> None:
    house = House(run_id)
    house.now = at
    table, player, _ = house.seated_round("T", "TH", "TS", "9H", "8D")
    assert house.act(table, player, "stand").accepted
    catch_up(PLAYER_ROUNDS)
    assert [each.rounds for each in statistics(player, period=period, on=inside)] == [1]
    assert statistics(player, period=period, on=outside) == []


def natural(house: House, name: str = "T") -> tuple[str, str, str]:
    """The player has staked 1,000 and got 2,500 for a natural."""
    table, player, round_id = house.seated_round(name, "AH", "9S", "KH", "8D")
    catch_up(PLAYER_ROUNDS)
    (found,) = statistics(player)
    assert (found.rounds, found.wins, found.net, found.biggest_win) == (1, 1, 1_500, 1_500)
    assert found.feats == {"natural": 1}
    return table, player, round_id


def test_a_late_void_takes_the_round_away(run_id: str) -> None:
    house = House(run_id)
    table, player, round_id = natural(house)
    house.must("supervisor:maya", VoidRound(table=table, round=round_id, reason="MISSCAN", **BOTH))
    catch_up(PLAYER_ROUNDS)
    assert statistics(player) == []
    row = PlayerRound.objects.get(pk=f"{round_id}/{player}")
    assert (row.status, row.net, row.voided, row.feats) == ("void", 0, 1_000, None)


@pytest.mark.parametrize("one_by_one", [True, False])
def test_late_corrections_change_money_and_feats(one_by_one: bool, run_id: str) -> None:
    """A natural against the dealer's, which was really a nineteen, and then was one after all."""
    house = House(run_id)
    table, player, round_id = house.seated_round("T", "AH", "TS", "KH", "AD")
    catch_up(PLAYER_ROUNDS)
    assert brief(player) == (1, 0, 0, {"natural": 1})
    ended = PlayerRound.objects.get(pk=f"{round_id}/{player}").ended_at
    for card, due in (("9H", (1, 0, -1_000, {})), ("AH", (1, 0, 0, {"natural": 1})), ("9H", (1, 0, -1_000, {}))):
        house.later(86_400)
        correct(house, table, round_id, card)
        if one_by_one:
            catch_up(PLAYER_ROUNDS)
            assert brief(player) == due
    catch_up(PLAYER_ROUNDS)
    assert brief(player) == (1, 0, -1_000, {})
    assert PlayerRound.objects.get(pk=f"{round_id}/{player}").ended_at == ended
    agree(run_id)


def brief(player: str) -> tuple[int, int, int, Mapping[str, int]]:
    (found,) = statistics(player)
    return found.rounds, found.wins, found.net, found.feats


def correct(house: House, table: str, round_id: str, card: str) -> None:
    """The first card of the round was ``card``."""
    (shoe, draw) = execute(
        "SELECT shoe, draw FROM tables_draw WHERE round = %b::text ORDER BY draw LIMIT 1", (round_id,)
    ).fetchone() or ("", 0)
    command = CorrectCard(
        table=table, round=round_id, shoe=shoe, draw=draw, card=card, reason="MISSCAN", **BOTH
    )  # fmt: skip
    house.must("supervisor:maya", command)


def test_an_earlier_round_is_corrected_while_another_runs(run_id: str) -> None:
    house = House(run_id)
    table, player, round_id = house.seated_round("T", "AH", "TS", "KH", "AD")
    house.open(table, "R2")
    correct(house, table, round_id, "9H")
    catch_up(PLAYER_ROUNDS)
    assert brief(player) == (1, 0, -1_000, {})


def test_kill_9_at_any_moment_counts_each_event_once(run_id: str, child_env: Mapping[str, str], root: Path) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    chance = random.Random(run_id)
    kills = 0
    with forks.nursery(child_env, root, __name__) as nursery:
        (last,) = execute("SELECT max(position) FROM eventstore_event").fetchone() or (0,)
        while standing(PLAYER_ROUNDS)[0] < last and kills < 40:
            forked = [nursery.fork(f"{__name__}:follow") for _ in range(2)]
            time.sleep(chance.uniform(0.03, 0.12))
            for pid in forked:
                forks.kill(pid)
            kills += 1
    assert kills > 3
    catch_up(PLAYER_ROUNDS)
    agree(run_id)
    rows = list(PlayerRound.objects.order_by("id").values())
    assert advance(PLAYER_ROUNDS) == 0
    assert list(PlayerRound.objects.order_by("id").values()) == rows


def follow() -> None:
    """For a fork: small batches until it is killed."""
    while True:
        if advance(replace(PLAYER_ROUNDS, batch=3)) == 0:
            time.sleep(0.002)


def test_a_round_without_stakes_counts_for_whom_it_reports(run_id: str) -> None:
    lines = lines_of("kozel_tour")
    opened = next(line for line in lines if line["kind"] == "table")
    opened["options"]["match_stake"] = 0
    played(lines, run_id)
    catch_up(PLAYER_ROUNDS)
    reported = Counter[str]()
    rounds = Round.objects.filter(table__startswith=f"{run_id}.", status="settled")
    for row in rounds:
        for player, feats in row.outcome["feats"].items():
            reported[player] += 1
            assert PlayerRound.objects.get(pk=f"{row.pk}/{player}").feats == feats
    assert reported
    for player, count in reported.items():
        assert [(each.rounds, each.wins, each.staked) for each in statistics(player)] == [(count, 0, 0)]
    for row in rounds:
        void = VoidRound(table=row.table, round=row.pk, reason="MISSCAN", **BOTH)
        House(run_id, row.pk).must("supervisor:maya", void)
    catch_up(PLAYER_ROUNDS)
    for player in reported:
        assert statistics(player) == []
        assert {row.status for row in PlayerRound.objects.filter(player=player)} == {"void"}


@pytest.mark.parametrize(
    ("arguments", "code", "field"),
    [
        ({"player": "no such/player"}, "bad_id", "player"),
        ({"player": 7}, "bad_id", "player"),
        ({"player": "nobody"}, "unknown_account", "player"),
        ({"game": "no_such_game@1"}, "unknown_game", "game"),
        ({"game": ["x"]}, "unknown_game", "game"),
        ({"period": "year", "on": date(2026, 3, 1)}, "bad_field", "period"),
        ({"period": None}, "bad_field", "period"),
        ({"period": ["day"]}, "bad_field", "period"),
        ({"period": "day"}, "bad_field", "on"),
        ({"period": "day", "on": "2026-03-01"}, "bad_field", "on"),
        ({"period": "day", "on": datetime(2026, 3, 1, tzinfo=UTC)}, "bad_field", "on"),
        ({"period": "all", "on": date(2026, 3, 1)}, "bad_field", "on"),
        ({"period": "day", "on": date.max}, "bad_field", "on"),
        ({"period": "week", "on": date.max}, "bad_field", "on"),
        ({"period": "month", "on": date.max}, "bad_field", "on"),
    ],
)
def test_arguments_are_looked_at(arguments: dict[str, Any], code: str, field: str, run_id: str) -> None:
    player = House(run_id).player("ana")
    assert statistics(player) == []
    for query in (statistics, course):
        with pytest.raises(Rejected) as refused:
            query(**{"player": player, **arguments})
        assert (refused.value.code, refused.value.field) == (code, field)


def test_the_course_ends_at_the_net(run_id: str) -> None:
    played(lines_of("deluxe_blackjack_tour"), run_id)
    catch_up(PLAYER_ROUNDS)
    for player in bets_of(run_id):
        for steps in (200, 3):
            net = {each.ledger: each.net for each in statistics(player)}
            found = course(player, steps=steps)
            assert {ledger: standings[-1].net for ledger, standings in found.items()} == net
            for standings in found.values():
                assert len(standings) <= steps
                assert [each.at for each in standings] == sorted(each.at for each in standings)
