"""What every bet is worth when the round is decided (§5). Each quotient is rounded once, on one hand's whole bet."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.deluxe_blackjack.v1.hand_value import is_natural, pair_tier, score, total
from games.deluxe_blackjack.v1.options import HALF, Options, half, quotient
from games.deluxe_blackjack.v1.state import Hand, State, hands_of
from games.kernel.bets import Bet, Line, Settlement
from games.kernel.money import Odds


class Outcome(NamedTuple):
    """Result of one hand against the dealer and the clause that says so."""

    result: str
    clause: str


_PAID: Final = frozenset(("win", "blackjack"))


def settle(bet: Bet, state: State) -> Settlement:
    """Credit and lines of one bet; ``ValueError`` if the round was not played to its end."""
    if state.phase not in ("over", "leaving") or state.cancelled or not state.played:
        raise ValueError("only a round that was played to its end is settled")
    hands = hands_of(state, bet.seat)
    if bet.kind == "pair":
        return _settle_pair(bet, hands, state.options)
    lines = [_settle_hand(hand, bet.parts[str(hand.hand)], state) for hand in hands if str(hand.hand) in bet.parts]
    outcome = "+".join(line.outcome for line in lines)
    if "insurance" in bet.parts:
        lines.append(_settle_insurance(bet.parts["insurance"], state))
    return Settlement(sum(line.returned for line in lines), outcome, tuple(lines))


def compare(hand: Hand, dealer: Sequence[str]) -> Outcome:
    """§4.5: the first line that fits, from the player's side."""
    if hand.surrendered:
        return Outcome("surrender", "§4.5.1")
    if hand.total > 21:
        return Outcome("lose", "§4.5.2")
    dealer_natural = is_natural(dealer)
    if hand.natural:
        return Outcome("push", "§4.5.3") if dealer_natural else Outcome("blackjack", "§4.5.4")
    if dealer_natural:
        return Outcome("lose", "§4.5.5")
    against = total(dealer)
    if against > 21:
        return Outcome("win", "§4.5.6")
    if hand.total > against:
        return Outcome("win", "§4.5.7")
    return Outcome("push", "§4.5.8") if hand.total == against else Outcome("lose", "§4.5.9")


def _settle_hand(hand: Hand, stake: int, state: State) -> Line:
    """§5.1 to §5.3: stake back and the net win, or half of it after a surrender, or nothing."""
    result, clause = compare(hand, state.dealer)
    part = str(hand.hand)
    if result in _PAID:
        odds = state.options.pay.blackjack if result == "blackjack" else state.options.pay.win
        return _paid(part, result, stake, odds, f"{clause}, §5.1", state.options)
    if result == "push":
        return Line(part, result, stake, stake, f"{clause}, §5.2")
    if result == "surrender":
        return Line(part, result, stake, half(state.options, stake), f"{clause}, §5.3", *HALF)
    return Line(part, result, stake, 0, f"{clause}, §5.2")


def _settle_insurance(stake: int, state: State) -> Line:
    """§5.4: won if the dealer's two initial cards are a natural."""
    if is_natural(state.dealer):
        return _paid("insurance", "win", stake, state.options.pay.insurance, "§5.4", state.options)
    return Line("insurance", "lose", stake, 0, "§5.4")


def _settle_pair(bet: Bet, hands: Sequence[Hand], options: Options) -> Settlement:
    """§5.5: decided by the first two cards of the seat, which a split has taken apart."""
    first, second = (hand.cards[0] for hand in hands) if len(hands) == 2 else hands[0].cards[:2]
    stake = bet.parts["1"]
    result, odds = pair_odds(first, second, options)
    line = Line("1", "lose", stake, 0, "§5.5") if odds is None else _paid("1", result, stake, odds, "§5.5", options)
    return Settlement(line.returned, result, (line,))


def pair_odds(first: str, second: str, options: Options) -> tuple[str, Odds | None]:
    """Outcome of the pair bet and what it pays. Without coloured odds a coloured pair is a mixed one (D3)."""
    tier = pair_tier(first, second)
    pay = options.pay
    if tier == "perfect":
        return "pair_perfect", pay.pair_perfect
    if tier == "coloured" and pay.pair_coloured is not None:
        return "pair_coloured", pay.pair_coloured
    return ("lose", None) if tier == "none" else ("pair_mixed", pay.pair_mixed)


def _paid(part: str, outcome: str, stake: int, odds: Odds, clause: str, options: Options) -> Line:
    returned = stake + quotient(options, stake, odds)
    return Line(part, outcome, stake, returned, clause, odds.n, odds.d)


def outcome(state: State) -> dict[str, object]:
    """Summary of a finished round for the record: the dealer, every hand with its score and result."""
    decided = state.played and not state.cancelled and state.phase in ("over", "leaving")
    hands: list[dict[str, object]] = []
    for hand in state.hands:
        entry: dict[str, object] = {
            "place": hand.place,
            "player": hand.player,
            "cards": list(hand.cards),
            "score": hand.total,
            "doubled": hand.doubled,
            "split": hand.split,
        }
        if decided:
            entry["result"], entry["clause"] = compare(hand, state.dealer)
        hands.append(entry)
    dealer = score(state.dealer)
    naturals = Counter(hand.player for hand in state.hands if hand.natural)
    return {
        "played": state.played,
        "feats": {player: {"natural": count} for player, count in naturals.items()} if decided else {},
        "cancelled": state.cancelled,
        "dealer": {"cards": list(state.dealer), "score": dealer.total, "blackjack": is_natural(state.dealer)},
        "hands": hands,
    }
