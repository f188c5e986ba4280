"""What one viewer may see and answer. Whoever calls this shows nothing of ``may`` while the table is paused."""

from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, View
from games.thirty_one.v1.state import State, actions, player_at


def view(state: State, viewer: str, _: Facts) -> View:
    """Cards by place (``seat3``, ``table``) and the viewer's possible answers; a player or ``"public"``.

    Other hands are hidden until all are shown at the end of the game (§3.6.3).
    """
    game = state.game
    found = {"table": game.table} if game.table else {}
    for p in state.players:
        if hand := game.hands[p.seat]:
            found[f"seat{p.seat}"] = hand if game.shown or p.player == viewer else (HIDDEN,) * len(hand)
    may = actions(state)
    return View(found, may if may and player_at(state, game.turn) == viewer else ())
