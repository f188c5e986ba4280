"""Studios' devices as they are looked after: when each was last heard of, and whether it is locked."""

from __future__ import annotations

from datetime import datetime
from typing import Final, LiteralString, NamedTuple

from wagering.access.authentication import now
from wagering.access.views import IDLE
from wagering.eventstore.session import execute

_HEARD: Final[LiteralString] = """
INSERT INTO access_heartbeat (device, at) VALUES (%b::text, clock_timestamp())
ON CONFLICT (device) DO UPDATE SET at = excluded.at
"""
_TERMINALS: Final[LiteralString] = """
SELECT c.id, greatest(c.unlocked_at, a.at), h.at FROM access_credential c
LEFT JOIN access_activity a ON a.device = c.id LEFT JOIN access_heartbeat h ON h.device = c.id
WHERE c.operator = %b::text AND c.kind = 'device' AND c.holder = %b::text AND NOT c.revoked ORDER BY c.id
"""


class Terminal(NamedTuple):
    """``used_at``: when somebody last did something at it or unlocked it; ``heard_at``: its last heartbeat."""

    device: str
    used_at: datetime
    heard_at: datetime | None

    @property
    def locked(self) -> bool:
        """Was it left alone for too long."""
        return now() - self.used_at > IDLE


def heard(device: str) -> None:
    """The device says that it is there; that nobody touches it is not changed by this."""
    execute(_HEARD, (device,))


def terminals(operator: str, table: str) -> list[Terminal]:
    """The devices of a table that count."""
    return [Terminal._make(row) for row in execute(_TERMINALS, (operator, table))]
