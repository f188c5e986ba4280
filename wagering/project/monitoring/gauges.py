"""Figures that are read from the database when somebody asks: the same whichever process answers.

Packages above add theirs to ``SOURCES`` when Django starts, as the audit does in its ``AppConfig``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final

from django.db import DatabaseError, InterfaceError, OperationalError
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from wagering.clock import heartbeat
from wagering.clock.deadlines import earliest
from wagering.feed.queries import backlog as deliveries
from wagering.integrations.outbox import COUNTED, backlog
from wagering.projector.catch_up import progress
from wagering.tables.queries import by_state
from wagering.wallet.amounts import currency_of
from wagering.wallet.escrow import open_escrow

log = logging.getLogger(__name__)

Source = Callable[[], Iterator[Metric]]
Labelled = dict[tuple[str, ...], float]
"""The figure of each combination of labels."""


def gauge(name: str, text: str, value: float) -> Metric:
    """A figure without labels."""
    return GaugeMetricFamily(f"wagering_{name}", text, value=value)


def gauges(name: str, text: str, labels: tuple[str, ...], values: Labelled) -> Metric:
    """A figure for each value of its labels."""
    family = GaugeMetricFamily(f"wagering_{name}", text, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def clock() -> Iterator[Metric]:
    """Whether anybody sweeps, and what is late if nobody does."""
    first = earliest()
    late = max(first.overdue, 0.0) if first else 0.0
    yield gauge("deadline_overdue_seconds", "By how much the oldest due deadline is late; 0: none is.", late)
    if (age := heartbeat.age(heartbeat.SWEEP)) is not None:
        yield gauge("heartbeat_age_seconds", "Since a worker last swept the deadlines.", age)


def outbox() -> Iterator[Metric]:
    """What has not left the system."""
    found = backlog()
    yield gauge("outbox_waiting", f"Rows not delivered yet; {COUNTED + 1} means: or more.", found.waiting)
    yield gauge("outbox_oldest_seconds", "Age of the oldest row that waits; 0: none does.", found.oldest)
    yield gauge("outbox_dead", "Rows given up, which wait for a person.", found.dead)


def projections() -> Iterator[Metric]:
    """How far the catch-up projections have read."""
    found = progress()
    behind: Labelled = {(one.key,): float(one.behind) for one in found}
    yield gauges("projection_behind", "Positions of the log not read yet.", ("projection",), behind)
    parked: Labelled = {(one.key,): float(bool(one.parked)) for one in found}
    yield gauges("projection_parked", "1: stands still and waits for a person.", ("projection",), parked)


def escrow() -> Iterator[Metric]:
    """What is at stake, of all operators together."""
    held: Labelled = {}
    bets: Labelled = {}
    for one in open_escrow():
        key = currency_of(one.ledger), one.ledger.rpartition(".")[2]
        held[key] = held.get(key, 0) + one.held
        bets[key] = bets.get(key, 0) + one.bets
    labels = "currency", "purse"
    yield gauges("escrow_minor_units", "Held for rounds with open bets, in minor units.", labels, held)
    yield gauges("open_bets", "Bets that are not settled yet.", labels, bets)


def tables() -> Iterator[Metric]:
    """Tables by what they do."""
    found: Labelled = {(state,): count for state, count in by_state().items()}
    yield gauges("tables", "Tables by state.", ("state",), found)


def webhooks() -> Iterator[Metric]:
    """What operators' servers have not taken yet."""
    found = deliveries(COUNTED + 1)
    text = f"Deliveries to enabled webhooks that have not arrived yet; {COUNTED + 1} means: or more."
    yield gauge("webhook_deliveries_waiting", text, found.waiting)
    yield gauge("webhook_deliveries_dead", "Deliveries given up, which wait for a person.", found.dead)


SOURCES: Final[list[Source]] = [clock, outbox, projections, escrow, tables, webhooks]


class DatabaseFigures(Collector):
    """All sources, each on its own: one that fails is missing, and ``wagering_database_up`` is 0."""

    def collect(self) -> Iterator[Metric]:
        """Asks the database now."""
        complete = 1
        for source in SOURCES:
            try:
                yield from list(source())
            except (OperationalError, InterfaceError):
                complete = 0
                break  # it is not there: the others would only wait for it, too
            except DatabaseError:
                log.exception("the figures of %s cannot be read", source.__name__)
                complete = 0
        yield gauge("database_up", "1: the database has answered for every figure.", complete)
