"""What a game and the series come to, as events (§4)."""

from games.thirty_one.v1.events import GameScored, SeriesEnded, ShownHand, Standing
from games.thirty_one.v1.ranking import OUT, are_three_aces, halves, losers, tokens_after
from games.thirty_one.v1.state import State, has_crown, still_in


def game(state: State) -> GameScored:
    """§4.3, §4.4: the game that has ended, and how the series stands after it."""
    hands = {seat: state.game.hands[seat] for seat in still_in(state)}
    lost = losers(hands, state.game.knocker)
    before = {player.seat: player.tokens for player in state.players}
    after = tokens_after(before, lost, any(map(are_three_aces, hands.values())))
    return GameScored(
        hands=tuple(ShownHand(seat, hand, halves(hand)) for seat, hand in hands.items()),
        losers=lost,
        void=after == before,
        standings=tuple(Standing(seat, tokens) for seat, tokens in after.items()),
    )


def series(state: State) -> SeriesEnded:
    """§4.5: the series in which one player is left."""
    last = next(player for player in state.players if player.tokens != OUT)
    return SeriesEnded(seat=last.seat, crown=has_crown(state, last))
