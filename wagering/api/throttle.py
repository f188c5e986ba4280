"""Limits of rate: a bucket of tokens a caller, kept in the database so that all processes draw from the same one.

A bucket holds ``burst`` tokens and fills by ``rate`` a second; a request takes one. The table is unlogged: after a
crash of the server everybody begins with a full bucket.
"""

from __future__ import annotations

from math import ceil
from typing import Final, LiteralString, NamedTuple

from django.conf import settings
from django.http import HttpRequest

from wagering.api.problems import Problem
from wagering.eventstore.session import execute

_TAKE: Final[LiteralString] = """
INSERT INTO api_bucket AS b (id, tokens, at) VALUES (%b::text, %b::float8 - 1, clock_timestamp())
ON CONFLICT (id) DO UPDATE SET
    tokens = least(%b::float8, b.tokens
        + %b::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.at))::float8) - 1,
    at = clock_timestamp()
WHERE least(%b::float8, b.tokens + %b::float8 * greatest(0, extract(epoch FROM clock_timestamp() - b.at))::float8) >= 1
RETURNING tokens
"""
_WAIT: Final[LiteralString] = """
SELECT (1 - tokens) / %b::float8 - extract(epoch FROM clock_timestamp() - at)::float8
FROM api_bucket WHERE id = %b::text
"""
_FORGET: Final[LiteralString] = "DELETE FROM api_bucket WHERE at < clock_timestamp() - interval '1 hour'"


class Rate(NamedTuple):
    """Tokens a second, and how many a bucket holds."""

    rate: float
    burst: float


def take(audience: str, caller: str) -> None:
    """Let one request of this caller pass; ``Problem`` too_many_requests with Retry-After in whole seconds."""
    limit = Rate(*settings.API_RATES[audience])
    bucket = f"{audience}/{caller}"
    if execute(_TAKE, (bucket, limit.burst, limit.burst, limit.rate, limit.burst, limit.rate)).fetchone():
        return
    row = execute(_WAIT, (limit.rate, bucket)).fetchone()
    wait = max(1, ceil(row[0])) if row else 1
    raise Problem("too_many_requests", "", headers={"Retry-After": str(wait)})


def address(request: HttpRequest) -> str:
    """Where a caller without a name comes from."""
    return str(request.META.get("REMOTE_ADDR") or "unknown")


def forget() -> int:
    """Remove buckets that have long been full; how many."""
    return execute(_FORGET).rowcount
