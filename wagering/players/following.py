"""Rounds by player: a catch-up projection behind the log, one row for each player in each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, LiteralString

import msgspec
from django.db.backends.base.base import BaseDatabaseWrapper

from wagering.eventstore.arrays import bigints, texts
from wagering.eventstore.codec import canonical
from wagering.eventstore.read import Recorded
from wagering.eventstore.session import execute
from wagering.players.changes import EVENTS, NOTHING, Feats, changes
from wagering.projector.catch_up import Projection

Key = tuple[str, str]  # round, player

_END: Final[LiteralString] = """
INSERT INTO players_playerround AS p
    (id, round, player, "table", game, ledger, ended_at, bets, staked, returned, voided, refunded)
SELECT t.round || '/' || t.player, t.round, t.player, r."table", r.game, w.ledger, t.ended_at,
       t.bets, t.staked, t.returned, t.voided, t.refunded
FROM unnest(%b::text[], %b::text[], %b::timestamptz[],
            %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[])
     AS t (round, player, ended_at, bets, staked, returned, voided, refunded)
JOIN rounds_round r ON r.id = t.round JOIN wallet_wallet w ON w.player = t.player
ON CONFLICT (id) DO UPDATE SET ended_at = greatest(p.ended_at, excluded.ended_at), bets = p.bets + excluded.bets,
    staked = p.staked + excluded.staked, returned = p.returned + excluded.returned,
    voided = p.voided + excluded.voided, refunded = p.refunded + excluded.refunded
"""
_ADJUST: Final[LiteralString] = """
UPDATE players_playerround p SET bets = p.bets + t.bets, staked = p.staked + t.staked,
    returned = p.returned + t.returned, voided = p.voided + t.voided, refunded = p.refunded + t.refunded
FROM unnest(%b::text[], %b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[])
     AS t (round, player, bets, staked, returned, voided, refunded)
WHERE p.id = t.round || '/' || t.player
"""
_REPORT: Final[LiteralString] = """
UPDATE players_playerround p SET feats = t.feats::jsonb FROM unnest(%b::text[], %b::text[], %b::text[])
     AS t (round, player, feats)
WHERE p.id = t.round || '/' || t.player
"""
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def apply(connection: BaseDatabaseWrapper, events: Sequence[Recorded]) -> None:
    """Add what these events closed, adjusted and reported. ``LookupError`` if a round or a wallet is not there."""
    ended: dict[Key, datetime] = {}
    closed: dict[Key, tuple[int, ...]] = {}
    adjusted: dict[Key, tuple[int, ...]] = {}
    reported: dict[Key, Feats | None] = {}
    for event in events:
        for change in changes(event.stream, event.version, event.name, _decode(event.body)):
            key = change.round, change.player
            if change.ends:
                ended[key] = max(ended.get(key, event.occurred_at), event.occurred_at)
            if change.reported:
                reported[key] = change.feats
            if change.ends or not change.reported:  # feats of a late remedy move no money
                added = closed if change.ends else adjusted
                added[key] = tuple(map(sum, zip(added.get(key, NOTHING), change.figures, strict=True)))
    if closed:
        _all_written(_END, closed, list(ended.values()))
    if adjusted:
        _all_written(_ADJUST, adjusted)
    if reported:
        feats = [None if found is None else canonical(found) for found in reported.values()]
        execute(_REPORT, (*map(texts, zip(*reported, strict=True)), feats))


def _all_written(query: LiteralString, rows: Mapping[Key, tuple[int, ...]], *others: Sequence[Any]) -> None:
    sums = map(bigints, zip(*rows.values(), strict=True))
    written = execute(query, (*map(texts, zip(*rows, strict=True)), *others, *sums)).rowcount
    if written != len(rows):
        raise LookupError(f"{len(rows) - written} of these rounds or wallets are not there")


PLAYER_ROUNDS: Final = Projection(name="players.rounds", version=1, events=EVENTS, apply=apply)
