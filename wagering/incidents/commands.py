"""Commands about a malfunction."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportIncident:
    """The dealer (or a device) reports a malfunction: the table pauses. On a paused table it has no effect."""

    KIND: ClassVar[str] = "incidents.report"
    ROLES: ClassVar[frozenset[str]] = frozenset({"studio", "supervisor", "system"})
    table: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeTable:
    """Go on where the round stopped, with the time that was left."""

    KIND: ClassVar[str] = "incidents.resume"
    ROLES: ClassVar[frozenset[str]] = frozenset({"supervisor"})
    table: str
    supervisor: str
