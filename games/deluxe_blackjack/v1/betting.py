"""Opening and closing the betting, seats and bets (§3.1 to §3.3)."""

from collections.abc import Sequence

from games.deluxe_blackjack.v1.events import BettingClosed, BettingOpened, Leaving, Playing
from games.deluxe_blackjack.v1.options import BET_KINDS, MAX_SEATS_PER_PLAYER, SEATS, limits
from games.deluxe_blackjack.v1.state import PLAYED, SAT_OUT, State, own_seats, seat_of
from games.kernel.bets import Bet, Refund, Stake, undoing
from games.kernel.events import SeatLeft, SeatTaken
from games.kernel.ruleset import Decision, Facts, Leave, OpenRound, Rejected, Sit


def open_round(state: State, _: OpenRound, facts: Facts) -> Decision:
    """§3.1: leavers of a cancelled round and players who sat out go, then those without the minimum."""
    if state.phase != "new":
        raise Rejected("round_running", "§3.1", "this round has been opened before")
    gone: list[SeatLeft] = []
    staying: dict[str, list[int]] = {}
    for seat in state.seats:
        if seat.leaving:
            gone.append(SeatLeft(seat=seat.seat, player=seat.player, reason="left"))
        elif seat.mark == SAT_OUT:
            gone.append(SeatLeft(seat=seat.seat, player=seat.player, reason="sat_out"))
        else:
            staying.setdefault(seat.player, []).append(seat.seat)
    minimum = state.options.min_seat
    for player, numbers in staying.items():
        funds = facts.funds(player)
        if funds < minimum or (funds < minimum * len(numbers) and not state.options.keep_lower_seat):
            lost = numbers
        else:
            lost = numbers[1:] if funds < minimum * len(numbers) else []
        gone.extend(SeatLeft(seat=n, player=player, reason="below_minimum") for n in lost)
    return [*gone, BettingOpened()]


def sit(state: State, intent: Sit, facts: Facts) -> Decision:
    """§3.2.1 to §3.2.3: take a seat; a second one takes the bet of the first along."""
    if state.phase != "betting":
        raise Rejected("wrong_phase", "§3.2.1", "seats are taken while bets are open")
    if facts.account_type(intent.player) != "real":
        raise Rejected("account_type", "§2.3", "trial and play-for-fun accounts take no seats")
    if type(intent.seat) is not int or not 1 <= intent.seat <= SEATS:
        raise Rejected("no_such_seat", "§2.1", f"seats are numbered 1 to {SEATS}", "seat")
    if seat_of(state, intent.seat) is not None:
        raise Rejected("seat_taken", "§3.2.1", f"seat {intent.seat} is occupied", "seat")
    mine = own_seats(state, intent.player)
    if len(mine) >= MAX_SEATS_PER_PLAYER:
        raise Rejected("too_many_seats", "§2.2", "two seats are the most a player may take")
    taken = SeatTaken(seat=intent.seat, player=intent.player)
    if not mine:
        return [taken]
    return [taken, *_second_seat(state, intent, mine[0].seat, facts)]


def _second_seat(state: State, intent: Sit, first: int, facts: Facts) -> list[Stake]:
    """§3.2.3: the bet B of the first seat is taken once more; if money is short, both get floor(B / 2)."""
    bet = _staked(facts, intent.player).get((first, "seat"), 0)
    if not bet:
        return []
    if facts.funds(intent.player) >= bet:
        return [Stake(intent.player, intent.seat, "seat", "1", bet)]
    shared = bet // 2
    if not state.options.share_second_seat or shared < state.options.min_seat:
        raise Rejected("insufficient_funds", "§3.2.3", "the balance does not cover the bet on a second seat")
    return [
        Stake(intent.player, first, "seat", "1", shared - bet),
        Stake(intent.player, intent.seat, "seat", "1", shared),
    ]


def leave(state: State, intent: Leave, facts: Facts) -> Decision:
    """§3.2.10: at once without a seat bet, else after the round."""
    mine = own_seats(state, intent.player)
    if not mine:
        raise Rejected("not_seated", "§3.2.10", "only who has a seat can give it up")
    if state.phase == "betting":
        stays = any(bet.kind == "seat" for bet in facts.bets_of(intent.player))
    else:
        stays = state.phase not in ("new", "over") and any(seat.plays for seat in mine)
    if stays:
        return [] if all(seat.leaving for seat in mine) else [Leaving(player=intent.player)]
    found: list[SeatLeft | Refund] = []
    for seat in mine:
        found.append(SeatLeft(seat=seat.seat, player=seat.player, reason="left"))
        if state.phase == "betting":
            found.append(Refund(seat.seat))
    return found


