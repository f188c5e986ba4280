"""What one event changes in the rows of players and rounds. The projection and the rebuild both ask here.

Everything follows from the event and from its round's events before it, so the order in which wallets and rounds are
read does not matter: money is added up, and feats come from one stream.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from wagering.eventstore.session import execute
from wagering.rounds.daily import DAILY_TOTALS, figures
from wagering.rounds.load import load_round
from wagering.rounds.play import round_stream

FIGURES: Final = ("bets", "staked", "returned", "voided", "refunded")
EVENTS: Final = DAILY_TOTALS.events | {"round.decided@1", "round.card_corrected@1", "round.voided@1"}

Feats = Mapping[str, int]
NOTHING: Final = (0,) * len(FIGURES)
_TABLE: Final = "SELECT body::jsonb ->> 'table' FROM eventstore_event WHERE stream = %b::text AND version = 1"


class Change(NamedTuple):
    """``figures`` are added to the row's, in the order of ``FIGURES``.

    ``ends``: the event ends the round for the player, so it makes his row if there is none. Others, late remedies,
    only change a row. ``reported``: ``feats`` take the place of the row's; None where they do not count any more.
    """

    round: str
    player: str
    figures: tuple[int, ...] = NOTHING
    ends: bool = False
    reported: bool = False
    feats: Feats | None = None


def changes(stream: str, version: int, name: str, body: Mapping[str, Any]) -> Iterator[Change]:
    """What the event ``name``, one of ``EVENTS``, changes; ``version`` is its own in ``stream``."""
    kind, _, owner = stream.partition("/")
    if kind == "wallet":
        moved = [amounts for _, _, amounts in figures(name, dict(body))]
        yield Change(body["round"], owner, tuple(map(sum, zip(*moved, strict=True))), name != "wallet.round_adjusted@1")
    elif name == "round.decided@1":
        for player, feats in body["outcome"].get("feats", {}).items():
            yield Change(owner, player, ends=True, reported=True, feats=feats)
    elif body["late"]:
        before, after = _feats(owner, version - 1), _feats(owner, version)
        for player in sorted({*before, *after}):
            yield Change(owner, player, reported=True, feats=after.get(player))


def _feats(round_id: str, version: int) -> Mapping[str, Feats]:
    """Feats by player after so many events of the round: the outcome of a corrected play is in no event."""
    found = execute(_TABLE, (round_stream(round_id),)).fetchone()
    if found is None:
        raise LookupError(f"round {round_id} has no beginning")
    play = load_round(found[0], round_id, version)
    if play.status == "void" or play.outcome is None:
        return {}
    reported: Mapping[str, Feats] = play.outcome.get("feats", {})
    return reported
