"""What every bet is worth when the round is decided (§5). Each quotient is rounded once, on one hand's whole bet."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from games.kernel.bets import Bet, Line, Settlement
from games.kernel.money import win
from games.royal_blackjack.v1.hand_value import is_natural, total
from games.royal_blackjack.v1.state import Hand, State


class Outcome(NamedTuple):
    """Result of one hand against the dealer and the clause that says so."""

    result: str
    clause: str


_PAID_BY: Final = {"blackjack": "§5.1", "win": "§5.1", "push": "§5.2", "lose": "§5.3"}


def settle(bet: Bet, state: State) -> Settlement:
    """Credit and lines of one bet; ``ValueError`` if the round was not played to its end."""
    if not _decided(state):
        raise ValueError("only a round that was played to its end is settled")
    lines = tuple(_settle_hand(hand, bet.parts[str(hand.hand)], state) for hand in state.hands if hand.seat == bet.seat)
    return Settlement(sum(line.returned for line in lines), "+".join(line.outcome for line in lines), lines)


def _decided(state: State) -> bool:
    return state.phase in ("leaving", "over") and state.played and not state.cancelled


def compare(hand: Hand, dealer: Sequence[str]) -> Outcome:
    """§4.4: the first line that fits, from the player's side."""
    if hand.total > 21:
        return Outcome("lose", "§4.4.1")
    dealer_natural = is_natural(dealer)
    if hand.natural:
        return Outcome("push", "§4.4.2") if dealer_natural else Outcome("blackjack", "§4.4.3")
    if dealer_natural:
        return Outcome("lose", "§4.4.4")
    against = total(dealer)
    if against > 21:
        return Outcome("win", "§4.4.5")
    if hand.total > against:
        return Outcome("win", "§4.4.6")
    return Outcome("push", "§4.4.7") if hand.total == against else Outcome("lose", "§4.4.8")


def _settle_hand(hand: Hand, stake: int, state: State) -> Line:
    """§5: the stake back and what the result pays, or nothing."""
    result, clause = compare(hand, state.dealer)
    part, clause = str(hand.hand), f"{clause}, {_PAID_BY[result]}"
    if result == "lose":
        return Line(part, result, stake, 0, clause)
    pay = state.options.pay
    odds = {"blackjack": pay.blackjack, "win": pay.win, "push": pay.push}[result]
    return Line(part, result, stake, stake + win(stake, odds), clause, *odds)


def outcome(state: State) -> dict[str, Any]:
    """Summary of a round for the record: the dealer, every hand with its score and, once decided, its result."""
    decided = _decided(state)
    hands = []
    for hand in state.hands:
        entry: dict[str, Any] = {
            "place": hand.place,
            "player": hand.player,
            "cards": list(hand.cards),
            "score": hand.total,
            "split": hand.split,
        }
        if decided:
            entry["result"], entry["clause"] = compare(hand, state.dealer)
        hands.append(entry)
    naturals = Counter(hand.player for hand in state.hands if decided and hand.natural)
    return {
        "played": state.played,
        "feats": {player: {"natural": count} for player, count in naturals.items()},
        "cancelled": state.cancelled,
        "dealer": {
            "cards": list(state.dealer), "score": total(state.dealer), "blackjack": is_natural(state.dealer),
        },
        "hands": hands,
    }  # fmt: skip
