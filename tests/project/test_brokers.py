"""Celery's settings for each kind of broker, and the address that the queue client of PostgreSQL is given."""

from __future__ import annotations

import pytest
from pgmq.base import PGMQConfig
from psycopg.conninfo import conninfo_to_dict

from wagering.project.brokers import broker_settings, queue_client_address


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://app@/queues?host=%2Ftmp%2Fa%20folder",
        "postgresql://app:pass%20word%27%5C@db.example:6432/queues?sslmode=require&application_name=x%20y",
    ],
)
def test_the_queue_client_connects_to_exactly_the_given_address(address: str) -> None:
    seen = conninfo_to_dict(PGMQConfig(conn_string=queue_client_address(address)).dsn)
    expected = conninfo_to_dict(address)
    assert {name: seen[name] for name in expected} == expected
    assert set(seen) - set(expected) <= {"port", "password"}


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("amqp://u:p@mq.example//", "amqp://u:p@mq.example//"),
        ("redis://cache.example/1", "redis://cache.example/1"),
        ("postgresql://app@/queues", "pgmq://localhost//"),
    ],
)
def test_every_broker_gives_a_killed_worker_s_message_back(
    monkeypatch: pytest.MonkeyPatch, address: str, url: str
) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", address)
    monkeypatch.setenv("CELERY_VISIBILITY_TIMEOUT", "30")
    settings = broker_settings()
    assert settings["broker_url"] == url
    assert settings["task_acks_late"]
    assert settings["task_reject_on_worker_lost"]
    assert settings["worker_prefetch_multiplier"] == 1
    assert settings["accept_content"] == ["json"]
    # A task that is still at work when its message becomes visible again would run twice at the same time.
    assert settings["task_soft_time_limit"] < settings["task_time_limit"] < 30
