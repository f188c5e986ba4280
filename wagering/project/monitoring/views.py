"""What probes and scrapers ask: ``/healthz``, ``/readyz``, ``/metrics``.

Every process counts for itself, so a scraper has to reach each of them: one target a web process, each with a port of
its own. Where several processes share a port (granian --workers), or for the counters of the Celery workers, which
have no port, name a folder in PROMETHEUS_MULTIPROC_DIR for all processes of the host and empty it before they start:
whichever is asked then answers for all of them. Figures from the database are the same everywhere.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Final

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector

from wagering.clock import heartbeat
from wagering.project import env
from wagering.project.monitoring.gauges import DatabaseFigures

STALE_S: Final = 30.0
"""A worker sweeps every second. One that has not for so long is gone, or up without consuming anything."""

_PROXIED: Final = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-Ip", "Forwarded", "Via")
_UNANSWERED: Final = (DatabaseError, InterfaceError)
_known_migrated = False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answers 200 when the database answers, else 503; says nothing about anything else."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except _UNANSWERED:
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answers 200 when bets may come: database there, migrations done, a worker at work. Else 503 with what is not."""
    failed = _failed()
    if failed:
        return JsonResponse({"status": "not ready", "failed": failed}, status=503)
    return JsonResponse({"status": "ready"})


def _failed() -> list[str]:
    try:
        if not _migrated():
            return ["migrations"]
        age = heartbeat.age(heartbeat.SWEEP)
    except _UNANSWERED:
        return ["database"]
    return [] if age is not None and age < STALE_S else ["worker"]


def _migrated() -> bool:
    """Are all migrations of this code applied. Once they are, nobody looks again: reading them takes a while."""
    global _known_migrated
    if not _known_migrated:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        _known_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _known_migrated


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything in Prometheus' text format, for this machine or whoever brings METRICS_TOKEN; 403 for all others."""
    if not (_from_here(request) or _has_token(request)):
        return HttpResponse(status=403)
    figures = CollectorRegistry()
    figures.register(DatabaseFigures())
    return HttpResponse(generate_latest(_processes()) + generate_latest(figures), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _processes() -> CollectorRegistry:
    """What processes count: all of this host that share a folder, else this one alone."""
    if not env.given("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together


def _from_here(request: HttpRequest) -> bool:
    """Does a program of this machine ask for itself. A proxy on this machine asks for anybody, and says so."""
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:  # a socket without addresses
        return False
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return address.is_loopback and not any(name in request.headers for name in _PROXIED)


def _has_token(request: HttpRequest) -> bool:
    wanted = env.text("METRICS_TOKEN")
    return bool(wanted) and constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {wanted}")
