"""Players' money through their operator's interface: exact, once, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.callers import Api, told, usd
from tests.support.house import House
from tests.support.invariants import violations
from wagering.rounds.commands import CorrectCard, VoidRound

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


def everything(api: Api, path: str, limit: int) -> list[Any]:
    """All items of a list, page by page."""
    found, after = [], ""
    while True:
        page = told(api.get(f"{path}?limit={limit}&after={after}"))
        assert len(page["items"]) <= limit
        found += page["items"]
        if page["next"] is None:
            return found
        assert len(page["items"]) == limit
        after = page["next"]


def test_an_account_from_beginning_to_end(house: House, operator: Api) -> None:
    ana = house.id("ana")
    body = {"player": ana, "kind": "real", "currency": "USD", "deposit": 1_000}
    assert told(operator.post("/operator/players", body), 201)["balance"] == usd(1_000)
    at = f"/operator/players/{ana}"
    assert told(operator.post(f"{at}/deposits", {"amount": 500}))["balance"] == usd(1_500)
    assert told(operator.post(f"{at}/withdrawals", {"amount": 200}))["balance"] == usd(1_300)
    for name, amount, left in (("w1", 300, 1_000), ("w2", 400, 600)):
        asked = operator.post(f"{at}/withdrawals", {"amount": amount, "withdrawal": name})
        assert told(asked)["balance"] == usd(left)
    assert told(operator.get(at))["withdrawing"] == usd(700)
    assert told(operator.post(f"{at}/withdrawals/w1/pay"))["balance"] == usd(600)
    assert told(operator.post(f"{at}/withdrawals/w2/refuse", {"reason": "limit"}))["balance"] == usd(1_000)
    assert told(operator.post(f"{at}/withdrawals/w2/pay"), 404)["code"] == "unknown_withdrawal"
    assert told(operator.post(f"{at}/withdrawals", {"amount": 1_001}), 409)["code"] == "insufficient_funds"
    account = told(operator.get(at))
    assert (account["kind"], account["currency"], account["withdrawing"]) == ("real", "USD", usd(0))
    assert account["opened_at"].endswith("Z")
    assert told(operator.get(f"{at}/balance")) == {"player": ana, "balance": usd(1_000), "receivable": usd(0)}
    lines = everything(operator, f"{at}/statement", 3)
    assert lines == everything(operator, f"{at}/statement", 1) == everything(operator, f"{at}/statement", 200)
    assert [line["amount"]["amount"] for line in lines] == [1_000, 500, -200, -300, -400, 400]
    assert [line["balance"]["amount"] for line in lines] == [1_000, 1_500, 1_300, 1_000, 600, 1_000]
    assert [line["kind"] for line in lines][:3] == ["wallet.open", "wallet.deposit", "wallet.withdraw"]
    assert violations(house.run) == []


def test_the_same_command_again_is_the_same_answer(house: House, operator: Api) -> None:
    ana = house.player("ana", 1_000)
    path = f"/operator/players/{ana}/deposits"
    first = operator.post(path, {"amount": 10}, key="once")
    assert told(operator.post(path, {"amount": 10}, key="meanwhile"))["balance"] == usd(1_020)
    again = operator.post(path, {"amount": 10}, key="once")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    assert told(operator.post(path, {"amount": 11}, key="once"), 422)["code"] == "idempotency_conflict"
    refused = operator.post(f"/operator/players/{ana}/withdrawals", {"amount": 2_000}, key="no")
    again = operator.post(f"/operator/players/{ana}/withdrawals", {"amount": 2_000}, key="no")
    assert (refused.status_code, again.content) == (409, refused.content)
    assert told(operator.get(f"/operator/players/{ana}/balance"))["balance"] == usd(1_020)


def test_a_currency_has_its_own_digits(house: House, operator: Api) -> None:
    for currency, exponent in (("JPY", 0), ("KWD", 3), ("MMK", 2)):
        body = {"player": house.id(currency), "kind": "trial", "currency": currency, "deposit": 1_234}
        opened = told(operator.post("/operator/players", body), 201)
        assert opened["balance"] == {"amount": 1_234, "currency": currency, "exponent": exponent}
    body = {"player": house.id("none"), "kind": "real", "currency": "ABC"}
    assert told(operator.post("/operator/players", body), 404)["code"] == "unknown_currency"


def test_another_operators_players_do_not_exist(house: House, operator: Api, other: Api) -> None:
    ana, nobody = house.player("ana"), house.id("nobody")
    told(operator.post(f"/operator/players/{ana}/withdrawals", {"amount": 5, "withdrawal": "w"}))
    for path, body in (
        ("", None), ("/balance", None), ("/bets", None), ("/statement", None), ("/deposits", {"amount": 1}),
        ("/withdrawals", {"amount": 1}), ("/withdrawals", {"amount": 1, "withdrawal": "x"}),
        ("/withdrawals/w/pay", {}), ("/withdrawals/w/refuse", {"reason": "x"}), ("/sessions", {}),
    ):  # fmt: skip
        answers = []
        for player in (ana, nobody):
            address = f"/operator/players/{player}{path}"
            answers.append(other.get(address) if body is None else other.post(address, body))
        theirs, none = answers
        assert (theirs.status_code, theirs.json()["code"]) == (404, "unknown_account"), path
        assert theirs.content.replace(ana.encode(), b"") == none.content.replace(nobody.encode(), b""), path
    assert told(operator.get(f"/operator/players/{ana}"))["withdrawing"] == usd(5)
    body = {"player": ana, "kind": "real", "currency": "USD"}
    assert told(other.post("/operator/players", body), 409)["code"] == "already_exists"


def settled(house: House) -> tuple[str, str, str]:
    """Ana has staked 1,000 and got 2,000 for 19 against 18."""
    table, ana, round_id = house.seated_round("T", "TH", "TS", "9H", "8D")
    assert house.act(table, ana, "stand").accepted
    return table, ana, round_id


def test_bets_say_why_they_were_paid(house: House, operator: Api) -> None:
    table, ana, round_id = settled(house)
    (bet,) = told(operator.get(f"/operator/players/{ana}/bets"))["items"]
    (line,) = bet.pop("lines")
    assert bet == {
        "bet": f"{round_id}/3/seat/{ana}", "round": round_id, "table": table, "game": "deluxe_blackjack@1", "seat": 3,
        "kind": "seat", "stake": usd(1_000), "returned": usd(2_000), "status": "settled", "outcome": bet["outcome"],
    }  # fmt: skip
    assert (line["stake"], line["returned"], line["odds"]) == (usd(1_000), usd(2_000), [1, 1])
    assert line["clause"].startswith("§")


def test_bets_as_a_late_correction_and_a_late_void_have_them(house: House, operator: Api) -> None:
    table, ana, round_id = settled(house)
    both = {"table": table, "round": round_id, "reason": "MISSCAN", "supervisor": "maya", "second": "omar"}
    at = f"/operator/players/{ana}"
    house.must("supervisor:maya", CorrectCard(**both, shoe=f"{table}.S", draw=14, card="7H"))
    (bet,) = told(operator.get(f"{at}/bets"))["items"]
    assert (bet["status"], bet["returned"], [x["returned"] for x in bet["lines"]]) == ("settled", usd(0), [usd(0)])
    house.must("supervisor:maya", VoidRound(**both))
    (bet,) = told(operator.get(f"{at}/bets"))["items"]
    assert (bet["status"], bet["returned"]) == ("void", usd(1_000))
    lines = everything(operator, f"{at}/statement", 2)
    balance = told(operator.get(f"{at}/balance"))["balance"]
    assert sum(line["amount"]["amount"] for line in lines) == balance["amount"] == 100_000
    assert lines[-1]["balance"] == balance
    assert {line["round"] for line in lines} == {"", round_id}
    assert violations(house.run) == []


def test_bets_page_by_page(house: House, operator: Api) -> None:
    table, ana = house.table(), house.player("ana")
    house.shoe(table)
    house.open(table)
    assert house.sit(table, ana, 3).accepted
    bob = house.player("bob")
    for player, kind in ((ana, "seat"), (ana, "pair"), (bob, "behind")):
        answer = house.bet(table, player, 3, 1_000, kind)
        assert answer.accepted, answer.content
    bets = everything(operator, f"/operator/players/{ana}/bets", 1)
    assert [(bet["kind"], bet["status"], bet["lines"]) for bet in bets] == [("pair", "open", []), ("seat", "open", [])]
    assert len(everything(operator, f"/operator/players/{ana}/bets", 2)) == 2


def test_a_statement_is_exact_while_money_moves(house: House, operator: Api) -> None:
    ana = house.player("ana", 100)
    for amount in range(1, 8):
        told(operator.post(f"/operator/players/{ana}/deposits", {"amount": amount}))
    first = told(operator.get(f"/operator/players/{ana}/statement?limit=5"))
    told(operator.post(f"/operator/players/{ana}/withdrawals", {"amount": 50}))
    rest = told(operator.get(f"/operator/players/{ana}/statement?limit=5&after={first['next']}"))
    balance = 0
    for line in (*first["items"], *rest["items"]):
        balance += line["amount"]["amount"]
        assert line["balance"] == usd(balance)
    assert balance == 100 + 28 - 50
    assert rest["next"] is None


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "%C2%B2", "9" * 19, "0x1"])
def test_a_cursor_that_was_never_given_out(after: str, house: House, operator: Api) -> None:
    answer = operator.get(f"/operator/players/{house.player('ana')}/statement?after={after}")
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "bad_cursor", "after")
