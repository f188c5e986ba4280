"""What every stake is worth when the series is decided (§5)."""

from typing import Final

from games.kernel.bets import POT, UNCALLED, Bet, Line, Settlement
from games.thirty_one.v1.ranking import OUT, SWIMS
from games.thirty_one.v1.state import Player, State, has_crown, winner


def settle(bet: Bet, state: State) -> Settlement:
    """The winner gets all stakes; ``ValueError`` if the series was not played to its end."""
    last = _winner(state)
    if last is None:
        raise ValueError("only a series that was played to its end is settled")
    won, others = last.seat == bet.seat, len(state.players) - 1
    outcome, clause = ("win", "§5.2") if won else ("lose", "§5.3")
    lines = []
    for pot, (part, stake) in enumerate(sorted(bet.parts.items()), 1):
        if part == "crown" and not has_crown(state, last):
            lines.append(Line(UNCALLED, UNCALLED, stake, stake, "§5.4.2"))
            continue
        returned = (others + 1) * stake if won else 0
        because = "§5.4.1" if part == "crown" else clause
        lines.append(Line(f"{POT}{pot}", outcome, stake, returned, because, others if won else 0))
    return Settlement(sum(line.returned for line in lines), outcome, tuple(lines))


def outcome(state: State) -> dict[str, object]:
    """Summary for the record: how the series stands or stood, who won it, and what players achieved (§4.6)."""
    last = _winner(state)
    return {
        "cancelled": state.cancelled,
        "score": {p.player: _NAMES.get(p.tokens, p.tokens) for p in state.players},
        "winner": last and last.player,
        "crown": last is not None and has_crown(state, last),
        "feats": {} if last is None else _feats(state, last),
    }


def _winner(state: State) -> Player | None:
    return winner(state) if state.phase == "over" and not state.cancelled else None


def _feats(state: State, last: Player) -> dict[str, dict[str, int]]:
    """Nobody gets tokens back, so who swims or is out went swimming exactly once."""
    found = {p.player: {"free_ride": 1} if p.tokens <= SWIMS else {} for p in state.players}
    return {**found, last.player: {"crown": 1}} if has_crown(state, last) else found


_NAMES: Final = {SWIMS: "swim", OUT: "out"}
