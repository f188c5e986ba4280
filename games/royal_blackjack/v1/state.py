"""What a round remembers. No money and no bets.

``phase`` names what is awaited:

========== =====================================================================
new        before ``OpenRound``
betting    bets are open
dealing    initial cards
turn       the player of hand ``turn`` must decide
auto       the system goes on with the hand of a silent player
card       one card for hand ``turn``
split_1    the first hand of a split gets its card
split_2    the second hand of a split gets its card
dealer     the dealer draws
leaving    the round is decided; leavers' seats are to be freed
over       nothing more happens
========== =====================================================================
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.kernel.cards import PACK
from games.kernel.ruleset import Seated
from games.royal_blackjack.v1.hand_value import VALUE, is_natural, may_draw, may_split, total
from games.royal_blackjack.v1.options import Options


class Seat(NamedTuple):
    """An occupied seat. ``plays``: it takes part in this round."""

    seat: int
    player: str
    leaving: bool = False
    plays: bool = False


class Hand(NamedTuple):
    """One hand in the order of play. ``total`` is the score of ``cards``."""

    seat: int
    hand: int
    player: str
    cards: tuple[str, ...] = ()
    total: int = 0
    closed: bool = False
    split: bool = False
    silent: bool = False  # the system finishes it

    @property
    def place(self) -> str:
        return f"{self.seat}.{self.hand}"

    @property
    def natural(self) -> bool:
        return is_natural(self.cards, self.split)


class State(NamedTuple):
    """``number`` counts the questions so far. ``turn`` is the index in ``hands`` of the hand that is played."""

    options: Options
    seats: tuple[Seat, ...]
    phase: str = "new"
    number: int = 0
    hands: tuple[Hand, ...] = ()
    dealer: tuple[str, ...] = ()
    turn: int = 0
    revealed: bool = False  # the dealer's second card
    played: bool = True
    cancelled: bool = False


def initial(options: Options, seated: Sequence[Seated]) -> State:
    """State of a new round: the seats carried over, before ``OpenRound``."""
    taken = sorted(seated, key=lambda s: s.seat)
    return State(options=options, seats=tuple(Seat(s.seat, s.player) for s in taken))


def seats(state: State) -> Mapping[int, Seated]:
    """Seat -> who sits there."""
    return {s.seat: Seated(s.seat, s.player) for s in state.seats}


def seat_of(state: State, number: int) -> Seat | None:
    for seat in state.seats:
        if seat.seat == number:
            return seat
    return None


def own_seat(state: State, player: str) -> Seat | None:
    for seat in state.seats:
        if seat.player == player:
            return seat
    return None


def cards_on_table(state: State) -> list[str]:
    """Every card that has left this round's pack."""
    return [*state.dealer, *(card for hand in state.hands for card in hand.cards)]


def cards_left(state: State) -> int:
    """How many cards the round's pack still holds (§3.5.7)."""
    return len(PACK) * state.options.packs - len(cards_on_table(state))


def actions(state: State, hand: Hand) -> tuple[str, ...]:
    """§3.5.2, §3.5.3, §3.5.7: what the cards of an open hand allow; money is looked at when the action is taken."""
    left = cards_left(state)
    found = ("draw", "stand") if left and may_draw(hand.cards) else ("stand",)
    return (*found, "split") if left > 1 and may_split(hand.cards, hand.split) else found


def automatic(state: State, hand: Hand) -> str:
    """§3.6: what the system does for a silent player."""
    draws = hand.total <= state.options.silence_draws_to and cards_left(state)
    return "draw" if draws else "stand"


def receive(hand: Hand, card: str) -> Hand:
    """§3.5.5: 21 and a bust close a hand by themselves, so does the one card of a split ace."""
    cards = (*hand.cards, card)
    now = total(cards)
    return hand._replace(cards=cards, total=now, closed=now >= 21 or (hand.split and VALUE[cards[0]] == 1))


def with_hand(state: State, index: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands with the one at ``index`` replaced."""
    return (*state.hands[:index], hand, *state.hands[index + 1 :])
