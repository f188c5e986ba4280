"""The bets of one round as the wallet events leave them, and the money in escrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from audit.replay.record import Stored
from games.kernel.bets import Bet


@dataclass(slots=True)
class Standing:
    """One bet: what was taken for it, and what was recorded about its end. ``status`` as in the wallet's board."""

    id: str
    player: str
    seat: int
    kind: str
    parts: dict[str, int] = field(default_factory=dict)
    answers: dict[str, bool] = field(default_factory=dict)
    status: str = "open"
    outcome: str = ""
    returned: int = 0

    @property
    def stake(self) -> int:
        return sum(self.parts.values())

    def for_rules(self) -> Bet:
        """As the rules know it."""
        return Bet(self.player, self.seat, self.kind, self.parts, self.answers)


class Bets:
    """All bets of the round by id; also the ``Facts`` of the rules, for looks at a play where money is no matter."""

    def __init__(self) -> None:
        self.by_id: dict[str, Standing] = {}
        self.escrow: dict[str, int] = {}  # player's ledger -> minor units

    def bets(self) -> Sequence[Bet]:
        return [bet.for_rules() for bet in self.by_id.values() if bet.status == "open"]

    def bets_of(self, player: str) -> Sequence[Bet]:
        return [bet for bet in self.bets() if bet.player == player]

    def funds(self, _player: str) -> int:
        return 0

    def account_type(self, _player: str) -> str:
        return "real"

    def place(self, event: Stored) -> None:
        """A first stake or an addition, before or during play; a bet that was given back begins anew."""
        body = event.body
        bet = self.by_id.get(body["bet"])
        if bet is None or bet.status != "open":
            bet = self.by_id[body["bet"]] = Standing(body["bet"], event.owner, body["seat"], body["kind"])
        bet.parts[body["part"]] = bet.parts.get(body["part"], 0) + body["amount"]

    def give_back(self, body: Mapping[str, Any]) -> None:
        """A stake made smaller; a bet without any is undone."""
        bet = self.by_id[body["bet"]]
        bet.parts[body["part"]] -= body["amount"]
        if not bet.stake:
            bet.status = bet.outcome = "undone"

    def answer(self, body: Mapping[str, Any]) -> None:
        self.by_id[body["bet"]].answers[body["question"]] = body["yes"]

    def close(self, body: Mapping[str, Any], status: str, outcome: str, returned: int) -> Standing:
        """Record the end of a bet, or a later one after a remedy."""
        bet = self.by_id[body["bet"]]
        bet.status, bet.outcome, bet.returned = status, outcome, returned
        return bet


def money(event: Stored) -> int:
    """What the event does to the player's balance, minor units; 0 where no money moves."""
    body = event.body
    match event.name:
        case "wallet.bet_placed@1" | "wallet.stake_taken@1":
            return -int(body.get("amount", 0))
        case (
            "wallet.stake_returned@1" | "wallet.bet_refunded@1" | "wallet.bet_voided@1" | "wallet.withdrawal_refused@1"
        ):
            return int(body.get("amount", 0))
        case "wallet.bet_settled@1":
            return int(body.get("returned", 0))
        case "wallet.round_adjusted@1":
            return int(body.get("cash", 0))
        case _:
            return 0


def escrow_change(event: Stored) -> int:
    """What the event does to the round's escrow, minor units."""
    match event.name:
        case "wallet.bet_placed@1" | "wallet.stake_taken@1":
            return int(event.body["amount"])
        case "wallet.stake_returned@1" | "wallet.bet_refunded@1" | "wallet.bet_voided@1":
            return -int(event.body["amount"])
        case "wallet.bet_settled@1":
            return -int(event.body["stake"])
        case _:
            return 0
