"""Lines of a recorded session as commands. The run's name goes before every id, so that a file can be played again."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import Envelope
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.rounds import commands as r
from wagering.tables import commands as t
from wagering.wallet import commands as w

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Second 0 of every session's own clock."""

ACTIONS: Final = frozenset({"act", "preselect", "insurance", "follow"})
LATEST: Final = 10**10
"""Seconds; far beyond any session, well inside what a date can hold."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,100}\Z")
NOT_FIELDS: Final = frozenset({"seq", "at", "kind", "cmd", "expect_refused", "table", "player"})


class UnknownLineError(ValueError):
    """A line of a kind that is not in the format, or without what its kind needs."""


@dataclass(frozen=True, slots=True)
class Run:
    """One playing of one file. ``name`` is the operator and the prefix of every id."""

    name: str
    currency: str
    clock: str

    def id(self, value: Any) -> Any:
        """The id of this run for an id of the file; anything that is no text stays as it is and is refused later."""
        return f"{self.name}.{value}" if isinstance(value, str) else value

    def plain(self, value: str) -> str:
        """The file's own id."""
        return value.removeprefix(f"{self.name}.")

    def time(self, at: float) -> datetime:
        """Session seconds as UTC; the format has at most three decimals."""
        return EPOCH + timedelta(milliseconds=round(at * 1000))


Line = Mapping[str, Any]
Made = tuple[str, Any]  # actor, command


def check_line(line: Any) -> None:
    """``UnknownLineError`` unless ``line`` is an object with number, time and kind, and asks about something."""
    if not isinstance(line, Mapping) or not {"seq", "at", "kind"} <= line.keys():
        raise UnknownLineError("not an object with seq, at and kind")
    where, at = f"line {line['seq']!r:.30}", line["at"]
    if type(line["seq"]) is not int or not isinstance(line["kind"], str):
        raise UnknownLineError(f"{where}: seq is a whole number, kind a text")
    if type(at) not in (int, float) or not 0 <= at <= LATEST:
        raise UnknownLineError(f"{where}: at is a number of seconds since the start")
    if line["kind"].startswith("expect"):
        for name in {"expect": ("table",), "expect_view": ("table", "viewer")}.get(line["kind"], ()):
            if not isinstance(line.get(name), str) or not _ID.match(line[name]):
                raise UnknownLineError(f"{where}: {line['kind']} without {name}")


def envelope(run: Run, line: Line) -> Envelope:
    """The command of an input line. Its key is the line's ``cmd``, else the line itself, so that sending it again after
    a crash changes nothing."""
    make = _KINDS.get(line["kind"])
    if make is None and line["kind"] not in ACTIONS:
        raise UnknownLineError(f"line {line.get('seq')}: unknown kind {line['kind']!r}")
    try:
        actor, command = (make or _action)(run, line)
    except KeyError as missing:
        raise UnknownLineError(f"line {line.get('seq')}: {line['kind']} without {missing}") from missing
    key = f"cmd.{line['cmd']}" if "cmd" in line else f"line.{line['seq']}"
    return Envelope(f"{run.name}/{key}", actor, run.time(line["at"]), command)


def _table(run: Run, line: Line) -> Made:
    command = t.OpenTable(
        table=run.id(line["table"]), operator=run.name, game=line["game"], currency=run.currency,
        options=line["options"], clock=run.clock,
    )  # fmt: skip
    return f"operator:{run.name}", command


def _account(run: Run, line: Line) -> Made:
    command = w.OpenWallet(
        player=run.id(line["player"]), account_type=line["type"], currency=run.currency, operator=run.name,
        deposit=line["deposit"],
    )  # fmt: skip
    return f"operator:{run.name}", command


def _cashier(command: type) -> Callable[[Run, Line], Made]:
    return lambda run, line: (
        f"operator:{run.name}",
        command(player=run.id(line["player"]), amount=line["amount"]),
    )


def _connection(connected: bool) -> Callable[[Run, Line], Made]:
    return lambda run, line: (
        f"operator:{run.name}",
        w.NoteConnection(player=run.id(line["player"]), connected=connected),
    )


def _studio(run: Run, line: Line) -> str:
    return f"studio:{run.id(line['table'])}"


def _order(line: Line) -> Any:
    """The cards of a recorded pack; without them the command would have the system shuffle."""
    if not line["cards"]:
        raise Rejected("bad_shoe", "", "a recorded pack names its cards", "cards")
    return line["cards"]


