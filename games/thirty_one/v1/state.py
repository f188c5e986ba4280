"""What a round, which is a series, remembers. No money: who has staked is known from the players.

``phase`` names what is awaited:

========= ===========================================================
new       before ``OpenRound``
pack      the shuffled pack of the next game
deal      three cards each
choice    the dealer must keep his cards or put them down
redraw    three cards to the dealer who has put his down
lay       three cards to the table
turn      one player must take his turn
reshuffle the used-up stock shuffled again
show      the game has ended: hands are to be shown and scored
ended     one player is left: the series is to be closed
over      nothing more happens
========= ===========================================================
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from games.kernel.ruleset import Seated
from games.thirty_one.v1.options import SEATS, Options, pack
from games.thirty_one.v1.ranking import OUT

Cards = tuple[str, ...]

NO_HANDS: tuple[Cards, ...] = ((),) * SEATS.stop
CHOICES = ("keep", "put_down")
LAST_TURN = ("swap", "swap_all", "pass")


class Player(NamedTuple):
    """Who takes part in the series; ``tokens`` 0 = swims, -1 = out."""

    seat: int
    player: str
    tokens: int


class Game(NamedTuple):
    """One deal. ``drawn`` cards of ``shoe`` have left it, which is a new one after a reshuffle."""

    shoe: str = ""
    drawn: int = 0
    hands: tuple[Cards, ...] = NO_HANDS  # by seat; place 0 is never used
    table: Cards = ()
    aside: Cards = ()  # table cards that were replaced
    turn: int = 0  # the seat to choose or to play, now or when cards have been laid
    passes: int = 0  # in an unbroken row
    knocker: int = 0  # 0 = nobody
    shown: bool = False  # the hands lie open


class State(NamedTuple):
    """``number`` counts the questions so far. ``players``: of the running or last series, by seat."""

    options: Options
    seats: tuple[Seated, ...]
    phase: str = "new"
    number: int = 0
    dealer: int = 0
    players: tuple[Player, ...] = ()
    game: Game = Game()
    cancelled: bool = False


def initial(options: Options, seated: Sequence[Seated]) -> State:
    """State of a new round: the seats carried over, before ``OpenRound``."""
    return State(options=options, seats=tuple(sorted(seated, key=lambda s: s.seat)))


def seats(state: State) -> Mapping[int, Seated]:
    """Seat -> who sits there."""
    return {s.seat: s for s in state.seats}


def is_running(state: State) -> bool:
    """A series is being played: nobody sits down or leaves (§3.1)."""
    return state.phase not in ("new", "over")


def seat_of(state: State, player: str) -> int | None:
    """Where this player sits."""
    return next((s.seat for s in state.seats if s.player == player), None)


def player_at(state: State, seat: int) -> str:
    """Who plays this seat in the series."""
    return next(p.player for p in state.players if p.seat == seat)


def still_in(state: State) -> tuple[int, ...]:
    """Seats of the players still in, in order."""
    return tuple(p.seat for p in state.players if p.tokens != OUT)


def following(state: State, seat: int) -> int:
    """The next seat clockwise whose player is still in."""
    inside = still_in(state)
    return next((other for other in inside if other > seat), inside[0])


def first_after(state: State, option: str) -> int:
    """§2.5, §2.7: the dealer himself or the player after him."""
    return state.dealer if option == "dealer" else following(state, state.dealer)


def next_to_get(state: State) -> int:
    """§2.5: the seat that gets the next card of the deal: one at a time, clockwise."""
    start, hands = first_after(state, state.options.first_card), state.game.hands
    return min(still_in(state), key=lambda seat: (len(hands[seat]), seat < start, seat))


def outside_hands(state: State) -> Cards:
    """§3.7.2: stock, table and everything laid aside: each card of the pack that nobody holds."""
    held = set(chain.from_iterable(state.game.hands))
    return tuple(card for card in pack(state.options) if card not in held)


def stock(state: State) -> int:
    """Cards left in the stock."""
    return len(outside_hands(state)) - len(state.game.table) - len(state.game.aside)


def actions(state: State) -> tuple[str, ...]:
    """What the player whose turn it is may do (§3.3 to §3.5), from what ends most to what ends least."""
    if state.phase == "choice":
        return CHOICES
    if state.phase != "turn":
        return ()
    if state.game.knocker:
        return LAST_TURN
    fresh = state.options.new_cards and {card[0] for card in state.game.table} == set("789")
    return ("knock", "new_cards", *LAST_TURN) if fresh else ("knock", *LAST_TURN)


def silent(state: State) -> str:
    """§3.8: what the system does for the silent player whose turn it is."""
    wanted = state.options.silent_choice if state.phase == "choice" else state.options.silent_turn
    return wanted if wanted in actions(state) else "pass"


def winner(state: State) -> Player | None:
    """§4.5: the last one in."""
    inside = [p for p in state.players if p.tokens != OUT]
    return inside[0] if len(inside) == 1 else None


def has_crown(state: State, last: Player) -> bool:
    """§4.5: the winner still has all the tokens he began with."""
    return last.tokens == state.options.tokens
