"""Commands about an operator's webhooks. An operator sends them about his own only."""

from dataclasses import dataclass
from typing import ClassVar

OPERATOR = frozenset({"operator"})
OR_SUPERVISOR = frozenset({"operator", "supervisor"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscribe:
    """``kinds``: beginnings of stored names (``wallet.``, ``round.decided``); none means every event."""

    KIND: ClassVar[str] = "webhooks.subscribe"
    ROLES: ClassVar[frozenset[str]] = OPERATOR
    webhook: str
    operator: str
    url: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotate:
    """A new secret. The one before it signs too for 24 hours, so that the receiver can change without a gap."""

    KIND: ClassVar[str] = "webhooks.rotate"
    ROLES: ClassVar[frozenset[str]] = OPERATOR
    webhook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enable:
    KIND: ClassVar[str] = "webhooks.enable"
    ROLES: ClassVar[frozenset[str]] = OPERATOR
    webhook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Disable:
    KIND: ClassVar[str] = "webhooks.disable"
    ROLES: ClassVar[frozenset[str]] = OR_SUPERVISOR
    webhook: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrive:
    """Try dead deliveries again: ``delivery`` alone, or all of the webhook if it is empty."""

    KIND: ClassVar[str] = "webhooks.redrive"
    ROLES: ClassVar[frozenset[str]] = OR_SUPERVISOR
    webhook: str
    delivery: str = ""
