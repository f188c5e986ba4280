"""Random play on the real database, with everything that goes wrong on the way; after each step the money is right.

Commands are repeated, delivered late and in another order, sent under a used key with other content, answered for
questions long closed, and broken off right before or after they are written, with caches lost. The invariants are those
of ``tests.support.invariants``. ``WAGERING_MONEY=100`` plays a hundred long evenings instead of a few short ones.
"""

from __future__ import annotations

import os
import random
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, LiteralString

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.kernel.expectations import Betting
from tests.support.evening import Evening
from tests.support.events import undone
from tests.support.house import House
from tests.support.invariants import violations
from tests.support.memory import wrong_memories
from tests.support.post import written
from wagering.dispatch import pipeline
from wagering.eventstore.session import execute as sql
from wagering.rounds import cache as rounds
from wagering.rounds.load import load_play
from wagering.wallet import cache as wallets
from wagering.wallet import commands as w
from wagering.wallet import queries
from wagering.wallet.events import EVENTS
from wagering.wallet.limits import KINDS, PERIODS

pytestmark = [pytest.mark.database, pytest.mark.timeout(3_000)]

LONG: Final = int(os.environ.get("WAGERING_MONEY", "0"))
EXAMPLES: Final = LONG or 6
EVENINGS: Final = LONG or 4
STEPS: Final = 50 if LONG else 12

OFTEN: Final = {event.NAME for event in EVENTS} - {"wallet.stake_returned@1", "wallet.withdrawal_refused@1"}

BETS: Final[LiteralString] = """
SELECT player, sum(stake)::bigint, sum(stake - returned)::bigint FROM wallet_bet
WHERE player LIKE %b::text AND status IN ('open', 'settled') GROUP BY player
"""

chances = st.integers(0, 2**32).map(random.Random)


class Money(Evening, RuleBasedStateMachine):
    """One house: a live and a virtual table, six players, three kinds of purse."""

    def __init__(self) -> None:
        RuleBasedStateMachine.__init__(self)
        Evening.__init__(self, House(f"m{uuid.uuid4().hex[:10]}"))

    @initialize(odd=st.booleans())
    def open(self, odd: bool) -> None:
        self.begin_evening(odd)

    @rule(chance=chances)
    def cashier(self, chance: Any) -> None:
        player, amount = chance.choice(self.players), self.amount(chance)
        name = f"w{chance.randint(1, 3)}"
        everything = max(1, queries.balances_of([player])[player])
        commands = [
            w.Deposit(player=player, amount=amount),
            *(w.Withdraw(player=player, amount=much) for much in (amount, everything)),
            *(w.AskWithdrawal(player=player, withdrawal=name, amount=much) for much in (amount, everything)),
            w.PayWithdrawal(player=player, withdrawal=name),
            w.RefuseWithdrawal(player=player, withdrawal=name, reason="limit"),
            w.NoteConnection(player=player, connected=False),
        ]
        for command in chance.sample(commands, 3):
            self.send(f"operator:{self.house.run}", command)

    @rule(chance=chances)
    def break_or_limit(self, chance: Any) -> None:
        """Tight for some minutes now and then, mostly wide: the evening has to go on."""
        player, (kind, period) = chance.choice(self.players), (chance.choice(KINDS), chance.choice(PERIODS))
        amount = chance.choice((60 * self.unit, 1_000 * self.unit, 5_000 * self.unit, None))
        commands = [w.SetLimit(player=player, limit=kind, period=period, amount=amount)]
        if chance.random() < 0.3:
            until = self.house.now + timedelta(seconds=chance.choice((20, 60)))
            commands.append(w.Pause(player=player, until=until.isoformat()))
        for command in commands:
            self.by_player(chance, player, command)

    # --- the round ---

    @rule(chance=chances)
    def seats_and_bets(self, chance: Any) -> None:
        """Mostly where bets are open."""
        table = chance.choice(self.tables)
        play = load_play(table)
        if chance.random() < 0.3 or (play.running and isinstance(play.expects(), Betting)):
            self.bet(chance, table)

    @rule(chance=chances, steps=st.integers(1, 10))
    def go_on(self, chance: Any, steps: int = 4) -> None:
        self.play(chance, chance.choice(self.tables), steps)

    @rule(chance=chances)
    def play_a_round(self, chance: Any) -> None:
        self.play(chance, chance.choice(self.tables), 40)

    # --- supervisors ---

    @rule(chance=chances)
    def incident(self, chance: Any) -> None:
        self.trouble(chance)

    @precondition(lambda self: any(self.rounds.values()))
    @rule(chance=chances)
    def late_remedy(self, chance: Any) -> None:
        table = chance.choice([table for table, rounds in self.rounds.items() if rounds])
        self.remedy(chance, table, chance.choice(self.rounds[table][-4:]))

    # --- delivery ---

    @rule(chance=chances)
    def late_delivery(self, chance: Any) -> None:
        """What was held back arrives, in any order."""
        chance.shuffle(self.held)
        for envelope in self.held[:3]:
            self.deliver(envelope)
        del self.held[:3]

    @precondition(lambda self: self.sent)
    @rule(chance=chances)
    def same_again(self, chance: Any) -> None:
        """Known messages: the first answer and no row, whatever has happened since; a changed one: a conflict."""
        for envelope, first in chance.sample(self.sent, min(4, len(self.sent))):
            before = written()
            again = pipeline.execute(envelope)
            assert (again.accepted, dict(again.content)) == (first.accepted, dict(first.content)), envelope
            other = replace(envelope, actor=f"{envelope.actor}x")
            assert pipeline.execute(other).code == "idempotency_conflict", envelope
            assert written() == before, envelope

    @rule(chance=chances)
    def a_while(self, chance: Any) -> None:
        """A lot of all this in one step: few examples still get far into the game."""
        deeds = (
            "play_a_round",
            "play_a_round",
            "go_on",
            "seats_and_bets",
            "cashier",
            "break_or_limit",
            "trouble",
            "trouble",
            "late_remedy",
            "late_remedy",
        )
        for _ in range(15):
            deed = chance.choice((*deeds, "late_delivery", "same_again"))
            if any(self.rounds.values()) or deed != "late_remedy":
                getattr(self, deed)(chance=chance)
            self.money_is_right()
            self.limits_count_what_the_bets_say()
            self.what_is_remembered_is_what_the_log_says()

    @rule()
    def forget(self) -> None:
        rounds.clear()
        wallets.clear()

    # --- what must be true ---

    @invariant()
    def money_is_right(self) -> None:
        if self.rounds:
            assert violations(self.house.run) == []

    @invariant()
    def limits_count_what_the_bets_say(self) -> None:
        """The evening lies in one month. What was counted before is gone on from, and comes out as counted anew."""
        if self.rounds:
            bets = {player: amounts for player, *amounts in sql(BETS, (f"{self.house.run}.%",))}
            for wallet in queries.load_wallets(self.players):
                used = queries.tally(wallet.player, wallet.version, "month", self.house.now).used
                assert [used["stake"], used["loss"]] == bets.get(wallet.player, [0, 0]), wallet.player

    @invariant()
    def what_is_remembered_is_what_the_log_says(self) -> None:
        for table in self.rounds:
            assert wrong_memories(table) == []


