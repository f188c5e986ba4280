"""Opening and closing the betting, seats and bets (§3.1 to §3.3)."""

from collections.abc import Sequence

from games.kernel.bets import Stake
from games.kernel.events import SeatLeft, SeatTaken
from games.kernel.ruleset import CloseBetting, Decision, Facts, Leave, OpenRound, Rejected, Sit
from games.royal_blackjack.v1.events import BettingClosed, BettingOpened, Leaving, Playing
from games.royal_blackjack.v1.options import BET_KINDS, SEATS
from games.royal_blackjack.v1.state import State, own_seat, seat_of


def open_round(state: State, _: OpenRound, __: Facts) -> Decision:
    """§3.1: bets are open."""
    if state.phase != "new":
        raise Rejected("round_running", "§3.1", "this round has been opened before")
    return [BettingOpened()]


def leavers(state: State) -> list[SeatLeft]:
    """§3.8: the seats that are free now."""
    return [SeatLeft(seat=s.seat, player=s.player, reason="left") for s in state.seats if s.leaving]


def sit(state: State, intent: Sit, facts: Facts) -> Decision:
    """§3.2.1: a free seat, at any time."""
    if facts.account_type(intent.player) != "real":
        raise Rejected("account_type", "§2.3", "trial and play-for-fun accounts take no seats")
    if type(intent.seat) is not int or not 1 <= intent.seat <= SEATS:
        raise Rejected("no_such_seat", "§2.1", f"seats are numbered 1 to {SEATS}", "seat")
    if seat_of(state, intent.seat) is not None:
        raise Rejected("seat_taken", "§3.2.1", f"seat {intent.seat} is occupied", "seat")
    if own_seat(state, intent.player) is not None:
        raise Rejected("too_many_seats", "§2.2", "one seat is the most a player may take")
    return [SeatTaken(seat=intent.seat, player=intent.player)]


def leave(state: State, intent: Leave, facts: Facts) -> Decision:
    """§3.2.4: at once without a bet, else after the round."""
    seat = own_seat(state, intent.player)
    if seat is None:
        raise Rejected("not_seated", "§3.2.4", "only who has a seat can give it up")
    if state.phase in ("new", "over") or not facts.bets_of(intent.player):
        return [SeatLeft(seat=seat.seat, player=seat.player, reason="left")]
    return [] if seat.leaving else [Leaving(player=intent.player)]


def accept(state: State, stake: Stake, facts: Facts) -> Sequence[Stake]:
    """§3.2.2, §3.2.3: one bet a player, on his own seat."""
    if state.phase != "betting":
        raise Rejected("bets_closed", "§3.2.2", "bets are not open")
    if stake.kind not in BET_KINDS:
        raise Rejected("bad_kind", "§3.2.2", "only the seat can be bet on", "kind")
    seat = seat_of(state, stake.seat)
    if seat is None or seat.player != stake.player:
        raise Rejected("not_your_seat", "§3.2.2", "a bet belongs to the player who sits there", "seat")
    if facts.bets_of(stake.player):
        raise Rejected("already_bet", "§3.2.2", "one bet a round is all")
    amount, options = stake.amount, state.options
    if type(amount) is not int or amount < 1 or amount % options.chip_step:
        raise Rejected("bad_amount", "§3.2.3", f"a positive multiple of {options.chip_step} is needed", "amount")
    if amount < options.min_seat:
        raise Rejected("below_min", "§3.2.3", f"a bet is at least {options.min_seat}", "amount")
    if amount > options.max_seat:
        raise Rejected("above_max", "§3.2.3", f"a bet is at most {options.max_seat}", "amount")
    if facts.funds(stake.player) < amount:
        raise Rejected("insufficient_funds", "§3.2.2", "the balance does not cover it", "amount")
    return [Stake(stake.player, stake.seat, "seat", "1", amount)]


def close(state: State, _: CloseBetting, facts: Facts) -> Decision:
    """§3.3: who has a bet plays."""
    if state.phase != "betting":
        raise Rejected("wrong_phase", "§3.3", "betting is not open")
    stakes = {bet.seat: bet.stake for bet in facts.bets()}
    playing = (Playing(s.seat, s.player, stakes[s.seat]) for s in state.seats if s.seat in stakes)
    return [BettingClosed(seats=tuple(playing))]
