"""Every operation x everybody who may call: each cell of permissions.txt is tried, and no operation is missing there.

``+`` is let in (whatever comes of the command then), ``401`` unknown, ``403`` known and not allowed, ``404`` is told
that there is no such thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.support import callers
from tests.support.callers import Api
from tests.support.house import House
from tests.support.staff import Staff
from wagering.access.staff import ROLES
from wagering.rounds import commands as r
from wagering.tables.commands import MountShoe
from wagering.wallet.commands import AskWithdrawal

pytestmark = pytest.mark.database

TABLE: Final = Path(__file__).with_name("permissions.txt")
WHO: Final = (
    "anonymous", "player", "elsewhere", "stranger", "device", "device2", "operator", "operator2",
    "supervisor", "compliance", "finance", "administrator",
)  # fmt: skip
"""``elsewhere``: a player whose session is for another table; ``stranger``: of another operator; ``device2``: of
another table; ``administrator``: a superuser without a role."""
FREE: Final = dict.fromkeys(("player", "studio", "operator", "staff", "anonymous"), (1000000.0, 1000000.0))

BODIES: Final[dict[str, Any]] = {
    "operator/players": {"player": "{run}.new", "kind": "real", "currency": "USD"},
    "operator/players/{player}/deposits": {"amount": 100},
    "operator/players/{player}/withdrawals": {"amount": 100},
    "operator/players/{player}/withdrawals/{withdrawal}/refuse": {"reason": "limit"},
    "operator/tables": {"table": "{run}.new", "game": "deluxe_blackjack@1", "currency": "USD", "options": {}},
    "operator/webhooks": {"webhook": "{run}.hook", "url": "https://operator.example/hook"},
    "player/tables/{table}/seats": {"seat": 2},
    "player/tables/{table}/bets": {"seat": 2, "kind": "seat", "amount": 1000},
    "player/tables/{table}/bets/undo": {"seat": 2, "kind": "seat"},
    "player/tables/{table}/actions": {"intent": "act", "fields": {"action": "stand"}, "decision": 1},
    "player/connection": {"connected": True},
    "player/withdrawals": {"withdrawal": "w2", "amount": 100},
    "player/limits": {"kind": "deposit", "period": "day", "amount": 1000000},
    "player/pause": {"until": "2026-01-01T00:00:00Z"},
    "studio/rounds": {"round": "{run}.R1"},
    "studio/cards": {"shoe": "{run}.S", "draw": 1, "to": "1.1", "card": "AS", "face": "up"},
    "studio/shoes": {"shoe": "{run}.S2", "source": "virtual"},
    "studio/cut-card": {"shoe": "{run}.S"},
    "studio/packs": {"shoe": "{run}.S2"},
    "studio/incidents": {"note": "test"},
    "staff/tables/{table}/pause": {"note": "test"},
    "staff/tables/{table}/void-deal": {"reason": "MISSCAN"},
    "staff/rounds/{round}/void": {"reason": "MISSCAN"},
    "staff/rounds/{round}/corrections": {"shoe": "{run}.S", "draw": 1, "card": "AS", "reason": "MISSCAN"},
}


def operations() -> list[tuple[str, str]]:
    """Method and address of everything under /api/v1/."""
    return sorted(
        (method.upper(), address)
        for address, view in _routes(get_resolver(), "")
        for method in ("get", "post")
        if hasattr(view, method)
    )


def _routes(resolver: URLResolver, before: str) -> Iterator[tuple[str, Any]]:
    for found in resolver.url_patterns:
        address = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _routes(found, address)
        elif isinstance(found, URLPattern) and address.startswith("api/v1/"):
            plain = address.removeprefix("api/v1/").replace("<id:", "{").replace("<str:", "{").replace("<slug:", "{")
            yield plain.replace(">", "}"), getattr(found.callback, "cls", None)


class Place:
    """A table with a running round, somebody at it, and one of everything an address may name."""

    def __init__(self, run: str) -> None:
        self.house = house = House(run)
        house.now = datetime.now(UTC)
        self.other = House(f"{run}-other")
        self.other.now = house.now
        table, second = house.table("T", "virtual"), house.table("T2", "virtual")
        house.must(f"studio:{table}", MountShoe(table=table, shoe=house.id("S"), source="virtual"))
        house.must(f"studio:{table}", r.OpenRound(table=table, round=house.id("R")))
        ana, ben = house.player("ana", 10_000_000), house.player("ben", 10_000_000)
        house.must(f"player:{ana}", r.Sit(table=table, player=ana, seat=1))
        house.must(f"player:{ana}", r.PlaceBet(table=table, player=ana, seat=1, bet_kind="seat", amount=1_000))
        for withdrawal in ("pay", "refuse"):
            house.must(f"operator:{run}", AskWithdrawal(player=ana, withdrawal=withdrawal, amount=100))
        operator, stranger = callers.operator(house), self.other.player("eve", 1_000_000)
        device, target = callers.device(house, table), f"/operator/tables/{second}/devices"
        self.names = {
            "player": ana, "table": table, "round": house.id("R"), "game": "deluxe_blackjack@1",
            "run": run, "code": "busy",
        }  # fmt: skip
        self.credentials = {
            "keys/revoke": operator.post("/operator/keys").json()["key"],
            "devices/revoke": operator.post(target).json()["device"],
            "devices/unlock": operator.post(target).json()["device"],
            "sessions/revoke": operator.post(f"/operator/players/{ana}/sessions", {}).json()["session"],
        }
        self.names["webhook"] = house.id("hook0")
        hook = {"webhook": self.names["webhook"], "url": "https://operator.example/hook"}
        assert operator.post("/operator/webhooks", hook).status_code == 201
        self.callers: dict[str, Api] = {
            "anonymous": callers.nobody(),
            "player": callers.player(house, ana),
            "elsewhere": callers.player(house, ben, second),
            "stranger": callers.player(self.other, stranger),
            "device": device,
            "device2": callers.device(house, second),
            "operator": operator,
            "operator2": callers.operator(self.other),
            "administrator": Staff(superuser=True),
            **{role: Staff(role) for role in ROLES},
        }

    def ask(self, who: str, method: str, address: str) -> str:
        """What this caller meets."""
        parts = address.split("/")
        credential = self.credentials.get(f"{parts[1]}/{parts[-1]}", "") if "{credential}" in address else ""
        names = {**self.names, "credential": credential, "withdrawal": parts[-1]}
        path = "/" + address.format(**names)
        if method == "GET":
            answer = self.callers[who].get(path)
        else:
            body = {name: _filled(value, names) for name, value in BODIES.get(address, {}).items()}
            answer = self.callers[who].post(path, body, **{"If-Match": '"1"'})
        answer.close()
        return str(answer.status_code) if answer.status_code in (401, 403, 404) else "+"


def _filled(value: Any, names: dict[str, str]) -> Any:
    return value.format(**names) if isinstance(value, str) else value


def table() -> dict[tuple[str, str], list[str]]:
    """The cells that must hold."""
    lines = [line.split() for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    assert tuple(lines[0]) == ("method", "address", *WHO)
    return {(method, address): cells for method, address, *cells in lines[1:]}


def test_every_operation_is_in_the_table() -> None:
    assert sorted(table()) == operations()


@override_settings(API_RATES=FREE)
def test_every_cell(run_id: str) -> None:
    place, wrong = Place(f"perm-{run_id}"), []
    for (method, address), cells in table().items():
        # Who is refused comes first: what the others do then has not been done yet.
        for who, cell in sorted(zip(WHO, cells, strict=True), key=lambda pair: pair[1] == "+"):
            met = place.ask(who, method, address)
            if met != cell:
                wrong.append(f"{method} {address} {who}: {met} instead of {cell}")
    assert not wrong, "\n".join(wrong)
