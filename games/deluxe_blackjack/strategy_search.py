"""Derives the best total-dependent strategy for a shoe by policy iteration with exact card removal.

For every up card the plan is played through; each decision cell (total, soft) collects, over the hands that really
reach it and weighted with their probabilities, how much better one action is than the other if the plan is followed
afterwards.  The cells are then set to the better action, until nothing changes.

A hand meets a cell at most once (hard totals only rise, a soft total that comes back comes back hard), so in a plan
that no longer changes, no change of any one cell would raise the return.

Two-card and drawn hands share one cell, as in every printed basic strategy.  With eight packs they disagree in one
place only: a drawn 16 against a ten would rather stand.  Telling the two apart would raise the return by 0.0009 %.
"""

from collections import defaultdict
from collections.abc import Sequence

from games.deluxe_blackjack.basic_strategy import FIRST_HARD, FIRST_SOFT, UP_CARDS, BasicStrategy
from games.deluxe_blackjack.dealer_odds import ACE, RANKS
from games.deluxe_blackjack.hand_odds import (
    UNIT,
    Cell,
    HandOdds,
    Plan,
    Reached,
    UpCard,
    no_cards,
    split_card,
    split_odds,
    split_value,
)

_ROUNDS = 30
#: Differences below this are rounding: the simpler action stays (stand, no double, no surrender, no split).
_TIE = 1e-13

_CELLS: list[Cell] = [(t, False) for t in range(FIRST_HARD, 21)] + [(t, True) for t in range(FIRST_SOFT, 21)]


def starting_plan(up: int) -> Plan:
    """A plain plan to begin with: never bust against 2 to 6, else draw to 17; soft hands to 18."""
    until = 12 if 2 <= up + 1 <= 6 else 17
    return Plan(hits={(t, soft) for t, soft in _CELLS if t < (18 if soft else until)})


class _Gains:
    """What every alternative would gain, summed over the hands that reach a cell."""

    def __init__(self, up_card: UpCard, plan: Plan, win: float) -> None:
        self._up_card, self._plan, self._win = up_card, plan, win
        self.hit: dict[Cell, float] = defaultdict(float)
        self.hit_if_refused: dict[Cell, float] = defaultdict(float)
        self.double: dict[Cell, float] = defaultdict(float)
        self.surrender: dict[Cell, float] = defaultdict(float)
        self.split: dict[int, float] = {}
        self._play(HandOdds(up_card, plan, win), no_cards())

    def _play(self, odds: HandOdds, first: Reached) -> None:
        for at, action in odds.visits(first):
            if at.hard > 21 or at.cell[0] == 21 or odds.dead == UNIT[ACE]:
                continue  # nothing to decide: bust, 21, or a split ace with its one card
            gain = at.weight * (odds.value(at, "hit") - odds.value(at, "stand"))
            # Where hit or stand is not the plan's choice the cell still matters to a player short of money.
            (self.hit if action in ("hit", "stand") else self.hit_if_refused)[at.cell] += gain
            if at.cards == 2:
                self._two_cards(odds, at, action)

    def _two_cards(self, odds: HandOdds, at: Reached, action: str) -> None:
        plan, cell = self._plan, at.cell
        drawing = odds.value(at, "hit" if cell in plan.hits else "stand")
        doubled = odds.value(at, "double")
        playing = doubled if cell in plan.doubles else drawing
        if at.pair is not None and not odds.dead:
            unsplit = odds.value(at, "surrender") if cell in plan.surrenders else playing
            halves = split_odds(self._up_card, plan, self._win, at.pair)
            self.split[at.pair] = 2.0 * split_value(halves, at.pair) - unsplit
            if action == "split":
                self._play(halves, split_card(at.pair, 2.0 * at.weight))
        if action != "split":
            self.double[cell] += at.weight * (doubled - drawing)
            if not odds.dead and self._up_card.partner is None:
                self.surrender[cell] += at.weight * (odds.value(at, "surrender") - playing)

    def better_plan(self) -> Plan:
        """The plan with every cell set to its better action; cells never reached stay as they are."""
        hit = {cell: cell in self._plan.hits for cell in _CELLS}
        for sums in (self.hit_if_refused, self.hit):
            hit.update({cell: gain > _TIE for cell, gain in sums.items()})
        return Plan(
            hits={cell for cell, better in hit.items() if better},
            doubles={cell for cell, gain in self.double.items() if gain > _TIE},
            surrenders={cell for cell, gain in self.surrender.items() if gain > _TIE},
            splits={rank for rank, gain in self.split.items() if gain > _TIE},
        )


def best_plan(up_card: UpCard, win: float, start: Plan | None = None) -> Plan:
    """Best total-dependent plan against one up card; ``start`` only saves rounds if it is already close."""
    plan = start or starting_plan(up_card.up)
    for _ in range(_ROUNDS):
        better = _Gains(up_card, plan, win).better_plan()
        if better == plan:
            return plan
        plan = better
    raise ArithmeticError(f"the plan against up card {up_card.up + 1} does not settle")


def _letter(plan: Plan, cell: Cell) -> str:
    hits = cell in plan.hits
    if cell in plan.surrenders:
        return "R" if hits else "r"
    if cell in plan.doubles:
        return "D" if hits else "d"
    return "H" if hits else "S"


def table(plans: Sequence[Plan]) -> BasicStrategy:
    """The plans against the ten up cards (by rank index) as one table."""
    columns = [plans[up - 1] for up in UP_CARDS]
    hard = tuple("".join(_letter(plan, (t, False)) for plan in columns) for t in range(FIRST_HARD, 21))
    soft = tuple("".join(_letter(plan, (t, True)) for plan in columns) for t in range(FIRST_SOFT, 21))
    pairs = tuple("".join("P" if rank in plan.splits else "-" for plan in columns) for rank in range(RANKS))
    return BasicStrategy(hard, soft, pairs)


def plan_of(strategy: BasicStrategy, up: int) -> Plan:
    """The column of a table for one up card (rank index)."""
    letters = {(t, soft): strategy.cell(t, soft, up + 1) for t, soft in _CELLS}
    return Plan(
        hits={cell for cell, letter in letters.items() if letter in "HDR"},
        doubles={cell for cell, letter in letters.items() if letter in "Dd"},
        surrenders={cell for cell, letter in letters.items() if letter in "Rr"},
        splits={rank for rank in range(RANKS) if strategy.splits(rank + 1, up + 1)},
    )


def derive(shoe: Sequence[int], win: float = 1.0, start: BasicStrategy | None = None) -> BasicStrategy:
    """Best total-dependent table for a shoe of ten card counts; ``win`` is what a won hand is paid per unit.

    ``start`` is a table expected to be close, which saves rounds of the search. Columns of up cards that the shoe does
    not hold are empty plans: stand on everything.
    """
    plans = []
    for up in range(RANKS):
        if shoe[up]:
            plans.append(best_plan(UpCard(shoe, up), win, plan_of(start, up) if start else None))
        else:
            plans.append(Plan())
    return table(plans)
