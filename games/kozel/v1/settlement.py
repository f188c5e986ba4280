"""What every stake is worth when the match is decided (§5)."""

from collections import Counter

from games.kernel.bets import POT, Bet, Line, Settlement
from games.kozel.v1.state import TEAMS, State, loser, team


def settle(bet: Bet, state: State) -> Settlement:
    """Winners get their stake and one of the losers' each; ``ValueError`` if the match was not played to its end."""
    side = _loser(state)
    if side is None:
        raise ValueError("only a match that was played to its end is settled")
    lost = team(bet.seat) == side
    outcome, returned, clause = ("lose", 0, "§5.3") if lost else ("win", 2 * bet.stake, "§5.2")
    return Settlement(returned, outcome, (Line(f"{POT}1", outcome, bet.stake, returned, clause, 0 if lost else 1),))


def outcome(state: State) -> dict[str, object]:
    """Summary for the record: how the match stands or stood, who lost it, and what players achieved (§4.5)."""
    side = _loser(state)
    title = None if side is None else "goat with eggs" if state.eggs else "goat"
    return {
        "cancelled": state.cancelled,
        "score": {"A": state.score[0], "B": state.score[1], "eggs": state.eggs},
        "loser": None if side is None else TEAMS[side],
        "title": title,
        "feats": {} if side is None else _feats(state, side),
    }


def _loser(state: State) -> int | None:
    return loser(state) if state.phase == "over" and not state.cancelled else None


def _feats(state: State, side: int) -> dict[str, dict[str, int]]:
    """Pulls laid by each player in games that count, eggs of the match for all four, and the goats."""
    # Unary plus keeps what was achieved at least once.
    return {
        player: dict(+Counter(pull=state.pulls[seat], egg=state.eggs, goat=int(team(seat) == side)))
        for seat, player in enumerate(state.players)
    }
