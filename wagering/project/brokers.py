"""Celery's settings for each kind of broker.

A message is only a hint to look at the database: losing every message delays work and loses none. So any broker
will do; these settings keep the delay short and make a killed worker's messages come back.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from kombu import Exchange, Queue
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from wagering.project import database, env


def _queues(*, quorum: bool = False) -> list[Queue]:
    """The two queues that every worker consumes."""
    arguments = {"x-queue-type": "quorum"} if quorum else None
    return [Queue(name, Exchange(name), name, queue_arguments=arguments) for name in ("clock", "wagering")]


COMMON: Final[dict[str, Any]] = {
    # Acknowledged after the work, and handed out again when the worker dies: every task must bear being repeated.
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "worker_prefetch_multiplier": 1,
    "task_ignore_result": True,
    "result_backend": None,
    "task_serializer": "json",
    "result_serializer": "json",
    "accept_content": ["json"],
    "timezone": "UTC",
    "enable_utc": True,
    # Its queues' names carry the host's name and can exceed what PostgreSQL's queues allow; a worker on a host with
    # a long name would not start. Liveness is a row that a task writes, not an answer to a ping.
    "worker_enable_remote_control": False,
    "worker_send_task_events": False,
    "worker_hijack_root_logger": False,
    "broker_connection_retry_on_startup": True,
    "task_default_queue": "wagering",
    # Deadlines do not queue behind notices: a worker takes from both queues in turn.
    "task_routes": {"clock.*": {"queue": "clock"}, "rounds.*": {"queue": "clock"}},
    "task_queues": _queues(),
    "beat_schedule_filename": str(env.var_folder() / "celerybeat-schedule"),
}


def queue_client_address(address: str) -> str:
    """The address in the form that pgmq's client reads without loss.

    It knows five fields only and writes them into its own connection string without quotes. So every value is quoted
    once more here, and further options (sslmode and the like) ride behind the password.
    """
    given = {name: str(value) for name, value in conninfo_to_dict(address).items() if value is not None}
    # Unset fields would become its own guesses, a password among them.
    fields = {"host": "localhost", "port": "5432", "dbname": "postgres", "user": "postgres", "password": "none"}
    known = {name: _quoted(given.pop(name, default)) for name, default in fields.items()}
    known["password"] += "".join(f" {name}={_quoted(value)}" for name, value in given.items())
    return make_conninfo(**known)


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def broker_settings() -> dict[str, Any]:
    """All of Celery's settings but the beat schedule, for the broker that the environment names."""
    address = database.broker_url()
    visibility = env.number("CELERY_VISIBILITY_TIMEOUT")
    settings: dict[str, Any] = {
        **COMMON,
        # Below the visibility time-out: a message of a task that still runs must not be handed out a second time.
        "task_time_limit": max(visibility - 2, 2),
        "task_soft_time_limit": max(visibility - 4, 1),
    }
    match urlsplit(address).scheme:
        case "postgresql" | "postgres":
            options = _queue_options(address, visibility)
            address = "pgmq://localhost//"
        case "redis" | "rediss" | "sentinel":
            # Without the first two the look for lost messages comes only about every 100 seconds.
            options = {
                "visibility_timeout": visibility,
                "unacked_restore_interval": 2,
                "unacked_restore_throttle": 1,
                "socket_keepalive": True,
                "socket_timeout": 30,
                "health_check_interval": 10,
            }
        case "amqp" | "amqps" | "pyamqp":
            settings |= {"task_queues": _queues(quorum=True), "worker_detect_quorum_queues": True}
            options = {"confirm_publish": True}
        case _:
            options = {}
    # Celery prefers the variable CELERY_BROKER_URL to its setting of that name, but not to these two.
    addresses = dict.fromkeys(("broker_url", "broker_read_url", "broker_write_url"), address)
    return {**settings, **addresses, "broker_transport_options": options}


def _queue_options(address: str, visibility: int) -> dict[str, Any]:
    return {
        "conn_string": queue_client_address(address),
        "init_extension": False,
        "visibility_timeout": visibility,
        "wait_time_seconds": 0,
        "polling_interval": 0.1,
        "use_notify": True,
        "pool_size": 4,
        "pool_timeout": 5,
    }
