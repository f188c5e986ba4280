"""A database of its own for the auditor, with a whole recorded evening in it; other tests plant meaningless events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support import databases
from tests.support.elsewhere import leading_to
from tests.support.following import catch_up
from tests.support.house import START, House
from wagering.access.commands import IssueKey, OpenSession, RegisterDevice, Revoke, UnlockDevice
from wagering.demo.session_player import Player, read_lines, start
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.feed.commands import Rotate, Subscribe
from wagering.players.following import PLAYER_ROUNDS
from wagering.rounds.commands import UndoBet
from wagering.wallet.commands import Pause, SetLimit

SESSION = Path(__file__).parent.parent / "sessions" / "deluxe_blackjack_tour.jsonl"
Owner = psycopg.Connection[tuple[Any, ...]]


@pytest.fixture(scope="session")
def using() -> Callable[[str], AbstractContextManager[None]]:
    """Call it with the name of a database that Django's aliases are to lead to for a while."""
    return leading_to


@pytest.fixture(scope="session")
def evening(database: str) -> Iterator[str]:
    """Name of a database in which the recorded session was played: voids, corrections, late ones too."""
    name = f"{database}_audit"
    databases.create(name)
    with leading_to(name):
        lines = list(read_lines(SESSION))
        player = Player(start(lines[0], "tour"))
        for line in lines[1:]:
            player.play(line)
        for command in (
            SetLimit(player="tour.ana", limit="loss", period="week", amount=50_000),
            Pause(player="tour.ana", until="2027-01-01T00:00:00Z"),
        ):
            assert execute(Envelope(command.KIND, "player:tour.ana", START, command)).accepted
        hook = Subscribe(webhook="tour.w", operator="tour", url="https://hooks.example")
        assert execute(Envelope(hook.KIND, "operator:tour", START, hook)).accepted
        assert execute(Envelope(Rotate.KIND, "operator:tour", START, Rotate(webhook="tour.w"))).accepted
        _credentials()
        _undone()
        catch_up(PLAYER_ROUNDS)
    yield name
    databases.drop(name)


def _credentials() -> None:
    """One of each kind, one of them unlocked and one revoked."""
    issued = []
    for number, command in enumerate(
        (
            IssueKey(operator="tour"), OpenSession(operator="tour", player="tour.ana", tables=("tour.T1",)),
            RegisterDevice(operator="tour", table="tour.T1"),
        )
    ):  # fmt: skip
        answer = execute(Envelope(f"credential/{number}", "operator:tour", START, command))
        assert answer.accepted, answer.content
        issued.append(answer.content["credential"])
    for done in (UnlockDevice(device=issued[2]), Revoke(operator="tour", kind="key", credential=issued[0])):
        assert execute(Envelope(done.KIND, "operator:tour", START + timedelta(hours=1), done)).accepted


def _undone() -> None:
    """A bet that was taken back, in a round that nobody played."""
    house = House("undone")
    table, player = house.table(), house.player("ana")
    house.shoe(table)
    house.open(table)
    for answer in (
        house.sit(table, player, 3),
        house.bet(table, player, 3, 1_000),
        house.send(f"player:{player}", UndoBet(table=table, player=player, seat=3, bet_kind="seat")),
        house.close_bets(table),
    ):
        assert answer.accepted, answer.content


@pytest.fixture(autouse=True)
def audited(evening: str) -> Iterator[str]:
    """Every test of the auditor sees that database."""
    with leading_to(evening):
        yield evening


@pytest.fixture
def owner(audited: str) -> Iterator[Owner]:
    """The tables' owner with every guard switched off, in a transaction that is rolled back."""
    with psycopg.connect(databases.SERVER.url("wagering_owner", audited)) as connection:
        for table in ("eventstore_event", "wallet_entry", "wallet_journal", "dispatch_receipt"):
            connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        connection.execute("ALTER TABLE wallet_account DROP CONSTRAINT account_floor")
        connection.execute("ALTER TABLE eventstore_event DROP CONSTRAINT event_stream_version")
        yield connection
        connection.rollback()
