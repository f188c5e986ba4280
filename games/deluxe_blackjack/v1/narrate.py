"""One sentence per event, for people who read the record of a round."""

from collections.abc import Callable
from typing import Any, Final

from games.deluxe_blackjack.v1.events import (
    ActionTaken,
    BettingClosed,
    BettingOpened,
    FollowClosed,
    InsuranceClosed,
    InsuranceOffered,
    InsuranceSkipped,
    Leaving,
    Preselected,
)
from games.deluxe_blackjack.v1.words import WORDS
from games.kernel.events import CardDealt, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.words import Sentence

_ACTION: Final = {
    ("player", 1): "Seat %(seat)s: %(action)s.",
    ("player", 2): "Seat %(seat)s, second hand: %(action)s.",
    ("preselection", 1): "Seat %(seat)s: %(action)s, as chosen ahead.",
    ("preselection", 2): "Seat %(seat)s, second hand: %(action)s, as chosen ahead.",
    ("silence", 1): "Seat %(seat)s: %(action)s, played by the system.",
    ("silence", 2): "Seat %(seat)s, second hand: %(action)s, played by the system.",
    ("instead", 1): "Seat %(seat)s: %(action)s, for want of money instead of: %(asked)s.",
    ("instead", 2): "Seat %(seat)s, second hand: %(action)s, for want of money instead of: %(asked)s.",
}
_LEFT: Final = {
    "left": "%(player)s leaves seat %(seat)s.",
    "sat_out": "%(player)s has sat out a round and loses seat %(seat)s.",
    "below_minimum": "%(player)s is below the minimum and loses seat %(seat)s.",
    "no_bet": "%(player)s placed no bet and loses seat %(seat)s.",
}


def narrate(event: Any) -> Sentence:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"deluxe_blackjack@1 does not know {type(event).__name__}")
    return tell(event)


def _word(code: str) -> Sentence:
    return Sentence(WORDS[code])


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


def _insurance_offered(event: InsuranceOffered) -> Sentence:
    if not event.not_offered:
        return Sentence("Insurance is offered to every seat and back bet.")
    values = {"count": len(event.not_offered)}
    return Sentence("Insurance is offered; bets whose half is not covered: %(count)s.", values)


def _action_taken(event: ActionTaken) -> Sentence:
    values: dict[str, Any] = {"seat": event.seat, "action": _word(event.action)}
    if event.asked:
        values["asked"] = _word(event.asked)
    return Sentence(_ACTION["instead" if event.asked else event.by, event.hand], values)


def _follow_closed(event: FollowClosed) -> Sentence:
    values = {"action": _word(event.question.partition(":")[0]), "count": event.following}
    return Sentence("%(action)s: back bets that follow: %(count)s.", values)


def _preselected(event: Preselected) -> Sentence:
    values = {"seat": event.seat, "hand": event.hand}
    if event.action is None:
        return Sentence("Seat %(seat)s, hand %(hand)s: the choice made ahead is withdrawn.", values)
    return Sentence(
        "Seat %(seat)s, hand %(hand)s chooses ahead: %(action)s.", {**values, "action": _word(event.action)}
    )


def _seat_left(event: SeatLeft) -> Sentence:
    return Sentence(_LEFT[event.reason], {"player": event.player, "seat": event.seat})


_SENTENCES: Final[dict[type, Callable[[Any], Sentence]]] = {
    SeatTaken: lambda e: Sentence("%(player)s takes seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeatLeft: _seat_left,
    Leaving: lambda e: Sentence("%(player)s will leave after this round.", {"player": e.player}),
    BettingOpened: lambda _: Sentence("Bets are open."),
    BettingClosed: _betting_closed,
    CardDealt: _card_dealt,
    InsuranceOffered: _insurance_offered,
    InsuranceSkipped: lambda _: Sentence("Nobody can pay for insurance; it is skipped."),
    InsuranceClosed: lambda _: Sentence("Insurance is closed."),
    ActionTaken: _action_taken,
    FollowClosed: _follow_closed,
    Preselected: _preselected,
    RoundCancelled: lambda _: Sentence("The round is cancelled; every bet goes back."),
}
