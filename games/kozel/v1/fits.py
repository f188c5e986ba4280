"""Could this recorded event still happen here: used when a recorded match is repeated."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.expectations import Deal
from games.kozel.v1 import scoring
from games.kozel.v1.events import CardsLaid, GameScored, MatchEnded, MatchOpened, TrickTaken
from games.kozel.v1.expecting import REST, expects
from games.kozel.v1.options import PACK, SEATS
from games.kozel.v1.ranking import is_lead, is_reply
from games.kozel.v1.state import Game, State, actions, is_running, seat_of, silent, standing, turn


def fits(state: State, event: Any) -> bool:
    """True if the event could happen in this state; an event this game does not know is a ``TypeError``."""
    check = _CHECKS.get(type(event))
    if check is None:
        raise TypeError(f"kozel@1 does not know {type(event).__name__}")
    return check(state, event)


def _seat_taken(state: State, event: SeatTaken) -> bool:
    free = event.seat in SEATS and all(seat.seat != event.seat for seat in state.seats)
    return not is_running(state) and free and seat_of(state, event.player) is None


def _seat_left(state: State, event: SeatLeft) -> bool:
    return not is_running(state) and seat_of(state, event.player) == event.seat and event.reason == "left"


def _match_opened(state: State, event: MatchOpened) -> bool:
    full = state.phase == "new" and len(state.seats) == len(SEATS)
    return full and event.dealer in SEATS and event.stake == state.options.match_stake


def _pack_shuffled(state: State, event: PackShuffled) -> bool:
    return state.phase == "pack" and event.what == "deal" and event.shown_at in REST


def _card_dealt(state: State, event: CardDealt) -> bool:
    """The next card of this pack; the shown one comes exactly at its place."""
    game = state.game
    if expects(state) != Deal(event.to, event.face) or event.shoe != game.shoe:
        return False
    place = len(PACK) - game.left + 1
    if event.draw != place or (game.shown and (event.card == game.shown) != (place == game.shown_at)):
        return False
    return _is_unseen(game, event.card)


def _card_shown(state: State, event: CardShown) -> bool:
    game = state.game
    if state.phase != "trump" or (event.shoe, event.place) != (game.shoe, game.shown_at):
        return False
    return _is_unseen(game, event.card)


def _is_unseen(game: Game, card: str) -> bool:
    """Still in the pack: in no hand and in no pile; between two tricks nothing lies on the table."""
    return card in PACK and not any(card in cards for cards in (*game.hands, *game.piles))


def _cards_laid(state: State, event: CardsLaid) -> bool:
    if state.phase != "turn" or event.seat not in SEATS or event.by not in ("player", "silence"):
        return False
    game, seat = state.game, event.seat
    if event.by == "silence":
        return seat == turn(game) and (event.action, event.cards) == silent(state)
    if event.action not in actions(state, seat):
        return False
    if event.action == "pull":
        return event.cards == game.hands[seat]
    if event.action == "lead":
        return is_lead(game.hands[seat], event.cards)
    return is_reply(game.hands[seat], standing(game.plays), event.cards, event.action, game.shown[1])


def _trick_taken(state: State, event: TrickTaken) -> bool:
    return state.phase == "taking" and event == scoring.trick(state)


def _game_scored(state: State, event: GameScored) -> bool:
    return state.phase == "count" and event == scoring.game(state)


def _match_ended(state: State, event: MatchEnded) -> bool:
    return state.phase == "ended" and event == scoring.match(state)


def _deal_cancelled(state: State, _: DealCancelled) -> bool:
    """§3.7.4: only a game that was begun."""
    return is_running(state) and state.phase not in ("pack", "ended")


_CHECKS: Final[dict[type, Callable[[State, Any], bool]]] = {
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    MatchOpened: _match_opened,
    PackShuffled: _pack_shuffled,
    CardDealt: _card_dealt,
    CardShown: _card_shown,
    CardsLaid: _cards_laid,
    TrickTaken: _trick_taken,
    GameScored: _game_scored,
    MatchEnded: _match_ended,
    DealCancelled: _deal_cancelled,
    RoundCancelled: lambda state, _: is_running(state),
}
