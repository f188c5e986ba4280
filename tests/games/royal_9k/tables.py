"""Tables for the tests: usual options, players with given money, packs that deal given hands, short words to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from games.kernel.cards import PACK, cards
from games.kernel.expectations import Decide, Expectation, Over
from games.kernel.playthrough import Book, Playthrough
from games.kernel.ruleset import Leave, Seated, Silence
from games.royal_9k.v1 import RULESET
from games.royal_9k.v1.options import SEATS, Options

JSON: dict[str, Any] = {
    "ante": 100, "unit": 200, "betting_rounds": 2, "max_raises": 3, "rake_bp": 500, "turn_s": 15, "incident_s": 900,
}  # fmt: skip
NAMES = ("", "ana", "bo", "cy", "dee", "eli", "fay")  # by seat
RICH = 100_000
BUTTON = 6
# Seat 3 has the highest first card, seat 2 the best hand.
HANDS = {1: "9C 8D 7H", 2: "KD QD JD", 3: "KS 2C 3S"}


def options(**changes: Any) -> Options:
    found: Options = RULESET.read_options({**JSON, **changes})
    return found


def dealt(hands: Mapping[int, str], dealer: int = BUTTON) -> Iterator[str]:
    """Cards in the order in which they give the seats these hands; then the rest of the pack."""
    named = {seat: cards(text) for seat, text in hands.items()}
    order = sorted(hands, key=lambda seat: (seat - dealer - 1) % len(SEATS))
    first = [named[seat][at] for at in range(3) for seat in order if at < len(named[seat])]
    return chain(first, (card for card in PACK if card not in first))


def table(
    hands: Mapping[int, str],
    money: Mapping[int, int] | None = None,
    *,
    dealer: int = BUTTON,
    types: dict[str, str] | None = None,
    **changes: Any,
) -> Playthrough:
    """A table whose next game deals these hands; who gets one is seated there, with plenty of money."""
    wallets = {NAMES[seat]: RICH for seat in hands} | {NAMES[seat]: sum_ for seat, sum_ in (money or {}).items()}
    seated = [Seated(seat, NAMES[seat]) for seat in hands]
    return Playthrough(RULESET, options(**changes), Book(wallets, types), dealt(hands, dealer), seated=seated)


def opened(hands: Mapping[int, str], money: Mapping[int, int] | None = None, **rest: Any) -> Playthrough:
    """A game that is being played: ``money`` is what is there before the ante."""
    found = table(hands, money, **rest)
    found.open(rest.get("dealer", BUTTON))
    return found


def say(found: Playthrough, *acts: str) -> Expectation:
    """``"bo bet"``, ``"cy leave"``, ``"silence"``, one after the other."""
    awaited = found.run()
    for text in acts:
        player, _, action = text.partition(" ")
        if player == "silence":
            awaited = found.send(Silence("turn"))
        elif action == "leave":
            awaited = found.send(Leave(player))
        else:
            awaited = found.message("act", player=player, action=action)
    return awaited


def asked(found: Playthrough) -> str:
    """Whose turn it is, empty if nobody's."""
    awaited = found.run()
    return awaited.player if isinstance(awaited, Decide) else ""


def may(found: Playthrough, player: str) -> set[str]:
    return set(found.rules.view(found.state, player, found.book).may)


def seen(found: Playthrough, viewer: str) -> dict[str, str]:
    return {place: " ".join(lie) for place, lie in found.rules.view(found.state, viewer, found.book).cards.items()}


def results(found: Playthrough) -> dict[str, tuple[str, int, int]]:
    """Settle; ``"ana"`` -> outcome, stake, returned."""
    assert isinstance(found.run(), Over)
    return {bet.player: (done.outcome, bet.stake, done.returned) for bet, done in found.settle()}


def told(found: Playthrough) -> list[str]:
    return [str(RULESET.narrate(event)) for event in found.events]
