"""The consumer's side: each outbox row is taken in once, in order, and the work it stands for is resumed.

Messages come at least once and in any order. Taking one in brings its missing predecessors of the same correlation
along, so nobody ever reads row 2 of a round before row 1. Resuming work happens after the commit, at least once, and
is repeated until it has been done: a message or a process that is lost in between only delays it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final, LiteralString, NamedTuple

from django.db import transaction

from wagering.eventstore.session import execute
from wagering.eventstore.wiring import wired
from wagering.integrations.outbox import pause_after

log = logging.getLogger(__name__)

MOST_ATTEMPTS: Final = 12
# Time for the process that has taken a notice in to act on it, before others do.
_HEAD_START: Final = 15.0

Act = Callable[[str], None]


class Taken(NamedTuple):
    """A notice to act on."""

    id: int
    kind: str
    correlation: str
    attempts: int


_TAKE_IN: Final[LiteralString] = """
    INSERT INTO integrations_notice (id, kind, correlation, first_position, last_position, taken_in_at, acted_at,
                                     act_after, attempts)
    SELECT o.id, o.kind, o.correlation, o.first_position, o.last_position, clock_timestamp(),
           CASE WHEN o.kind <> ALL (%b::text[]) THEN clock_timestamp() END,
           CASE WHEN o.kind = ANY (%b::text[]) THEN clock_timestamp() + %b::float8 * interval '1 second' END, 0
    FROM integrations_outbox o
    WHERE o.id = %b::bigint OR (o.correlation = %b::text AND o.correlation <> '' AND o.id < %b::bigint AND o.id > (
          SELECT coalesce(max(n.id), 0) FROM integrations_notice n WHERE n.correlation = %b::text))
    ORDER BY o.id
    ON CONFLICT DO NOTHING
    RETURNING id, kind, correlation, attempts
"""
_DUE: Final[LiteralString] = """
    UPDATE integrations_notice n SET attempts = n.attempts + 1, act_after = clock_timestamp() + interval '1 minute'
    FROM (SELECT id FROM integrations_notice WHERE acted_at IS NULL AND act_after <= clock_timestamp()
          ORDER BY act_after LIMIT %b::bigint FOR NO KEY UPDATE SKIP LOCKED) due
    WHERE n.id = due.id
    RETURNING n.id, n.kind, n.correlation, n.attempts
"""


def on_notice() -> Mapping[str, Act]:
    """`ON_NOTICE` of the wiring: kind -> what resumes its work, given the correlation. Doing it twice does no harm."""
    found: Mapping[str, Act] = wired("ON_NOTICE")
    return found


def take_in(outbox_id: int) -> list[Taken]:
    """Takes in one row of the outbox, and acts on what it brought; the notices that were new, in order."""
    kinds = list(on_notice())
    row = execute("SELECT correlation FROM integrations_outbox WHERE id = %b::bigint", (outbox_id,)).fetchone()
    if row is None:
        log.error("a message names outbox row %d, which does not exist", outbox_id)
        return []
    (correlation,) = row
    with transaction.atomic():
        if correlation:
            # One at a time within a correlation, so that the next one sees where this one ended.
            execute("SELECT pg_advisory_xact_lock(hashtextextended('notice ' || %b::text, 0))", (correlation,))
        parameters = (kinds, kinds, _HEAD_START, outbox_id, correlation, outbox_id, correlation)
        new = sorted(Taken(*values) for values in execute(_TAKE_IN, parameters))
    _act([one for one in new if one.kind in kinds])
    return new


def act_on_overdue(limit: int = 100) -> int:
    """Acts on notices whose turn has come again; how many."""
    due = sorted(Taken(*values) for values in execute(_DUE, (limit,)))
    _act(due)
    return len(due)


def redrive(ids: list[int] | None = None) -> int:
    """Lets notices that were given up (all of them by default) act again; how many there were."""
    return execute(
        "UPDATE integrations_notice SET attempts = 0, act_after = clock_timestamp() WHERE acted_at IS NULL"
        " AND act_after IS NULL AND (%b::bigint[] IS NULL OR id = ANY (%b::bigint[]))",
        (ids, ids),
    ).rowcount


def _act(notices: list[Taken]) -> None:
    """Outside any transaction. Once per kind and correlation: what resumes work finds all of it."""
    actions = on_notice()
    groups: dict[tuple[str, str], list[Taken]] = {}
    for notice in notices:
        groups.setdefault((notice.kind, notice.correlation), []).append(notice)
    for (kind, correlation), group in groups.items():
        ids = [notice.id for notice in group]
        try:
            # A kind that is no longer wired, after a release, has nothing left to resume.
            if action := actions.get(kind):
                action(correlation)
        except Exception:
            _put_off(ids, max(notice.attempts for notice in group))
            log.exception("notices %s: %s for %s failed", ids, kind, correlation)
        else:
            execute(
                "UPDATE integrations_notice SET acted_at = clock_timestamp(), act_after = NULL"
                " WHERE id = ANY (%b::bigint[])",
                (ids,),
            )


def _put_off(ids: list[int], attempts: int) -> None:
    pause = pause_after(attempts + 1) if attempts < MOST_ATTEMPTS else None
    execute(
        "UPDATE integrations_notice SET act_after = clock_timestamp() + %b::float8 * interval '1 second'"
        " WHERE id = ANY (%b::bigint[])",
        (pause, ids),
    )
