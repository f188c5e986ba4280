"""What one viewer may see and answer. Whoever calls this shows nothing of ``may`` while the table is paused."""

from games.kernel.cards import HIDDEN
from games.kernel.ruleset import Facts, View
from games.kozel.v1.options import SEATS
from games.kozel.v1.state import State, actions, hand_of


def view(state: State, viewer: str, _: Facts) -> View:
    """Cards by place (``seat3``, ``trick3``, ``trump``) and the viewer's possible answers; a player or ``"public"``.

    Hidden are other hands and discards, except one's own (§3.3.3). What was taken is not shown.
    """
    game, own = state.game, hand_of(state, viewer)
    found = {f"seat{seat}": _shown(game.hands[seat], seat == own) for seat in SEATS if game.hands[seat]}
    for play in game.plays:
        found[f"trick{play.seat}"] = _shown(play.cards, play.action != "discard" or play.seat == own)
    if game.shown:
        found["trump"] = (game.shown,)
    return View(found, () if own is None else actions(state, own))


def _shown(cards: tuple[str, ...], openly: bool) -> tuple[str, ...]:
    return cards if openly else (HIDDEN,) * len(cards)
