"""What a round, which is a match, remembers. No money: who has staked is known from the seats.

``phase`` names what is awaited:

======== ===========================================================
new      before ``OpenRound``
pack     the shuffled pack of the next game
dealing  the first four cards each
trump    the card to be shown
turn     one player must lead or reply; a pull may come from others
taking   four plays lie there: the trick is to be taken
refill   cards from the pack until everybody has four
count    the last trick was taken: the game is to be counted
ended    a team has reached the limit: the match is to be closed
over     nothing more happens
======== ===========================================================
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from games.kernel.ruleset import Seated
from games.kozel.v1.options import HAND, PACK, SEATS, Options
from games.kozel.v1.ranking import cheapest_first, is_pull

Pair = tuple[int, int]  # team A, team B
Cards = tuple[str, ...]

TEAMS: Final = "AB"
NOBODY: Final[tuple[Cards, ...]] = ((), (), (), ())


class Play(NamedTuple):
    """Cards laid to the trick by one seat."""

    seat: int
    action: str
    cards: Cards


class Game(NamedTuple):
    """One deal. ``leader`` owns the lead of the trick; a pull by somebody else does not change that (§3.5.4)."""

    shoe: str = ""
    shown_at: int = 0
    left: int = len(PACK)  # cards in the pack
    shown: str = ""  # the card whose suit is trump
    hands: tuple[Cards, ...] = NOBODY  # by seat
    leader: int = 0
    plays: tuple[Play, ...] = ()
    piles: tuple[Cards, Cards] = ((), ())  # what each team has taken
    tricks: Pair = (0, 0)
    pulls: tuple[int, ...] = (0, 0, 0, 0)  # laid by each seat


class State(NamedTuple):
    """``number`` counts the questions so far. ``first``: who leads the first trick of this game.

    ``players`` of the match by seat: its cards stay theirs when the seats change after it.
    """

    options: Options
    seats: tuple[Seated, ...]
    players: tuple[str, ...] = ()
    phase: str = "new"
    number: int = 0
    dealer: int = 0
    first: int = 0
    game: Game = Game()
    score: Pair = (0, 0)  # loss points
    eggs: int = 0
    pulls: tuple[int, ...] = (0, 0, 0, 0)  # of the games that count
    cancelled: bool = False


def initial(options: Options, seated: Sequence[Seated]) -> State:
    """State of a new round: the seats carried over, before ``OpenRound``."""
    return State(options=options, seats=tuple(sorted(seated, key=lambda s: s.seat)))


def seats(state: State) -> Mapping[int, Seated]:
    """Seat -> who sits there."""
    return {s.seat: s for s in state.seats}


def is_running(state: State) -> bool:
    """A match is being played: nobody sits down or leaves (§3.1)."""
    return state.phase not in ("new", "over")


def seat_of(state: State, player: str) -> int | None:
    """Where this player sits."""
    return next((s.seat for s in state.seats if s.player == player), None)


def hand_of(state: State, player: str) -> int | None:
    """The seat from which this player plays or played the match."""
    return state.players.index(player) if player in state.players else None


def clockwise(seat: int, steps: int = 1) -> int:
    """The seat so many steps on."""
    return (seat + steps) % len(SEATS)


def distance(leader: int, seat: int) -> int:
    """Steps clockwise from the original leader to this seat; he himself is nearest (§3.5.4)."""
    return (seat - leader) % len(SEATS)


def team(seat: int) -> int:
    """0 = team A (seats 0 and 2), 1 = team B (§2.1)."""
    return seat % 2


def turn(game: Game) -> int:
    """The seat that is to lead or reply."""
    return clockwise(game.plays[-1].seat) if game.plays else game.leader


def standing(plays: Sequence[Play]) -> Cards:
    """§3.3.2: the cards that have to be beaten: the last beat, or the lead."""
    return next((play.cards for play in reversed(plays) if play.action == "beat"), plays[0].cards)


def taker(plays: Sequence[Play]) -> int:
    """§3.4.1: who beat last; if nobody did, the leader."""
    return next((play.seat for play in reversed(plays) if play.action == "beat"), plays[0].seat)


def may_pull(state: State, seat: int) -> bool:
    """§3.5: four of a suit, not yet played to this trick, and no pull in the way.

    Who has played holds fewer than four. Four cards led are a pull whoever leads them (§3.5.5).
    """
    game = state.game
    if state.phase != "turn" or not is_pull(game.hands[seat]):
        return False
    if not game.plays:
        return True
    lead = game.plays[0]
    if len(lead.cards) == HAND:
        return len(game.plays) == 1 and distance(game.leader, seat) < distance(game.leader, lead.seat)
    return state.options.pull_until == "played"


def actions(state: State, seat: int) -> tuple[str, ...]:
    """What this seat may do now: its turn's actions, and ``pull`` in or out of turn."""
    if state.phase != "turn":
        return ()
    own: tuple[str, ...] = ()
    if turn(state.game) == seat:
        own = ("beat", "discard") if state.game.plays else ("lead",)
    return (*own, "pull") if may_pull(state, seat) else own


def silent(state: State) -> tuple[str, Cards]:
    """§3.6: action and cards that the system lays for the silent player whose turn it is."""
    game = state.game
    trump = game.shown[1]
    hand = sorted(game.hands[turn(game)], key=lambda card: cheapest_first(card, trump))
    if not game.plays:
        return "lead", tuple(hand[:1])
    return "discard", tuple(hand[: len(game.plays[0].cards)])


def next_to_get(state: State) -> int:
    """§2.4, §3.4.2: cards go round from the first after the dealer, or from the taker, always one to each."""
    start = clockwise(state.dealer) if state.phase == "dealing" else state.game.leader
    return clockwise(start, len(PACK) - state.game.left)


def loser(state: State) -> int | None:
    """§4.4: the team that has reached the limit."""
    return next((at for at, lost in enumerate(state.score) if lost >= state.options.loss_limit), None)
