"""Explicit transactions around the one call that writes a command."""

from wagering.eventstore.session import execute


def begin_locked(stream: str) -> None:
    """Begin a transaction that holds ``stream`` exclusively (the lock eventstore_append shares); ``end`` ends it."""
    execute("BEGIN")
    execute("SELECT pg_advisory_xact_lock(hashtextextended(%b::text, 0))", (stream,))


def end(*, keep: bool) -> None:
    """Commit (``keep``) or roll back what ``begin_locked`` began."""
    execute("COMMIT" if keep else "ROLLBACK")