def close(state: State, facts: Facts) -> Decision:
    """§3.3: who has a seat bet plays; who played the round before may sit out once; everybody else goes."""
    if state.phase != "betting":
        raise Rejected("wrong_phase", "§3.3", "betting is not open")
    stakes: dict[int, int] = {}
    behind: dict[int, int] = {}
    touched: set[int] = set()
    for bet in facts.bets():
        touched.add(bet.seat)
        if bet.kind == "seat":
            stakes[bet.seat] = bet.parts["1"]
        elif bet.kind == "behind":
            behind[bet.seat] = behind.get(bet.seat, 0) + 1
    found: list[SeatLeft | Refund | BettingClosed] = []
    playing: list[Playing] = []
    veterans = {seat.player for seat in state.seats if may_sit_out(seat.mark)}
    for seat in state.seats:
        number = seat.seat
        if number in stakes:
            playing.append(Playing(number, seat.player, stakes[number], behind.get(number, 0)))
            continue
        if seat.player not in veterans:
            found.append(SeatLeft(seat=number, player=seat.player, reason="no_bet"))
        if number in touched:
            found.append(Refund(number))
    return [*found, BettingClosed(seats=tuple(playing))]


def may_sit_out(mark: str, *, bet_failed: bool = False) -> bool:
    """§3.3.2: only who played the round before and placed nothing. A failed bet loses the seat (D6), but as every stake
    is taken when it is accepted none can fail at the close."""
    return mark == PLAYED and not bet_failed


# --- bets --------------------------------------------------------------------------------------------------------


def accept(state: State, stake: Stake, facts: Facts) -> Sequence[Stake]:
    """§3.2.4: the movements a bet request causes. One bet per player, seat and kind; later ones add to it."""
    if state.phase != "betting":
        raise Rejected("bets_closed", "§3.2.4", "bets are not open")
    if stake.kind not in BET_KINDS:
        raise Rejected("bad_kind", "§3.2.4", "seat, behind or pair", "kind")
    amount = stake.amount
    if type(amount) is not int or amount < 1 or amount % state.options.chip_step:
        step = state.options.chip_step
        raise Rejected("bad_amount", "§3.2.5", f"a positive multiple of {step} is needed", "amount")
    seat = seat_of(state, stake.seat)
    if stake.kind == "seat":
        if seat is None or seat.player != stake.player:
            raise Rejected("not_your_seat", "§3.2.4", "a seat bet belongs to the player who sits there", "seat")
        return _seat_bet(state, stake, facts)
    if seat is None:
        raise Rejected("seat_empty", "§3.2.8", f"nobody sits at {stake.seat}", "seat")
    if stake.kind == "behind" and seat.player == stake.player:
        raise Rejected("own_seat", "§3.2.8", "nobody bets behind his own seat", "seat")
    if not state.options.trial_may_bet_behind and facts.account_type(stake.player) != "real":
        raise Rejected("account_type", "§3.2.9", "trial and play-for-fun accounts do not bet at this table")
    before = _staked(facts, stake.player).get((stake.seat, stake.kind), 0)
    _within_limits(state, stake.kind, before + amount)
    if facts.funds(stake.player) < amount:
        raise Rejected("insufficient_funds", "§3.2.4", "the balance does not cover it", "amount")
    return [Stake(stake.player, stake.seat, stake.kind, "1", amount)]


def _seat_bet(state: State, stake: Stake, facts: Facts) -> list[Stake]:
    """§3.2.6, §3.2.7: on two seats the addition goes to both, or is shared when the balance covers it only once."""
    player = stake.player
    numbers = [seat.seat for seat in own_seats(state, player)]
    before = _staked(facts, player).get((numbers[0], "seat"), 0)
    each = mirrored(stake.amount, len(numbers), facts.funds(player))
    _within_limits(state, "seat", before + (stake.amount if each is None else each))
    if each is None:
        raise Rejected("insufficient_funds", "§3.2.7", "the balance does not cover it", "amount")
    return [Stake(player, number, "seat", "1", each) for number in numbers if each]


def retract(state: State, bet: Bet, facts: Facts) -> Sequence[Stake]:
    """§3.2.11: a whole bet goes back; a seat bet from both seats, which carry the same. Other bets on a seat need only
    that it is occupied, so they stay; one who has said that he leaves would have left without his bet, so it stands."""
    if state.phase != "betting":
        raise Rejected("bets_closed", "§3.2.11", "bets are not open")
    if not state.options.undo_bets:
        raise Rejected("bets_stand", "§3.2.11", "a bet that was accepted stands at this table")
    if bet.kind != "seat":
        return undoing(bet)
    if any(seat.leaving for seat in own_seats(state, bet.player)):
        raise Rejected("bets_stand", "§3.2.11", "who leaves after the round plays it with his bet")
    return [stake for each in facts.bets_of(bet.player) if each.kind == "seat" for stake in undoing(each)]


def mirrored(amount: int, seats: int, funds: int) -> int | None:
    """What goes on each seat: all of it, floor(amount / 2) on two seats when money is short; None: not covered."""
    if funds >= amount * seats:
        return amount
    return amount // 2 if seats == MAX_SEATS_PER_PLAYER and funds >= amount else None


def _staked(facts: Facts, player: str) -> dict[tuple[int, str], int]:
    """What this player has on each seat and kind while bets are open."""
    return {(bet.seat, bet.kind): bet.parts["1"] for bet in facts.bets_of(player)}


def _within_limits(state: State, kind: str, stake: int) -> None:
    low, high = limits(state.options, kind)
    if stake < low:
        raise Rejected("below_min", "§3.2.5", f"a {kind} bet is at least {low}", "amount")
    if stake > high:
        raise Rejected("above_max", "§3.2.5", f"a {kind} bet is at most {high}", "amount")
