"""What a round remembers. No money except the seat bets as they stood when the betting closed, and no bets.

``phase`` names what is awaited:

========== =====================================================================
new        before ``OpenRound``
betting    bets are open
dealing    initial cards
offer      the first card is an ace: who can pay for insurance is to be looked up
insurance  the insurance question is open
auto       a preselected or automatic action is due
turn       the player of hand ``turn`` must decide
double     back bettors are asked whether they follow a double
split      back bettors are asked whether they follow a split
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

from games.deluxe_blackjack.v1.hand_value import VALUE, is_natural, legal_actions, total
from games.deluxe_blackjack.v1.options import Options
from games.kernel.ruleset import Seated

PLAYED = "played"
SAT_OUT = "sat_out"
LEAVING = "leaving"


class Seat(NamedTuple):
    """An occupied seat. ``mark`` is what the round before left: ``played``, ``sat_out`` or empty (newcomer)."""

    seat: int
    player: str
    mark: str = ""
    leaving: bool = False
    plays: bool = False
    stake: int = 0  # the seat bet at close, minor units
    behind: int = 0  # back bets on hand 1
    behind_2: int = 0  # back bets that ride on hand 2 as well


class Hand(NamedTuple):
    """One hand in the order of play. ``total`` is the score of ``cards``."""

    seat: int
    hand: int
    player: str
    cards: tuple[str, ...] = ()
    total: int = 0
    closed: bool = False
    acted: bool = False  # an action was taken on this hand, so only hit and stand are left
    split: bool = False
    doubled: bool = False
    surrendered: bool = False
    silent: bool = False  # the system finishes it
    preselected: str | None = None

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
    not_offered: tuple[str, ...] = ()  # "seat/player", sorted
    revealed: bool = False  # the dealer's second card
    played: bool = True
    cancelled: bool = False


def initial(options: Options, seated: Sequence[Seated]) -> State:
    """State of a new round: the seats carried over, before ``OpenRound``."""
    return State(
        options=options,
        seats=tuple(
            Seat(
                seat=s.seat,
                player=s.player,
                mark=PLAYED if PLAYED in s.marks else SAT_OUT if SAT_OUT in s.marks else "",
                leaving=LEAVING in s.marks,
            )
            for s in sorted(seated, key=lambda s: s.seat)
        ),
    )


def seats(state: State) -> Mapping[int, Seated]:
    """Seat -> who sits there, with the marks the next round must know."""
    return {
        s.seat: Seated(s.seat, s.player, ((s.mark,) if s.mark else ()) + ((LEAVING,) if s.leaving else ()))
        for s in state.seats
    }


def seat_of(state: State, number: int) -> Seat | None:
    for seat in state.seats:
        if seat.seat == number:
            return seat
    return None


def own_seats(state: State, player: str) -> list[Seat]:
    return [seat for seat in state.seats if seat.player == player]


def hand_of(state: State, seat: int, hand: int) -> Hand | None:
    for each in state.hands:
        if each.seat == seat and each.hand == hand:
            return each
    return None


def hands_of(state: State, seat: int) -> list[Hand]:
    return [each for each in state.hands if each.seat == seat]


def actions(state: State, hand: Hand) -> tuple[str, ...]:
    """What the cards of an open hand allow (§3.7)."""
    return legal_actions(hand.cards, state.dealer[0], acted=hand.acted, split=hand.split)


def question(state: State) -> str:
    """The open question to bets, as it is stored with their answers; empty if there is none."""
    if state.phase == "insurance":
        return "insurance"
    if state.phase in ("double", "split"):
        return f"{state.phase}:{state.hands[state.turn].place}"
    return ""


def receive(hand: Hand, card: str) -> Hand:
    """§3.7.6: 21 and a bust close a hand by themselves, so do the card of a double and that of a split ace."""
    cards = (*hand.cards, card)
    now = total(cards)
    closed = now >= 21 or hand.doubled or (hand.split and VALUE[cards[0]] == 1)
    return hand._replace(cards=cards, total=now, closed=closed)


def with_hand(state: State, index: int, hand: Hand) -> tuple[Hand, ...]:
    """The hands with the one at ``index`` replaced."""
    return (*state.hands[:index], hand, *state.hands[index + 1 :])


def without_choice(hand: Hand) -> Hand:
    """The hand after its preselection was used or dropped (§3.8.2)."""
    return hand if hand.preselected is None else hand._replace(preselected=None)
