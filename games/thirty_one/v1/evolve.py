"""How a series changes. Never refuses: what may happen is decided elsewhere, this only says what follows."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.ruleset import Seated
from games.thirty_one.v1.events import ChoiceMade, GameScored, SeriesEnded, SeriesOpened, TurnTaken
from games.thirty_one.v1.options import HAND
from games.thirty_one.v1.ranking import ends_at_once
from games.thirty_one.v1.state import Cards, Game, Player, State, first_after, following, still_in, stock, winner


def evolve(state: State, event: Any) -> State:
    """The next state; an event this game does not know is a ``TypeError``."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"thirty_one@1 does not know {type(event).__name__}")
    return change(state, event)


# --- seats and opening -------------------------------------------------------------------------------------------


def _seat_taken(state: State, event: SeatTaken) -> State:
    seats = (*state.seats, Seated(event.seat, event.player))
    return state._replace(seats=tuple(sorted(seats, key=lambda s: s.seat)))


def _seat_left(state: State, event: SeatLeft) -> State:
    return state._replace(seats=tuple(s for s in state.seats if s.seat != event.seat))


def _series_opened(state: State, event: SeriesOpened) -> State:
    players = tuple(Player(s.seat, s.player, state.options.tokens) for s in state.seats)
    return state._replace(phase="pack", dealer=event.dealer, players=players)


# --- cards -------------------------------------------------------------------------------------------------------


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    if event.what == "deal":
        return state._replace(phase="deal", game=Game(shoe=event.shoe))
    game = state.game._replace(shoe=event.shoe, drawn=0, table=(), aside=())
    return state._replace(phase="lay", game=game)


def _card_dealt(state: State, event: CardDealt) -> State:
    game = state.game._replace(drawn=state.game.drawn + 1)
    if event.to == "table":
        game = game._replace(table=(*game.table, event.card))
        return _ask(state, game) if len(game.table) == HAND else state._replace(game=game)
    seat = int(event.to.removeprefix("seat"))
    game = game._replace(hands=_with(game.hands, seat, (*game.hands[seat], event.card)))
    hands = [game.hands[seat] for seat in still_in(state)]
    if any(len(hand) < HAND for hand in hands):
        return state._replace(game=game)
    if any(map(ends_at_once, hands)):
        return state._replace(game=game, phase="show")
    if state.phase == "deal":
        return _ask(state, game._replace(turn=state.dealer), "choice")
    return _ask(state, game)


def _ask(state: State, game: Game, phase: str = "turn") -> State:
    return state._replace(game=game, phase=phase, number=state.number + 1)


# --- choice and turns --------------------------------------------------------------------------------------------


def _choice_made(state: State, event: ChoiceMade) -> State:
    game = state.game._replace(turn=first_after(state, state.options.first_turn))
    if event.action == "keep":
        return state._replace(game=game, phase="lay")
    hands = _with(game.hands, event.seat, ())
    return state._replace(game=game._replace(table=game.hands[event.seat], hands=hands), phase="redraw")


def _turn_taken(state: State, event: TurnTaken) -> State:
    game = state.game
    if event.action == "new_cards":
        return _replace_table(state, game)
    game = _moved(game, event)
    if ends_at_once(game.hands[event.seat]):
        return state._replace(game=game, phase="show")
    game = game._replace(turn=following(state, event.seat))
    if game.turn == game.knocker:
        return state._replace(game=game, phase="show")
    if game.passes == len(still_in(state)) and not game.knocker:
        return _replace_table(state, game)
    return _ask(state, game)


def _moved(game: Game, event: TurnTaken) -> Game:
    """§3.4: what the action does to cards, to the row of passes and to the knock."""
    hand = game.hands[event.seat]
    if event.action == "pass":
        return game._replace(passes=game.passes + 1)
    if event.action == "knock":
        return game._replace(knocker=event.seat)
    if event.action == "swap":
        hand, table = _swapped(hand, event.give, event.take), _swapped(game.table, event.take, event.give)
    else:
        hand, table = game.table, hand
    return game._replace(hands=_with(game.hands, event.seat, hand), table=table, passes=0)


def _replace_table(state: State, game: Game) -> State:
    """§3.7: three new cards lie on the table, from a stock shuffled again if it is too small."""
    game = game._replace(passes=0)
    if stock(state) < HAND:
        return state._replace(game=game, phase="reshuffle")
    return state._replace(game=game._replace(aside=game.aside + game.table, table=()), phase="lay")


# --- the end -----------------------------------------------------------------------------------------------------


def _game_scored(state: State, event: GameScored) -> State:
    """§2.6: the deal moves on, also after a game in which everybody would have gone out."""
    tokens = {standing.seat: standing.tokens for standing in event.standings}
    players = tuple(p._replace(tokens=tokens[p.seat]) for p in state.players)
    state = state._replace(players=players, game=state.game._replace(shown=True))
    same = state.options.next_dealer == "same" and state.dealer in still_in(state)
    dealer = state.dealer if same else following(state, state.dealer)
    return state._replace(dealer=dealer, phase="pack" if winner(state) is None else "ended")


def _series_ended(state: State, _: SeriesEnded) -> State:
    return state._replace(phase="over")


def _deal_cancelled(state: State, _: DealCancelled) -> State:
    """§3.9.4: dealt again by the same dealer; the tokens stay."""
    return state._replace(phase="pack", game=Game())


def _cancelled(state: State, _: RoundCancelled) -> State:
    return state._replace(phase="over", cancelled=True)


def _with(hands: tuple[Cards, ...], seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _swapped(cards: Cards, out: str, into: str) -> Cards:
    return tuple(into if card == out else card for card in cards)


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
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
    RoundCancelled: _cancelled,
}
