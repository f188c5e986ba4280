"""What one viewer may see and answer. Whoever calls this shows nothing of ``may`` while the table is paused."""

from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, View
from games.royal_9k.v1.state import State, actions, hand_at, price


def view(state: State, viewer: str, facts: Facts) -> View:
    """Cards by place (``seat3``) and the viewer's possible answers; ``viewer`` is a player or ``"public"``.

    §3.6: hands that were shown are open to all; every other one is seen by its player only.
    """
    found = {}
    for hand in state.hands:
        is_open = hand.player == viewer or (state.shown and not hand.folded)
        found[hand.place] = hand.cards if is_open else (HIDDEN,) * len(hand.cards)
    return View(found, _may(state, viewer, facts))


def _may(state: State, viewer: str, facts: Facts) -> tuple[str, ...]:
    """§3.4.3: bet and raise are offered only with the money for them."""
    if state.phase != "turn" or (hand := hand_at(state, state.turn)).player != viewer:
        return ()
    funds = facts.funds(viewer)
    return tuple(a for a in actions(state) if a not in ("bet", "raise") or price(state, hand, a) <= funds)
