"""Cards against each other: rank, points, beating, and what a game costs (§3.2, §3.3, §4)."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

RANK: Final = {rank: at for at, rank in enumerate("6789JQKTA")}
POINTS: Final = {"6": 0, "7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
HALF_OF_ALL: Final = 60
CHEAP_LOSS: Final = 31
_SUITS: Final = "CDHS"


def points(cards: Sequence[str]) -> int:
    """§4.2: what cards count for the team that takes them."""
    return sum(POINTS[card[0]] for card in cards)


def higher(card: str, other: str, trump: str) -> bool:
    """§4.1: does ``card`` beat ``other``; ``trump`` is a suit. Plain cards of two suits cannot be compared."""
    if card[1] == other[1]:
        return RANK[card[0]] > RANK[other[0]]
    return card[1] == trump


def beats(cards: Sequence[str], standing: Sequence[str], trump: str) -> bool:
    """§3.3.2: can the cards be assigned one to one so that each is higher than its partner."""
    if len(cards) != len(standing):
        return False
    return any(
        all(higher(card, other, trump) for card, other in zip(order, standing, strict=True))
        for order in permutations(cards)
    )


def cheapest_first(card: str, trump: str) -> tuple[int, int, bool, int]:
    """§3.6: sorting key: fewest points, lowest rank, plain before trump, clubs, diamonds, hearts, spades."""
    return POINTS[card[0]], RANK[card[0]], card[1] == trump, _SUITS.index(card[1])


def are_held(hand: Sequence[str], cards: Sequence[str]) -> bool:
    """Cards of this hand, none of them twice."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def is_lead(hand: Sequence[str], cards: Sequence[str]) -> bool:
    """§3.2.1: cards of one suit from the hand, at least one."""
    return are_held(hand, cards) and len({card[1] for card in cards}) == 1


def is_reply(hand: Sequence[str], standing: Sequence[str], cards: Sequence[str], action: str, trump: str) -> bool:
    """§3.3: as many cards from the hand as were led; to ``beat`` they must be higher, to ``discard`` any will do."""
    if not are_held(hand, cards) or len(cards) != len(standing):
        return False
    return action == "discard" or beats(cards, standing, trump)


def is_pull(hand: Sequence[str]) -> bool:
    """§3.5.1: four cards of one suit."""
    return len(hand) == 4 and hand[0][1] == hand[1][1] == hand[2][1] == hand[3][1]


def loss(own_points: int, tricks: int) -> int:
    """§4.3: loss points of a team with so many card points in so many tricks."""
    if own_points >= HALF_OF_ALL:
        return 0
    if own_points >= CHEAP_LOSS:
        return 2
    return 4 if tricks else 6
