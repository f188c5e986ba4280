"""Tables for the tests: usual options, a playthrough with given cards, short words for the intents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from games.deluxe_blackjack.v1 import RULESET
from games.deluxe_blackjack.v1.intents import Act
from games.deluxe_blackjack.v1.options import Options
from games.kernel.cards import cards
from games.kernel.expectations import Betting, Decide, Expectation
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import CloseBetting, Seated, Silence, Sit

JSON: dict[str, Any] = {
    "shoe": "live", "packs": 8, "chip_step": 100,
    "min_seat": 1000, "max_seat": 50000, "min_behind": 500, "max_behind": 50000, "min_pair": 100, "max_pair": 5000,
    "pay": {"blackjack": [3, 2], "win": [1, 1], "insurance": [2, 1], "pair_perfect": [25, 1], "pair_mixed": [8, 1]},
    "bet_s": 20, "insurance_s": 8, "decision_s": 12, "follow_s": 5, "incident_s": 900,
}  # fmt: skip
SMALL: dict[str, Any] = {"chip_step": 1, "min_seat": 1, "min_behind": 1, "min_pair": 1, "odd_stakes": True}
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
    """A table with ``order`` as its next cards; wallets default to plenty for ana, bo, cy and fay."""
    if wallets is None:
        wallets = dict.fromkeys(("ana", "bo", "cy", "fay"), FUNDS)
    drawn: Iterator[str] = chain(cards(order), then)
    return Playthrough(RULESET, options(**changes), Book(wallets, types), drawn, seated=seated)


def one_seat(order: str, stake: int = 1000, *, behind: Sequence[tuple[str, int]] = (), **rest: Any) -> Playthrough:
    """Ana alone on seat 3 with a bet, back bettors behind her, betting closed and cards dealt as far as they go."""
    table = play(order, **rest)
    table.open()
    table.send(Sit("ana", 3))
    table.bet("ana", 3, "seat", stake)
    for player, amount in behind:
        table.bet(player, 3, "behind", amount)
    table.send(CloseBetting())
    return table


def act(table: Playthrough, action: str) -> Expectation:
    """The player who is asked takes this action."""
    asked = table.rules.expects(table.state)
    assert isinstance(asked, Decide), asked
    return table.send(Act(asked.player, asked.seat, asked.hand, action))


def say_nothing(awaited: Expectation) -> Any:
    """Nobody answers anything."""
    if isinstance(awaited, Betting):
        return CloseBetting()
    return Silence(awaited.countdown.what)  # type: ignore[union-attr]


def results(table: Playthrough) -> dict[str, tuple[str, int, int]]:
    """Settle; ``"3/seat/ana"`` -> outcome, stake, returned."""
    return {f"{b.seat}/{b.kind}/{b.player}": (s.outcome, b.stake, s.returned) for b, s in table.settle()}


def endless() -> Iterator[str]:
    return repeat("2C")
