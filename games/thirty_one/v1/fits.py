"""Could this recorded event still happen here: used when a recorded series is repeated."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Deal
from games.thirty_one.v1 import scoring
from games.thirty_one.v1.events import ChoiceMade, GameScored, SeriesEnded, SeriesOpened, TurnTaken
from games.thirty_one.v1.expecting import expects
from games.thirty_one.v1.options import SEATS
from games.thirty_one.v1.state import State, actions, is_running, outside_hands, seat_of, silent


def fits(state: State, event: Any) -> bool:
    """True if the event could happen in this state; an event this game does not know is a ``TypeError``."""
    check = _CHECKS.get(type(event))
    if check is None:
        raise TypeError(f"thirty_one@1 does not know {type(event).__name__}")
    return check(state, event)


def _seat_taken(state: State, event: SeatTaken) -> bool:
    free = event.seat in SEATS and all(seat.seat != event.seat for seat in state.seats)
    return not is_running(state) and free and seat_of(state, event.player) is None


def _seat_left(state: State, event: SeatLeft) -> bool:
    return not is_running(state) and seat_of(state, event.player) == event.seat and event.reason == "left"


def _series_opened(state: State, event: SeriesOpened) -> bool:
    options, taken = state.options, [seat.seat for seat in state.seats]
    stakes = (event.series_stake, event.crown_stake) == (options.series_stake, options.crown_stake)
    return state.phase == "new" and len(taken) > 1 and event.dealer in taken and stakes


def _pack_shuffled(state: State, event: PackShuffled) -> bool:
    due = {"pack": "deal", "reshuffle": "reshuffle"}.get(state.phase)
    return event.what == due and event.shown_at == 0


def _card_dealt(state: State, event: CardDealt) -> bool:
    """The next card of this pack, which is in nobody's hand, not on the table and not laid aside."""
    game = state.game
    if expects(state) != Deal(event.to, event.face) or (event.shoe, event.draw) != (game.shoe, game.drawn + 1):
        return False
    return event.card in outside_hands(state) and event.card not in game.table + game.aside


def _choice_made(state: State, event: ChoiceMade) -> bool:
    return state.phase == "choice" and _is_due(state, event)


def _turn_taken(state: State, event: TurnTaken) -> bool:
    if state.phase != "turn" or not _is_due(state, event):
        return False
    if event.action == "swap":
        return event.give in state.game.hands[event.seat] and event.take in state.game.table
    return event.give == event.take == ""


def _is_due(state: State, event: ChoiceMade | TurnTaken) -> bool:
    """This seat's turn, and an action open to it; of a silent player the prescribed one."""
    if event.seat != state.game.turn:
        return False
    may = {"player": actions(state), "silence": (silent(state),)}
    return event.action in may.get(event.by, ())


def _game_scored(state: State, event: GameScored) -> bool:
    return state.phase == "show" and event == scoring.game(state)


def _series_ended(state: State, event: SeriesEnded) -> bool:
    return state.phase == "ended" and event == scoring.series(state)


def _deal_cancelled(state: State, _: DealCancelled) -> bool:
    """§3.9.4: only a game that was begun and is not scored."""
    return is_running(state) and state.phase not in ("pack", "ended")


_CHECKS: Final[dict[type, Callable[[State, Any], bool]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    SeriesOpened: _series_opened,
    PackShuffled: _pack_shuffled,
    CardDealt: _card_dealt,
    ChoiceMade: _choice_made,
    TurnTaken: _turn_taken,
    GameScored: _game_scored,
    SeriesEnded: _series_ended,
    DealCancelled: _deal_cancelled,
    RoundCancelled: lambda state, _: is_running(state),
}
