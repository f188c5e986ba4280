"""Tables for the tests: usual options, a playthrough with given cards, short words for the intents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from games.kernel.cards import cards
from games.kernel.expectations import Betting, Decide, Expectation
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Seated, Silence
from games.royal_blackjack.v1 import RULESET
from games.royal_blackjack.v1.intents import Act
from games.royal_blackjack.v1.options import Options

JSON: dict[str, Any] = {
    "shoe": "live", "chip_step": 100, "min_seat": 500, "max_seat": 20000,
    "pay": {"blackjack": [3, 2], "win": [1, 1]}, "bet_s": 15, "decision_s": 12, "incident_s": 900,
}  # fmt: skip
FUNDS = 1_000_000


def options(**changes: Any) -> Options:
    found: Options = RULESET.read_options({**JSON, **changes})
    return found


def play(
    order: str = "",
    wallets: dict[str, int] | None = None,
    *,
    seated: Sequence[Seated] = (),
    types: dict[str, str] | None = None,
    then: Iterable[str] = (),
    **changes: Any,
) -> Playthrough:
    """A table with ``order`` as its next cards; wallets default to plenty for ana, bo and cy."""
    if wallets is None:
        wallets = dict.fromkeys(("ana", "bo", "cy"), FUNDS)
    return Playthrough(RULESET, options(**changes), Book(wallets, types), chain(cards(order), then), seated=seated)


def dealt(order: str, stakes: dict[int, int] | int = 1000, **rest: Any) -> Playthrough:
    """Ana on seat 3 (or ana, bo and cy on the seats of ``stakes``) with bets, cards dealt as far as they go."""
    stakes = {3: stakes} if isinstance(stakes, int) else stakes
    players = dict(zip(stakes, ("ana", "bo", "cy"), strict=False))
    table = play(order, seated=[Seated(seat, player) for seat, player in players.items()], **rest)
    table.open()
    for seat, player in players.items():
        table.bet(player, seat, "seat", stakes[seat])
    table.send(CloseBetting())
    return table


def act(table: Playthrough, action: str) -> Expectation:
    """The player who is asked takes this action."""
    asked = table.rules.expects(table.state)
    assert isinstance(asked, Decide), asked
    return table.send(Act(asked.player, asked.seat, asked.hand, action))


def say_nothing(awaited: Expectation) -> Any:
    """Nobody answers anything."""
    return CloseBetting() if isinstance(awaited, Betting) else Silence("decision")


def results(table: Playthrough) -> dict[str, tuple[str, int, int]]:
    """Settle; ``"3/ana"`` -> outcome, stake, returned."""
    return {f"{b.seat}/{b.player}": (s.outcome, b.stake, s.returned) for b, s in table.settle()}


def told(table: Playthrough) -> list[str]:
    return [str(table.rules.narrate(event)) for event in table.events]
