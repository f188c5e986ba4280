"""One sentence per event, for people who read the record of a match. What lies hidden is not told."""

from collections.abc import Callable
from typing import Any, Final

from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, RoundCancelled, SeatLeft, SeatTaken
from games.kernel.words import Sentence
from games.kozel.v1.events import CardsLaid, GameScored, MatchEnded, MatchOpened, TrickTaken

_LAID: Final = {
    ("lead", "player"): "Seat %(seat)s leads %(cards)s.",
    ("lead", "silence"): "Seat %(seat)s leads %(cards)s, played by the system.",
    ("beat", "player"): "Seat %(seat)s beats with %(cards)s.",
    ("discard", "player"): "Seat %(seat)s discards face down; cards: %(count)s.",
    ("discard", "silence"): "Seat %(seat)s discards face down, played by the system; cards: %(count)s.",
    ("pull", "player"): "Seat %(seat)s pulls with %(cards)s; what was laid before goes back.",
}
_EGG: Final = "Each team has 60 points, an egg. Match score: A %(score_a)s, B %(score_b)s, eggs %(eggs)s."
_LOSS: Final = (
    "The game ends: A %(points_a)s points, B %(points_b)s; loss points: A %(loss_a)s, B %(loss_b)s. "
    "Match score: A %(score_a)s, B %(score_b)s, eggs %(eggs)s."
)


def narrate(event: Any) -> Sentence:
    """What happened, in one sentence; an unknown event is a ``TypeError``."""
    tell = _SENTENCES.get(type(event))
    if tell is None:
        raise TypeError(f"kozel@1 does not know {type(event).__name__}")
    return tell(event)


def _cards_laid(event: CardsLaid) -> Sentence:
    values: dict[str, Any] = {"seat": event.seat, "count": len(event.cards)}
    if event.action != "discard":
        values["cards"] = " ".join(event.cards)
    return Sentence(_LAID[event.action, event.by], values)


def _game_scored(event: GameScored) -> Sentence:
    values: dict[str, Any] = {"score_a": event.score[0], "score_b": event.score[1], "eggs": event.eggs}
    if event.loss == (0, 0):
        return Sentence(_EGG, values)
    values |= {"points_a": event.points[0], "points_b": event.points[1]}
    values |= {"loss_a": event.loss[0], "loss_b": event.loss[1]}
    return Sentence(_LOSS, values)


def _match_ended(event: MatchEnded) -> Sentence:
    if event.eggs:
        return Sentence("Team %(team)s loses the match: goat with eggs.", {"team": event.loser})
    return Sentence("Team %(team)s loses the match: goat.", {"team": event.loser})


_SENTENCES: Final[dict[type, Callable[[Any], Sentence]]] = {
    SeatTaken: lambda e: Sentence("%(player)s takes seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    SeatLeft: lambda e: Sentence("%(player)s leaves seat %(seat)s.", {"player": e.player, "seat": e.seat}),
    MatchOpened: lambda e: Sentence("A match begins; seat %(seat)s deals first.", {"seat": e.dealer}),
    PackShuffled: lambda _: Sentence("A new game; the pack is shuffled."),
    CardDealt: lambda e: Sentence("Seat %(seat)s gets a card.", {"seat": e.to.removeprefix("seat")}),
    CardShown: lambda e: Sentence("%(card)s is shown; its suit is trump.", {"card": e.card}),
    CardsLaid: _cards_laid,
    TrickTaken: lambda e: Sentence("Seat %(seat)s takes the trick.", {"seat": e.seat}),
    GameScored: _game_scored,
    MatchEnded: _match_ended,
    DealCancelled: lambda _: Sentence("The game is void; it is dealt again."),
    RoundCancelled: lambda _: Sentence("The match is cancelled; every stake goes back."),
}
