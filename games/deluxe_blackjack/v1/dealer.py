"""The dealer's fixed play and the burning of a new shoe (§2.6, §3.6, §3.11)."""

from collections.abc import Sequence

from games.deluxe_blackjack.v1.hand_value import VALUE, is_natural, total


def draws(cards: Sequence[str]) -> bool:
    """§3.11.2: 16 or less hits, 17 or more stands, soft 17 stands."""
    return total(cards) <= 16


def ends_at_once(dealer: Sequence[str], seats: Sequence[Sequence[str]]) -> str | None:
    """§3.6: why no further card is dealt after the initial ones, or ``None`` if the decisions follow."""
    if is_natural(dealer):
        return "dealer_blackjack"
    return "all_seats_blackjack" if all(is_natural(cards) for cards in seats) else None


def burn(shown: str) -> int:
    """§2.6: cards discarded face down after the shown one; the shown one is discarded too."""
    return VALUE[shown]
