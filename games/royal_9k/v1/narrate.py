"""One sentence per event, for people who read the record of a round. What lies hidden is not told."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.words import Sentence
from games.royal_9k.v1.events import ActionTaken, Asked, BettingEnded, GameOpened, HandsShown, Leaving, WonUnseen

_ACTION: Final = {
    ("check", "player"): "Seat %(seat)s checks.",
    ("check", "silence"): "Seat %(seat)s checks, played by the system.",
    ("bet", "player"): "Seat %(seat)s bets.",
    ("call", "player"): "Seat %(seat)s calls.",
    ("raise", "player"): "Seat %(seat)s raises.",
    ("fold", "player"): "Seat %(seat)s folds.",
    ("fold", "silence"): "Seat %(seat)s folds, played by the system.",
}


def narrate(event: Any) -> Sentence:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"royal_9k@1 does not know {type(event).__name__}")
    return tell(event)


def _seat_left(event: SeatLeft) -> Sentence:
    values = {"player": event.player, "seat": event.seat}
    if event.reason == "below_minimum":
        return Sentence("%(player)s loses seat %(seat)s: the balance does not cover the ante.", values)
    return Sentence("%(player)s leaves seat %(seat)s.", values)


def _game_opened(event: GameOpened) -> Sentence:
    seats = tuple(Sentence("%(player)s on seat %(seat)s", {"player": p.player, "seat": p.seat}) for p in event.seats)
    return Sentence(
        "A game begins with the button at seat %(button)s; the antes are taken of %(seats)s.",
        {"button": event.dealer, "seats": seats},
    )


def _asked(event: Asked) -> Sentence:
    if event.owes:
        return Sentence("Seat %(seat)s is asked, facing a bet.", {"seat": event.seat})
    return Sentence("Seat %(seat)s is asked.", {"seat": event.seat})


def _betting_ended(event: BettingEnded) -> Sentence:
    if event.skipped:
        return Sentence(
            "Betting round %(number)s is skipped: not enough players have money.", {"number": event.betting}
        )
    return Sentence("Betting round %(number)s is over.", {"number": event.betting})


def _action_taken(event: ActionTaken) -> Sentence:
    if event.all_in:
        return Sentence("Seat %(seat)s calls with less than the bet and is all in.", {"seat": event.seat})
    return Sentence(_ACTION[event.action, event.by], {"seat": event.seat})


def _leaving(event: Leaving) -> Sentence:
    values = {"player": event.player, "seat": event.seat}
    if event.folds:
        return Sentence("%(player)s on seat %(seat)s folds and will leave after this round.", values)
    return Sentence("%(player)s on seat %(seat)s will leave after this round.", values)


def _hands_shown(event: HandsShown) -> Sentence:
    return Sentence("Hands are shown: seats %(seats)s.", {"seats": event.seats})


_SENTENCES: Final[dict[type, Callable[[Any], Sentence]]] = {
    SeatTaken: lambda e: Sentence("%(player)s takes seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeatLeft: _seat_left,
    GameOpened: _game_opened,
    CardDealt: lambda e: Sentence("Seat %(seat)s gets a card.", {"seat": e.to.removeprefix("seat")}),
    Asked: _asked,
    ActionTaken: _action_taken,
    Leaving: _leaving,
    BettingEnded: _betting_ended,
    HandsShown: _hands_shown,
    WonUnseen: lambda e: Sentence("Seat %(seat)s wins unseen.", {"seat": e.seat}),
    RoundCancelled: lambda _: Sentence("The round is cancelled; every stake goes back."),
}
