"""What the round awaits, derived from its state (§3)."""

from typing import Final

from games.deluxe_blackjack.v1.options import half
from games.deluxe_blackjack.v1.state import State, actions, question
from games.kernel.bets import Bet
from games.kernel.expectations import Ask, Betting, Countdown, Deal, Decide, Expectation, Over, Proceed

_PROCEED: Final = Proceed()
_DEALER_UP: Final = Deal("dealer", "up")
_DEALER_DOWN: Final = Deal("dealer", "down")
RIDING_KINDS: Final = ("seat", "behind")


def expects(state: State) -> Expectation:
    """What must happen next. A state before ``OpenRound`` is like one between two rounds."""
    phase = state.phase
    if phase in ("auto", "offer", "leaving"):
        return _PROCEED
    if phase == "turn":
        hand = state.hands[state.turn]
        clock = Countdown("decision", state.options.decision_s)
        return Decide(state.number, hand.seat, hand.hand, hand.player, actions(state, hand), clock)
    if phase == "card":
        return Deal(state.hands[state.turn].place, "up")
    if phase == "dealing":
        return _initial_card(state)
    if phase == "dealer":
        return _DEALER_UP
    if phase == "betting":
        return Betting(state.number, Countdown("betting", state.options.bet_s))
    if phase == "insurance":
        return Ask(state.number, "insurance", Countdown("insurance", state.options.insurance_s))
    if phase in ("double", "split"):
        return Ask(state.number, question(state), Countdown("follow", state.options.follow_s))
    if phase in ("split_1", "split_2"):
        hand = state.hands[state.turn + (phase == "split_2")]
        return Deal(hand.place, "up")
    return Over(played=state.played and phase == "over")


def _initial_card(state: State) -> Deal:
    """§3.4: one card to every seat by number, the dealer's first card, a second one each, the dealer's second, down."""
    dealt = len(state.dealer)
    for hand in state.hands:
        if len(hand.cards) <= dealt:
            return Deal(hand.place, "up")
    return _DEALER_DOWN if dealt else _DEALER_UP


def asks(state: State, bet: Bet) -> bool:
    """Is the open question put to this bet and not yet answered (§3.5.1, §3.10.1)."""
    phase = state.phase
    if phase == "insurance":
        if bet.kind not in RIDING_KINDS or "insurance" in bet.answers or half(state.options, bet.parts["1"]) < 1:
            return False
        return not is_left_out(state.not_offered, bet)
    if phase not in ("double", "split") or bet.kind != "behind":
        return False
    hand = state.hands[state.turn]
    if bet.seat != hand.seat or (hand.hand == 2 and "2" not in bet.parts):
        return False
    return question(state) not in bet.answers


def is_left_out(not_offered: tuple[str, ...], bet: Bet) -> bool:
    """Bisection by hand: ten thousand bets may each be looked up among thousands that were not offered insurance."""
    if not not_offered:
        return False
    key = f"{bet.seat}/{bet.player}"
    low, high = 0, len(not_offered)
    while low < high:
        middle = (low + high) // 2
        if not_offered[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < len(not_offered) and not_offered[low] == key


def extra_stake(state: State, action: str, bet: Bet) -> int:
    """What the action adds to this bet, minor units: half of it for insurance, else the bet of the hand once more."""
    if action == "insurance":
        return half(state.options, bet.parts["1"])
    if action == "double":
        return bet.parts[str(state.hands[state.turn].hand)]
    return bet.parts["1"] if action == "split" else 0
