"""What happened to credentials."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialIssued:
    """``kind``: key, device or session; ``holder``: operator, table or player. ``seconds``: how long, 0 = no end."""

    NAME: ClassVar[str] = "access.credential_issued@1"
    credential: str
    kind: str
    operator: str
    holder: str
    tables: tuple[str, ...]
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialRevoked:
    NAME: ClassVar[str] = "access.credential_revoked@1"
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceUnlocked:
    """A terminal that had been idle may be used again."""

    NAME: ClassVar[str] = "access.device_unlocked@1"
    by: str


EVENTS = (CredentialIssued, CredentialRevoked, DeviceUnlocked)


def credential_stream(credential: str) -> str:
    return f"credential/{credential}"
