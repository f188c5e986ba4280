"""Receipts of commands that wrote no events: refusals, and messages that changed nothing."""

import msgspec

from wagering.dispatch.command import Answer, Envelope
from wagering.dispatch.commit import Receipt
from wagering.eventstore.session import execute

_RECORD = """
INSERT INTO dispatch_receipt (key, fingerprint, kind, actor, accepted, answer, recorded_at)
VALUES (%b::text, %b::bytea, %b::text, %b::text, %b::boolean, %b::text, clock_timestamp()) ON CONFLICT DO NOTHING
"""
_FIND = "SELECT fingerprint, accepted, answer FROM dispatch_receipt WHERE key = %b::text"


def find(key: str) -> Receipt | None:
    """The first receipt under ``key``, if there is one."""
    row = execute(_FIND, (key,)).fetchone()
    return Receipt(row[0], Answer(row[1], msgspec.json.decode(row[2]), replayed=True)) if row else None


def record(envelope: Envelope, fingerprint: bytes, answer: Answer) -> Receipt | None:
    """Keep ``answer`` as the first and only one under this key; the earlier receipt if there was one after all."""
    content = msgspec.json.encode(answer.content).decode()
    values = (envelope.key, fingerprint, envelope.command.KIND, envelope.actor, answer.accepted, content)
    if execute(_RECORD, values).rowcount:
        return None
    return find(envelope.key)
