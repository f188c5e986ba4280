"""Intents and automatic steps from the last initial card to the end (§3.5 to §3.12)."""

from games.deluxe_blackjack.v1.events import (
    ActionTaken,
    FollowClosed,
    InsuranceClosed,
    InsuranceOffered,
    InsuranceSkipped,
    Preselected,
)
from games.deluxe_blackjack.v1.expecting import RIDING_KINDS, asks, extra_stake
from games.deluxe_blackjack.v1.hand_value import ACTIONS, automatic, fallback
from games.deluxe_blackjack.v1.intents import Act, Follow, Insurance, Preselect
from games.deluxe_blackjack.v1.options import half
from games.deluxe_blackjack.v1.state import Hand, State, actions, hand_of, question, seat_of
from games.kernel.bets import Answer, Bet, Stake
from games.kernel.events import SeatLeft
from games.kernel.ruleset import Decision, Facts, Rejected, Silence

_DOUBLING = ("double", "split")
_NO_CARDS = ("new", "betting", "over")
_TURN_RUNS = ("auto", "turn", "double", "split", "card", "split_1", "split_2")


# --- a player's decision -----------------------------------------------------------------------------------------


def act(state: State, intent: Act, facts: Facts) -> Decision:
    """§3.7: carry out the action the open question was answered with."""
    if state.phase in _NO_CARDS:
        raise Rejected("wrong_phase", "§3.7", "no cards are played")
    seat = seat_of(state, intent.seat)
    if seat is None or seat.player != intent.player:
        raise Rejected("not_your_seat", "§3.7.1", f"seat {intent.seat} is not yours", "seat")
    hand = state.hands[state.turn]
    if state.phase != "turn" or (hand.seat, hand.hand) != (intent.seat, intent.hand):
        raise Rejected("not_your_turn", "§3.7.1", "this hand is not asked")
    if intent.action not in actions(state, hand):
        raise Rejected("illegal_action", "§3.7", f"the cards do not allow {intent.action!r}", "action")
    if intent.action not in _DOUBLING:
        return [_taken(hand, intent.action, "player")]
    stake = _second_stake(state, hand, intent.action, facts)
    if stake is None:
        raise Rejected("insufficient_funds", "§3.7.7", f"the balance does not cover a {intent.action}")
    return [_taken(hand, intent.action, "player"), stake]


def _second_stake(state: State, hand: Hand, action: str, facts: Facts) -> Stake | None:
    """The movement of a double or split, or ``None`` if the balance of this moment does not cover it (D25)."""
    bet = _seat_bet(facts, hand)
    amount = extra_stake(state, action, bet)
    if facts.funds(hand.player) < amount:
        return None
    part = "2" if action == "split" else str(hand.hand)
    return Stake(hand.player, hand.seat, "seat", part, amount)


def _seat_bet(facts: Facts, hand: Hand) -> Bet:
    return next(bet for bet in facts.bets_of(hand.player) if bet.seat == hand.seat and bet.kind == "seat")


def _taken(hand: Hand, action: str, by: str, asked: str | None = None) -> ActionTaken:
    return ActionTaken(seat=hand.seat, hand=hand.hand, action=action, asked=asked, by=by)


def preselect(state: State, intent: Preselect, _: Facts) -> Decision:
    """§3.8.1: from the close of the betting until the hand's turn begins; the last choice counts."""
    if state.phase in _NO_CARDS:
        raise Rejected("wrong_phase", "§3.8.1", "no cards are played")
    seat = seat_of(state, intent.seat)
    if seat is None or seat.player != intent.player:
        raise Rejected("not_your_seat", "§3.8.1", f"seat {intent.seat} is not yours", "seat")
    if intent.action is not None and intent.action not in ACTIONS:
        raise Rejected("illegal_action", "§3.8.1", f"there is no action {intent.action!r}", "action")
    if not may_preselect(state, intent.seat, intent.hand):
        raise Rejected("wrong_phase", "§3.8.1", "this hand is not there, is closed or has its turn", "hand")
    return [Preselected(seat=intent.seat, hand=intent.hand, action=intent.action)]


def may_preselect(state: State, seat: int, number: int) -> bool:
    """The hand is there, open, and its turn has not begun."""
    hand = hand_of(state, seat, number)
    if hand is None or hand.closed:
        return False
    return state.phase not in _TURN_RUNS or hand is not state.hands[state.turn]


# --- questions to bets -------------------------------------------------------------------------------------------


