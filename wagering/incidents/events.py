"""A malfunction from its report to its resolution."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentReported:
    NAME: ClassVar[str] = "incident.reported@1"
    incident: str
    table: str
    round: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentResolved:
    """``resolution``: resumed or voided; ``by``: the supervisor, or ``system`` when the deadline passed."""

    NAME: ClassVar[str] = "incident.resolved@1"
    resolution: str
    by: str


EVENTS = (IncidentReported, IncidentResolved)


def incident_stream(incident: str) -> str:
    return f"incident/{incident}"
