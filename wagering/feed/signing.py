"""What proves to a receiver that a delivery is ours: HMAC-SHA256 over ``id.timestamp.body``, as in Standard Webhooks.

``Webhook-Signature`` holds ``v1=`` and the code in hexadecimal, twice with a space between while a secret is changed.
The key is the secret's text as the operator was given it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from wagering.access.secrets import derive

OVERLAP: Final = timedelta(hours=24)


def secret(webhook: str, version: int) -> str:
    """64 hexadecimal digits."""
    return derive("webhook", webhook, version)


def secrets(webhook: str, version: int, rotated_at: datetime | None, now: datetime) -> list[str]:
    """Those that sign now, the newest first."""
    both = rotated_at is not None and now < rotated_at + OVERLAP
    return [secret(webhook, v) for v in ((version, version - 1) if both else (version,))]


def headers(delivery: str, timestamp: int, body: bytes, keys: Sequence[str]) -> dict[str, str]:
    """What a delivery carries besides its body; ``timestamp`` is this attempt's, in seconds."""
    signed = f"{delivery}.{timestamp}.".encode() + body
    codes = [hmac.new(key.encode(), signed, hashlib.sha256).hexdigest() for key in keys]
    return {
        "Content-Type": "application/json",
        "User-Agent": "wagering-webhooks/1",
        "Webhook-Id": delivery,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": " ".join(f"v1={code}" for code in codes),
    }
