"""One English sentence per event, for people who read the record of a round."""

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
from games.kernel.ruleset import CardDealt, RoundCancelled, SeatLeft, SeatTaken

_DONE: Final = {
    "hit": "hits",
    "stand": "stands",
    "double": "doubles",
    "split": "splits",
    "surrender": "surrenders",
}
_BY: Final = {"player": "", "preselection": ", as chosen ahead", "silence": ", played by the system"}
_LEFT: Final = {
    "left": "leaves seat {seat}",
    "sat_out": "has sat out a round and loses seat {seat}",
    "below_minimum": "is below the minimum and loses seat {seat}",
    "no_bet": "placed no bet and loses seat {seat}",
}


def narrate(event: Any) -> str:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"deluxe_blackjack@1 does not know {type(event).__name__}")
    return tell(event)


def _where(seat: int, hand: int) -> str:
    return f"Seat {seat}" if hand == 1 else f"Seat {seat}, second hand,"


def _card_dealt(event: CardDealt) -> str:
    card = "a card face down" if event.face == "down" else event.card
    if event.to == "dealer":
        return f"The dealer takes {card}."
    seat, hand = event.to.split(".")
    return f"Seat {seat} gets {card}." if hand == "1" else f"Seat {seat} gets {card} on the second hand."


def _betting_closed(event: BettingClosed) -> str:
    if not event.seats:
        return "Betting is closed; no seat plays."
    return f"Betting is closed; playing: {', '.join(f'{p.player} on seat {p.seat}' for p in event.seats)}."


def _insurance_offered(event: InsuranceOffered) -> str:
    if not event.not_offered:
        return "Insurance is offered to every seat and back bet."
    return f"Insurance is offered, except to {len(event.not_offered)} bets whose half is not covered."


def _action_taken(event: ActionTaken) -> str:
    instead = f" instead of a {event.asked}, for want of money" if event.asked else ""
    return f"{_where(event.seat, event.hand)} {_DONE[event.action]}{instead}{_BY[event.by]}."


def _follow_closed(event: FollowClosed) -> str:
    kind = event.question.partition(":")[0]
    bets = "1 back bet follows" if event.following == 1 else f"{event.following} back bets follow"
    return f"{bets} the {kind}."


def _preselected(event: Preselected) -> str:
    if event.action is None:
        return f"{_where(event.seat, event.hand)} withdraws the chosen action."
    return f"{_where(event.seat, event.hand)} chooses {event.action} ahead."


_SENTENCES: Final[dict[type, Callable[[Any], str]]] = {
    SeatTaken: lambda e: f"{e.player} takes seat {e.seat}.",
    SeatLeft: lambda e: f"{e.player} {_LEFT[e.reason].format(seat=e.seat)}.",
    Leaving: lambda e: f"{e.player} will leave after this round.",
    BettingOpened: lambda _: "Bets are open.",
    BettingClosed: _betting_closed,
    CardDealt: _card_dealt,
    InsuranceOffered: _insurance_offered,
    InsuranceSkipped: lambda _: "Nobody can pay for insurance; it is skipped.",
    InsuranceClosed: lambda _: "Insurance is closed.",
    ActionTaken: _action_taken,
    FollowClosed: _follow_closed,
    Preselected: _preselected,
    RoundCancelled: lambda _: "The round is cancelled; every bet goes back.",
}
