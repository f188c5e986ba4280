"""Royal Blackjack as it is simulated and demonstrated: table options, the basic strategy, the theoretical return."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.kernel.expectations import Decide
from games.kernel.sample import Chart, Pay, Return, Sample, Theory
from games.royal_blackjack import theory
from games.royal_blackjack.basic_strategy import DEFAULT, FIRST_HARD, FIRST_SOFT
from games.royal_blackjack.v1.hand_value import VALUE, score
from games.royal_blackjack.v1.intents import Act
from games.royal_blackjack.v1.options import SEATS
from games.royal_blackjack.v1.state import State

_UP_CARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_LEGEND: Final = (("D", "draw"), ("S", "stand"), ("P", "split"), ("-", "play the total"))


def table_options(shoe: str, chip: int, times: Mapping[str, int]) -> dict[str, Any]:
    """The usual pay table; a bet is 5 to 500 chips. ``chip`` is even, so every payout is exact."""
    return {
        "shoe": shoe, "packs": theory.PACKS, "chip_step": chip, "min_seat": 5 * chip, "max_seat": 500 * chip,
        "pay": {name: list(odds) for name, odds in theory.PAY.items()},
        "bet_s": 15, "decision_s": 12, "incident_s": 300, **times,
    }  # fmt: skip


def basic(state: State, question: Decide, may: Sequence[str]) -> Act:
    """The total-dependent basic strategy for one pack; it looks at the hand and the dealer's first card."""
    cards = next(h.cards for h in state.hands if (h.seat, h.hand) == (question.seat, question.hand))
    up = VALUE[state.dealer[0]]
    if "split" in may and DEFAULT.splits(VALUE[cards[0]], up):
        action = "split"
    else:
        action = "draw" if "draw" in may and DEFAULT.draws(*score(cards), up) else "stand"
    return Act(question.player, question.seat, question.hand, action)


def legal(_: State, question: Decide, may: Sequence[str]) -> list[Act]:
    """One intent for each action."""
    return [Act(question.player, question.seat, question.hand, action) for action in may]


def returns(pay: Pay, packs: int) -> Theory:
    """Theoretical return of the basic strategy; ``pay`` replaces entries of the usual pay table."""
    found = theory.rtp(pay, packs)
    pairs = tuple((f"{name} {name}", row) for name, row in zip("A23456789", DEFAULT.pairs, strict=True))
    return Theory(
        returns=(Return("seat", "Main bet, per initial stake", 1.0 + found.result),),
        figures=(
            ("Main bet per unit staked, splits included", 1.0 + found.result / found.handle),
            ("Staked per round and initial unit", found.handle),
            ("Naturals paid per round", found.natural),
        ),
        charts=(
            Chart("Hard totals", _UP_CARDS, tuple((str(FIRST_HARD + at), row) for at, row in enumerate(DEFAULT.hard))),
            Chart("Soft totals", _UP_CARDS, tuple((str(FIRST_SOFT + at), row) for at, row in enumerate(DEFAULT.soft))),
            Chart("Pairs", _UP_CARDS, pairs),
        ),
        legend=_LEGEND,
    )


SAMPLE: Final = Sample(
    table_options=table_options,
    seats=range(1, SEATS + 1),
    seat_kind="seat",
    simulated={"seat": 10},
    strategies={"basic": basic},
    legal=legal,
    pay=tuple(theory.PAY),
    theory=returns,
)
