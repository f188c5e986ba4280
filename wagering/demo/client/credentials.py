"""What a request says about who sends it. Operators sign (SIGNING.md of the interface), the others bring a token."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time

import httpx

from .connection import Authorize


def signed(key: str, secret: str) -> Authorize:
    """An operator's signature over everything that matters of the request: it counts once, for a minute."""

    def authorize(request: httpx.Request) -> str:
        timestamp, nonce = str(int(time.time())), secrets.token_hex(12)
        lines = (
            request.method,
            request.url.raw_path.decode(),
            timestamp,
            nonce,
            request.headers.get("Idempotency-Key", ""),
            request.headers.get("If-Match", ""),
            hashlib.sha256(request.content).hexdigest(),
        )
        signature = hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
        return f"WAGERING-HMAC-SHA256 key={key}, timestamp={timestamp}, nonce={nonce}, signature={signature}"

    return authorize


def token(text: str) -> Authorize:
    """A device's or a session's token."""
    return lambda request: f"Bearer {text}"
