"""Who calls: what a view and the pipeline need to know of whoever is behind a request."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Caller:
    """``id``: operator, device, player or user name. ``actor``: as the log records it. ``table``: of a device.

    ``tables``: where a player's session may act, empty for every table of ``operator``. ``credential``: key, device or
    session; empty for staff. ``roles``: of staff.
    """

    audience: str
    id: str
    actor: str
    operator: str = ""
    table: str = ""
    tables: tuple[str, ...] = ()
    credential: str = ""
    expires_at: datetime | None = None
    roles: frozenset[str] = frozenset()

    is_authenticated: bool = True

    def key(self, given: str) -> str:
        """The pipeline's key of what this caller calls ``given``: nobody meets another's.

        A table's devices have keys of their own, by which the log tells them apart; a player's are the same in his next
        session.
        """
        own = f"{self.actor}/{self.credential}" if self.audience == "studio" else self.actor
        return f"{own}/{given}"

    @property
    def player(self) -> str:
        return self.id
