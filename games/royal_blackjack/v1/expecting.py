"""What the round awaits, derived from its state (§3)."""

from typing import Final

from games.kernel.bets import Bet
from games.kernel.expectations import Betting, Countdown, Deal, Decide, Expectation, Over, Proceed
from games.royal_blackjack.v1.state import State, actions

_PROCEED: Final = Proceed()
_DEALER_UP: Final = Deal("dealer", "up")


def expects(state: State) -> Expectation:
    """What must happen next. A state before ``OpenRound`` is like one between two rounds."""
    phase = state.phase
    if phase in ("auto", "leaving"):
        return _PROCEED
    if phase == "turn":
        hand = state.hands[state.turn]
        clock = Countdown("decision", state.options.decision_s)
        return Decide(state.number, hand.seat, hand.hand, hand.player, actions(state, hand), clock)
    if phase in ("card", "split_1", "split_2"):
        return Deal(state.hands[state.turn + (phase == "split_2")].place, "up")
    if phase == "dealing":
        return _initial_card(state)
    if phase == "dealer":
        return _DEALER_UP
    if phase == "betting":
        return Betting(state.number, Countdown("betting", state.options.bet_s))
    return Over(played=state.played and phase == "over")


def _initial_card(state: State) -> Deal:
    """§3.4.1: one card to every seat by number, the dealer's first card, a second one each, the dealer's second."""
    dealt = len(state.dealer)
    for hand in state.hands:
        if len(hand.cards) <= dealt:
            return Deal(hand.place, "up")
    return Deal("dealer", state.options.second_card) if dealt else _DEALER_UP


def extra_stake(_: State, action: str, bet: Bet) -> int:
    """§3.5.3: a split costs the bet once more, minor units."""
    return bet.parts["1"] if action == "split" else 0
