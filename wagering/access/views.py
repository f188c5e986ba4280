"""The bases of the views of each audience."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar, Final, LiteralString

from wagering.access.authentication import BearerToken, OperatorSignature, StaffSession, now
from wagering.access.callers import Caller
from wagering.api.problems import Problem
from wagering.api.views import ApiView
from wagering.eventstore.session import execute

IDLE: Final = timedelta(minutes=5)
_TOUCH: Final[LiteralString] = """
INSERT INTO access_activity (device, at) VALUES (%b::text, clock_timestamp()) ON CONFLICT (device) DO UPDATE
SET at = excluded.at WHERE access_activity.at < excluded.at - interval '15 seconds'
"""
_LAST: Final[LiteralString] = "SELECT at FROM access_activity WHERE device = %b::text"


class View(ApiView):
    """Any of the four may try; ``audience`` says whom it is for."""

    authentication_classes = (OperatorSignature, BearerToken, StaffSession)


class OperatorView(View):
    """For operators' machines."""

    audience = "operator"


class PlayerView(View):
    """For players: at the tables of their session."""

    audience = "player"

    def admit(self, caller: Caller, **path: str) -> None:
        """A table outside the session does not exist for it."""
        if caller.tables and "table" in path and path["table"] not in caller.tables:
            raise Problem("unknown_table", f"there is no table {path['table']}", "table")


class StudioView(View):
    """For studios' devices: at their own table. A terminal nobody has used for five minutes is locked."""

    audience = "studio"
    idle_allowed: ClassVar[bool] = False

    def admit(self, caller: Caller, **path: str) -> None:
        """Looking is always allowed, as is what ``idle_allowed`` says is nobody's doing."""
        if self.request.method != "POST" or self.idle_allowed:
            return
        if locked(caller):
            raise Problem("device_locked", "the terminal was idle for five minutes")
        execute(_TOUCH, (caller.credential,))


class StaffView(View):
    """For staff of one of the ``roles``."""

    audience = "staff"
    roles: ClassVar[frozenset[str]] = frozenset({"supervisor"})

    def admit(self, caller: Caller, **path: str) -> None:
        """``Problem`` forbidden without the role."""
        if not self.roles & caller.roles:
            raise Problem("forbidden", f"this is for {' or '.join(sorted(self.roles))}")


def locked(caller: Caller) -> bool:
    """Was this terminal left alone for too long."""
    return now() - last_used(caller) > IDLE


def last_used(caller: Caller) -> datetime:
    """When somebody last did something at this terminal, or unlocked it."""
    row = execute(_LAST, (caller.credential,)).fetchone()
    times = [time for time in (caller.unlocked_at, row[0] if row else None) if time is not None]
    return max(times)
