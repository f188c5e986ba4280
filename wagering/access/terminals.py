"""Studios' devices as they are looked after: when each was last used and heard of, and whether it is locked.

A terminal that nobody has used for five minutes is locked until somebody unlocks it; being heard of is nobody's use.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, LiteralString, NamedTuple

from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute

IDLE: Final = timedelta(minutes=5)

_HEARD: Final[LiteralString] = """
INSERT INTO access_terminal (device, heard_at) VALUES (%b::text, clock_timestamp())
ON CONFLICT (device) DO UPDATE SET heard_at = excluded.heard_at
"""
_USED: Final[LiteralString] = """
INSERT INTO access_terminal AS t (device, used_at) VALUES (%b::text, clock_timestamp()) ON CONFLICT (device) DO UPDATE
SET used_at = excluded.used_at WHERE t.used_at IS NULL OR t.used_at < excluded.used_at - interval '15 seconds'
"""
_TERMINALS: Final[LiteralString] = """
SELECT c.id, greatest(c.unlocked_at, t.used_at), t.heard_at FROM access_credential c
LEFT JOIN access_terminal t ON t.device = c.id
"""
_ONE: Final[LiteralString] = _TERMINALS + "WHERE c.id = %b::text"
_AT_TABLE: Final[LiteralString] = (
    _TERMINALS
    + "WHERE c.operator = %b::text AND c.kind = 'device' AND c.holder = %b::text AND NOT c.revoked ORDER BY c.id"
)


class Terminal(NamedTuple):
    """``used_at``: when somebody last did something at it or unlocked it; ``heard_at``: its last heartbeat."""

    device: str
    used_at: datetime
    heard_at: datetime | None

    @property
    def locked(self) -> bool:
        """Was it left alone for too long."""
        return datetime.now(UTC) - self.used_at > IDLE


def heard(device: str) -> None:
    """The device says that it is there; that nobody touches it is not changed by this."""
    execute(_HEARD, (device,))


def use(device: str) -> None:
    """Somebody does something at it; ``Rejected`` device_locked."""
    if locked(device):
        raise Rejected("device_locked", "", "the terminal was idle for five minutes")
    execute(_USED, (device,))


def locked(device: str) -> bool:
    """Was this terminal left alone for too long; a device that there is not is locked."""
    row = execute(_ONE, (device,)).fetchone()
    return row is None or Terminal._make(row).locked


def terminals(operator: str, table: str) -> list[Terminal]:
    """The devices of a table that count."""
    return [Terminal._make(row) for row in execute(_AT_TABLE, (operator, table))]
