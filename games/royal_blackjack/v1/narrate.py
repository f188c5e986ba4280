"""One sentence per event, for people who read the record of a round."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.words import Sentence
from games.royal_blackjack.v1.events import ActionTaken, BettingClosed, BettingOpened, Leaving
from games.royal_blackjack.v1.words import WORDS

_ACTION: Final = {
    ("player", 1): "Seat %(seat)s: %(action)s.",
    ("player", 2): "Seat %(seat)s, second hand: %(action)s.",
    ("silence", 1): "Seat %(seat)s: %(action)s, played by the system.",
    ("silence", 2): "Seat %(seat)s, second hand: %(action)s, played by the system.",
}


def narrate(event: Any) -> Sentence:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"royal_blackjack@1 does not know {type(event).__name__}")
    return tell(event)


def _card_dealt(event: CardDealt) -> Sentence:
    if event.to == "dealer":
        if event.face == "down":
            return Sentence("The dealer takes a card face down.")
        return Sentence("The dealer takes %(card)s.", {"card": event.card})
    seat, hand = event.to.split(".")
    values = {"seat": seat, "card": event.card}
    if hand == "1":
        return Sentence("Seat %(seat)s gets %(card)s.", values)
    return Sentence("Seat %(seat)s gets %(card)s on the second hand.", values)


def _betting_closed(event: BettingClosed) -> Sentence:
    if not event.seats:
        return Sentence("Betting is closed; no seat plays.")
    seats = tuple(
        Sentence("%(player)s on seat %(seat)s", {"player": playing.player, "seat": playing.seat})
        for playing in event.seats
    )
    return Sentence("Betting is closed; playing: %(seats)s.", {"seats": seats})


def _action_taken(event: ActionTaken) -> Sentence:
    return Sentence(_ACTION[event.by, event.hand], {"seat": event.seat, "action": Sentence(WORDS[event.action])})


_SENTENCES: Final[dict[type, Callable[[Any], Sentence]]] = {
    SeatTaken: lambda e: Sentence("%(player)s takes seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeatLeft: lambda e: Sentence("%(player)s leaves seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    Leaving: lambda e: Sentence("%(player)s will leave after this round.", {"player": e.player}),
    BettingOpened: lambda _: Sentence("Bets are open."),
    BettingClosed: _betting_closed,
    CardDealt: _card_dealt,
    ActionTaken: _action_taken,
    RoundCancelled: lambda _: Sentence("The round is cancelled; every bet goes back."),
}
