"""Kozel as it is simulated and demonstrated: table options and a player who looks only at what he may see."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from games.kernel.expectations import Decide
from games.kernel.sample import Sample
from games.kozel.v1.intents import Act
from games.kozel.v1.options import SEATS
from games.kozel.v1.ranking import RANK, beats, cheapest_first, is_lead, points
from games.kozel.v1.state import Cards, State, hand_of, standing, taker, team

WORTH_A_TRUMP: Final = 10
"""Visible points from which the thrifty player spends a trump."""


def table_options(shoe: str, chip: int, times: Mapping[str, int]) -> dict[str, Any]:
    """A match for 10 chips each, by the usual rules."""
    return {"shoe": shoe, "match_stake": 10 * chip, "turn_s": 20, "incident_s": 300, **times}


def thrifty(state: State, question: Decide, may: Sequence[str]) -> Act:
    """Pulls when he can; leads as many cards as he can; beats opponents as cheaply as possible, if it is worth it."""
    seat = question.seat
    if "pull" in may and not _partner_takes(state, seat):
        return Act(question.player, "pull")
    if "lead" in may:
        return _act(question, "lead", _lead(state, seat))
    return _reply(state, question)


def _lead(state: State, seat: int) -> Cards:
    """Many cards are hard to beat; among equal numbers the strongest plain ones, trumps last."""
    trump = state.game.shown[1]
    return max(
        _leads(state.game.hands[seat]),
        key=lambda cards: (len(cards), cards[0][1] != trump, sum(RANK[card[0]] for card in cards)),
    )


def _reply(state: State, question: Decide) -> Act:
    game, seat = state.game, question.seat
    trump, due = game.shown[1], standing(game.plays)
    hand = sorted(game.hands[seat], key=lambda card: cheapest_first(card, trump))
    last = len(game.plays) == len(SEATS) - 1
    if _partner_takes(state, seat):
        # Only the last player knows that the trick stays with his team, and gives it his best plain cards.
        plain_first = sorted(hand, key=lambda card: (card[1] == trump, -points([card])))
        return _act(question, "discard", tuple((plain_first if last else hand)[: len(due)]))
    cheapest = min(_beating(hand, due, trump), key=lambda cards: _price(cards, trump), default=())
    seen = sum(points(play.cards) for play in game.plays if play.action != "discard")
    if cheapest and (_price(cheapest, trump)[0] == 0 or seen + points(cheapest) >= WORTH_A_TRUMP or not game.left):
        return _act(question, "beat", cheapest)
    return _act(question, "discard", tuple(hand[: len(due)]))


def interrupt(state: State, player: str, may: Sequence[str]) -> Act | None:
    """A pull out of turn, unless the partner has the trick."""
    seat = hand_of(state, player)
    if "pull" not in may or seat is None or _partner_takes(state, seat):
        return None
    return Act(player, "pull")


def legal(state: State, question: Decide, may: Sequence[str]) -> list[Act]:
    """Every choice of cards for each action."""
    game = state.game
    hand = game.hands[question.seat]
    found = []
    if "lead" in may:
        found += [_act(question, "lead", cards) for cards in _leads(hand)]
    if "beat" in may:
        due = standing(game.plays)
        found += [_act(question, "beat", cards) for cards in _beating(hand, due, game.shown[1])]
        found += [_act(question, "discard", cards) for cards in combinations(hand, len(due))]
    if "pull" in may:
        found.append(Act(question.player, "pull"))
    return found


def _act(question: Decide, action: str, cards: Cards) -> Act:
    return Act(question.player, action, " ".join(cards))


def _leads(hand: Sequence[str]) -> list[Cards]:
    return [cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size) if is_lead(hand, cards)]


def _beating(hand: Sequence[str], due: Cards, trump: str) -> list[Cards]:
    return [cards for cards in combinations(hand, len(due)) if beats(cards, due, trump)]


def _price(cards: Cards, trump: str) -> tuple[int, int]:
    """Trumps spent, then ranks."""
    return sum(card[1] == trump for card in cards), sum(RANK[card[0]] for card in cards)


def _partner_takes(state: State, seat: int) -> bool:
    plays = state.game.plays
    return bool(plays) and team(taker(plays)) == team(seat)


SAMPLE: Final = Sample(
    table_options=table_options,
    seats=SEATS,
    players=len(SEATS),
    strategies={"thrifty": thrifty},
    legal=legal,
    interrupt=interrupt,
)
