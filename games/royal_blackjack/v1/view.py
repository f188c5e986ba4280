"""What one viewer may see and answer. Whoever calls this shows nothing of ``may`` while the table is paused."""

from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, View
from games.royal_blackjack.v1.expecting import extra_stake
from games.royal_blackjack.v1.state import State, actions


def view(state: State, viewer: str, facts: Facts) -> View:
    """Cards by place and the viewer's possible answers; ``viewer`` is a player or ``"public"``."""
    cards = {hand.place: hand.cards for hand in state.hands if hand.cards}
    if state.dealer:
        cards["dealer"] = dealer_cards(state)
    return View(cards, _may(state, viewer, facts))


def dealer_cards(state: State) -> tuple[str, ...]:
    """§3.7.1: a second card face down lies hidden until the last hand is closed or the round is decided."""
    if len(state.dealer) < 2 or state.revealed or state.options.second_card == "up":
        return state.dealer
    return (state.dealer[0], HIDDEN)


def _may(state: State, viewer: str, facts: Facts) -> tuple[str, ...]:
    """§3.5.6: a split is offered only with the money for it."""
    if state.phase != "turn" or state.hands[state.turn].player != viewer:
        return ()
    (bet,) = facts.bets_of(viewer)
    funds = facts.funds(viewer)
    return tuple(a for a in actions(state, state.hands[state.turn]) if extra_stake(state, a, bet) <= funds)
