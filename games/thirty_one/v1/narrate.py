"""One sentence per event, for people who read the record of a series. What lies hidden is not told."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.words import Sentence
from games.thirty_one.v1.events import (
    ChoiceMade,
    GameScored,
    SeriesEnded,
    SeriesOpened,
    ShownHand,
    Standing,
    TurnTaken,
)
from games.thirty_one.v1.ranking import OUT, SWIMS

_CHOICES: Final = {
    ("keep", "player"): "Seat %(seat)s keeps the hand; the table comes from the stock.",
    ("keep", "silence"): "Seat %(seat)s keeps the hand, played by the system; the table comes from the stock.",
    ("put_down", "player"): "Seat %(seat)s puts the hand down on the table and draws a new one.",
    ("put_down", "silence"): (
        "Seat %(seat)s puts the hand down on the table and draws a new one, played by the system."
    ),
}
_TURNS: Final = {
    ("swap", "player"): "Seat %(seat)s gives %(give)s and takes %(take)s.",
    ("swap_all", "player"): "Seat %(seat)s swaps all three cards.",
    ("pass", "player"): "Seat %(seat)s passes.",
    ("pass", "silence"): "Seat %(seat)s passes, played by the system.",
    ("knock", "player"): "Seat %(seat)s knocks.",
    ("knock", "silence"): "Seat %(seat)s knocks, played by the system.",
    ("new_cards", "player"): "Seat %(seat)s wants new table cards.",
}
_PACKS: Final = {
    "deal": "A new game; the pack is shuffled.",
    "reshuffle": "Stock, table and the cards laid aside are shuffled into a new stock.",
}
_STANDINGS: Final = {SWIMS: "seat %(seat)s swims", OUT: "seat %(seat)s is out"}
_SCORED: Final = "The hands are shown: %(hands)s. Losing: %(losers)s. Tokens: %(standings)s."
_VOID: Final = "The hands are shown: %(hands)s. Everybody would be out, so nobody pays. Tokens: %(standings)s."


def narrate(event: Any) -> Sentence:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"thirty_one@1 does not know {type(event).__name__}")
    return tell(event)


def _card_dealt(event: CardDealt) -> Sentence:
    if event.to == "table":
        return Sentence("%(card)s is laid on the table.", {"card": event.card})
    return Sentence("Seat %(seat)s gets a card.", {"seat": event.to.removeprefix("seat")})


def _turn_taken(event: TurnTaken) -> Sentence:
    values = {"seat": event.seat, "give": event.give, "take": event.take}
    return Sentence(_TURNS[event.action, event.by], values)


def _game_scored(event: GameScored) -> Sentence:
    values = {
        "hands": tuple(map(_hand, event.hands)),
        "losers": tuple(Sentence("seat %(seat)s", {"seat": seat}) for seat in event.losers),
        "standings": tuple(map(_standing, event.standings)),
    }
    return Sentence(_VOID if event.void else _SCORED, values)


def _hand(shown: ShownHand) -> Sentence:
    whole, half = divmod(shown.halves, 2)
    values = {"seat": shown.seat, "cards": " ".join(shown.cards), "score": f"{whole}.5" if half else whole}
    return Sentence("seat %(seat)s %(cards)s (%(score)s)", values)


def _standing(standing: Standing) -> Sentence:
    text = _STANDINGS.get(standing.tokens, "seat %(seat)s has %(tokens)s")
    return Sentence(text, {"seat": standing.seat, "tokens": standing.tokens})


def _series_ended(event: SeriesEnded) -> Sentence:
    if event.crown:
        return Sentence("Seat %(seat)s wins the series with the crown.", {"seat": event.seat})
    return Sentence("Seat %(seat)s wins the series.", {"seat": event.seat})


_SENTENCES: Final[dict[type, Callable[[Any], Sentence]]] = {
    SeatTaken: lambda e: Sentence("%(player)s takes seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeatLeft: lambda e: Sentence("%(player)s leaves seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeriesOpened: lambda e: Sentence("A series begins; seat %(seat)s deals first.", {"seat": e.dealer}),
    PackShuffled: lambda e: Sentence(_PACKS[e.what]),
    CardDealt: _card_dealt,
    ChoiceMade: lambda e: Sentence(_CHOICES[e.action, e.by], {"seat": e.seat}),
    TurnTaken: _turn_taken,
    GameScored: _game_scored,
    SeriesEnded: _series_ended,
    DealCancelled: lambda _: Sentence("The game is void; it is dealt again."),
    RoundCancelled: lambda _: Sentence("The series is cancelled; every stake goes back."),
}
