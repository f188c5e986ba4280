"""From an intent to events and movements, or a refusal. Reads no clock and draws no card."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.bets import Stake
from games.kernel.events import SeatLeft, SeatTaken
from games.kernel.expectations import Proceed
from games.kernel.ruleset import Decision, Facts, Leave, OpenRound, Rejected, Silence, Sit
from games.thirty_one.v1 import scoring
from games.thirty_one.v1.events import ChoiceMade, SeriesOpened, TurnTaken
from games.thirty_one.v1.intents import Act
from games.thirty_one.v1.options import SEATS, stakes
from games.thirty_one.v1.state import State, actions, is_running, player_at, seat_of, silent


def decide(state: State, intent: Any, facts: Facts) -> Decision:
    """Events and movements in the order in which they happen; raises ``Rejected`` and changes nothing otherwise."""
    answer = _ANSWERS.get(type(intent))
    if answer is None:
        raise TypeError(f"thirty_one@1 does not know {type(intent).__name__}")
    return answer(state, intent, facts)


# --- seats and opening -------------------------------------------------------------------------------------------


def _sit(state: State, intent: Sit, facts: Facts) -> Decision:
    if is_running(state):
        raise Rejected("wrong_phase", "§3.1.1", "nobody sits down while a series is played")
    if facts.account_type(intent.player) != "real":
        raise Rejected("account_type", "§2.2", "trial and play-for-fun accounts take no seats")
    if type(intent.seat) is not int or intent.seat not in SEATS:
        raise Rejected("no_such_seat", "§2.1", "seats are numbered 1 to 9", "seat")
    if any(seat.seat == intent.seat for seat in state.seats):
        raise Rejected("seat_taken", "§3.1.1", f"seat {intent.seat} is occupied", "seat")
    if seat_of(state, intent.player) is not None:
        raise Rejected("too_many_seats", "§2.1", "a player takes one seat")
    if facts.funds(intent.player) < sum(stakes(state.options).values()):
        raise Rejected("insufficient_funds", "§3.1.1", "the balance does not cover the stake of a series")
    return [SeatTaken(seat=intent.seat, player=intent.player)]


def _leave(state: State, intent: Leave, _: Facts) -> Decision:
    seat = seat_of(state, intent.player)
    if seat is None:
        raise Rejected("not_seated", "§3.1.2", "only who has a seat can give it up")
    if is_running(state):
        raise Rejected("wrong_phase", "§3.1.2", "nobody leaves while a series is played")
    return [SeatLeft(seat=seat, player=intent.player, reason="left")]


def _open_round(state: State, intent: OpenRound, facts: Facts) -> Decision:
    options = state.options
    if state.phase != "new":
        raise Rejected("round_running", "§3.1.3", "this series has been opened before")
    if len(state.seats) < 2:
        raise Rejected("too_few_players", "§3.1.3", "a series needs two players")
    if type(intent.dealer) is not int or intent.dealer not in [seat.seat for seat in state.seats]:
        raise Rejected("no_such_seat", "§2.6", "the first dealer is one of the players", "dealer")
    if any(facts.funds(seat.player) < sum(stakes(options).values()) for seat in state.seats):
        raise Rejected("insufficient_funds", "§3.1.4", "the balance of a player does not cover the stake")
    opened = SeriesOpened(dealer=intent.dealer, series_stake=options.series_stake, crown_stake=options.crown_stake)
    parts = [(part, amount) for part, amount in stakes(options).items() if amount]
    return [opened, *(Stake(s.player, s.seat, "series", part, amount) for s in state.seats for part, amount in parts)]


# --- the game ----------------------------------------------------------------------------------------------------


def _act(state: State, intent: Act, _: Facts) -> Decision:
    may, game, action = actions(state), state.game, intent.action
    if not may:
        raise Rejected("wrong_phase", "§3.2", "no cards are played now")
    if all(player.player != intent.player for player in state.players):
        raise Rejected("not_your_seat", "§2.1", "only the players of the series act")
    if intent.player != player_at(state, game.turn):
        raise Rejected("not_your_turn", "§3.2", f"seat {game.turn} is to play")
    if action not in may:
        clause = "§3.3" if state.phase == "choice" else "§3.6.2" if game.knocker else "§3.4"
        raise Rejected("illegal_action", clause, "not now, or no such action", "action")
    if action != "swap":
        return [_taken(state, action, "player")]
    if intent.give not in game.hands[game.turn]:
        raise Rejected("illegal_action", "§3.4.1", "the card to give is not in the hand", "give")
    if intent.take not in game.table:
        raise Rejected("illegal_action", "§3.4.1", "the card to take does not lie on the table", "take")
    return [TurnTaken(seat=game.turn, action="swap", give=intent.give, take=intent.take, by="player")]


def _taken(state: State, action: str, by: str) -> ChoiceMade | TurnTaken:
    """An action that names no cards."""
    seat = state.game.turn
    if state.phase == "choice":
        return ChoiceMade(seat=seat, action=action, by=by)
    return TurnTaken(seat=seat, action=action, give="", take="", by=by)


def _silence(state: State, intent: Silence, _: Facts) -> Decision:
    """A countdown ran out. One that does not belong to the open question has no effect."""
    return [_taken(state, silent(state), "silence")] if actions(state) and intent.what == state.phase else []


def _proceed(state: State, _: Proceed, __: Facts) -> Decision:
    if state.phase == "show":
        return [scoring.game(state)]
    if state.phase == "ended":
        return [scoring.series(state)]
    raise Rejected("wrong_phase", "§3.2", "nothing is due by itself")


_ANSWERS: Final[dict[type, Callable[[State, Any, Facts], Decision]]] = {
    OpenRound: _open_round,
    Sit: _sit,
    Leave: _leave,
    Act: _act,
    Silence: _silence,
    Proceed: _proceed,
}
