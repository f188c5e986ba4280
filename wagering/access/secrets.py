"""Secrets that are derived, never stored: whoever reads the database, a log or a backup cannot call as anybody.

``secret = HMAC-SHA256(settings.API_SECRET, purpose "\\n" id "\\n" version)`` in hexadecimal. The row of the key, device
or session says whether it still counts, so a secret is taken back by its row; all of them at once by a new API_SECRET.
"""

import hashlib
import hmac

from django.conf import settings


def derive(purpose: str, identity: str, version: int = 1) -> str:
    """64 hexadecimal digits. ``purpose``: operator, device, session or webhook."""
    text = f"{purpose}\n{identity}\n{version}"
    return hmac.new(settings.API_SECRET.encode(), text.encode(), hashlib.sha256).hexdigest()


def token(kind: str, identity: str) -> str:
    """What a device or session brings: its id and its secret."""
    return f"{identity}.{derive(kind, identity)}"


def same(given: str, wanted: str) -> bool:
    """Compared in constant time; text that is not ASCII is never the same."""
    return given.isascii() and hmac.compare_digest(given, wanted)
