"""What the clock finds to do: deadlines that have passed, and decided rounds that are not paid yet.

Only sends commands; every decision is theirs. Sending one twice, or too late, has no effect.
"""

from datetime import UTC, datetime
from uuid import uuid4

from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.eventstore.session import execute as sql
from wagering.rounds.commands import Expire, PayBets

_DUE = "SELECT clock, due_at FROM clock_deadline WHERE subject = %b::text AND what = %b::text AND number = %b::integer"
_DECIDED = """SELECT "table", id FROM rounds_round WHERE status = 'decided' ORDER BY id LIMIT 100"""


def expire(subject: str, what: str, number: int) -> None:
    """The deadline ``what`` of question ``number`` at ``subject`` (``table/T1``) has passed.

    On the wall's clock it happens now; on a recorded session's clock it happened when it was due.
    """
    row = sql(_DUE, (subject, what, number)).fetchone()
    if row is None:
        return
    clock, due = row
    at = datetime.now(UTC) if clock == "wall" else due
    command = Expire(table=subject.removeprefix("table/"), what=what, number=number)
    execute(Envelope(f"expire/{uuid4()}", "system:clock", at, command))


def pay_decided() -> int:
    """Pay what a settlement's first batch, or a killed worker, has left; how many batches were paid."""
    paid = 0
    for table, round_id in sql(_DECIDED).fetchall():
        more = True
        while more:
            command = PayBets(table=table, round=round_id)
            answer = execute(Envelope(f"pay/{uuid4()}", "system:settlement", datetime.now(UTC), command))
            more = answer.accepted and answer.content.get("status") == "decided"
            paid += 1
    return paid
