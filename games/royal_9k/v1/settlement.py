"""Pots, who wins them, and what every bet is worth when the round is decided (§5)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from games.kernel.bets import POT, RAKE, UNCALLED, Bet, Line, Settlement
from games.royal_9k.v1.options import WHOLE
from games.royal_9k.v1.ranking import category, points, strength
from games.royal_9k.v1.state import Hand, State, is_decided, still_in

_FEATS: Final = ("straight_flush", "sam")


class Pot(NamedTuple):
    """``shares``: what each seat has in it; ``rake``: what the house keeps of it. Minor units."""

    number: int
    shares: Mapping[int, int]
    rake: int
    winner: int

    @property
    def amount(self) -> int:
        return sum(self.shares.values())


def uncalled(state: State) -> tuple[int, int]:
    """§5.1: seat and minor units that no other stake reaches, folded ones included."""
    top = max(still_in(state), key=lambda hand: hand.staked)
    others = max(hand.staked for hand in state.hands if hand is not top)
    return top.seat, max(top.staked - others, 0)


def pots(state: State) -> list[Pot]:
    """§5.2 to §5.4: layers between the stakes of those still in, each with its winner."""
    back_to, excess = uncalled(state)
    stakes = {hand.seat: hand.staked - (excess if hand.seat == back_to else 0) for hand in state.hands}
    inside = still_in(state)
    tops = sorted({stakes[hand.seat] for hand in inside})
    found, low = [], 0
    for number, top in enumerate(tops, 1):
        # Folded money above the highest layer belongs to the last pot.
        reach = top if number < len(tops) else max(stakes.values())
        shares = {seat: min(stake, reach) - low for seat, stake in stakes.items() if stake > low}
        winner = _best([hand for hand in inside if stakes[hand.seat] >= top], state)
        found.append(Pot(number, shares, sum(shares.values()) * state.options.rake_bp // WHOLE, winner.seat))
        low = top
    return found


def _best(hands: list[Hand], state: State) -> Hand:
    """§5.3. A hand without a rival may have been dealt in part only."""
    if len(hands) == 1:
        return hands[0]
    return max(hands, key=lambda hand: strength(hand.cards, state.options.category_order))


def settle(bet: Bet, state: State) -> Settlement:
    """Credit and lines of one bet; ``ValueError`` if the round was not played to its end."""
    if not is_decided(state):
        raise ValueError("only a round that was played to its end is settled")
    folded = any(hand.seat == bet.seat and hand.folded for hand in state.hands)
    lost, lines = "fold" if folded else "lose", []
    found = pots(state)
    for pot in found:
        name, share = f"{POT}{pot.number}", pot.shares.get(bet.seat, 0)
        if pot.winner == bet.seat:
            lines.append(Line(name, "win", share, pot.amount, "§5.3"))
            if pot.rake:
                lines.append(Line(f"{RAKE}{pot.number}", "rake", 0, -pot.rake, "§5.4"))
        elif share:
            lines.append(Line(name, lost, share, 0, "§5.5"))
    back_to, excess = uncalled(state)
    if excess and back_to == bet.seat:
        lines.append(Line(UNCALLED, "uncalled", excess, excess, "§5.1"))
    outcome = "win" if any(pot.winner == bet.seat for pot in found) else lost
    return Settlement(sum(line.returned for line in lines), outcome, tuple(lines))


def outcome(state: State) -> dict[str, Any]:
    """Summary of a round for the record: pots, results, and the hands that were shown with their category."""
    found = pots(state) if is_decided(state) else []
    winners = {pot.winner for pot in found}
    players = {hand.seat: hand.player for hand in state.hands}
    return {
        "cancelled": state.cancelled,
        "button": state.dealer,
        "showdown": state.shown,
        "pots": [
            {"pot": pot.number, "amount": pot.amount, "rake": pot.rake, "winner": players[pot.winner]} for pot in found
        ],
        "hands": [_summary(hand, state, winners) for hand in state.hands],
        "feats": {
            hand.player: {feat: 1}
            for hand in (still_in(state) if state.shown else ())
            if (feat := category(hand.cards)) in _FEATS
        },
    }


def _summary(hand: Hand, state: State, winners: set[int]) -> dict[str, Any]:
    entry: dict[str, Any] = {"place": hand.place, "player": hand.player}
    if winners:
        entry["result"] = "win" if hand.seat in winners else "fold" if hand.folded else "lose"
    if state.shown and not hand.folded:
        found = category(hand.cards)
        entry |= {"cards": list(hand.cards), "category": found}
        if found == "ordinary":
            entry["points"] = points(hand.cards)
    return entry
