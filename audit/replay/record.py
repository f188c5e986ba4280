"""The stored events that make up one round, in order of position, and who they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, LiteralString

from audit.decode import body_of
from audit.snapshot import Connection

_EVENTS: Final[LiteralString] = """
SELECT position, stream, version, name, actor, command, occurred_at, body FROM eventstore_event
WHERE stream = %(stream)s OR (correlation = %(round)s AND correlation <> '') ORDER BY position
"""
_FIRST: Final[LiteralString] = "SELECT stream, body FROM eventstore_event WHERE stream = ANY (%s) AND version = 1"

CONSEQUENCES: Final = frozenset(
    ("round.decided@1", "round.settled@1", "wallet.bet_settled@1", "wallet.bet_refunded@1", "wallet.bet_voided@1")
)
"""What follows by the rules from the card or action that came before, whoever sent that."""


class UnknownRoundError(LookupError):
    """The log has no such round."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One stored event with its body read as JSON. ``at``: when it happened, UTC."""

    position: int
    stream: str
    version: int
    name: str
    actor: str
    command: str
    at: datetime
    body: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """Of the stream: round, wallet, table, shoe, incident."""
        return self.stream.partition("/")[0]

    @property
    def owner(self) -> str:
        """What the stream is about: the player of a wallet, the id of a round."""
        return self.stream.partition("/")[2]

    @property
    def role(self) -> str:
        """Who caused it: player, studio, supervisor, operator, system."""
        return self.actor.partition(":")[0]

    @property
    def by(self) -> str:
        """Who decided: the sender's role, or ``rules`` where the event only follows from what he did."""
        return "rules" if self.name in CONSEQUENCES else self.role

    @property
    def by_system(self) -> bool:
        """The clock decided, or the rules for a silent player."""
        return self.role == "system" or self.body.get("by") == "silence"


def load(connection: Connection, round_id: str) -> list[Stored]:
    """The events of a round; ``UnknownRoundError`` if there are none, ``UnreadableError`` if one cannot be read."""
    parameters = {"stream": f"round/{round_id}", "round": round_id}
    rows = connection.execute(_EVENTS, parameters)
    found = [event for event in _read(rows) if _belongs(event, round_id)]
    if not any(event.kind == "round" for event in found):
        raise UnknownRoundError(f"the log has no round {round_id}")
    return found


def first_bodies(connection: Connection, streams: list[str]) -> dict[str, Mapping[str, Any]]:
    """What the streams were begun with: a wallet's currency and ledger, a table's currency."""
    return {stream: body_of(text) for stream, text in connection.execute(_FIRST, (streams,))}


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterator[Stored]:
    for position, stream, version, name, actor, command, at, text in rows:
        yield Stored(position, stream, version, name, actor, command, at, body_of(text))


def _belongs(event: Stored, round_id: str) -> bool:
    """Between two rounds the table's events still carry the last one's id; they are not part of its play."""
    if event.kind == "round":
        return bool(event.owner == round_id)
    if event.kind == "wallet":
        return bool(event.body.get("round", round_id) == round_id)
    if event.kind == "incident" or event.name in ("shoe.draw_corrected@1", "shoe.retired@1"):
        return True
    return event.name in ("table.round_opened@1", "shoe.cut_card_out@1") and bool(event.body.get("round") == round_id)
