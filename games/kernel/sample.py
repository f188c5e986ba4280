"""What a simulation or a demonstration needs of a game beyond its rules. The rules themselves never use it.

Pure like the rules: a strategy answers, it does not roll dice. Whoever wants deviations chooses among the actions.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from games.kernel.bets import Bet
from games.kernel.expectations import Ask, Decide

Pay = Mapping[str, Sequence[int]]  # {"blackjack": (3, 2)}: n for d


class Strategy(Protocol):
    """How somebody plays. It looks at nothing in ``state`` that the asked player could not see at the table."""

    def __call__(self, state: Any, question: Decide, may: Sequence[str]) -> Any:
        """The intent that answers this question; its action is one of ``may``, which is never empty."""


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
    - ``seats``: the seat numbers; ``players``: how many a round needs at least.
    - ``seat_kind``: the bet by which who sits there takes part, ``None`` where the rules take the stakes;
      ``open_kinds`` may be placed by anybody on an occupied seat.
    - ``simulated``: what one round of a simulation bets on a seat, chips by kind.
    - ``strategies``: by name, the usual one first. ``legal(state, question, may)``: every intent that answers a
      ``Decide``, to choose at random from.
    - ``reply``: the intent that answers an ``Ask`` for one bet; ``preselect(player, seat, hand, intent)``: one that
      chooses ahead; ``interrupt(state, player, may)``: one out of turn, or ``None``. Absent where a game has none.
    - ``pay``: names in the pay table; ``theory(pay, packs)`` computes the returns, where they are known.
    """

    table_options: Callable[[str, int, Mapping[str, int]], dict[str, Any]]
    seats: range
    strategies: Mapping[str, Strategy]
    legal: Callable[[Any, Decide, Sequence[str]], Sequence[Any]]
    players: int = 1
    seat_kind: str | None = None
    open_kinds: tuple[str, ...] = ()
    simulated: Mapping[str, int] = field(default_factory=dict)
    reply: Callable[[Any, Ask, Bet, bool], Any] | None = None
    preselect: Callable[[str, int, int, Any], Any] | None = None
    interrupt: Callable[[Any, str, Sequence[str]], Any] | None = None
    pay: tuple[str, ...] = ()
    theory: Callable[[Pay, int], Theory] | None = None
