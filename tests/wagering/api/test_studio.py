"""The studio's interface: a device at its own table, and whole rounds of every game over nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.catalog import CATALOG, SAMPLES
from tests.support import callers
from tests.support.callers import code
from tests.support.house import House
from tests.support.over_http import HttpTable
from wagering.access.commands import RegisterDevice
from wagering.access.models import Credential, Terminal
from wagering.access.secrets import derive
from wagering.rounds.queries import current
from wagering.wallet.models import Bet

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


@pytest.mark.parametrize("game", [game for game in CATALOG if game in SAMPLES])
def test_whole_round_of_every_game(run_id: str, game: str) -> None:
    """No answer tells its receiver a card that he cannot see at that moment."""
    table = HttpTable(f"round-{run_id}", game)
    for step, play in enumerate(table.round()):
        if step % 15 == 3:
            for player in table.players.values():
                player.get(f"{table.at}/view")
                player.get("/player/me")
            look = table.studio.get("/studio/table").json()
            assert (look["round"], look["number"]) == (play.round, play.deadline and play.deadline.number)
    assert table.play.status == "settled"
    assert Bet.objects.filter(round=table.play.round, status="open").count() == 0
    assert table.leaks() == []


def test_rounds_of_a_live_shoe(run_id: str) -> None:
    """Every card is scanned where the studio is told that one is due."""
    table = HttpTable(f"live-{run_id}", "deluxe_blackjack@1", shoe="live", count=3)
    for name in ("R1", "R2"):
        for _ in table.round(name):
            pass
        assert table.play.status == "settled"
    shoe = table.play.shoe
    assert shoe is not None
    assert (shoe.live, len(shoe.drawn)) == (True, shoe.next_draw - shoe.burned)
    assert table.leaks() == []


def test_a_card_is_scanned_once(house: House) -> None:
    table = house.table("S")
    shoe, ana = house.shoe(table), house.player("ana")
    reader = callers.device(house, table)
    assert reader.post("/studio/rounds", {"round": f"{table}.R1"}).json()["awaits"] == "betting"
    house.sit(table, ana, 3), house.bet(table, ana, 3, 1_000)
    scan = {"shoe": shoe, "draw": 12, "to": "3.1", "card": "TC", "face": "up"}
    assert code(reader.post("/studio/cards", scan)) == (409, "unexpected_card")
    assert reader.post("/studio/betting/close").json()["awaits"] == "deal 3.1"
    look = reader.get("/studio/table").json()
    assert (look["card"], look["pack"], look["live"]) == ({"to": "3.1", "face": "up"}, None, True)
    assert look["shoe"] == {"id": shoe, "next_draw": 12, "cut_out": False, "commitment": None}
    first = reader.post("/studio/cards", scan, key="scan-1")
    assert (first.status_code, first.json()["awaits"]) == (200, "deal dealer")
    again = reader.post("/studio/cards", scan, key="scan-1")
    assert (again.content, again.headers["Idempotency-Replayed"]) == (first.content, "true")
    assert reader.post("/studio/cards", scan, key="scan-2").status_code == 200  # read twice by the reader itself
    assert code(reader.post("/studio/cards", {**scan, "card": "9D"}, key="scan-1")) == (422, "idempotency_conflict")
    assert code(reader.post("/studio/cards", {**scan, "card": "9D"})) == (409, "draw_conflict")
    assert code(reader.post("/studio/cards", {**scan, "draw": 14})) == (409, "draw_gap")
    assert code(reader.post("/studio/cards", {**scan, "draw": 13, "card": "XX"})) == (409, "impossible_card")
    assert code(reader.post("/studio/cards", {**scan, "shoe": "other"})) == (409, "wrong_shoe")
    assert code(reader.post("/studio/cards", {**scan, "draw": 13.0})) == (400, "bad_field")
    assert code(reader.post("/studio/cards", {**scan, "face": "UP"})) == (400, "bad_field")
    assert code(reader.post("/studio/cards", b"{", key="x")) == (400, "malformed_json")
    assert current(table).round_version == len(current(table).history) + 1


def test_a_card_too_many_pauses_the_table_whatever_keys_the_reader_uses(house: House) -> None:
    """What the system does about a refused scan is done under a key that no device can have used up."""
    table = house.table("X", packs=1)
    shoe, ana = house.shoe(table), house.player("ana")
    reader = callers.device(house, table)
    reader.post("/studio/rounds", {"round": f"{table}.R1"})
    house.sit(table, ana, 3), house.bet(table, ana, 3, 1_000)
    assert reader.post("/studio/betting/close", key="scan-1/then1").status_code == 200
    scan = {"shoe": shoe, "draw": 12, "to": "3.1", "card": "TC", "face": "up"}
    assert code(reader.post("/studio/cards", scan, key="scan-1")) == (409, "impossible_card")
    assert current(table).paused


def test_shoes_and_the_cut_card(house: House) -> None:
    table = house.table("C")
    reader, live = callers.device(house, table), {"source": "live", "burn_card": "4C", "burned": 4}
    assert code(reader.post("/studio/rounds", {"round": f"{table}.R0"})) == (409, "no_shoe")
    mounted = reader.post("/studio/shoes", {"shoe": f"{table}.A", **live})
    assert (mounted.status_code, mounted.json()["commitment"]) == (200, "")
    assert code(reader.post("/studio/shoes", {"shoe": f"{table}.A", **live})) == (409, "already_exists")
    assert code(reader.post("/studio/shoes", {"shoe": f"{table}.B", **live, "burned": 5})) == (400, "bad_burn")
    assert code(reader.post("/studio/shoes", {"shoe": f"{table}.B", "source": "virtual"})) == (400, "bad_shoe")
    assert reader.post("/studio/rounds", {"round": f"{table}.R1"}).status_code == 200
    assert code(reader.post("/studio/shoes", {"shoe": f"{table}.B", **live})) == (409, "round_running")
    assert code(reader.post("/studio/cut-card", {"shoe": f"{table}.B"})) == (409, "wrong_shoe")
    for _ in range(2):
        assert reader.post("/studio/cut-card", {"shoe": f"{table}.A"}).status_code == 200
    assert reader.get("/studio/table").json()["shoe"]["cut_out"]
    reader.post("/studio/betting/close")
    assert code(reader.post("/studio/rounds", {"round": f"{table}.R2"})) == (409, "no_shoe")
    assert code(reader.post("/studio/packs", {"shoe": f"{table}.P"})) == (409, "wrong_phase")


def test_a_pack_in_its_order(run_id: str) -> None:
    """The order that was sent in is told to nobody."""
    table = HttpTable(f"pack-{run_id}", "kozel@1")
    next(table.round())
    look = table.studio.get("/studio/table").json()
    assert (look["pack"], look["card"], look["shoe"]) == ({"what": "deal"}, None, None)
    order = " ".join(table.play.expects().cards)  # type: ignore[union-attr]
    body = {"shoe": f"{table.table}.P", "what": "deal", "cards": order}
    assert code(table.studio.post("/studio/packs", {**body, "cards": order[3:]})) == (400, "bad_shoe")
    assert code(table.studio.post("/studio/packs", {**body, "what": "reshuffle"})) == (409, "wrong_phase")
    places = table.play.expects().places  # type: ignore[union-attr]
    dealt = table.studio.post("/studio/packs", {**body, "shown_at": places[0] if places else 0})
    assert dealt.status_code == 200, dealt.content
    assert len(dealt.json()["commitment"]) == 64
    assert order[:5] not in table.studio.get("/studio/table").content.decode()


def test_a_device_is_of_one_table(house: House) -> None:
    """There is no way to name another one."""
    table, other = house.table("A"), house.table("B")
    house.shoe(other)
    reader = callers.device(house, table)
    opening = {"round": f"{other}.R1", "table": other}
    answer = reader.post("/studio/rounds", opening)
    assert (*code(answer), answer.json()["field"]) == (400, "unknown_field", "table")
    assert code(reader.get(f"/studio/table?table={other}")) == (400, "unknown_field")
    assert code(reader.post("/studio/rounds", {"round": f"{other}.R1"})) == (409, "no_shoe")  # its own has none
    assert code(reader.get(f"/player/tables/{other}/view")) == (403, "forbidden")
    assert code(callers.player(house, house.player("ana")).get("/studio/table")) == (403, "forbidden")
    assert code(callers.nobody().post("/studio/heartbeat")) == (401, "unauthenticated")


def test_an_incident_stops_the_table(house: House) -> None:
    table, _, round_id = house.seated_round("I", "TC")
    reader = callers.device(house, table)
    stopped = reader.post("/studio/incidents", {"note": "the wheel fell off"}).json()
    assert (stopped["awaits"], stopped["incident"].startswith(round_id)) == ("paused", True)
    assert reader.post("/studio/incidents", {"note": "again"}).json()["incident"] is None
    look = reader.get("/studio/table").json()
    assert (look["paused"], look["card"], look["number"], look["due_at"]) == (True, None, None, None)
    scan = {"shoe": look["shoe"]["id"], "draw": look["shoe"]["next_draw"], "to": "dealer", "card": "9D", "face": "up"}
    assert code(reader.post("/studio/cards", scan)) == (409, "table_paused")
    assert code(reader.post("/studio/incidents", {"note": ""})) == (400, "bad_field")


def test_a_terminal_that_nobody_uses_is_locked(house: House) -> None:
    table = house.table("L")
    house.shoe(table)
    asked = RegisterDevice(operator=house.run, table=table)
    device = house.must(f"operator:{house.run}", asked).content["credential"]
    terminal = callers.Api(lambda *_: f"Bearer {device}.{derive('device', device)}")
    assert terminal.post("/studio/rounds", {"round": f"{table}.R1"}).status_code == 200
    assert terminal.post("/studio/heartbeat").json()["locked"] is False
    long_ago = datetime.now(UTC) - timedelta(minutes=5, seconds=1)
    _unused_since(device, long_ago)
    for _ in range(2):  # to be there is not to be used
        assert terminal.post("/studio/heartbeat").json()["locked"] is True
    assert terminal.get("/studio/table").json()["locked"] is True
    assert Terminal.objects.get(device=device).heard_at > long_ago
    assert code(terminal.post("/studio/betting/close")) == (403, "device_locked")
    operator = callers.operator(house)
    assert operator.post(f"/operator/devices/{device}/unlock").status_code == 200
    assert terminal.get("/studio/table").json()["locked"] is False
    assert terminal.post("/studio/betting/close").status_code == 200
    assert code(terminal.post("/studio/heartbeat", {"at": 1})) == (400, "unknown_field")


def _unused_since(device: str, at: datetime) -> None:
    Terminal.objects.filter(device=device).update(used_at=at)
    Credential.objects.filter(id=device).update(unlocked_at=at)
