"""What a trick, a game and the match come to, as events (§3.4, §4)."""

from games.kozel.v1.events import GameScored, MatchEnded, TrickTaken
from games.kozel.v1.ranking import HALF_OF_ALL, loss, points
from games.kozel.v1.state import TEAMS, Pair, State, taker


def trick(state: State) -> TrickTaken:
    """§3.4.1: the trick that lies there."""
    return TrickTaken(seat=taker(state.game.plays))


def game(state: State) -> GameScored:
    """§4.3: the game that was played to its end, and the match after it."""
    tricks = state.game.tricks
    taken: Pair = (points(state.game.piles[0]), points(state.game.piles[1]))
    lost: Pair = (loss(taken[0], tricks[0]), loss(taken[1], tricks[1]))
    score: Pair = (state.score[0] + lost[0], state.score[1] + lost[1])
    eggs = state.eggs + (taken[0] == HALF_OF_ALL)
    return GameScored(points=taken, tricks=tricks, loss=lost, score=score, eggs=eggs)


def match(state: State) -> MatchEnded:
    """§4.4: the match in which a team has reached the limit."""
    side = 0 if state.score[0] >= state.options.loss_limit else 1
    return MatchEnded(loser=TEAMS[side], eggs=state.eggs)