def _shoe(run: Run, line: Line) -> Made:
    cards = _order(line) if line["source"] == "virtual" else line.get("cards", "")
    command = t.MountShoe(
        table=run.id(line["table"]), shoe=run.id(line["shoe"]), source=line["source"],
        burn_card=line.get("burn_card", ""), burned=line.get("burned", 0), cards=cards,
        cut=line.get("cut", 0),
    )  # fmt: skip
    return _studio(run, line), command


def _pack(run: Run, line: Line) -> Any:
    """The pack of a deal. The format promises unique ids for rounds only: the same pack, shuffled again, is a new one
    here, told apart by its message."""
    name, message = line["shoe"], str(line.get("cmd", line["seq"]))
    return run.id(f"{name}.{message}" if isinstance(name, str) and _ID.match(message) else name)


def _deal(run: Run, line: Line) -> Made:
    command = r.DealPack(
        table=run.id(line["table"]), shoe=_pack(run, line), what=line["kind"], cards=_order(line),
        shown_at=line.get("trump_at", 0),
    )  # fmt: skip
    return _studio(run, line), command


def _card(run: Run, line: Line) -> Made:
    fields = {name: line[name] for name in ("draw", "to", "card", "face")}
    return _studio(run, line), r.ScanCard(table=run.id(line["table"]), shoe=run.id(line["shoe"]), **fields)


def _bet(run: Run, line: Line) -> Made:
    fields = {name: line[name] for name in ("seat", "bet_kind", "amount")}
    player = run.id(line["player"])
    return f"player:{player}", r.PlaceBet(table=run.id(line["table"]), player=player, **fields)


def _action(run: Run, line: Line) -> Made:
    player = run.id(line["player"])
    fields = {name: value for name, value in line.items() if name not in NOT_FIELDS}
    if line["kind"] in ("insurance", "follow") and fields.get("answer") not in ("yes", "no"):
        raise Rejected("bad_field", "", "answer is yes or no", "answer")
    command = r.TakeAction(table=run.id(line["table"]), player=player, intent=line["kind"], fields=fields)
    return f"player:{player}", command


def _supervised(run: Run, line: Line) -> dict[str, Any]:
    fields = {name: line[name] for name in ("reason", "supervisor")}
    return {"table": run.id(line["table"]), "round": run.id(line["round"]), "second": line.get("second", ""), **fields}


def _correct(run: Run, line: Line) -> Made:
    command = r.CorrectCard(shoe=run.id(line["shoe"]), draw=line["draw"], card=line["card"], **_supervised(run, line))
    return f"supervisor:{line['supervisor']}", command


_KINDS: Final[Mapping[str, Callable[[Run, Line], Made]]] = {
    "table": _table,
    "account": _account,
    "deposit": _cashier(w.Deposit),
    "withdraw": _cashier(w.Withdraw),
    "disconnect": _connection(False),
    "reconnect": _connection(True),
    "shoe": _shoe,
    "cut_card": lambda run, line: (
        _studio(run, line),
        t.ReportCutCard(table=run.id(line["table"]), shoe=run.id(line["shoe"])),
    ),
    "open_round": lambda run, line: (
        _studio(run, line),
        r.OpenRound(table=run.id(line["table"]), round=run.id(line["round"]), dealer=line.get("dealer")),
    ),
    "sit": lambda run, line: (
        f"player:{run.id(line['player'])}",
        r.Sit(table=run.id(line["table"]), player=run.id(line["player"]), seat=line["seat"]),
    ),
    "leave": lambda run, line: (
        f"player:{run.id(line['player'])}",
        r.Leave(table=run.id(line["table"]), player=run.id(line["player"])),
    ),
    "bet": _bet,
    "close_bets": lambda run, line: (
        _studio(run, line),
        r.CloseBets(table=run.id(line["table"]), at_deadline=True),
    ),
    "deal": _deal,
    "reshuffle": _deal,
    "card": _card,
    "silence": lambda run, line: ("system:clock", r.Expire(table=run.id(line["table"]), what=line["what"])),
    "incident": lambda run, line: (
        _studio(run, line),
        ReportIncident(table=run.id(line["table"]), note=line["note"]),
    ),
    "resume": lambda run, line: (
        f"supervisor:{line['supervisor']}",
        ResumeTable(table=run.id(line["table"]), supervisor=line["supervisor"]),
    ),
    "void_round": lambda run, line: (f"supervisor:{line['supervisor']}", r.VoidRound(**_supervised(run, line))),
    "void_deal": lambda run, line: (
        f"supervisor:{line['supervisor']}",
        r.VoidDeal(table=run.id(line["table"]), reason=line["reason"], supervisor=line["supervisor"]),
    ),
    "correct_card": _correct,
}
