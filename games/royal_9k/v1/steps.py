"""What happens by itself when nobody is to act or to deal, as events (§3.1, §3.4, §3.6)."""

from collections.abc import Collection

from games.kernel.events import SeatLeft
from games.royal_9k.v1.events import Asked, BettingEnded, HandsShown, Playing, WonUnseen
from games.royal_9k.v1.state import State, clockwise, in_turn, owed, still_in


def dealt_in(state: State, dealer: int) -> tuple[Playing, ...]:
    """§3.1.3: every seat in the order of dealing."""
    order = sorted(state.seats, key=lambda s: clockwise(dealer, s.seat))
    return tuple(Playing(s.seat, s.player) for s in order)


def leavers(state: State) -> list[SeatLeft]:
    """§3.2.3: the seats that are free now."""
    return [SeatLeft(seat=s.seat, player=s.player, reason="left") for s in state.seats if s.leaving]


def next_question(state: State, broke: Collection[int]) -> Asked | BettingEnded:
    """§3.4.5, §3.4.6: who is asked next; ``broke``: seats still in whose players have no money at this moment."""
    noted = tuple(sorted(set(broke)))
    with_money = [hand for hand in in_turn(state) if not hand.folded and hand.seat not in broke]
    for hand in with_money:
        owes = owed(state, hand)
        if not hand.acted and (owes or len(with_money) > 1):
            return Asked(seat=hand.seat, owes=owes, broke=noted)
    return BettingEnded(betting=state.betting, skipped=not state.turn, broke=noted)


def decided(state: State) -> HandsShown | WonUnseen:
    """§3.6: hands are shown unless only one is left."""
    hands = still_in(state)
    if len(hands) == 1:
        return WonUnseen(seat=hands[0].seat)
    return HandsShown(seats=tuple(hand.seat for hand in hands))