Money.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    derandomize=not LONG,
    suppress_health_check=list(HealthCheck),
)


class TestMoney(Money.TestCase):  # type: ignore[misc,name-defined]
    """Collected by pytest."""


def test_long_evenings(database: str) -> None:
    """From fixed seeds far into the game; together they have seen nearly everything that can happen to money."""
    houses = []
    for seed in range(EVENINGS):
        evening = Money()
        houses.append(evening.house.run)
        evening.open(odd=seed % 2 == 1)
        for part in range(4):
            evening.a_while(chance=random.Random(1_000 * seed + part))
    names = sql(
        "SELECT DISTINCT e.name FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player"
        " WHERE w.operator = ANY (%b::text[])", (houses,)
    ).fetchall()  # fmt: skip
    assert {name for (name,) in names} >= OFTEN


@pytest.mark.parametrize(
    ("spoil", "seen"),
    [
        ("UPDATE wallet_account SET balance = balance + 1 WHERE account = %b::text", "not the sum of its entries"),
        ("UPDATE wallet_account SET balance = balance + 1 WHERE account = %b::text", "what the events add up to"),
        ("UPDATE wallet_bet SET returned = returned + 1 WHERE player = %b::text", "by what his bets say"),
        ("UPDATE wallet_bet SET returned = returned + 1 WHERE player = %b::text", "the rules give"),
        ("UPDATE wallet_bet SET returned = returned + 1 WHERE player = %b::text", "handle, returns"),
        ("UPDATE wallet_bet SET stake = stake + 1 WHERE player = %b::text", "not the sum of its parts"),
        ("UPDATE wallet_bet SET status = 'open' WHERE player = %b::text", "open stakes of its round"),
        ("UPDATE wallet_bet SET status = 'open' WHERE player = %b::text", "of a closed round is not closed"),
        ("UPDATE wallet_bet SET outcome = 'void' WHERE player = %b::text", "does not allow"),
    ],
)
def test_the_invariants_see_what_is_wrong(spoil: LiteralString, seen: str, run_id: str) -> None:
    """Each kind of damage to a projection, done and undone again."""
    house = House(run_id)
    table, player, _ = house.seated_round("T", "TH", "TS", "9H", "8D")
    assert house.act(table, player, "stand").accepted
    assert violations(run_id) == []
    name = player if "player" in spoil else f"{run_id}.USD.cash:player/{player}"
    with undone():
        sql(spoil, (name,))
        assert any(seen in found for found in violations(run_id)), violations(run_id)
