"""Credentials from zero, out of the events alone."""

from collections.abc import Sequence
from typing import Any

from wagering.access.events import CredentialIssued, CredentialRevoked, DeviceUnlocked
from wagering.access.projections import credential_row
from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Shadow, Target


class CredentialPart:
    """A row is held until the end: a credential may be unlocked or revoked whenever."""

    kinds: Sequence[str] = ("credential",)
    follows: str = ""
    targets: Sequence[Target] = (Target("access_credential", ("id",)),)

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any]] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        match happened.event:
            case CredentialIssued():
                self._rows[happened.owner] = credential_row(happened.event, happened.at)
            case CredentialRevoked():
                self._rows[happened.owner]["revoked"] = True
            case DeviceUnlocked():
                self._rows[happened.owner]["unlocked_at"] = happened.at

    def finish(self, shadow: Shadow) -> None:
        for row in self._rows.values():
            shadow.write("access_credential", row)
