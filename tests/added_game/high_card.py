"""High Card, a game in one file: everybody antes, gets one card, keeps it or folds; the highest card wins the pot.

It exists to prove games/ADDING_A_GAME.md: nothing in ``wagering/`` or ``audit/`` knows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final, NamedTuple

from games.kernel import events
from games.kernel import ruleset as rules
from games.kernel.bets import POT, RAKE, Bet, Line, Settlement, Stake
from games.kernel.cards import HIDDEN, PACK
from games.kernel.events import CardDealt
from games.kernel.expectations import Countdown, Deal, Decide, Expectation, Over
from games.kernel.ruleset import Facts, Rejected, Seated, View
from games.kernel.words import Sentence

ORDER: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
SEATS: Final = range(1, 6)
WORDS: Final = {"pot": "Pot", "keep": "Keep", "fold": "Fold", "win": "Win", "lose": "Loss"}


@dataclass(frozen=True, slots=True)
class Options:
    """``ante`` in minor units, ``rake_bp`` in 1/10000 of the pot, times in seconds."""

    ante: int
    rake_bp: int = 500
    turn_s: int = 15
    incident_s: int = 900


@dataclass(frozen=True, slots=True)
class Act:
    player: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AntesTaken:
    """These seats play, in this order."""

    NAME: ClassVar[str] = "high_card.antes_taken@1"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    NAME: ClassVar[str] = "high_card.acted@1"
    seat: int
    action: str


class State(NamedTuple):
    """``acted``: what each seat has chosen so far, in the order of ``playing``."""

    options: Options
    seats: Mapping[int, Seated]
    playing: tuple[int, ...] = ()
    cards: Mapping[int, str] = {}
    acted: tuple[str, ...] = ()
    cancelled: bool = False


def read_options(given: Mapping[str, Any]) -> Options:
    strangers = given.keys() - set(Options.__slots__)
    if strangers or any(type(value) is not int or value < 0 for value in given.values()) or "ante" not in given:
        raise ValueError(f"options: ante and the others, whole numbers; not {dict(given)!r}")
    return Options(**given)


def initial(options: Options, seated: Sequence[Seated]) -> State:
    return State(options, {each.seat: each for each in seated})


def expects(state: State) -> Expectation:
    if not state.playing or state.cancelled or len(state.acted) == len(state.playing):
        return Over()
    if len(state.cards) < len(state.playing):
        return Deal(f"seat{state.playing[len(state.cards)]}", "down")
    seat = state.playing[len(state.acted)]
    clock = Countdown("turn", state.options.turn_s)
    return Decide(len(state.acted) + 1, seat, 0, state.seats[seat].player, ("keep", "fold"), clock)


def decide(state: State, intent: Any, facts: Facts) -> rules.Decision:
    match intent:
        case rules.OpenRound():
            if len(state.seats) < 2:
                raise Rejected("too_few_players", "§1", "two players at least")
            stakes = [Stake(each.player, seat, "pot", "ante", state.options.ante) for seat, each in state.seats.items()]
            return [AntesTaken(seats=tuple(state.seats)), *stakes]
        case rules.Sit(player=player, seat=seat):
            if seat not in SEATS:
                raise Rejected("no_such_seat", "§1", "seats 1 to 5", "seat")
            if seat in state.seats:
                raise Rejected("seat_taken", "§1", "somebody sits there", "seat")
            if facts.funds(player) < state.options.ante:
                raise Rejected("insufficient_funds", "§1", "the ante is not covered", "player")
            return [events.SeatTaken(seat=seat, player=player)]
        case Act(player=player, action=action):
            due = expects(state)
            if not isinstance(due, Decide):
                raise Rejected("wrong_phase", "§2", "no cards are played", "action")
            if due.player != player:
                raise Rejected("not_your_turn", "§2", f"{due.player} is to act", "player")
            if action not in due.actions:
                raise Rejected("illegal_action", "§2", "keep or fold", "action")
            return [Acted(seat=due.seat, action=action)]
        case rules.Silence():
            due = expects(state)
            return [Acted(seat=due.seat, action="fold")] if isinstance(due, Decide) else []
        case _:
            raise Rejected("wrong_phase", "§1", "not in this game")


def evolve(state: State, event: Any) -> State:
    match event:
        case events.SeatTaken():
            return state._replace(seats={**state.seats, event.seat: Seated(event.seat, event.player)})
        case AntesTaken():
            return state._replace(playing=event.seats)
        case CardDealt():
            return state._replace(cards={**state.cards, int(event.to.removeprefix("seat")): event.card})
        case Acted():
            return state._replace(acted=(*state.acted, event.action))
        case events.RoundCancelled():
            return state._replace(cancelled=True)
        case _:
            raise TypeError(f"high_card@1 does not know {type(event).__name__}")


def fits(state: State, event: Any) -> bool:
    due = expects(state)
    match event:
        case CardDealt():
            return isinstance(due, Deal) and due.to == event.to
        case Acted():
            return isinstance(due, Decide) and due.seat == event.seat
        case _:
            return not state.playing


def winner(state: State) -> int:
    """The seat with the highest card among those who kept theirs; if nobody did, among all."""
    kept = [seat for seat, action in zip(state.playing, state.acted, strict=True) if action == "keep"]
    return max(
        kept or state.playing, key=lambda seat: (ORDER.index(state.cards[seat][0]), SUITS.index(state.cards[seat][1]))
    )


def settle(bet: Bet, state: State) -> Settlement:
    if bet.seat != winner(state):
        return Settlement(0, "lose", (Line(f"{POT}1", "lose", bet.stake, 0, "§3"),))
    pot = state.options.ante * len(state.playing)
    rake = pot * state.options.rake_bp // 10_000
    lines = (Line(f"{POT}1", "win", bet.stake, pot, "§3"), Line(f"{RAKE}1", "rake", 0, -rake, "§3"))
    return Settlement(pot - rake, "win", lines)


def view(state: State, viewer: str, _facts: Facts) -> View:
    due = expects(state)
    shown = {
        f"seat{seat}": (card if state.seats[seat].player == viewer else HIDDEN,) for seat, card in state.cards.items()
    }
    return View(shown, due.actions if isinstance(due, Decide) and due.player == viewer else ())


def narrate(event: Any) -> Sentence:
    match event:
        case events.SeatTaken():
            return Sentence("%(player)s takes seat %(seat)s.", {"player": event.player, "seat": event.seat})
        case AntesTaken():
            return Sentence("The antes are taken; players: %(count)s.", {"count": len(event.seats)})
        case CardDealt():
            return Sentence("A card goes to %(to)s.", {"to": event.to})
        case Acted():
            return Sentence("Seat %(seat)s: %(word)s.", {"seat": event.seat, "word": Sentence(WORDS[event.action])})
        case _:
            raise TypeError(f"high_card@1 does not know {type(event).__name__}")


def outcome(state: State) -> dict[str, Any]:
    done = bool(state.playing) and len(state.acted) == len(state.playing)
    return {"winner": winner(state) if done else None, "feats": {}}


RULESET: Final = rules.Ruleset(
    id="high_card@1",
    title="High Card",
    bet_kinds=("pot",),
    intents={"act": Act},
    events={event.NAME: event for event in (AntesTaken, Acted)},
    shoe_lasts="round",
    words=WORDS,
    read_options=read_options,
    dump_options=asdict,
    pack=lambda _options: PACK,
    initial=initial,
    expects=expects,
    decide=decide,
    evolve=evolve,
    fits=fits,
    settle=settle,
    view=view,
    seats=lambda state: state.seats,
    narrate=narrate,
    outcome=outcome,
)
