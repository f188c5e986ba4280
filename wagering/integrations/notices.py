"""The consumer's side: each outbox row is taken in once and in order, into the register that operators are served from.

Messages come at least once and in any order. Taking one in brings its missing predecessors of the same correlation
along, so nobody ever reads row 2 of a round before row 1.
"""

from __future__ import annotations

import logging
from typing import Final, LiteralString

from django.db import transaction

from wagering.eventstore.session import execute

log = logging.getLogger(__name__)

_TAKE_IN: Final[LiteralString] = """
    INSERT INTO integrations_notice (id, kind, correlation, first_position, last_position, taken_in_at)
    SELECT o.id, o.kind, o.correlation, o.first_position, o.last_position, clock_timestamp()
    FROM integrations_outbox o
    WHERE o.id = %b::bigint OR (o.correlation = %b::text AND o.correlation <> '' AND o.id < %b::bigint AND o.id > (
          SELECT coalesce(max(n.id), 0) FROM integrations_notice n WHERE n.correlation = %b::text))
    ORDER BY o.id
    ON CONFLICT DO NOTHING
    RETURNING id
"""


def take_in(outbox_id: int) -> list[int]:
    """Takes in one row of the outbox with its predecessors; the ids that were new, in order."""
    row = execute("SELECT correlation FROM integrations_outbox WHERE id = %b::bigint", (outbox_id,)).fetchone()
    if row is None:
        log.error("a message names outbox row %d, which does not exist", outbox_id)
        return []
    (correlation,) = row
    with transaction.atomic():
        if correlation:
            # One at a time within a correlation, so that the next one sees where this one ended.
            execute("SELECT pg_advisory_xact_lock(hashtextextended('notice ' || %b::text, 0))", (correlation,))
        found = execute(_TAKE_IN, (outbox_id, correlation, outbox_id, correlation)).fetchall()
    return sorted(new for (new,) in found)
