"""Headers that commands come with: the key that makes a repetition harmless, and the version they are based on."""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest

from wagering.api.problems import Problem

KEY: Final = re.compile(r"[\x21-\x7e]{1,200}\Z")
_ETAG: Final = re.compile(r'"([0-9]{1,18})"\Z')


def idempotency_key(request: HttpRequest) -> str:
    """The caller's key of this command, 1 to 200 visible ASCII characters; ``Problem`` key_missing."""
    key = request.headers.get("Idempotency-Key", "")
    if not KEY.match(key):
        raise Problem(
            "key_missing", "every command needs a key of 1 to 200 visible ASCII characters", "Idempotency-Key"
        )
    return key


def if_match(request: HttpRequest) -> int:
    """The version that the caller has seen, as its ETag gave it; ``Problem`` version_required or bad_field."""
    text = request.headers.get("If-Match", "")
    if not text:
        raise Problem("version_required", "say in If-Match which version you have seen", "If-Match")
    found = _ETAG.match(text)
    if found is None:
        raise Problem("bad_field", 'If-Match must be one ETag such as "12"', "If-Match")
    return int(found[1])


def etag(version: int) -> str:
    """The ETag of a version."""
    return f'"{version}"'
