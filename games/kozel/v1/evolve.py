"""How a match changes. Never refuses: what may happen is decided elsewhere, this only says what follows."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.ruleset import Seated
from games.kozel.v1.events import CardsLaid, GameScored, MatchEnded, MatchOpened, TrickTaken
from games.kozel.v1.options import HAND, SEATS
from games.kozel.v1.state import Game, Play, State, clockwise, loser, team

_T = TypeVar("_T")


def evolve(state: State, event: Any) -> State:
    """The next state; an event this game does not know is a ``TypeError``."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise TypeError(f"kozel@1 does not know {type(event).__name__}")
    return change(state, event)


# --- seats and opening -------------------------------------------------------------------------------------------


def _seat_taken(state: State, event: SeatTaken) -> State:
    seats = (*state.seats, Seated(event.seat, event.player))
    return state._replace(seats=tuple(sorted(seats, key=lambda s: s.seat)))


def _seat_left(state: State, event: SeatLeft) -> State:
    return state._replace(seats=tuple(s for s in state.seats if s.seat != event.seat))


def _match_opened(state: State, event: MatchOpened) -> State:
    first = event.dealer if state.options.first_lead == "dealer" else clockwise(event.dealer)
    players = tuple(seat.player for seat in state.seats)
    return state._replace(phase="pack", players=players, dealer=event.dealer, first=first)


# --- cards -------------------------------------------------------------------------------------------------------


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return state._replace(phase="dealing", game=Game(shoe=event.shoe, shown_at=event.shown_at))


def _card_dealt(state: State, event: CardDealt) -> State:
    game, seat = state.game, int(event.to[-1])
    hands = _with(game.hands, seat, (*game.hands[seat], event.card))
    game = game._replace(hands=hands, left=game.left - 1)
    round_open = game.left % len(SEATS) > 0
    if round_open or (len(hands[seat]) < HAND and game.left):
        return state._replace(game=game)
    if state.phase == "dealing":
        return state._replace(game=game, phase="trump")
    return _ask(state, game)


def _card_shown(state: State, event: CardShown) -> State:
    return _ask(state, state.game._replace(shown=event.card, leader=state.first))


def _ask(state: State, game: Game) -> State:
    return state._replace(game=game, phase="turn", number=state.number + 1)


# --- the trick ---------------------------------------------------------------------------------------------------


def _cards_laid(state: State, event: CardsLaid) -> State:
    game = _taken_back(state.game) if event.action == "pull" else state.game
    rest = tuple(card for card in game.hands[event.seat] if card not in event.cards)
    pulls = game.pulls
    if not game.plays and len(event.cards) == HAND:
        pulls = _with(pulls, event.seat, pulls[event.seat] + 1)
    plays = (*game.plays, Play(event.seat, event.action, event.cards))
    game = game._replace(hands=_with(game.hands, event.seat, rest), plays=plays, pulls=pulls)
    return state._replace(game=game, phase="taking") if len(plays) == len(SEATS) else _ask(state, game)


def _taken_back(game: Game) -> Game:
    """§3.5.3: every card laid to this trick is back in its owner's hand."""
    hands = game.hands
    for play in game.plays:
        hands = _with(hands, play.seat, hands[play.seat] + play.cards)
    return game._replace(hands=hands, plays=())


def _trick_taken(state: State, event: TrickTaken) -> State:
    game, side = state.game, team(event.seat)
    pile = game.piles[side] + tuple(card for play in game.plays for card in play.cards)
    piles = (pile, game.piles[1]) if side == 0 else (game.piles[0], pile)
    tricks = (game.tricks[0] + (side == 0), game.tricks[1] + (side == 1))
    game = game._replace(plays=(), leader=event.seat, piles=piles, tricks=tricks)
    if game.left:
        return state._replace(game=game, phase="refill")
    return _ask(state, game) if game.hands[event.seat] else state._replace(game=game, phase="count")


# --- the end -----------------------------------------------------------------------------------------------------


def _game_scored(state: State, event: GameScored) -> State:
    dealer = clockwise(state.dealer) if state.options.next_dealer == "clockwise" else state.dealer
    pulls = tuple(before + now for before, now in zip(state.pulls, state.game.pulls, strict=True))
    state = state._replace(dealer=dealer, first=state.game.leader, pulls=pulls, score=event.score, eggs=event.eggs)
    return state._replace(phase="pack" if loser(state) is None else "ended")


def _match_ended(state: State, _: MatchEnded) -> State:
    return state._replace(phase="over")


def _deal_cancelled(state: State, _: DealCancelled) -> State:
    """§3.7.4: dealt again by the same dealer with the same first lead; the score stays."""
    return state._replace(phase="pack", game=Game())


def _cancelled(state: State, _: RoundCancelled) -> State:
    return state._replace(phase="over", cancelled=True)


def _with(items: tuple[_T, ...], at: int, item: _T) -> tuple[_T, ...]:
    return (*items[:at], item, *items[at + 1 :])


_CHANGES: Final[dict[type, Callable[[State, Any], State]]] = {
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
    RoundCancelled: _cancelled,
}
