"""Verifies the chains again and again, and keeps the verdict where monitoring finds it.

Every few minutes what was appended meanwhile, once a day the whole log; a log that was found damaged is read whole each
time until it is whole again.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from audit.models import Verdict
from audit.snapshot import Connection, snapshot
from audit.verify import verify, verify_since
from wagering.eventstore.read import safe_position

log = logging.getLogger(__name__)

CHAINS: Final = "chains"
WHOLE: Final = timedelta(days=1)
_WAIT_S: Final = 5.0
# Held by the snapshot's transaction. It writes nothing and so keeps no reader of the log waiting.
_ONE_AT_A_TIME: Final = "SELECT pg_try_advisory_xact_lock(hashtextextended('audit.watch', 0))"


def watch() -> Verdict | None:
    """Look once; the verdict, or None while another process is at it."""
    # First the position, then the snapshot: whatever lies up to it is in there.
    safe = safe_position(_WAIT_S)
    with snapshot() as connection:
        if connection.execute(_ONE_AT_A_TIME).fetchone() != (True,):
            return None
        now = datetime.now(UTC)
        before = Verdict.objects.filter(pk=CHAINS).first()
        after = before.position if before and before.good and now - before.whole_at < WHOLE else 0
        found = verify_since(connection, after) if after else verify(connection)
        first = found.findings.first()
        verdict = Verdict(
            examination=CHAINS, good=first is None, finding="", position=_last(connection, safe), at=now,
            whole_at=before.whole_at if before and after else now,
        )  # fmt: skip
        if first is not None:
            verdict.finding = f"{first.stream}:{first.version} at {first.position}: {first.what}"
            log.error("the log is damaged at %s, version %d", first.stream, first.version)
        verdict.save()
        return verdict


def _last(connection: Connection, safe: int) -> int:
    """The last event up to ``safe``: one that is stored, since a crash gives numbers that were only drawn out again."""
    row = connection.execute("SELECT max(position) FROM eventstore_event WHERE position <= %s", (safe,)).fetchone()
    return (row and row[0]) or 0
