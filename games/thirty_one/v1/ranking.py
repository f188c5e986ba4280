"""What hands are worth, who loses a game and what that costs (§4). Plain functions of cards and numbers."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from games.kernel.cards import SUITS

VALUE: Final = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
TRIPLE: Final = 61
"""Score of three of a kind, in halves: 30.5."""
BLITZ: Final = 62
"""The highest score, in halves: 31."""

SWIMS: Final = 0
OUT: Final = -1


def halves(hand: Sequence[str]) -> int:
    """§4.2: twice the score of three cards."""
    first, second, third = hand
    if first[0] == second[0] == third[0]:
        return TRIPLE
    sums = dict.fromkeys(SUITS, 0)
    for card in hand:
        sums[card[1]] += VALUE[card[0]]
    return 2 * max(sums.values())


def are_three_aces(hand: Sequence[str]) -> bool:
    return all(card[0] == "A" for card in hand)


def ends_at_once(hand: Sequence[str]) -> bool:
    """§3.6: 31 or three aces."""
    return are_three_aces(hand) or halves(hand) == BLITZ


def losers(hands: Mapping[int, Sequence[str]], knocker: int) -> tuple[int, ...]:
    """§4.3: the seats that lose, lowest first; ``knocker`` is a seat, 0 = nobody."""
    if any(map(are_three_aces, hands.values())):
        return tuple(sorted(seat for seat, hand in hands.items() if not are_three_aces(hand)))
    scores = {seat: halves(hand) for seat, hand in hands.items()}
    lowest = min(scores.values())
    found = tuple(sorted(seat for seat, score in scores.items() if score == lowest))
    return (knocker,) if knocker in found else found


def tokens_after(before: Mapping[int, int], lost: Collection[int], aces: bool) -> dict[int, int]:
    """§4.4: tokens by seat after a game that ``lost`` lost; unchanged if nobody would be left in."""
    price = 2 if aces and sum(tokens != OUT for tokens in before.values()) == 2 else 1
    after = {seat: _less(tokens, price) if seat in lost else tokens for seat, tokens in before.items()}
    return dict(before) if set(after.values()) == {OUT} else after


def _less(tokens: int, price: int) -> int:
    return max(tokens - price, SWIMS) if tokens > SWIMS else OUT
