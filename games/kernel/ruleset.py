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
from games.kernel.words import Sentence

# --- refusals ----------------------------------------------------------------------------------------------------


class Rejected(Exception):  # noqa: N818  (the word of the trade: the rules reject a bet)
    """The rules refuse an intent or a bet; nothing changes and an open question stays open.

    ``code`` is the stable machine code, ``clause`` the rule that says so, ``why`` one sentence for people.
    """

    def __init__(self, code: str, clause: str = "", why: str = "", field: str = "") -> None:
        super().__init__(f"{code}: {why or clause}")
        self.code, self.clause, self.why, self.field = code, clause, why, field


# --- what a round awaits -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Countdown:
    """A question's clock: ``what`` names it (betting, insurance, decision, follow, turn, choice), ``seconds`` runs."""

    what: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Betting:
    """Bets are open until the countdown ends."""

    number: int
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A freshly shuffled pack is due: exactly ``cards``, in an order nobody knows.

    ``what``: ``deal`` = the next game of a series or match, ``reshuffle`` = a used-up stock. ``places``: the places of
    the pack (from 1) among which the card to be shown later is chosen; empty where none is shown.
    """

    what: Literal["deal", "reshuffle"]
    cards: tuple[str, ...]
    places: range = range(0)


@dataclass(frozen=True, slots=True)
class Show:
    """The card at ``place`` of the pack is shown to all and stays where it is (a trump)."""

    place: int


@dataclass(frozen=True, slots=True)
class Deal:
    """A card is due for ``to`` (``"3.1"`` = seat 3 hand 1, ``"dealer"``, ``"seat3"``), lying ``up`` or ``down``."""

    to: str
    face: str


@dataclass(frozen=True, slots=True)
class Decide:
    """One player must act. ``number`` counts the questions of the round: two equal ones never share it.

    ``hand``: 0 where a seat has no numbered hands.
    """

    number: int
    seat: int
    hand: int
    player: str
    actions: tuple[str, ...]  # allowed by the cards; money is looked at when the action is taken
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to bets, each for itself: ``asks(state, bet)`` says to which. Ends when all answered or silent."""

    number: int
    question: str  # as stored with the answer, unique in the round: "insurance", "double:3.1", "split:3.1"
    countdown: Countdown


@dataclass(frozen=True, slots=True)
class Proceed:
    """The round can go on by itself: send this very object as the intent."""


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more happens in this round. ``played`` is false if no seat took part: every bet goes back."""

    played: bool = True


Expectation = Betting | Shuffle | Deal | Show | Decide | Ask | Proceed | Over


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


# --- events every game understands; stored names are fixed here, never class paths -----------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    NAME: ClassVar[str] = "round.seat_taken@1"
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    NAME: ClassVar[str] = "round.seat_left@1"
    seat: int
    player: str
    reason: str  # left, sat_out, below_minimum, no_bet


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt:
    """One card of shoe ``shoe``, the ``draw``-th to leave it."""

    NAME: ClassVar[str] = "round.card_dealt@1"
    shoe: str
    draw: int
    to: str
    card: str
    face: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PackShuffled:
    """From here on cards come from ``shoe``. ``what`` as in ``Shuffle``; ``shown_at``: place of the card to be shown,
    0 where none is."""

    NAME: ClassVar[str] = "round.pack_shuffled@1"
    shoe: str
    what: str
    shown_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """The card at ``place`` of ``shoe`` was shown to all and went back to its place."""

    NAME: ClassVar[str] = "round.card_shown@1"
    shoe: str
    place: int
    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCancelled:
    """Given to ``evolve`` when the game in progress of a series or match is void; never produced by ``decide``."""

    NAME: ClassVar[str] = "round.deal_cancelled@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCancelled:
    """Given to ``evolve`` when a round is void; never produced by ``decide``. The seats stay as they are."""

    NAME: ClassVar[str] = "round.cancelled@1"


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
      series or match stands, at any time; ``feats``: player -> what he achieved, counted (natural, crown, ...).
    - ``accept(S, stake, facts)``: the movements a bet request causes (mirroring included), or raises ``Rejected``.
      ``stake.part`` of a request is ``"1"``.
    - ``asks(S, bet)``: is the open question put to this bet and not yet answered.
    - ``extra_stake(S, action, bet)``: what double, split or insurance adds to this bet, minor units.
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
    asks: Callable[[Any, Bet], bool] = asks_nobody
    extra_stake: Callable[[Any, str, Bet], int] = costs_nothing
    burn: Callable[[str], int] | None = None
