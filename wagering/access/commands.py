"""Commands about credentials. Their ids are drawn by the system; secrets are derived, and in no command or answer."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueKey:
    """A further key for an operator's machines: two at most, so that one can be replaced while the other works."""

    KIND: ClassVar[str] = "access.issue_key"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator", "system"})
    operator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterDevice:
    """A terminal or card reader of one table."""

    KIND: ClassVar[str] = "access.register_device"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator"})
    operator: str
    table: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSession:
    """A player may act for ``seconds`` at ``tables``; none named: at every table of the operator."""

    KIND: ClassVar[str] = "access.open_session"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator"})
    operator: str
    player: str
    tables: tuple[str, ...] = ()
    seconds: int = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke:
    """The credential of this ``kind`` counts no more, from now on and for ever. A second time has no effect."""

    KIND: ClassVar[str] = "access.revoke"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator", "system"})
    operator: str
    kind: str
    credential: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UnlockDevice:
    """A terminal that was idle for five minutes may be used again."""

    KIND: ClassVar[str] = "access.unlock_device"
    ROLES: ClassVar[frozenset[str]] = frozenset({"operator", "supervisor"})
    device: str
