"""Inline projection of a credential."""

from datetime import datetime, timedelta
from typing import Any

from wagering.access.events import CredentialIssued


def credential_row(event: CredentialIssued, at: datetime) -> dict[str, Any]:
    """The credential as it is issued."""
    return {
        "id": event.credential,
        "kind": event.kind,
        "operator": event.operator,
        "holder": event.holder,
        "tables": list(event.tables),
        "issued_at": at,
        "expires_at": at + timedelta(seconds=event.seconds) if event.seconds else None,
        "unlocked_at": at,
        "revoked": False,
    }
