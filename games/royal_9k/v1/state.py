"""What a round remembers: seats, hands, and what each hand has staked. No balances.

``phase`` names what is awaited:

========== =====================================================================
new        before ``OpenRound``
dealing    cards until every hand still in has as many as are due
betting    who is asked next, or the end of the betting round, is to be found
turn       the player on seat ``turn`` must act
showdown   betting is over, or one hand is left: the round is to be decided
leaving    the round is decided; leavers' seats are to be freed
over       nothing more happens
========== =====================================================================
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.kernel.ruleset import Seated
from games.royal_9k.v1.options import SEATS, Options
from games.royal_9k.v1.ranking import single

HAND: Final = 3


class Seat(NamedTuple):
    """An occupied seat, dealt in or waiting."""

    seat: int
    player: str
    leaving: bool = False


class Hand(NamedTuple):
    """One player of the game. ``staked``: in all, ``paid``: in this betting round, minor units."""

    seat: int
    player: str
    cards: tuple[str, ...] = ()
    staked: int = 0
    paid: int = 0
    folded: bool = False
    acted: bool = False  # since the last bet or raise

    @property
    def place(self) -> str:
        return f"seat{self.seat}"


class State(NamedTuple):
    """``number`` counts the questions so far. ``hands`` are in the order of dealing.

    ``turn``: the seat that was asked last in this betting round, 0 = none yet. ``level``: what a hand must have paid in
    this betting round to stay in, minor units.
    """

    options: Options
    seats: tuple[Seat, ...]
    phase: str = "new"
    number: int = 0
    dealer: int = 0
    hands: tuple[Hand, ...] = ()
    betting: int = 0  # betting rounds begun
    level: int = 0
    raises: int = 0
    turn: int = 0
    shown: bool = False
    cancelled: bool = False


def initial(options: Options, seated: Sequence[Seated]) -> State:
    """State of a new round: the seats carried over, before ``OpenRound``."""
    taken = sorted(seated, key=lambda s: s.seat)
    return State(options=options, seats=tuple(Seat(s.seat, s.player) for s in taken))


def seats(state: State) -> Mapping[int, Seated]:
    """Seat -> who sits there."""
    return {s.seat: Seated(s.seat, s.player) for s in state.seats}


def is_running(state: State) -> bool:
    return state.phase not in ("new", "over")


def is_decided(state: State) -> bool:
    """The round was played to its end: every pot has its winner."""
    return state.phase in ("leaving", "over") and bool(state.hands) and not state.cancelled


def seat_of(state: State, number: int) -> Seat | None:
    return next((seat for seat in state.seats if seat.seat == number), None)


def own_seat(state: State, player: str) -> Seat | None:
    return next((seat for seat in state.seats if seat.player == player), None)


def own_hand(state: State, player: str) -> Hand | None:
    """The hand of this player in the running or last game."""
    return next((hand for hand in state.hands if hand.player == player), None)


def hand_at(state: State, seat: int) -> Hand:
    return next(hand for hand in state.hands if hand.seat == seat)


def still_in(state: State) -> list[Hand]:
    """Hands that have not folded, in the order of dealing."""
    return [hand for hand in state.hands if not hand.folded]


def clockwise(dealer: int, seat: int) -> int:
    """§2.1: sorting key of a seat by its way from the dealer's left; the dealer himself is last."""
    return (seat - dealer - 1) % len(SEATS)


def next_to_get(state: State) -> Hand | None:
    """§3.3: the hand that is due a card, or ``None`` if nobody is due one before the next betting round or the end."""
    due = HAND if state.betting or not state.options.betting_rounds else HAND - 1
    hand = min(still_in(state), key=lambda h: len(h.cards))
    return hand if len(hand.cards) < due else None


def in_turn(state: State) -> list[Hand]:
    """§3.4.1: all hands in the order in which they are asked next.

    A betting round starts with the highest first card that was dealt, folded or not. After that it goes on clockwise
    from the hand that was asked last.
    """
    if state.turn:
        start = state.hands.index(hand_at(state, state.turn)) + 1
    else:
        highest = max((hand for hand in state.hands if hand.cards), key=lambda hand: single(hand.cards[0]))
        start = state.hands.index(highest)
    return [*state.hands[start:], *state.hands[:start]]


def owed(state: State, hand: Hand) -> int:
    """What a call costs this hand, minor units."""
    return state.level - hand.paid


def price(state: State, hand: Hand, action: str) -> int:
    """§3.4: what an action costs in full, minor units; a call may be made for less (§3.4.3)."""
    if action in ("bet", "raise"):
        return owed(state, hand) + state.options.unit
    return owed(state, hand) if action == "call" else 0


def actions(state: State) -> tuple[str, ...]:
    """§3.4.2, §3.4.4: what the betting allows who is asked; money is looked at when the action is taken."""
    if not state.level:
        return ("check", "bet")
    return ("fold", "call", "raise") if state.raises < state.options.max_raises else ("fold", "call")


def silent(state: State) -> str:
    """§3.5: what the system does for who is asked."""
    return "fold" if state.level else "check"
