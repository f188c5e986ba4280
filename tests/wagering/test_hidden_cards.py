"""No surface shows a card that is not dealt yet or that is somebody else's, while a round of any game is running."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.db.models.query import QuerySet
from django.test import Client
from django.urls import get_resolver

from games.catalog import CATALOG, SAMPLES
from games.kernel.cards import HIDDEN
from tests.support import office
from tests.support.hands import Hand, told
from tests.support.written import written
from wagering.backoffice.html import address, list_address
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.project.monitoring.logs import JsonLines
from wagering.rounds import commands as r
from wagering.rounds.queries import current, view

pytestmark = pytest.mark.database

NONCE = re.compile(r"(?:nonce|value)=\"[^\"]{20,}\"")  # random, so now and then one holds what looks like a card
# One more is one that nobody has looked at yet.
SURFACES = {"admin/", "api/v1/", "healthz", "readyz", "metrics", "static/", "i18n/", ""}


@pytest.fixture(params=[game for game in CATALOG if game in SAMPLES])
def hand(request: pytest.FixtureRequest, run_id: str, caplog: pytest.LogCaptureFixture) -> Hand:
    caplog.set_level(logging.DEBUG)
    return Hand(request.param, f"hidden-{run_id}")


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What is logged; to be asked for before the hand is played."""
    with written(JsonLines()) as found:
        yield found


def rows_of(hand: Hand) -> Iterator[tuple[type[Model], Any]]:
    """Every row of every page of the back office that has to do with this table."""
    for model, model_admin in admin.site._registry.items():
        if not isinstance(model_admin, ReadOnlyAdmin):
            continue
        rows: QuerySet[Any] = model._default_manager.order_by("-pk")[:400]
        for row in rows:
            if hand.house.run in json.dumps(_fields(row), default=str):
                yield model, row


def _fields(row: Model) -> Mapping[str, Any]:
    return {field.name: getattr(row, field.name) for field in row._meta.concrete_fields}


@pytest.mark.timeout(180)
def test_pages_receipts_messages_and_logs(hand: Hand, caplog: pytest.LogCaptureFixture) -> None:
    known, client = hand.known(), office.client(office.person())
    burned = CATALOG[hand.game].burn is not None
    shown = known | ({current(hand.table).order[0]} if burned else set())
    looked = 0
    for model, row in rows_of(hand):
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        assert told(_page(client, address(name, row.pk))) <= shown, (name, row.pk)
        looked += 1
        if name not in ("tables_draw", "eventstore_event"):  # the record itself, which no page shows as it is
            assert told(json.dumps(_fields(row), default=str)) <= shown, (name, row.pk)
    assert looked > 20
    assert told(caplog.text) <= shown
    assert told(repr(current(hand.table))) == set()


def test_lists(hand: Hand) -> None:
    known, client = hand.known(), office.client(office.person())
    shown = known | ({current(hand.table).order[0]} if CATALOG[hand.game].burn else set())
    for model, model_admin in admin.site._registry.items():
        if isinstance(model_admin, ReadOnlyAdmin):
            page = _page(
                client, list_address(f"{model._meta.app_label}_{model._meta.model_name}") + f"?q={hand.house.run}"
            )
            if hand.house.run in page:
                assert told(page) <= shown, model


def test_views(hand: Hand) -> None:
    """A viewer sees what is public and what lies on his own seats; nobody sees the rest of the pack."""
    known, play = hand.known(), current(hand.table)
    seats = {seat: seated.player for seat, seated in play.ruleset.seats(play.state).items()}
    hidden_somewhere = False
    for viewer in (*hand.players, "public", "nobody"):
        for place, lying in view(hand.table, viewer).cards.items():
            seat = re.sub(r"\D.*", "", re.sub(r"^\D+", "", place))
            own = seat.isdigit() and seats.get(int(seat)) == viewer
            assert own or set(lying) <= known | {HIDDEN}, (viewer, place)
            hidden_somewhere |= HIDDEN in lying
    assert hidden_somewhere


def test_metrics_and_structured_logs(lines: list[str], hand: Hand) -> None:
    """What scrapers and log collectors get: the fields of a line too, not only its message."""
    known, client = hand.known(), office.client(office.person())
    for path in ("/metrics", "/healthz", "/readyz"):
        assert told(client.get(path).content.decode()) == set()
    hand.house.send(f"studio:{hand.table}", r.OpenRound(table=hand.table, round=f"{hand.table}.R2"))
    shown = known | ({current(hand.table).order[0]} if CATALOG[hand.game].burn else set())
    assert any("wagering.requests" in line for line in lines)
    for line in lines:
        assert told(line) <= shown, line


def test_no_surface_is_unknown() -> None:
    """An address that is neither the back office nor known here must first be looked at by the tests above."""
    assert {str(entry.pattern) for entry in get_resolver().url_patterns} <= SURFACES


def _page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, path
    return NONCE.sub("", response.content.decode())
