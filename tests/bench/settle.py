"""Settlement of one round with many bets behind one seat, from the command that decides it to the last bet paid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

from games.catalog import SAMPLES
from tests.bench import limit, script
from tests.bench.database import connect
from tests.bench.record import Written, recording
from tests.bench.report import Figure
from tests.bench.script import CHIP, Sent
from tests.bench.sizes import Sizes
from tests.bench.workers import Cost, Meter, in_processes
from wagering.eventstore.session import raw
from wagering.rounds.commands import CloseBets, OpenRound, PayBets, PlaceBet, ScanCard, Sit, TakeAction
from wagering.tables.commands import MountShoe, OpenTable
from wagering.wallet.commands import OpenWallet

CROWDS = 2  # processes that place the bets
SEAT = 3
PLAYER = "settle-seat"
# The seat stands on 20 and the dealer goes bust: every bet is won, so every balance moves.
CARDS = (
    ("3.1", "TS", "up"),
    ("dealer", "6C", "up"),
    ("3.1", "QH", "up"),
    ("dealer", "TD", "down"),
    ("dealer", "9C", "up"),
)
# What the limit updates has to be there: bets and balances before the settlement.
_COPIES = (
    "INSERT INTO bench_limit.bet SELECT * FROM wallet_bet WHERE round = %s",
    "INSERT INTO bench_limit.account SELECT * FROM wallet_account WHERE owner LIKE 'settle-%%' ON CONFLICT DO NOTHING",
)


def figures(sizes: Sizes) -> Iterator[Figure]:
    """Bets a second."""
    limit.install()
    ours: list[Cost] = []
    theirs: list[Cost] = []
    in_processes(CROWDS, lambda number, meter: _open_wallets(sizes.bets, number, meter))
    for repetition in range(sizes.repetitions):
        name = f"settle{repetition:02}"
        in_processes(1, lambda _, meter, name=name: _begin(name, meter))
        in_processes(CROWDS, lambda number, meter, name=name: _bet_behind(name, sizes.bets, number, meter))
        ((cost, rows),) = in_processes(1, lambda _, meter, name=name: _settle(name, sizes.bets, meter))
        ours.append(cost)
        theirs += in_processes(1, lambda _, meter, rows=rows: _write(rows, sizes.bets, meter))
    name = f"settling {sizes.bets:,} bets behind"
    yield Figure(name, "bets", "psycopg, unnest, same commits", theirs, ours, 0.4)


def _open_wallets(bets: int, number: int, meter: Meter) -> None:
    if number == 0:
        _send("operator:bench", _wallet(PLAYER))
    for each in range(number, bets, CROWDS):
        _send("operator:bench", _wallet(_bettor(each)))
    meter(lambda: 0)


def _begin(table: str, meter: Meter) -> None:
    """A table with one player and open bets."""
    options = SAMPLES[script.GAME].table_options("live", CHIP, {})
    _send("operator:bench", OpenTable(table=table, operator="bench", game=script.GAME, currency="USD", options=options))
    shoe = MountShoe(table=table, shoe=f"{table}-s", source="live", burn_card="4C", burned=4)
    _send(f"studio:{table}", shoe)
    _send(f"studio:{table}", OpenRound(table=table, round=f"{table}-r"))
    _send(f"player:{PLAYER}", Sit(table=table, player=PLAYER, seat=SEAT))
    _bet(table, PLAYER, "seat")
    meter(lambda: 0)


def _bet_behind(table: str, bets: int, number: int, meter: Meter) -> None:
    for each in range(number, bets, CROWDS):
        _bet(table, _bettor(each), "behind")
    meter(lambda: 0)


def _settle(table: str, bets: int, meter: Meter) -> tuple[Cost, list[Written]]:
    """The cost of the settlement and what it wrote; the tables of the limit are made ready on the way."""
    _send(f"studio:{table}", CloseBets(table=table))
    for draw, (to, card, face) in enumerate(CARDS[:-1], 6):
        _send(f"studio:{table}", ScanCard(table=table, shoe=f"{table}-s", draw=draw, to=to, card=card, face=face))
    stand = {"seat": SEAT, "hand": 1, "action": "stand"}
    _send(f"player:{PLAYER}", TakeAction(table=table, player=PLAYER, intent="act", fields=stand))
    with connect("owner") as owner:
        for copy in _COPIES:
            owner.execute(copy.encode(), [f"{table}-r"] if "= %s" in copy else [])
    to, card, face = CARDS[-1]
    last = ScanCard(table=table, shoe=f"{table}-s", draw=len(CARDS) + 5, to=to, card=card, face=face)

    def work() -> int:
        status = _send(f"studio:{table}", last)
        while status == "decided":
            status = _send("system:settlement", PayBets(table=table, round=f"{table}-r"))
        if status != "settled":
            raise RuntimeError(f"the round ended as {status}")
        return bets

    with recording() as found:
        cost = meter(work, raw().info.backend_pid)
    return cost, found.written


def _write(rows: list[Written], bets: int, meter: Meter) -> Cost:
    writer = limit.Writer()

    def work() -> int:
        for written in rows:
            writer.write(written)
        return bets

    return meter(work, writer.pid)


_numbers = count()


def _wallet(player: str) -> OpenWallet:
    return OpenWallet(player=player, account_type="real", currency="USD", operator="bench", deposit=10**9)


def _bettor(number: int) -> str:
    return f"settle-{number:05}"


def _bet(table: str, player: str, kind: str) -> None:
    _send(f"player:{player}", PlaceBet(table=table, player=player, seat=SEAT, bet_kind=kind, amount=5 * CHIP))


def _send(actor: str, command: object) -> str:
    """Status of the round after it."""
    key = f"settle/{os.getpid()}/{next(_numbers)}"
    return str(script.play(Sent(actor, command), key).content.get("status"))
