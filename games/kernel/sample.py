"""What a simulation or a demonstration needs of a game beyond its rules. The rules themselves never use it.

Pure like the rules: a strategy answers, it does not roll dice. Whoever wants deviations chooses among the actions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from games.kernel.bets import Bet
from games.kernel.ruleset import Ask, Decide

Pay = Mapping[str, Sequence[int]]  # {"blackjack": (3, 2)}: n for d


class Strategy(Protocol):
    """How somebody plays a hand."""

    def __call__(self, state: Any, question: Decide, may: Sequence[str]) -> str:
        """The action for this question among ``may``, which is never empty."""


class Return(NamedTuple):
    """Theoretical return of one bet per unit staked on it at the start. ``std_dev`` of its net result, if known."""

    name: str  # the bet's kind, or the name of the side question it is a part of
    title: str
    rtp: float
    std_dev: float | None = None


class Chart(NamedTuple):
    """A strategy as a table: one row a hand, one letter a column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]  # label, letters


@dataclass(frozen=True, slots=True)
class Theory:
    """Returns of every bet, ``figures`` by name, the strategy behind them and what its letters mean."""

    returns: tuple[Return, ...]
    figures: tuple[tuple[str, float], ...]
    charts: tuple[Chart, ...]
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A game as it may be tried out.

    - ``table_options(shoe, chip, times)``: complete table options for a shoe ``live`` or ``virtual``, limits in
      multiples of the smallest chip (minor units), ``times`` replacing countdowns.
    - ``seats``: how many a table has; ``seat_kind`` is the bet of who sits there, ``open_kinds`` may be placed by
      anybody on an occupied seat.
    - ``simulated``: what one round of a simulation stakes, chips by kind.
    - ``act``, ``reply``, ``preselect``: the intents that answer a ``Decide``, an ``Ask``, or choose ahead of it.
    - ``pay``: names in the pay table; ``theory(pay, packs)`` computes the returns.
    """

    table_options: Callable[[str, int, Mapping[str, int]], dict[str, Any]]
    seats: int
    seat_kind: str
    open_kinds: tuple[str, ...]
    simulated: Mapping[str, int]
    strategies: Mapping[str, Strategy]
    act: Callable[[Decide, str], Any]
    reply: Callable[[Any, Ask, Bet, bool], Any]
    preselect: Callable[[str, int, int, str], Any]
    pay: tuple[str, ...]
    theory: Callable[[Pay, int], Theory]
