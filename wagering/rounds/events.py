"""What happens to a round besides its cards and actions, which are the game's own events and the kernel's."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.kernel.ruleset import Seated


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOpened:
    """Pins ruleset and full options; ``seated`` are the seats carried over, before the rules of opening are applied."""

    NAME: ClassVar[str] = "round.opened@1"
    round: str
    table: str
    game: str
    options: dict[str, Any]
    shoe: str
    seated: tuple[Seated, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaused:
    """The table's clock stops; the incident's own deadline runs."""

    NAME: ClassVar[str] = "round.paused@1"
    incident: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResumed:
    """The open question gets back the time it had left."""

    NAME: ClassVar[str] = "round.resumed@1"
    incident: str
    supervisor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDecided:
    """The outcome is known; from here on bets are paid. ``played`` is false if no seat took part."""

    NAME: ClassVar[str] = "round.decided@1"
    played: bool
    outcome: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSettled:
    """Every bet is paid; the escrow is empty."""

    NAME: ClassVar[str] = "round.settled@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    """Every bet goes back. ``late``: it had been settled, so two supervisors agreed."""

    NAME: ClassVar[str] = "round.voided@1"
    reason: str
    supervisor: str
    second: str
    late: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoided:
    """The game in progress of a series or match does not count; the table goes on with the next deal."""

    NAME: ClassVar[str] = "round.deal_voided@1"
    incident: str
    reason: str
    supervisor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected:
    """Draw ``draw`` had been recorded as ``was`` and really is ``card``."""

    NAME: ClassVar[str] = "round.card_corrected@1"
    shoe: str
    draw: int
    was: str
    card: str
    reason: str
    supervisor: str
    second: str
    late: bool


EVENTS = (
    RoundOpened,
    RoundPaused,
    RoundResumed,
    RoundDecided,
    RoundSettled,
    RoundVoided,
    DealVoided,
    CardCorrected,
)
