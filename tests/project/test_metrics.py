"""``/metrics``: it parses, the figures are right, only those who may read it do, and labels are names, never ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.support import office, tallies
from tests.support.house import House
from wagering.clock import heartbeat
from wagering.clock.models import Deadline
from wagering.feed.models import Delivery, Webhook
from wagering.incidents.commands import ReportIncident
from wagering.integrations.models import Outbox
from wagering.project.monitoring import gauges
from wagering.projector.models import Checkpoint
from wagering.rounds import commands as r
from wagering.wallet.commands import OpenWallet

pytestmark = pytest.mark.database

FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via")


def scrape() -> Mapping[str, Metric]:
    response = Client(SERVER_NAME="localhost").get("/metrics")
    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/plain; version=0.0.4")
    return {family.name: family for family in text_string_to_metric_families(response.content.decode())}


def value(found: Mapping[str, Metric], name: str, sample: str = "", **labels: str) -> float:
    """The figure with exactly these labels; 0 where there is none."""
    family = found.get(name)
    for one in family.samples if family else ():
        if one.name == (sample or name) and one.labels == labels:
            return one.value
    return 0.0


@pytest.fixture
def house(run_id: str) -> House:
    return House(run_id)


@pytest.fixture
def leftovers(run_id: str) -> Iterator[str]:
    """Rows of this test, which nobody counts afterwards."""
    yield run_id
    Deadline.objects.filter(subject__contains=run_id).delete()
    Outbox.objects.filter(correlation=run_id).delete()
    Delivery.objects.filter(id__startswith=run_id).update(delivered_at=datetime.now(UTC), dead_at=None)
    Webhook.objects.filter(operator=run_id).update(enabled=False)


def dead_row(run_id: str) -> None:
    now = datetime.now(UTC)
    Outbox.objects.create(
        command=f"{run_id}/dead", kind="x", correlation=run_id, first_position=1, last_position=1, created_at=now,
        attempts=8, claimed_until=now, dead_at=now,
    )  # fmt: skip


def test_an_overdue_deadline_and_a_dead_row(leftovers: str) -> None:
    before = scrape()
    due = datetime.now(UTC) - timedelta(seconds=1e8)
    Deadline.objects.create(subject=f"table/{leftovers}", what="decision", number=1, due_at=due)
    dead_row(leftovers)
    after = scrape()
    late = value(after, "wagering_deadline_overdue_seconds")
    assert 1e8 <= late < 1e8 + 60
    assert value(after, "wagering_outbox_dead") == value(before, "wagering_outbox_dead") + 1
    assert value(after, "wagering_outbox_waiting") == value(before, "wagering_outbox_waiting")
    assert value(after, "wagering_database_up") == 1


def test_a_row_that_waits(leftovers: str) -> None:
    before = scrape()
    ago = datetime.now(UTC) - timedelta(seconds=1e8)
    Outbox.objects.create(
        command=f"{leftovers}/x", kind="x", correlation=leftovers, first_position=1, last_position=1, created_at=ago
    )
    after = scrape()
    assert value(after, "wagering_outbox_waiting") == value(before, "wagering_outbox_waiting") + 1
    assert 1e8 <= value(after, "wagering_outbox_oldest_seconds") < 1e8 + 60


def test_webhook_deliveries(leftovers: str) -> None:
    before = scrape()
    now = datetime.now(UTC)
    for name, enabled in ((leftovers, True), (f"{leftovers}-off", False)):
        Webhook.objects.create(
            id=name, operator=leftovers, url="https://x", kinds=[], version=1, enabled=enabled, created_at=now
        )
    for number, (webhook, dead) in enumerate(
        ((leftovers, None), (leftovers, now), (leftovers, now), (f"{leftovers}-off", None))
    ):
        Delivery.objects.create(
            id=f"{leftovers}/{number}", webhook=webhook, outbox=number, command=leftovers, kind="x", round=leftovers,
            first_position=1, last_position=1, created_at=now, dead_at=dead,
        )  # fmt: skip
    after = scrape()
    for name, more in (("waiting", 1), ("dead", 2)):
        name = f"wagering_webhook_deliveries_{name}"
        assert value(after, name) == value(before, name) + more


def test_open_bets_and_tables(house: House) -> None:
    before = scrape()
    table, _, _ = house.seated_round("T")
    running = scrape()
    money = {"currency": "USD", "purse": "cash"}
    for name, more in (("wagering_escrow_minor_units", 1_000), ("wagering_open_bets", 1)):
        assert value(running, name, **money) == value(before, name, **money) + more
    assert value(running, "wagering_tables", state="running") == value(before, "wagering_tables", state="running") + 1
    house.must(f"studio:{table}", ReportIncident(table=table, note="the scanner is stuck"))
    paused = scrape()
    assert value(paused, "wagering_tables", state="paused") == value(before, "wagering_tables", state="paused") + 1
    assert value(paused, "wagering_tables", state="running") == value(before, "wagering_tables", state="running")


def test_projections(monkeypatch: pytest.MonkeyPatch, house: House, run_id: str) -> None:
    own = tallies.tally(run_id)
    monkeypatch.setattr("wagering.projector.catch_up.projections", lambda: [own])
    house.player("ana")
    found = scrape()
    assert value(found, "wagering_projection_behind", projection=own.key) >= 1
    assert value(found, "wagering_projection_parked", projection=own.key) == 0
    Checkpoint.objects.create(projection=own.key, parked="for this test")
    assert value(scrape(), "wagering_projection_parked", projection=own.key) == 1


def test_commands_by_kind_and_code(house: House) -> None:
    kind = r.PlaceBet.KIND
    outcomes = ({"outcome": "accepted", "code": ""}, {"outcome": "refused", "code": "bets_closed"})
    before = scrape()
    table, player, _ = house.seated_round("T")
    assert house.bet(table, player, 3, 1_000).code == "bets_closed"
    after = scrape()
    for labels in outcomes:
        sample = "wagering_commands_total"
        name, labels = "wagering_commands", {"kind": kind, **labels}
        assert value(after, name, sample, **labels) == value(before, name, sample, **labels) + 1
    sample = "wagering_command_seconds_count"
    name = "wagering_command_seconds"
    assert value(after, name, sample, kind=kind) == value(before, name, sample, kind=kind) + 2


def test_a_repeated_command_is_no_second_one(house: House) -> None:
    before = scrape()
    house.table("T")
    command = r.OpenRound(table=house.id("T"), round=house.id("R"))
    assert house.send(f"studio:{house.id('T')}", command, key=f"{house.run}/again").code == "no_shoe"
    assert house.send(f"studio:{house.id('T')}", command, key=f"{house.run}/again").code == "no_shoe"
    after = scrape()
    for outcome in ("refused", "replayed"):
        labels = {"kind": r.OpenRound.KIND, "outcome": outcome, "code": "no_shoe"}
        name, sample = "wagering_commands", "wagering_commands_total"
        assert value(after, name, sample, **labels) == value(before, name, sample, **labels) + 1


def test_a_command_that_gets_no_answer(monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    def broken(*_: Any) -> None:
        raise OperationalError("the server is gone")

    before = scrape()
    with monkeypatch.context() as patch:
        patch.setattr("wagering.dispatch.pipeline.commit", broken)
        with pytest.raises(OperationalError):
            house.player("ana")
    labels = {"kind": OpenWallet.KIND, "outcome": "failed", "code": ""}
    name, sample = "wagering_commands", "wagering_commands_total"
    assert value(scrape(), name, sample, **labels) == value(before, name, sample, **labels) + 1


def test_requests_are_counted_by_the_name_of_their_route(run_id: str) -> None:
    browser = office.client(office.person())
    before = scrape()
    browser.get(f"/admin/wallet/wallet/{run_id}/change/")
    browser.get(f"/{run_id}")
    browser.generic("BREW", "/healthz")
    after = scrape()
    for labels in (
        {"audience": "office", "route": "admin:wallet_wallet_change", "method": "GET", "status": "302"},
        {"audience": "anybody", "route": "unknown", "method": "GET", "status": "404"},
        {"audience": "anybody", "route": "healthz", "method": "other", "status": "405"},
    ):
        name, sample = "wagering_requests", "wagering_requests_total"
        assert value(after, name, sample, **labels) == value(before, name, sample, **labels) + 1, labels
    labels = {"audience": "office", "route": "admin:wallet_wallet_change"}
    assert value(after, "wagering_request_seconds", "wagering_request_seconds_count", **labels) >= 1
    seen = [label for family in after.values() for sample in family.samples for label in sample.labels.values()]
    assert not [label for label in seen if run_id in label or re.search(r"/\d", label)]


def test_who_may_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Client(SERVER_NAME="localhost")
    assert browser.get("/metrics", REMOTE_ADDR="127.0.0.8").status_code == 200
    assert browser.get("/metrics", REMOTE_ADDR="::1").status_code == 200
    assert browser.get("/metrics", REMOTE_ADDR="::ffff:127.0.0.1").status_code == 200
    for name in FORWARDED:  # whom a proxy on this machine asks for is not known to be of this machine
        assert browser.get("/metrics", headers={name: "127.0.0.1"}).status_code == 403
    for address in ("10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1", "", "unix:"):
        assert browser.get("/metrics", REMOTE_ADDR=address).status_code == 403
    assert browser.get("/metrics", REMOTE_ADDR="10.0.0.1", headers={"Authorization": "Bearer "}).status_code == 403
    monkeypatch.setenv("METRICS_TOKEN", "a-token-of-the-scraper")
    for header, status in (("Bearer a-token-of-the-scraper", 200), ("Bearer a-token", 403), ("a-token\xfc", 403)):
        response = browser.get("/metrics", REMOTE_ADDR="10.0.0.1", headers={"Authorization": header})
        assert response.status_code == status
        assert status == 200 or response.content == b""
    assert browser.post("/metrics").status_code == 405


def test_a_source_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def down() -> Iterator[Metric]:
        raise OperationalError("the server is gone")
        yield

    monkeypatch.setattr(gauges, "SOURCES", [gauges.tables, down, gauges.outbox])
    registry = CollectorRegistry()
    registry.register(gauges.DatabaseFigures())
    names = {family.name for family in registry.collect()}
    assert names == {"wagering_tables", "wagering_database_up"}  # nobody waits for the next one, too
    found = scrape()
    assert value(found, "wagering_database_up") == 0
    assert "wagering_commands" in found


class TestReadiness:
    def ready(self) -> tuple[int, Any]:
        response = Client(SERVER_NAME="localhost").get("/readyz")
        return response.status_code, response.json()

    def test_with_a_worker_at_work(self) -> None:
        heartbeat.beat(heartbeat.SWEEP)
        assert self.ready() == (200, {"status": "ready"})
        assert value(scrape(), "wagering_heartbeat_age_seconds") < 60

    def test_an_old_heartbeat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        heartbeat.beat(heartbeat.SWEEP)
        monkeypatch.setattr("wagering.project.monitoring.views.STALE_S", 0.0)
        assert self.ready() == (503, {"status": "not ready", "failed": ["worker"]})

    def test_no_worker_ever(self, monkeypatch: pytest.MonkeyPatch, run_id: str) -> None:
        monkeypatch.setattr(heartbeat, "SWEEP", run_id)
        assert self.ready() == (503, {"status": "not ready", "failed": ["worker"]})

    def test_migrations_are_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        heartbeat.beat(heartbeat.SWEEP)
        monkeypatch.setattr("wagering.project.monitoring.views._known_migrated", False)
        with monkeypatch.context() as patch:
            patch.setattr("django.db.migrations.recorder.MigrationRecorder.applied_migrations", lambda _: {})
            assert self.ready() == (503, {"status": "not ready", "failed": ["migrations"]})
        assert self.ready()[0] == 200

    def test_no_database(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def down(_: str) -> None:
            raise OperationalError("connection to server at 10.0.0.5 refused")

        monkeypatch.setattr(heartbeat, "age", down)
        assert self.ready() == (503, {"status": "not ready", "failed": ["database"]})
