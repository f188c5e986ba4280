"""Rounds by player from zero, out of the events alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from wagering.players.changes import EVENTS, FIGURES, Change, changes
from wagering.players.following import PLAYER_ROUNDS
from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Patch, Shadow, Target
from wagering.rounds.events import RoundOpened, RoundSettled, RoundVoided
from wagering.wallet.events import BetPlaced, BetRefunded, BetSettled, BetVoided, WalletOpened

_TABLE: Final = "players_playerround"
_ADJUSTED: Final = Patch(columns=(), added=FIGURES)
_REPORTED: Final = Patch(columns=("feats",))


@dataclass(slots=True)
class _Open:
    """A round that still goes on or has bets to close; a void is recorded before the bets that it gives back."""

    table: str
    game: str
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)  # by player
    bets: set[str] = field(default_factory=set)
    ended: bool = False


class PlayerRoundPart:
    """A round is held until it has ended and its last bet is closed; what happens to it later is a patch."""

    kinds: Sequence[str] = ("wallet", "round")
    targets: Sequence[Target] = (Target(_TABLE, ("id",)),)
    follows: str = PLAYER_ROUNDS.key

    def __init__(self) -> None:
        self._ledgers: dict[str, str] = {}
        self._open: dict[str, _Open] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        event = happened.event
        match event:
            case WalletOpened():
                self._ledgers[happened.owner] = event.ledger
            case RoundOpened():
                self._open[happened.owner] = _Open(event.table, event.game)
            case BetPlaced():
                self._open[event.round].bets.add(event.bet)
            case BetSettled() | BetRefunded() | BetVoided():
                self._open[event.round].bets.discard(event.bet)
            case RoundSettled() | RoundVoided(late=False):
                self._open[happened.owner].ended = True
        if event.NAME in EVENTS:
            stream = f"{happened.kind}/{happened.owner}"
            for change in changes(stream, happened.version, event.NAME, msgspec.to_builtins(event)):
                self._change(change, happened, shadow)
        self._write(happened.owner if happened.kind == "round" else getattr(event, "round", ""), shadow)

    def _change(self, change: Change, happened: Happened, shadow: Shadow) -> None:
        played = self._open.get(change.round)
        if played is None:
            late, patch = ({"feats": change.feats}, _REPORTED) if change.reported else (_named(change), _ADJUSTED)
            shadow.patch(_TABLE, f"{change.round}/{change.player}", late, patch)
            return
        row = played.rows.setdefault(change.player, {
            "id": f"{change.round}/{change.player}", "round": change.round, "player": change.player,
            "table": played.table, "game": played.game, "ledger": self._ledgers[change.player],
            "ended_at": happened.at, **dict.fromkeys(FIGURES, 0), "feats": None,
        })  # fmt: skip
        row["ended_at"] = max(row["ended_at"], happened.at)
        for name, amount in _named(change).items():
            row[name] += amount
        if change.reported:
            row["feats"] = change.feats

    def _write(self, round_id: str, shadow: Shadow) -> None:
        played = self._open.get(round_id)
        if played and played.ended and not played.bets:
            for row in self._open.pop(round_id).rows.values():
                shadow.write(_TABLE, row)

    def finish(self, shadow: Shadow) -> None:
        for played in self._open.values():
            for row in played.rows.values():
                shadow.write(_TABLE, row)


def _named(change: Change) -> dict[str, int]:
    return dict(zip(FIGURES, change.figures, strict=True))
