"""Every command runs through here, whoever sends it: API, admin, Celery, demo, recorded session.

One command, one transaction: permission, load, decide, then everything in one call of ``dispatch_commit`` (receipt,
events, journal, balances, boards, outbox). A decision made on a version that has moved on is made anew on what is
there now; after a few tries the sender is told to come back. A refusal writes nothing but its own receipt.
"""

import logging
import random
import time
from typing import Final

from django.db import Error, connection

from games.kernel.ruleset import Rejected
from wagering.dispatch import meter, receipts
from wagering.dispatch.command import Answer, Command, Envelope, refusal
from wagering.dispatch.commit import Receipt, TryAgainError, commit
from wagering.dispatch.fields import check_fields
from wagering.dispatch.fields import fingerprint as fingerprint_of
from wagering.dispatch.permissions import check_permission
from wagering.dispatch.raw import end
from wagering.dispatch.wiring import handlers
from wagering.dispatch.work import Work
from wagering.eventstore.append import VersionConflictError
from wagering.eventstore.read import heads

log = logging.getLogger(__name__)

ATTEMPTS: Final = 12


def execute(envelope: Envelope) -> Answer:
    """Run one command to its answer; the same key again gives the first answer and does nothing.

    Never raises for anything the sender did wrong: that is an ``Answer`` with a code. Database errors come through;
    nothing has been written then, and sending the same envelope again is safe.
    """
    if connection.in_atomic_block:
        raise RuntimeError("a command is its own transaction; it cannot run inside another")
    answer: Answer | None = None
    began, outer = time.perf_counter(), meter.RUNNING.set(None)
    try:
        return (answer := _answer(envelope))
    finally:
        meter.RUNNING.reset(outer)
        meter.note(envelope.command.KIND, answer, time.perf_counter() - began)


def _answer(envelope: Envelope) -> Answer:
    try:
        fingerprint = fingerprint_of(envelope)
    except Rejected as error:  # nothing that a receipt could be kept under
        return refusal(error)
    for attempt in range(ATTEMPTS):
        work = Work(envelope, attempt)
        meter.RUNNING.set(work)
        try:
            outcome = _attempt(work, fingerprint)
        except VersionConflictError as conflict:
            if conflict.stream in work.new and work.fresh:
                return _refuse(envelope, fingerprint, Rejected("already_exists", "", f"{conflict.stream} exists"))
            outcome = None
        except TryAgainError:
            outcome = None
        if outcome is not None:
            return outcome
        _pause(attempt)
    log.warning("command given up after %d attempts", ATTEMPTS, extra={"kind": envelope.command.KIND})
    return refusal(Rejected("busy", "", "too many others changed the same thing at once; send it again"))


def _attempt(work: Work, fingerprint: bytes) -> Answer | None:
    """One try: the answer, or None if it rests on something that has moved on meanwhile."""
    written: dict[str, int] | Receipt | None = None
    try:
        answer = _decide(work.envelope.command, work)
        if answer is None:
            return None
        if work.events:
            written = commit(work, answer, fingerprint)
    finally:
        if work.locked:
            end(keep=isinstance(written, dict))
    if written is None:
        if work.from_cache and not _is_current(work):
            return None
        _consequences(work)
        written = receipts.record(work.envelope, fingerprint, answer)
    if isinstance(written, Receipt):
        return _again(written, fingerprint)
    for tell in work.done if work.events else ():
        tell(written or {})
    return answer


def _decide(command: Command, work: Work) -> Answer | None:
    try:
        check_permission(work.envelope)
        check_fields(command)
        try:
            answer = Answer(True, handlers()[type(command)](command, work))
        except Rejected:
            # Who decided on what is past is told so, not what is wrong with it now.
            _check_seen(work)
            raise
        _check_seen(work)
        return answer
    except Rejected as error:
        work.events.clear()
        return refusal(error)
    except Error:  # the database's
        raise
    except Exception:
        # A table from the cache and bets from the database may not fit together: a bet on a seat that nobody has taken
        # yet. It is an error only if nothing has moved on meanwhile.
        if _is_current(work):
            raise
        return None


def _check_seen(work: Work) -> None:
    """The sender decided on what he saw; the version decided on here is checked once more at commit. A stream that the
    decision does not rest on, a table's round before this one, is past too."""
    if work.envelope.seen is None:
        return
    stream, version = work.envelope.seen
    if work.based_on.get(stream) != version:
        raise Rejected("stale_version", "", "it has changed since it was looked at", "If-Match")


def _consequences(work: Work) -> None:
    """Commands that a refusal calls for (a card that cannot be pauses the table). Before the refusal is recorded: a
    crash in between leaves the consequence, not a refusal without it."""
    envelope = work.envelope
    if not work.consequences or receipts.find(envelope.key):  # answered before: that answer stands, and is all
        return
    for number, (actor, command) in enumerate(work.consequences, 1):
        # In front: behind it, the sender could have used up this key with a command of his own.
        execute(Envelope(f"then{number}/{envelope.key}", actor, envelope.at, command))


def _refuse(envelope: Envelope, fingerprint: bytes, error: Rejected) -> Answer:
    answer = refusal(error)
    earlier = receipts.record(envelope, fingerprint, answer)
    return _again(earlier, fingerprint) if earlier else answer


def _again(receipt: Receipt, fingerprint: bytes) -> Answer:
    """The first answer; the same key with other content is a conflict, and leaves the first answer standing."""
    if bytes(receipt.fingerprint) != fingerprint:
        return refusal(Rejected("idempotency_conflict", "", "this key was used for another message", "key"))
    return receipt.answer


def _is_current(work: Work) -> bool:
    """A refusal from cached state counts only if nobody has moved on meanwhile."""
    return heads(list(work.based_on)) == {stream: version for stream, version in work.based_on.items() if version}


def _pause(attempt: int) -> None:
    if attempt:
        time.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 6)))  # noqa: S311  (jitter, not a secret)
