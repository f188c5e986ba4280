"""The contract of a game: a decider with explicit chance.

Nothing outside ``games/`` knows a game by name. The wagering side drives a round like this::

    state = initial(options, seated)
    intent --decide(state, intent, facts)--> events and movements
    state = evolve(state, event)            for every event
    expects(state)                          Betting, Shuffle, Deal, Show, Decide, Ask, Proceed or Over

A card is an input, never a call: when ``expects`` says ``Deal`` the studio's scan or the sealed shoe supplies it
as a ``CardDealt`` event; a ``Shuffle`` is answered by ``PackShuffled``, a ``Show`` by ``CardShown``. When it says
``Proceed`` the round can go on by itself and is sent the ``Proceed`` intent.
Money is whole minor units throughout. Players are opaque ids.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from games.kernel.bets import Bet, Settlement, Stake
from games.kernel.expectations import Expectation
from games.kernel.words import Sentence

# --- refusals ----------------------------------------------------------------------------------------------------


class Rejected(Exception):  # noqa: N818  (the word of the trade: the rules reject a bet)
    """The rules refuse an intent or a bet; nothing changes and an open question stays open.

    ``code`` is the stable machine code, ``clause`` the rule that says so, ``why`` one sentence for people.
    """

    def __init__(self, code: str, clause: str = "", why: str = "", field: str = "") -> None:
        super().__init__(f"{code}: {why or clause}")
        self.code, self.clause, self.why, self.field = code, clause, why, field


# --- intents every game understands; a game adds its own in intents.py ----------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Betting opens (or the antes are taken). ``dealer``: seat of the button where the game has one."""

    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    player: str


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """The countdown is over or the studio ends it."""


@dataclass(frozen=True, slots=True)
class Silence:
    """The countdown ``what`` ran out without an answer."""

    what: str


# --- decisions and facts -------------------------------------------------------------------------------------------


class Event(Protocol):
    """A frozen dataclass with an explicit stored name. A round event goes to the round's stream."""

    NAME: ClassVar[str]


Decision = Sequence[Any]  # of Event and Movement, in the order in which they happen


class Facts(Protocol):
    """What the rules may ask about money and bets at this very moment; supplied by the caller, so still pure."""

    def funds(self, player: str) -> int:
        """Free balance in minor units, without open stakes."""

    def account_type(self, player: str) -> str:
        """``real``, ``trial`` or ``fun``."""

    def bets_of(self, player: str) -> Sequence[Bet]:
        """This player's open bets of the round."""

    def bets(self) -> Sequence[Bet]:
        """All open bets of the round; may be ten thousand."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat as it is carried from round to round. ``marks``: what the rules must remember (played, sat_out)."""

    seat: int
    player: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may see: cards by place (``??`` = lies there, hidden) and what he may answer now."""

    cards: Mapping[str, tuple[str, ...]]
    may: tuple[str, ...]


# --- the contract ------------------------------------------------------------------------------------------------


def no_bets(_state: Any, _request: Stake, _facts: Facts) -> Sequence[Stake]:
    """``accept`` of a game whose stakes are taken by the rules: antes, calls, a stake for a series."""
    raise Rejected("bad_kind", "", "nothing can be bet here; the rules take the stakes", "bet_kind")


def bets_stand(_state: Any, _bet: Bet, _facts: Facts) -> Sequence[Stake]:
    """``retract`` of a game in which a bet that was accepted stands."""
    raise Rejected("bets_stand", "", "a bet that was accepted stands")


def asks_nobody(_state: Any, _bet: Bet) -> bool:
    """``asks`` of a game without questions to bets."""
    return False


def costs_nothing(_state: Any, _action: str, _bet: Bet) -> int:
    """``extra_stake`` of a game without extra stakes on bets."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One released version of one game. ``State`` and ``Options`` are the game's own frozen types.

    ``shoe_lasts``: ``until_cut`` = one shoe for many rounds, ``round`` = a fresh pack before every round, ``deal`` =
    packs are shuffled inside the round (``Shuffle``). ``words``: English names of everything the game publishes by a
    code (bet kinds, actions, outcomes, questions), which are also the keys of their translations.

    Functions (``S`` state, ``O`` options):

    - ``read_options(json)``: ``O``, or ``ValueError`` that names the field; ``dump_options(O)`` is its inverse,
      complete with every default written out, so that a pinned round never depends on a later default.
    - ``pack(O)``: every card of a new shoe, in any order.
    - ``initial(O, seated)``: state of a new round with the seats carried over, before ``OpenRound``.
    - ``expects(S)``: what must happen next.
    - ``decide(S, intent, facts)``: events and movements, or raises ``Rejected``.
    - ``evolve(S, event)``: next state. Never refuses; an unknown event is a ``TypeError``.
    - ``fits(S, event)``: could this recorded event still happen here (used to repeat a round: audit, corrected card).
    - ``settle(bet, S)``: ``Settlement``. Money won from other players comes in lines ``pot:N`` (see ``bets.Line``).
    - ``view(S, viewer, facts)``: ``View``; ``viewer`` is a player or ``"public"``.
    - ``seats(S)``: seat -> ``Seated``, to show and to carry to the next round.
    - ``narrate(event)``: one sentence for people.
    - ``outcome(S)``: JSON-able summary of a round (hands, scores, dealer), stored with the decision. ``score``: how a
      series or match stands, at any time; ``feats``: player -> what he achieved, counted; where a
      round may be played without bets, everybody who took part.
    - ``accept(S, stake, facts)``: the movements a bet request causes (mirroring included), or raises ``Rejected``.
      ``stake.part`` of a request is ``"1"``.
    - ``retract(S, bet, facts)``: the movements by which this whole bet is undone as if it had never been placed, with
      whatever bets cannot stand without it, or raises ``Rejected``. Nothing of it is left, so it may be bet anew.
    - ``asks(S, bet)``: is the open question put to this bet and not yet answered.
    - ``extra_stake(S, action, bet)``: what double, split or insurance adds to this bet, minor units.
    - ``ahead``: names of the intents that choose before they are asked; every other one answers an open question.
    - ``burn(card)``: cards discarded after the shown burn card of a new shoe; ``None`` where nothing is burned.
    """

    id: str
    title: str
    bet_kinds: tuple[str, ...]
    intents: Mapping[str, type]  # by message name: act, preselect, insurance, follow
    events: Mapping[str, type]  # by stored name; the game's own ones
    shoe_lasts: Literal["until_cut", "round", "deal"]
    words: Mapping[str, str]
    read_options: Callable[[Mapping[str, Any]], Any]
    dump_options: Callable[[Any], dict[str, Any]]
    pack: Callable[[Any], tuple[str, ...]]
    initial: Callable[[Any, Sequence[Seated]], Any]
    expects: Callable[[Any], Expectation]
    decide: Callable[[Any, Any, Facts], Decision]
    evolve: Callable[[Any, Any], Any]
    fits: Callable[[Any, Any], bool]
    settle: Callable[[Bet, Any], Settlement]
    view: Callable[[Any, str, Facts], View]
    seats: Callable[[Any], Mapping[int, Seated]]
    narrate: Callable[[Any], Sentence]
    outcome: Callable[[Any], dict[str, Any]]
    accept: Callable[[Any, Stake, Facts], Sequence[Stake]] = no_bets
    retract: Callable[[Any, Bet, Facts], Sequence[Stake]] = bets_stand
    asks: Callable[[Any, Bet], bool] = asks_nobody
    extra_stake: Callable[[Any, str, Bet], int] = costs_nothing
    burn: Callable[[str], int] | None = None
    ahead: frozenset[str] = frozenset()
