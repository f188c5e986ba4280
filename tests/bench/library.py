"""The Python library `eventsourcing` appending the same events with the same commits, and nothing else.

Its recorder is called directly, with the bodies as they are: no aggregates, no mapping, no transcoding.
"""

from __future__ import annotations

from typing import Any

from django.db import connections

from tests.bench.record import Written


def _recorder() -> Any:
    # Here, because only the benchmark needs the library: everything else runs without it.
    from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

    parameters = connections["owner"].get_connection_params()
    store = PostgresDatastore(
        dbname=parameters["dbname"],
        host=parameters.get("host") or "",
        port=parameters.get("port") or 5432,
        user=parameters["user"],
        password=parameters.get("password") or "",
        originator_id_type="text",
    )
    return PostgresApplicationRecorder(store, events_table_name="bench_library_events")


def install() -> None:
    """Make the library's table."""
    recorder = _recorder()
    recorder.create_table()
    recorder.datastore.close()


class Writer:
    """Appends the events of commands, one save each."""

    def __init__(self) -> None:
        from eventsourcing.persistence import StoredEvent

        self._event = StoredEvent
        self._recorder = _recorder()
        with self._recorder.datastore.get_connection() as connection:
            self.pid = int(connection.info.backend_pid)

    def write(self, command: Written) -> None:
        """One save, one commit."""
        event = self._event
        self._recorder.insert_events([event(e.stream, e.version, e.name, e.body.encode()) for e in command.events])

    def close(self) -> None:
        self._recorder.datastore.close()