def insurance(state: State, intent: Insurance, facts: Facts) -> Decision:
    """§3.5.2: half the bet, for the seat or back bet on this seat."""
    bet = _asked(state, intent.player, intent.seat, facts) if state.phase == "insurance" else None
    if bet is None:
        raise Rejected("no_question", "§3.5.1", "insurance is not asked of this bet now")
    yes = _is_yes(intent.answer)
    answer = Answer(bet.player, bet.seat, bet.kind, "insurance", yes)
    if not yes:
        return [answer]
    price = extra_stake(state, "insurance", bet)
    if facts.funds(intent.player) < price:
        raise Rejected("insufficient_funds", "§3.5.2", "the balance does not cover half the bet")
    return [answer, Stake(bet.player, bet.seat, bet.kind, "insurance", price)]


def follow(state: State, intent: Follow, facts: Facts) -> Decision:
    """§3.10.2: double with the seat, or ride on both hands of its split. A yes without the money counts as no."""
    asked = f"{intent.question}:{intent.seat}.{intent.hand}"
    bet = None
    if state.phase in _DOUBLING and asked == question(state):
        bet = _asked(state, intent.player, intent.seat, facts)
    if bet is None:
        raise Rejected("no_question", "§3.10.1", "this is not asked of this bet now")
    price = extra_stake(state, intent.question, bet)
    yes = _is_yes(intent.answer) and facts.funds(intent.player) >= price
    answer = Answer(bet.player, bet.seat, bet.kind, asked, yes)
    if not yes:
        return [answer]
    part = "2" if intent.question == "split" else str(intent.hand)
    return [answer, Stake(bet.player, bet.seat, bet.kind, part, price)]


def _asked(state: State, player: str, seat: int, facts: Facts) -> Bet | None:
    for bet in facts.bets_of(player):
        if bet.seat == seat and asks(state, bet):
            return bet
    return None


def _is_yes(answer: str) -> bool:
    if answer not in ("yes", "no"):
        raise Rejected("illegal_action", "§3.5.2", "the answer is yes or no", "answer")
    return answer == "yes"


# --- what goes on by itself --------------------------------------------------------------------------------------


def proceed(state: State, facts: Facts) -> Decision:
    """The step that is due without a player: automatic play, the insurance offer, the end of a question, leavers."""
    phase = state.phase
    if phase == "auto":
        return _automatic_action(state, facts)
    if phase == "offer":
        return _offer_insurance(state, facts)
    if phase == "leaving":
        return [SeatLeft(seat=s.seat, player=s.player, reason="left") for s in state.seats if s.leaving]
    return _close_question(state, facts)


def silence(state: State, intent: Silence, facts: Facts) -> Decision:
    """A countdown ran out. One that does not belong to the open question has no effect."""
    phase, what = state.phase, intent.what
    if what == "decision" and phase == "turn":
        hand = state.hands[state.turn]
        return [_taken(hand, automatic(hand.total), "silence")]
    if (what == "insurance" and phase == "insurance") or (what == "follow" and phase in _DOUBLING):
        return _close_question(state, facts)
    return []


def _automatic_action(state: State, facts: Facts) -> Decision:
    """§3.8.3, §3.9: the preselected action, or what money makes of it, or the system's."""
    hand = state.hands[state.turn]
    chosen = hand.preselected
    if chosen is None:
        return [_taken(hand, automatic(hand.total), "silence")]
    if chosen not in _DOUBLING:
        return [_taken(hand, chosen, "preselection")]
    stake = _second_stake(state, hand, chosen, facts)
    if stake is None:
        return [_taken(hand, fallback(chosen, hand.total), "preselection", chosen)]
    return [_taken(hand, chosen, "preselection"), stake]


def _offer_insurance(state: State, facts: Facts) -> Decision:
    """§3.5.1: offered to every seat and back bet whose half is at least 1 and covered at this moment."""
    offered = 0
    left_out: list[str] = []
    for bet in facts.bets():
        if bet.kind not in RIDING_KINDS:
            continue
        price = half(state.options, bet.parts["1"])
        if price >= 1 and facts.funds(bet.player) >= price:
            offered += 1
        elif price >= 1:
            left_out.append(f"{bet.seat}/{bet.player}")
    if not offered:
        return [InsuranceSkipped()]
    return [InsuranceOffered(not_offered=tuple(sorted(left_out)))]


def _close_question(state: State, facts: Facts) -> Decision:
    if state.phase == "insurance":
        return [InsuranceClosed()]
    if state.phase not in _DOUBLING:
        raise Rejected("wrong_phase", "§3", "nothing is due by itself")
    asked, seat = question(state), state.hands[state.turn].seat
    following = sum(1 for bet in facts.bets() if bet.seat == seat and bet.answers.get(asked))
    return [FollowClosed(question=asked, following=following)]
