"""Whatever a sender puts into a command: a stable code and nothing written."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

import pytest

from tests.support.house import OPTIONS, START, House, action_of
from tests.support.invariants import violations
from tests.support.junk import JUNK, last_position
from wagering.access import commands as a
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.eventstore.session import execute as sql
from wagering.feed import commands as hook
from wagering.incidents import commands as i
from wagering.project.wiring import HANDLERS
from wagering.rounds import commands as r
from wagering.tables import commands as t
from wagering.wallet import cache as wallets
from wagering.wallet import commands as w

pytestmark = pytest.mark.database

STORABLE_TEXT: Final = ("", "x", "1", "ü", "../../etc", "<script>", "' OR 1=1 --", "x" * 20_000)


def fits(annotation: Any, value: Any) -> bool:
    """May a handler see this value: is it what the annotation says, and storable?"""
    kind = str(annotation)
    if value is None:
        return "None" in kind
    if type(value) is bool:
        return "bool" in kind
    if type(value) is int:
        return "int" in kind and abs(value) < 2**63
    if isinstance(value, str):
        return "str" in kind and "Mapping" not in kind and value in STORABLE_TEXT
    if isinstance(value, list):
        return "tuple" in kind and value == []
    return "Mapping" in kind and value in ({}, {"a": 1})


@pytest.fixture(scope="module")
def samples(database: str) -> dict[type, tuple[str, Any]]:
    """For every command a sender who may send it and content that is in order, at a table with a running round."""
    house = House(f"bad-{database.rpartition('_')[2]}-{last_position()}")
    table, player, round_id = house.seated_round("T", "TH", "6S", "9H", "5D")
    studio, cashier, boss = f"studio:{table}", f"operator:{house.run}", "supervisor:maya"
    two = {"table": table, "round": round_id, "supervisor": "maya", "second": "omar"}
    at, me = {"table": table}, {"table": table, "player": player}
    webhook = house.id("w")
    house.must(cashier, hook.Subscribe(webhook=webhook, operator=house.run, url="https://a.example"))
    device = house.must(cashier, a.RegisterDevice(operator=house.run, table=table)).content["credential"]
    commands = (
        (cashier, a.IssueKey(operator=house.run)),
        (cashier, a.RegisterDevice(operator=house.run, table=table)),
        (cashier, a.OpenSession(operator=house.run, player=player, tables=(table,))),
        (cashier, a.UnlockDevice(device=device)),
        (cashier, a.Revoke(operator=house.run, kind="device", credential=device)),
        (cashier, w.OpenWallet(player=house.id("new"), account_type="real", currency="USD", operator=house.run)),
        (cashier, w.Deposit(player=player, amount=100)),
        (cashier, w.AskWithdrawal(player=player, withdrawal="w", amount=100)),
        (cashier, w.PayWithdrawal(player=player, withdrawal="w")),
        (cashier, w.RefuseWithdrawal(player=player, withdrawal="w", reason="limit")),
        (cashier, w.Withdraw(player=player, amount=100)),
        (cashier, w.NoteConnection(player=player, connected=False)),
        (f"player:{player}", w.SetLimit(player=player, limit="loss", period="day", amount=10**9)),
        (f"player:{player}", w.Pause(player=player, until="2026-03-02T12:00:00Z")),
        (cashier, t.OpenTable(table=house.id("T2"), operator=house.run, game="deluxe_blackjack@1", currency="USD",
                              options={**OPTIONS, "shoe": "live"})),
        (studio, t.MountShoe(**at, shoe=house.id("S2"), source="live", burn_card="TC", burned=10)),
        (studio, t.ReportCutCard(**at, shoe=f"{table}.S")),
        (studio, r.OpenRound(**at, round=house.id("R2"))),
        (studio, r.DealPack(**at, shoe=house.id("S3"), what="deal", cards="AS", shown_at=1)),
        (f"player:{player}", r.Sit(**me, seat=4)),
        (f"player:{player}", r.Leave(**me)),
        (f"player:{player}", r.PlaceBet(**me, seat=3, bet_kind="seat", amount=1_000)),
        (f"player:{player}", r.UndoBet(**me, seat=3, bet_kind="seat")),
        (studio, r.CloseBets(**at)),
        (studio, r.ScanCard(**at, shoe=f"{table}.S", draw=16, to="3.1", card="2H", face="up")),
        (f"player:{player}", action_of(table, player, "hit")),
        ("system:clock", r.Expire(**at, what="decision", number=1)),
        ("system:settlement", r.PayBets(table=table, round=round_id)),
        (boss, r.VoidRound(**two, reason="MISSCAN")),
        (boss, r.CorrectCard(**two, shoe=f"{table}.S", draw=12, card="8H", reason="MISSCAN")),
        (boss, r.VoidDeal(**at, reason="MISSCAN", supervisor="maya")),
        (studio, i.ReportIncident(**at, note="stream froze")),
        (boss, i.ResumeTable(**at, supervisor="maya")),
        (cashier, hook.Subscribe(webhook=house.id("v"), operator=house.run, url="https://a.example", kinds=("a.",))),
        (cashier, hook.Rotate(webhook=webhook)),
        (cashier, hook.Enable(webhook=webhook)),
        (cashier, hook.Disable(webhook=webhook)),
        (cashier, hook.Redrive(webhook=webhook)),
    )  # fmt: skip
    return {type(command): (actor, command) for actor, command in commands}


@pytest.mark.parametrize("kind", HANDLERS, ids=lambda kind: kind.KIND)
def test_every_field_with_every_kind_of_junk(kind: type, samples: dict[type, tuple[str, Any]], run_id: str) -> None:
    actor, sample = samples[kind]
    for number, (name, value) in enumerate((f.name, value) for f in fields(sample) for value in JUNK):
        before = last_position()
        command = replace(sample, **{name: value})
        owner = f"player:{value}" if actor.startswith("player") and name == "player" else actor
        answer = execute(Envelope(f"{run_id}/{number}", owner, START, command))
        allowed = fits(kind.__annotations__[name], value)
        if not answer.accepted:
            assert answer.code, (name, value)
            assert last_position() == before, (name, value)
        if not allowed:
            assert not answer.accepted, (name, value)
            assert answer.code in ("bad_field", "bad_amount", "forbidden"), (name, value, answer.content)
            assert answer.code == "forbidden" or answer.content["field"] in (name, "actor", ""), (name, value)
        assert not (answer.accepted and value == "" and name in ("table", "player", "round", "shoe")), name


def test_everything_written_meanwhile_can_be_read(samples: dict[type, tuple[str, Any]]) -> None:
    operator = samples[t.OpenTable][1].operator
    types = event_types()
    for name, body in sql(
        "SELECT name, body FROM eventstore_event WHERE stream LIKE %b::text OR correlation LIKE %b::text",
        (f"%/{operator}%", f"{operator}%"),
    ).fetchall():
        decode(types, name, body)
    assert violations(operator) == []


@pytest.mark.parametrize("key", ["", "k" * 501, "a\0b", "\ud800", None, 5])
def test_a_key_that_cannot_be_kept(key: Any, run_id: str) -> None:
    command = w.OpenWallet(player=run_id, account_type="real", currency="USD", operator=run_id)
    answer = execute(Envelope(key, f"operator:{run_id}", START, command))
    assert (answer.code, answer.content.get("field")) == ("bad_field", "key")


def test_a_malformed_command_uses_up_its_key(run_id: str) -> None:
    """The first answer under a key is the answer, also when it was about a type."""
    house = House(run_id)
    player = house.player("ana")
    bad = house.send(f"operator:{run_id}", w.Deposit(player=player, amount=1.5), key=f"{run_id}/k")  # type: ignore[arg-type]
    again = house.send(f"operator:{run_id}", w.Deposit(player=player, amount=1.5), key=f"{run_id}/k")  # type: ignore[arg-type]
    good = house.send(f"operator:{run_id}", w.Deposit(player=player, amount=2), key=f"{run_id}/k")
    assert (bad.code, again.code, again.replayed, good.code) == (
        "bad_amount",
        "bad_amount",
        True,
        "idempotency_conflict",
    )


def test_a_balance_no_account_may_hold(run_id: str) -> None:
    house = House(run_id)
    player = house.player("ana", 10**15)
    query = "UPDATE wallet_account SET balance = 1000000000000000000 WHERE owner = %b::text AND code = 'player'"
    sql(query, (player,))  # as after a thousand such deposits
    wallets.clear()
    answer = house.send(f"operator:{run_id}", w.Deposit(player=player, amount=1))
    assert (answer.code, answer.content["field"]) == ("bad_amount", "amount")


def test_codes_of_what_is_well_formed_and_wrong(run_id: str) -> None:
    house = House(run_id)
    table, player, round_id = house.seated_round("T", "TH", "6S", "9H")
    studio, cashier = f"studio:{table}", f"operator:{run_id}"
    nobody, nowhere = house.id("nobody"), house.id("nowhere")
    scan = r.ScanCard(table=table, shoe=f"{table}.S", draw=15, to="dealer", card="5D", face="down")
    opened = t.OpenTable(
        table=table, operator=run_id, game="deluxe_blackjack@1", currency="USD", options={**OPTIONS, "shoe": "live"}
    )
    cases: list[tuple[str, str, Any]] = [
        ("unknown_account", cashier, w.Deposit(player=nobody, amount=1)),
        ("unknown_account", f"player:{nobody}", r.Sit(table=table, player=nobody, seat=1)),
        ("unknown_table", f"player:{player}", r.Sit(table=nowhere, player=player, seat=1)),
        ("unknown_table", "system:clock", r.Expire(table=nowhere, what="decision")),
        ("unknown_round", "system:x", r.PayBets(table=table, round=nowhere)),
        ("unknown_round", "supervisor:a", r.VoidRound(
            table=table, round=nowhere, reason="MISSCAN", supervisor="a", second="b")),
        ("bad_id", cashier, w.OpenWallet(player="a b", account_type="real", currency="USD", operator=run_id)),
        ("bad_id", cashier, replace(opened, table="a/b")),
        ("bad_id", cashier, w.AskWithdrawal(player=player, withdrawal="", amount=1)),
        ("already_exists", cashier, w.OpenWallet(player=player, account_type="real", currency="USD", operator=run_id)),
        ("already_exists", cashier, opened),
        ("unknown_game", cashier, replace(opened, table=nowhere, game="patience@9")),
        ("bad_options", cashier, replace(opened, table=nowhere, options={**OPTIONS, "shoe": "live", "packs": True})),
        ("bad_options", cashier, replace(opened, table=nowhere, options={})),
        ("bad_options", cashier, replace(opened, table=nowhere, options={**OPTIONS, "shoe": "live", "bet_s": 10**15})),
        ("bad_options", cashier, replace(opened, table=nowhere, options={**OPTIONS, "shoe": "live", "packs": 10**6})),
        ("unknown_currency", cashier, replace(opened, table=nowhere, currency="ZZZ")),
        ("bad_amount", cashier, w.Deposit(player=player, amount=0)),
        ("bad_amount", cashier, w.Deposit(player=player, amount=-5)),
        ("bad_amount", cashier, w.Deposit(player=player, amount=10**15 + 1)),
        ("insufficient_funds", cashier, w.Withdraw(player=player, amount=10**12)),
        ("bets_closed", f"player:{player}", r.PlaceBet(
            table=table, player=player, seat=3, bet_kind="seat", amount=1_000)),
        ("forbidden", f"player:{nobody}", r.Leave(table=table, player=player)),
        ("forbidden", "studio:elsewhere", r.CloseBets(table=table)),
        ("forbidden", "guest:x", r.CloseBets(table=table)),
        ("wrong_shoe", studio, replace(scan, shoe=nowhere)),
        ("impossible_card", studio, replace(scan, card="1X")),
        ("draw_gap", studio, replace(scan, draw=99)),
        ("draw_conflict", studio, replace(scan, draw=14)),
        ("unexpected_card", studio, replace(scan, to="9.9")),
        ("unexpected_card", studio, replace(scan, face="sideways")),
        ("bad_intent", f"player:{player}", r.TakeAction(table=table, player=player, intent="fly", fields={})),
        ("bad_field", f"player:{player}", r.TakeAction(
            table=table, player=player, intent="act", fields={"seat": "3", "hand": 1, "action": "hit"})),
        ("round_running", studio, r.OpenRound(table=table, round=house.id("R9"))),
        ("not_paused", "supervisor:a", i.ResumeTable(table=table, supervisor="a")),
        ("bad_reason", "supervisor:a", r.VoidRound(
            table=table, round=round_id, reason="WHIM", supervisor="a")),
        ("forbidden", "supervisor:a", r.VoidRound(
            table=table, round=round_id, reason="MISSCAN", supervisor="b", second="c")),
    ]  # fmt: skip
    before = last_position()
    for code, actor, command in cases:
        assert house.send(actor, command).code == code, command
    assert last_position() == before
    assert violations(run_id) == []
