"""Plays a recorded session against the pure rules: wallets as dicts, no database, every ``expect`` line checked.

``play(lines)`` returns the differences it found. The money side is as small as it can be; what it shows is that the
rules' events and movements are enough to get every balance, outcome, view and total right.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from games.catalog import find
from games.kernel.bets import Stake
from games.kernel.ruleset import Leave, Rejected, Sit
from tests.games.session_round import Round
from tests.games.session_table import MILLI, Table

Line = Mapping[str, Any]

VOID_REASONS = frozenset(("EXPOSED", "MISSCAN", "STREAM_LOSS", "SHOE_DEFECT", "NO_RESULT"))
CORRECTION_REASONS = frozenset(("MISSCAN", "WRONG_ENTRY"))
WHILE_PAUSED = frozenset(("incident", "resume", "void_round", "void_deal", "correct_card", "silence", "close_bets"))
NO_CONTENT = frozenset(("seq", "at", "expect_refused"))


def read(path: Path) -> Iterator[Line]:
    """The lines of a session file, gzipped or not."""
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as text:
        for line in text:
            if line.strip():
                yield json.loads(line)


class Row(NamedTuple):
    """A row of the totals."""

    table: str
    game: str
    bet_kind: str
    money: str


class SessionPlayer:
    """The whole house of one session."""

    def __init__(self) -> None:
        self.wallets: dict[str, int] = {}
        self.types: dict[str, str] = {}
        self.owed: dict[str, int] = {}
        self.tables: dict[str, Table] = {}
        self.answers: dict[str, tuple[str, str | None]] = {}
        self.expected_balances: dict[str, int] = {}
        self.expected_owed: dict[str, int] = {}
        self.differences: list[str] = []
        self.checks = 0

    # --- input lines -------------------------------------------------------------------------------------------------

    def play(self, lines: Iterable[Line]) -> list[str]:
        for line in lines:
            kind = line["kind"]
            if kind.startswith("expect"):
                getattr(self, f"check_{kind}")(line)
            else:
                self.check(line, "refusal", line.get("expect_refused"), self.answer(line))
        return self.differences

    def answer(self, line: Line) -> str | None:
        """The refusal code of a line, or ``None`` if it was carried out. A known ``cmd`` is not carried out again."""
        content = json.dumps({k: v for k, v in line.items() if k not in NO_CONTENT}, sort_keys=True)
        known = self.answers.get(line.get("cmd", ""))
        if known is not None:
            return known[1] if known[0] == content else "idempotency_conflict"
        code = None
        try:
            self.carry_out(line)
        except Rejected as refusal:
            code = refusal.code
        if "cmd" in line:
            self.answers[line["cmd"]] = (content, code)
        return code

    def carry_out(self, line: Line) -> None:
        now = round(line["at"] * MILLI)
        if "player" in line and line["kind"] != "account" and line["player"] not in self.wallets:
            raise Rejected("unknown_account")
        if "table" not in line or line["kind"] == "table":
            getattr(self, f"do_{line['kind']}")(line)
            return
        table = self.tables.get(line["table"])
        if table is None:
            raise Rejected("unknown_table")
        if table.paused and line["kind"] not in WHILE_PAUSED:
            raise Rejected("table_paused")
        getattr(self, f"do_{line['kind']}")(table, line, now)
        table.wind(now)

    def do_session(self, line: Line) -> None:
        assert line["format"] == 1

    def do_table(self, line: Line) -> None:
        rules = find(line["game"])
        options = rules.read_options(line["options"])
        self.tables[line["table"]] = Table(line["table"], rules, options, self.wallets, self.types)

    def do_account(self, line: Line) -> None:
        self.wallets[line["player"]] = line["deposit"]
        self.types[line["player"]] = line["type"]

    def do_deposit(self, line: Line) -> None:
        self.wallets[line["player"]] += self.cash(line)

    def do_withdraw(self, line: Line) -> None:
        if self.cash(line) > self.wallets[line["player"]]:
            raise Rejected("insufficient_funds")
        self.wallets[line["player"]] -= line["amount"]

    def cash(self, line: Line) -> int:
        amount: int = line["amount"]
        if amount <= 0:
            raise Rejected("bad_amount")
        if self.types[line["player"]] != "real":
            raise Rejected("account_type")
        return amount

    def do_disconnect(self, line: Line) -> None:
        """Recorded; has no other effect."""

    do_reconnect = do_disconnect

    def do_shoe(self, table: Table, line: Line, _: int) -> None:
        table.new_shoe(line)

    def do_deal(self, table: Table, line: Line, _: int) -> None:
        table.new_pack(line)

    do_reshuffle = do_deal

    def do_void_deal(self, table: Table, line: Line, _: int) -> None:
        if line["reason"] not in VOID_REASONS:
            raise Rejected("bad_reason")
        table.cancel_deal()

    def do_cut_card(self, table: Table, line: Line, _: int) -> None:
        table.cut_card(line["shoe"])

    def do_open_round(self, table: Table, line: Line, _: int) -> None:
        table.open(line["round"], line.get("dealer"))

    def do_sit(self, table: Table, line: Line, _: int) -> None:
        table.send(Sit(line["player"], line["seat"]))

    def do_leave(self, table: Table, line: Line, _: int) -> None:
        table.send(Leave(line["player"]))

    def do_bet(self, table: Table, line: Line, _: int) -> None:
        table.bet(Stake(line["player"], line["seat"], line["bet_kind"], "1", line["amount"]))

    def do_close_bets(self, table: Table, _: Line, now: int) -> None:
        table.silence("betting", now)

    def do_card(self, table: Table, line: Line, _: int) -> None:
        table.scan(line)

    def do_message(self, table: Table, line: Line, _: int) -> None:
        intent = table.rules.intents[line["kind"]]
        table.send(intent(**{field.name: line[field.name] for field in fields(intent) if field.name in line}))

    do_act = do_preselect = do_insurance = do_follow = do_message

    def do_silence(self, table: Table, line: Line, now: int) -> None:
        table.silence(line["what"], now)

    def do_incident(self, table: Table, _: Line, now: int) -> None:
        table.incident(now)

    def do_resume(self, table: Table, _: Line, now: int) -> None:
        table.resume(now)

    def do_void_round(self, table: Table, line: Line, _: int) -> None:
        found = self.supervised(table, line, VOID_REASONS)
        if found.status:
            self.net(table.cancel_settled(found))
        else:
            table.cancel()

    def do_correct_card(self, table: Table, line: Line, _: int) -> None:
        found = self.supervised(table, line, CORRECTION_REASONS)
        self.net(table.correct(found, line["shoe"], line["draw"], line["card"]))

    @staticmethod
    def supervised(table: Table, line: Line, reasons: frozenset[str]) -> Round:
        found = table.rounds.get(line["round"])
        if found is None:
            raise Rejected("unknown_round")
        if found.status == "void":
            raise Rejected("already_void")
        if line["reason"] not in reasons:
            raise Rejected("bad_reason")
        if not found.status and not table.paused:
            raise Rejected("not_paused")
        if found.status and line.get("second") in (None, line["supervisor"]):
            raise Rejected("four_eyes")
        return found

    def net(self, amounts: Mapping[str, int]) -> None:
        """One movement per account; what it cannot cover is owed, the balance stays at 0."""
        for player, amount in amounts.items():
            after = self.wallets[player] + amount
            self.wallets[player] = max(after, 0)
            if after < 0:
                self.owed[player] = self.owed.get(player, 0) - after

    # --- expectations ------------------------------------------------------------------------------------------------

    def check(self, line: Line, what: str, want: Any, got: Any) -> None:
        self.checks += 1
        if want != got:
            self.differences.append(f"line {line['seq']} {line['kind']}: {what}: expected {want!r}, got {got!r}")

    def check_money(self, line: Line) -> None:
        self.expected_balances.update(line.get("balances", {}))
        self.expected_owed = line.get("receivables", self.expected_owed)
        self.check(line, "balances", self.expected_balances, self.wallets)
        self.check(line, "receivables", self.expected_owed, {p: v for p, v in self.owed.items() if v})

    def check_expect(self, line: Line) -> None:
        self.check_money(line)
        table = self.tables[line["table"]]
        if "score" in line:
            self.check(line, "score", line["score"], table.rules.outcome(table.state).get("score"))
        if "seats" in line:
            seats = table.rules.seats(table.state)
            self.check(line, "seats", line["seats"], {str(seat): s.player for seat, s in seats.items()})
        if "status" in line:
            found = table.rounds[line["round"]]
            self.check(line, "status", line["status"], found.status)
            bets = {
                f"{found.id}/{b.seat}/{b.kind}/{b.player}": [s.outcome, b.stake, s.returned]
                for b, s in found.book.closed
            }
            self.check(line, "bets", line["bets"], bets)

    def check_expect_view(self, line: Line) -> None:
        table = self.tables[line["table"]]
        assert table.last is not None
        view = table.rules.view(table.state, line["viewer"], table.last.book)
        want = {place: sorted(cards) for place, cards in line["cards"].items() if cards}
        self.check(line, "cards", want, {place: sorted(cards) for place, cards in view.cards.items() if cards})
        self.check(line, "may", sorted(line["may"]), [] if table.paused else sorted(view.may))

    def check_expect_totals(self, line: Line) -> None:
        self.check_money(line)
        want = {Row(*(t[name] for name in Row._fields)): dict(t) for t in line["totals"]}
        self.check(line, "totals", want, {row: {**row._asdict(), **sums} for row, sums in self.totals().items()})

    def totals(self) -> dict[Row, dict[str, int]]:
        names = ("rounds", "bets", "handle", "returned", "ggr", "voided", "refunded", "escrow")
        found: dict[Row, dict[str, int]] = {}
        for table in self.tables.values():
            for each in table.rounds.values():
                settled: set[Row] = set()
                for bet, result in each.book.closed:
                    money = "cash" if self.types[bet.player] == "real" else "fun"
                    row = Row(table.id, table.rules.id, bet.kind, money)
                    sums = found.setdefault(row, dict.fromkeys(names, 0))
                    if result.outcome in ("void", "refunded"):
                        sums["voided" if result.outcome == "void" else "refunded"] += bet.stake
                        continue
                    settled.add(row)
                    sums["bets"] += 1
                    sums["handle"] += bet.stake
                    sums["returned"] += result.returned
                    sums["ggr"] += bet.stake - result.returned
                for row in settled:
                    found[row]["rounds"] += 1
                for bet in each.book.bets():
                    money = "cash" if self.types[bet.player] == "real" else "fun"
                    found[Row(table.id, table.rules.id, bet.kind, money)]["escrow"] += bet.stake
        return found
