"""From an intent to events and movements, or a refusal. Reads no clock and draws no card."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel import cards
from games.kernel.bets import Stake
from games.kernel.events import SeatLeft, SeatTaken
from games.kernel.expectations import Proceed
from games.kernel.ruleset import Decision, Facts, Leave, OpenRound, Rejected, Silence, Sit
from games.kozel.v1 import scoring
from games.kozel.v1.events import CardsLaid, MatchOpened
from games.kozel.v1.intents import Act
from games.kozel.v1.options import SEATS
from games.kozel.v1.ranking import is_lead, is_reply
from games.kozel.v1.state import Cards, State, actions, hand_of, is_running, seat_of, silent, standing, turn


def decide(state: State, intent: Any, facts: Facts) -> Decision:
    """Events and movements in the order in which they happen; raises ``Rejected`` and changes nothing otherwise."""
    answer = _ANSWERS.get(type(intent))
    if answer is None:
        raise TypeError(f"kozel@1 does not know {type(intent).__name__}")
    return answer(state, intent, facts)


# --- seats and opening -------------------------------------------------------------------------------------------


def _sit(state: State, intent: Sit, facts: Facts) -> Decision:
    if is_running(state):
        raise Rejected("wrong_phase", "§3.1.1", "nobody sits down while a match is played")
    if facts.account_type(intent.player) != "real":
        raise Rejected("account_type", "§2.2", "trial and play-for-fun accounts take no seats")
    if type(intent.seat) is not int or intent.seat not in SEATS:
        raise Rejected("no_such_seat", "§2.1", "seats are numbered 0 to 3", "seat")
    if any(seat.seat == intent.seat for seat in state.seats):
        raise Rejected("seat_taken", "§3.1.1", f"seat {intent.seat} is occupied", "seat")
    if seat_of(state, intent.player) is not None:
        raise Rejected("too_many_seats", "§2.1", "a player takes one seat")
    if facts.funds(intent.player) < state.options.match_stake:
        raise Rejected("insufficient_funds", "§3.1.1", "the balance does not cover the stake of a match")
    return [SeatTaken(seat=intent.seat, player=intent.player)]


def _leave(state: State, intent: Leave, _: Facts) -> Decision:
    seat = seat_of(state, intent.player)
    if seat is None:
        raise Rejected("not_seated", "§3.1.2", "only who has a seat can give it up")
    if is_running(state):
        raise Rejected("wrong_phase", "§3.1.2", "nobody leaves while a match is played")
    return [SeatLeft(seat=seat, player=intent.player, reason="left")]


def _open_round(state: State, intent: OpenRound, facts: Facts) -> Decision:
    stake = state.options.match_stake
    if state.phase != "new":
        raise Rejected("round_running", "§3.1.3", "this match has been opened before")
    if len(state.seats) < len(SEATS):
        raise Rejected("too_few_players", "§3.1.3", "a match needs four players")
    if type(intent.dealer) is not int or intent.dealer not in SEATS:
        raise Rejected("no_such_seat", "§2.6", "the first dealer sits on a seat from 0 to 3", "dealer")
    if any(facts.funds(seat.player) < stake for seat in state.seats):
        raise Rejected("insufficient_funds", "§3.1.4", "the balance of a player does not cover the stake")
    opened = MatchOpened(dealer=intent.dealer, stake=stake)
    stakes = [Stake(seat.player, seat.seat, "match", "1", stake) for seat in state.seats]
    return [opened, *stakes] if stake else [opened]


# --- the game ----------------------------------------------------------------------------------------------------


def _act(state: State, intent: Act, _: Facts) -> Decision:
    if state.phase != "turn":
        raise Rejected("wrong_phase", "§3", "no cards are played now")
    seat, game, action = hand_of(state, intent.player), state.game, intent.action
    if seat is None:
        raise Rejected("not_your_seat", "§2.1", "only the four players lay cards")
    may = actions(state, seat)
    if action == "pull":
        if "pull" not in may:
            raise Rejected("illegal_action", "§3.5", "no pull is open to this hand now", "action")
        return [_laid(seat, "pull", game.hands[seat])]
    if seat != turn(game):
        raise Rejected("not_your_turn", "§3.3", f"seat {turn(game)} is to play")
    if action not in may:
        raise Rejected("illegal_action", "§3.3" if game.plays else "§3.2", "not now, or no such action", "action")
    laid = _read(intent.cards)
    if action == "lead":
        if not is_lead(game.hands[seat], laid):
            raise Rejected("illegal_action", "§3.2.1", "a lead is one to four cards of one suit from the hand", "cards")
    elif not is_reply(game.hands[seat], standing(game.plays), laid, action, game.shown[1]):
        clause, why = _REPLY[action]
        raise Rejected("illegal_action", clause, why, "cards")
    return [_laid(seat, action, laid)]


def _read(text: str) -> Cards:
    try:
        return cards.cards(text)
    except ValueError as error:
        raise Rejected("illegal_action", "§2.3", str(error), "cards") from error


def _laid(seat: int, action: str, laid: Cards, by: str = "player") -> CardsLaid:
    return CardsLaid(seat=seat, action=action, cards=laid, by=by)


def _silence(state: State, intent: Silence, _: Facts) -> Decision:
    """A countdown ran out. One that does not belong to the open question has no effect."""
    if state.phase != "turn" or intent.what != "turn":
        return []
    return [_laid(turn(state.game), *silent(state), "silence")]


def _proceed(state: State, _: Proceed, __: Facts) -> Decision:
    due = _DUE.get(state.phase)
    if due is None:
        raise Rejected("wrong_phase", "§3", "nothing is due by itself")
    return [due(state)]


_DUE: Final[dict[str, Callable[[State], Any]]] = {
    "taking": scoring.trick,
    "count": scoring.game,
    "ended": scoring.match,
}
_REPLY: Final = {
    "beat": ("§3.3.2", "to beat, as many cards from the hand as were led, each higher than one that stands"),
    "discard": ("§3.3.3", "as many cards from the hand as were led"),
}
_ANSWERS: Final[dict[type, Callable[[State, Any, Facts], Decision]]] = {
    OpenRound: _open_round,
    Sit: _sit,
    Leave: _leave,
    Act: _act,
    Silence: _silence,
    Proceed: _proceed,
}
