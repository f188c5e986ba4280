"""What one command reads and writes. Deciding fills it; one call of ``dispatch_commit`` writes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wagering.dispatch.command import Command, Envelope
from wagering.dispatch.raw import begin_locked

Rows = dict[str, list[Any]]


@dataclass(slots=True)
class ClosedBet:
    """A bet settled, voided or refunded; ``revision`` is the one it must still have."""

    id: str
    revision: int
    status: str
    outcome: str
    returned: int


@dataclass(slots=True)
class Work:
    """``based_on``: the versions decisions were made on, of every stream loaded. ``retry``: earlier attempts failed
    on a version, so nothing may be taken from a cache."""

    envelope: Envelope
    attempt: int = 0
    correlation: str = ""
    based_on: dict[str, int] = field(default_factory=dict)
    from_cache: bool = False
    guards: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)
    exclusive: set[str] = field(default_factory=set)
    events: list[tuple[str, Any]] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    entries: dict[tuple[str, str, bool], int] = field(default_factory=dict)
    closed: list[ClosedBet] = field(default_factory=list)
    rows: Rows = field(default_factory=dict)
    consequences: list[tuple[str, Command]] = field(default_factory=list)
    done: list[Callable[[Mapping[str, int]], None]] = field(default_factory=list)
    locked: bool = False

    @property
    def fresh(self) -> bool:
        """True when caches must be passed by."""
        return self.attempt > 0

    def append(self, stream: str, event: Any, *, shared: bool = False) -> None:
        """Append ``event``; ``shared`` streams (rounds, tables, shoes) are also named as guards by other commands."""
        self.events.append((stream, event))
        if shared:
            self.exclusive.add(stream)

    def begin(self, stream: str) -> None:
        """``stream`` must not exist yet; a second one is refused as already_exists."""
        self.new.add(stream)
        self.based_on[stream] = 0

    def row(self, table: str, row: Mapping[str, Any]) -> None:
        """Write this row of an inline projection, whole."""
        self.rows.setdefault(table, []).append(row)

    def post(self, ledger: str, account: str, amount: int, *, apart: bool = False) -> None:
        """Add a leg; legs of one account are added up into one entry, ``apart`` into one for each direction."""
        key = ledger, account, apart and amount < 0
        self.entries[key] = self.entries.get(key, 0) + amount

    def move(self, account: str, change: int) -> None:
        """Move the balance of an account with a floor."""
        self.balances[account] = self.balances.get(account, 0) + change

    def guard(self, stream: str) -> None:
        """The decision rests on ``stream`` without appending to it: its version is checked at commit, under a lock
        shared with every other command that does the same."""
        self.guards.add(stream)

    def lock(self, stream: str) -> None:
        """Begin the transaction now and keep everybody else off ``stream`` until its end.

        For decisions on many rows that others write while only guarding ``stream``: all bets of a round while betting
        or a question is open. What was read before this call may be stale; what is read after it is not.
        """
        if not self.locked:
            self.locked = True
            begin_locked(stream)
