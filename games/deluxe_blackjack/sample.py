"""Deluxe Blackjack as it is simulated and demonstrated: table options, the basic strategy, the theoretical return."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.deluxe_blackjack import theory
from games.deluxe_blackjack.basic_strategy import DEFAULT, FIRST_HARD, FIRST_SOFT, Holding
from games.deluxe_blackjack.v1.hand_value import VALUE, score
from games.deluxe_blackjack.v1.intents import Act, Follow, Insurance, Preselect
from games.deluxe_blackjack.v1.options import SEATS
from games.deluxe_blackjack.v1.state import State, hand_of
from games.kernel.bets import Bet
from games.kernel.expectations import Ask, Decide
from games.kernel.sample import Chart, Pay, Return, Sample, Theory

_UP_CARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
_LEGEND: Final = (
    ("H", "hit"),
    ("S", "stand"),
    ("D", "double, else hit"),
    ("d", "double, else stand"),
    ("R", "surrender, else hit"),
    ("r", "surrender, else stand"),
    ("P", "split"),
    ("-", "play the total"),
)


def table_options(shoe: str, chip: int, times: Mapping[str, int]) -> dict[str, Any]:
    """Eight packs and the usual pay table; a seat bet is 5 to 500 chips. ``chip`` is even, so every payout is exact."""
    return {
        "shoe": shoe, "packs": theory.PACKS, "chip_step": chip,
        "min_seat": 5 * chip, "max_seat": 500 * chip, "min_behind": 5 * chip, "max_behind": 500 * chip,
        "min_pair": chip, "max_pair": 50 * chip,
        "pay": {name: list(odds) for name, odds in theory.PAY.items()},
        "bet_s": 15, "insurance_s": 5, "decision_s": 12, "follow_s": 5, "incident_s": 300, **times,
    }  # fmt: skip


def basic(state: State, question: Decide, may: Sequence[str]) -> Act:
    """The total-dependent basic strategy for eight packs."""
    hand = hand_of(state, question.seat, question.hand)
    if hand is None:
        raise LookupError(f"there is no hand {question.seat}.{question.hand}")
    cards = hand.cards
    pair = VALUE[cards[0]] if len(cards) == 2 and VALUE[cards[0]] == VALUE[cards[1]] else None
    action = DEFAULT.action(
        Holding(*score(cards), pair), VALUE[state.dealer[0]], "double" in may, "split" in may, "surrender" in may
    )
    return Act(question.player, question.seat, question.hand, action)


def legal(_: State, question: Decide, may: Sequence[str]) -> list[Act]:
    """One intent for each action."""
    return [Act(question.player, question.seat, question.hand, action) for action in may]


def preselect(player: str, seat: int, hand: int, chosen: Act) -> Preselect:
    """The chosen action ahead of its turn."""
    return Preselect(player, seat, hand, chosen.action)


def reply(_: State, question: Ask, bet: Bet, yes: bool) -> Insurance | Follow:
    """Yes or no to insurance, or to following a double or split."""
    answer = "yes" if yes else "no"
    if question.question == "insurance":
        return Insurance(bet.player, bet.seat, answer)
    what, _colon, place = question.question.partition(":")
    return Follow(bet.player, bet.seat, int(place.partition(".")[2]), what, answer)


def returns(pay: Pay, packs: int) -> Theory:
    """Theoretical returns with the strategy that reaches them; ``pay`` replaces entries of the usual pay table."""
    found = theory.rtp(pay, packs)
    figures = found.figures
    best = found.strategy
    return Theory(
        returns=(
            Return("seat", "Main bet, per initial stake", found.main, found.std_dev),
            Return("pair", "Pair side bet", float(found.pair)),
            Return("insurance", "Insurance on every ace", float(found.insurance)),
        ),
        figures=(
            ("Main bet per unit staked, doubles and splits included", found.main_handle),
            ("Staked per round and initial unit", figures.handle),
            ("Naturals paid per round", figures.natural),
            ("Hands doubled per round", figures.doubled),
            ("Hands split per round", figures.split),
            ("Hands surrendered per round", figures.surrendered),
        ),
        charts=(
            Chart("Hard totals", _UP_CARDS, tuple((str(FIRST_HARD + at), row) for at, row in enumerate(best.hard))),
            Chart("Soft totals", _UP_CARDS, tuple((str(FIRST_SOFT + at), row) for at, row in enumerate(best.soft))),
            Chart("Pairs", _UP_CARDS, tuple((_pair(at), row) for at, row in enumerate(best.pairs))),
        ),
        legend=_LEGEND,
    )


def _pair(at: int) -> str:
    name = "A" if at == 0 else str(at + 1)
    return f"{name} {name}"


SAMPLE: Final = Sample(
    table_options=table_options,
    seats=range(1, SEATS + 1),
    seat_kind="seat",
    open_kinds=("behind", "pair"),
    simulated={"seat": 10, "pair": 1},
    strategies={"basic": basic},
    legal=legal,
    reply=reply,
    preselect=preselect,
    pay=(*theory.PAY, "pair_coloured"),
    theory=returns,
)
