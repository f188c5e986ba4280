"""What one viewer may see and answer. Whoever calls this shows nothing of ``may`` while the table is paused."""

from games.deluxe_blackjack.v1.expecting import asks, extra_stake
from games.deluxe_blackjack.v1.hand_value import affordable
from games.deluxe_blackjack.v1.state import State, actions
from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, View


def view(state: State, viewer: str, facts: Facts) -> View:
    """Cards by place and the viewer's possible answers; ``viewer`` is a player or ``"public"``."""
    cards = {hand.place: hand.cards for hand in state.hands if hand.cards}
    if state.dealer:
        cards["dealer"] = dealer_cards(state)
    return View(cards, _may(state, viewer, facts))


def dealer_cards(state: State) -> tuple[str, ...]:
    """§3.11.1: the second card lies hidden until the last hand is closed or the round is decided."""
    if len(state.dealer) < 2 or state.revealed:
        return state.dealer
    return (state.dealer[0], HIDDEN)


def _may(state: State, viewer: str, facts: Facts) -> tuple[str, ...]:
    """Money is considered, except for following: a yes without it is a no (§3.10.2)."""
    phase = state.phase
    if phase not in ("turn", "insurance", "double", "split") or viewer == "public":
        return ()
    mine = facts.bets_of(viewer)
    if phase == "turn":
        hand = state.hands[state.turn]
        if hand.player != viewer:
            return ()
        bet = next(b for b in mine if b.seat == hand.seat and b.kind == "seat")
        return affordable(actions(state, hand), bet.parts[str(hand.hand)], facts.funds(viewer))
    asked = [bet for bet in mine if asks(state, bet)]
    if phase == "insurance":
        payable = any(extra_stake(state, "insurance", bet) <= facts.funds(viewer) for bet in asked)
        return ("insurance",) if payable else ()
    return ("follow",) if asked else ()
