"""The client keeps trying under one key, reads streams across breaks, and understands what the server answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application

from tests.support.house import OPTIONS, House
from tests.support.over_http import unthrottled
from wagering.access.commands import IssueKey
from wagering.access.secrets import derive
from wagering.demo.calls import Calls
from wagering.demo.client import Device, Operator, PlayerSession, Refused, Server
from wagering.demo.client import connection as connection_module
from wagering.demo.client import streams as streams_module
from wagering.eventstore.session import execute as sql
from wagering.rounds.commands import OpenRound

__all__ = ["unthrottled"]

Handler = Callable[[httpx.Request], httpx.Response]
BALANCE = {"player": "ana", "balance": {"amount": 5, "currency": "USD", "exponent": 2},
           "receivable": {"amount": 0, "currency": "USD", "exponent": 2}}  # fmt: skip


class Sleeps(list[float]):
    """A clock that only sleeping moves."""

    now = 0.0

    def sleep(self, seconds: float) -> None:
        self.append(seconds)
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def sleeps(monkeypatch: pytest.MonkeyPatch) -> Sleeps:
    clock = Sleeps()
    for module in (connection_module, streams_module):
        monkeypatch.setattr(module.time, "sleep", clock.sleep)
        monkeypatch.setattr(module.time, "monotonic", clock.monotonic)
    return clock


def server(handler: Handler) -> Server:
    return Server("http://test", transport=httpx.MockTransport(handler))


def problem(status: int, code: str, **more: Any) -> httpx.Response:
    headers = {"Retry-After": more.pop("after")} if "after" in more else {}
    return httpx.Response(status, headers=headers, json={"code": code, "status": status, **more})


# --- sending again ---


def test_a_command_is_sent_again_under_its_key_until_it_is_answered(sleeps: Sleeps) -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        match len(seen):
            case 1:
                raise httpx.ConnectError("nobody listens")
            case 2:
                raise httpx.ReadTimeout("no answer")
            case 3:
                return problem(503, "unavailable")
            case 4:
                return problem(429, "too_many_requests", after="7")
            case _:
                return httpx.Response(200, json={**BALANCE, "of a later server": 1})

    operator = Operator(server(handler), "k-1", "secret")
    assert operator.deposit("ana", 5).balance.amount == 5
    assert len({request.headers["Idempotency-Key"] for request in seen}) == 1
    assert len({request.headers["Authorization"] for request in seen}) == 5, "a signature counts once"
    assert {request.content for request in seen} == {b'{"amount":5}'}
    assert sleeps[3] >= 7


@pytest.mark.parametrize("answer", [httpx.ConnectError("gone"), problem(503, "busy"), httpx.Response(502, text="<p>")])
def test_patience_ends(sleeps: Sleeps, answer: httpx.Response | Exception) -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises((Refused, httpx.ConnectError)) as caught:
        Device(server(handler), "d-1.x").heartbeat()
    assert 60 < sleeps.now < 70
    if isinstance(caught.value, Refused):
        assert caught.value.code in ("busy", "http_502")


def test_what_is_refused_is_not_tried_again(sleeps: Sleeps) -> None:
    told = problem(422, "above_max", field="amount", detail="at most 500")
    session = PlayerSession(server(lambda request: told), "s-1.x")
    with pytest.raises(Refused) as caught:
        session.bet("T", 3, "seat", 501)
    no = caught.value
    assert (no.code, no.status, no.field, no.detail) == ("above_max", 422, "amount", "at most 500")
    assert not sleeps


# --- streams ---


class Broken(httpx.SyncByteStream):
    """Some pieces, then the connection breaks; or ends, if nothing is to be raised."""

    def __init__(self, *pieces: bytes, error: Exception | None = None) -> None:
        self.pieces, self.error = pieces, error

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.error:
            raise self.error


def test_a_stream_goes_on_where_it_broke(sleeps: Sleeps) -> None:
    asked: list[str] = []
    line = "\u2028"
    bodies = [
        Broken(b"retry: 2000\n\nid: 1-a\nevent: table\nda", b'ta: {"n": 1}\n\n: still', error=httpx.ReadError("cut")),
        Broken(b" here\n\n"),
        Broken(f'id: 2-b\nevent: table\ndata: {{"n": "{line}"}}\n\nevent: over\ndata: {{}}\n\n'.encode()),
    ]

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers.get("Last-Event-ID", ""))
        assert request.url.path == "/api/v1/stream/tables/T"
        if len(asked) == 2:
            return problem(503, "unavailable", after="1")
        return httpx.Response(200, stream=bodies.pop(0))

    assert list(PlayerSession(server(handler), "s-1.x").stream_table("T")) == [("1-a", {"n": 1}), ("2-b", {"n": line})]
    assert asked == ["", "1-a", "1-a", "1-a"]


def test_a_stream_ends_with_its_credential_and_with_patience(sleeps: Sleeps) -> None:
    session = PlayerSession(server(lambda request: problem(401, "unauthenticated")), "s-1.x")
    with pytest.raises(Refused):
        next(session.stream_player())
    assert not sleeps

    def nobody(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody listens")

    with pytest.raises(httpx.ConnectError):
        next(PlayerSession(server(nobody), "s-1.x").stream_player())
    assert sleeps.now > 60


# --- what the server answers ---


@pytest.fixture
def office(database: str, unthrottled: None) -> Server:
    """The real views, in this process."""
    return Server("http://localhost", transport=httpx.WSGITransport(get_wsgi_application()), patience=0)


def test_a_round_with_the_client(office: Server, run_id: str) -> None:
    """Every answer that has a type of its own, from the server itself."""
    house = House(run_id)
    key = house.must("system:test", IssueKey(operator=run_id)).content["credential"]
    operator = Operator(office, key, derive("operator", key))
    table, ana, shoe, round_id = (house.id(name) for name in ("T", "ana", "S", "R"))

    assert operator.open_account(ana, "real", "USD", 100_000).balance.amount == 100_000
    assert operator.withdraw(ana, 1_000, house.id("out"), key="one").balance.amount == 99_000
    assert operator.withdraw(ana, 1_000, house.id("out"), key="one").balance.amount == 99_000
    assert operator.account(ana).withdrawing.amount == 1_000
    operator.refuse_withdrawal(ana, house.id("out"), "limit")
    assert operator.open_table(table, "deluxe_blackjack@1", "USD", {**OPTIONS, "shoe": "live"}).table == table
    made = operator.register_device(table)
    device = Device(office, made.token)
    session = operator.open_session(ana, (table,))
    player = PlayerSession(office, session.token)

    assert device.mount_live_shoe(shoe, "TC", 10).awaits == "idle"
    device.open_round(round_id)
    player.sit(table, 3)
    player.bet(table, 3, "seat", 5_000)
    assert player.undo_bet(table, 3, "seat").balance.amount == 100_000
    assert player.bet(table, 3, "seat", 2_000).taken[0].amount.amount == 2_000
    device.close_betting()
    for number, card in enumerate(("TS", "6D", "6H", "9C")):
        due = device.table()
        assert due.card is not None
        assert due.shoe is not None
        device.scan(due.shoe.id, due.shoe.next_draw, due.card.to, card, due.card.face, key=f"scan-{number}")
    seen = player.view(table)
    assert seen.cards == {"3.1": ["TS", "6H"], "dealer": ["6D", "??"]}
    player.act(table, "act", {"seat": 3, "hand": 1, "action": "stand"}, seen.number)
    assert device.scan(shoe, 16, "dealer", "TH", "up", key="scan-4").status == "settled"

    assert operator.balance(ana).balance.amount == 102_000
    assert operator.bets(ana).items[0]["lines"][0]["clause"] == "§4.5.6, §5.1"
    assert sum(line["amount"]["amount"] for line in operator.statement(ana).items) == 102_000
    assert player.rounds().next is None
    assert player.round(round_id)["round"] == round_id
    assert player.me()["balance"]["amount"] == 102_000
    assert player.tables().items[0]["table"] == operator.tables().items[0]["table"] == operator.table(table)["table"]
    page = operator.events(limit=5)
    while page.more and not page.items:  # others' events are passed over
        page = operator.events(str(page.next), limit=5)
    assert page.items[0]["name"]
    assert player.note_connection(False) is not None
    assert player.ask_withdrawal(house.id("out2"), 500).balance.amount == 101_500
    operator.pay_withdrawal(ana, house.id("out2"))
    assert operator.subscribe(house.id("hook"), "https://hooks.example.com/x", ("wallet.",)).version == 1
    assert not device.heartbeat().locked
    device.open_round(house.id("R2"))
    assert device.report_incident("lamp out").awaits == "paused"
    assert operator.revoke(session.session).credential == session.session
    with pytest.raises(Refused) as caught:
        player.view(table)
    assert caught.value.status == 401
    second = operator.issue_key()
    assert Operator(office, second.key, second.secret).balance(ana).balance.amount == 101_500


def test_the_demonstration_unlocks_its_terminals_and_reports_refusals(office: Server, run_id: str) -> None:
    house = House(run_id)
    table = house.table(shoe="virtual")
    calls = Calls(office, run_id)
    studio = f"studio:{table}"
    no = calls.send(studio, OpenRound(table=table, round=house.id("R")), "a")
    assert (no.accepted, no.code) == (False, "no_shoe")
    house.shoe(table)
    idle = "now() - interval '10 minutes'"
    sql(f"UPDATE access_credential SET unlocked_at = {idle} WHERE holder = %b::text", (table,))
    own = "SELECT id FROM access_credential WHERE holder = %b::text"
    assert sql(f"UPDATE access_terminal SET used_at = {idle} WHERE device IN ({own})", (table,)).rowcount == 1
    assert calls.send(studio, OpenRound(table=table, round=house.id("R")), "b").accepted
