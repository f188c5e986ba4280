"""Keys, devices and sessions of an operator: given, shown again on replay, stored nowhere, taken back."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from tests.support.callers import Api, signature, told
from tests.support.house import GAME, OPTIONS, House
from wagering.access.authentication import bearer
from wagering.access.models import Credential
from wagering.access.secrets import derive
from wagering.access.tasks import forget
from wagering.eventstore.session import execute as sql

pytestmark = [pytest.mark.database, pytest.mark.usefixtures("unthrottled")]


def signed_by(key: str, secret: str) -> Api:
    return Api(lambda method, path, raw, headers: signature(key, method, path, raw, headers, secret=secret))


def holding(token: str) -> Api:
    return Api(lambda *_: f"Bearer {token}")


def nowhere(secret: str) -> bool:
    """Is the secret in no receipt, event, outbox row or credential."""
    tables = ("dispatch_receipt", "eventstore_event", "integrations_outbox", "access_credential", "access_nonce")
    return not any(
        sql(f"SELECT FROM {name} t WHERE position(%b::text IN t::text) > 0", (secret,)).fetchone() for name in tables
    )


# --- keys ------------------------------------------------------------------------------------------------------------


def test_two_keys_at_once_and_no_third(operator: Api) -> None:
    first, second = operator.post("/operator/keys", key="k2"), operator.post("/operator/keys", key="k2")
    given = told(first, 201)
    assert second.content == first.content
    assert second.headers["Idempotency-Replayed"] == "true"
    assert told(operator.post("/operator/keys"), 409)["code"] == "too_many_keys"
    new = signed_by(given["key"], given["secret"])
    assert {item["key"] for item in told(new.get("/operator/keys"))["items"]} >= {given["key"]}
    assert len(told(operator.get("/operator/keys"))["items"]) == 2
    assert nowhere(given["secret"])


def test_changing_over(operator: Api) -> None:
    (old,) = told(operator.get("/operator/keys"))["items"]
    given = told(operator.post("/operator/keys"), 201)
    new = signed_by(given["key"], given["secret"])
    assert told(new.post(f"/operator/keys/{old['key']}/revoke")) == {"credential": old["key"]}
    assert operator.get("/operator/keys").status_code == 401
    shown = {item["key"]: item["revoked"] for item in told(new.get("/operator/keys"))["items"]}
    assert shown == {old["key"]: True, given["key"]: False}
    told(new.post("/operator/keys"), 201)


def test_a_key_of_another_operator_does_not_exist(operator: Api, other: Api) -> None:
    (theirs,) = told(other.get("/operator/keys"))["items"]
    foreign = operator.post(f"/operator/keys/{theirs['key']}/revoke")
    assert told(foreign, 404)["code"] == "unknown_credential"
    missing = told(operator.post("/operator/keys/k-nobody/revoke"), 404)
    assert {**missing, "detail": ""} == {**foreign.json(), "detail": ""}
    assert other.get("/operator/keys").status_code == 200
    assert theirs["key"] not in operator.get("/operator/keys").content.decode()


def test_a_key_is_revoked_as_a_key_only(operator: Api) -> None:
    (key,) = told(operator.get("/operator/keys"))["items"]
    for what in ("devices", "sessions"):
        assert told(operator.post(f"/operator/{what}/{key['key']}/revoke"), 404)["code"] == "unknown_credential"


def test_the_first_key_comes_from_the_command_line(house: House) -> None:
    out = io.StringIO()
    call_command("operator_key", f"{house.run}-new", stdout=out)
    words = out.getvalue().split()
    key, secret = words[1], words[3]
    assert secret == derive("operator", key)
    api = signed_by(key, secret)
    assert [item["key"] for item in told(api.get("/operator/keys"))["items"]] == [key]
    out = io.StringIO()
    call_command("operator_key", f"{house.run}-new", "--revoke", key, stdout=out)
    assert secret not in out.getvalue()
    assert api.get("/operator/keys").status_code == 401
    with pytest.raises(CommandError, match="unknown_credential"):
        call_command("operator_key", f"{house.run}-new", "--revoke", "k-nobody")
    with pytest.raises(CommandError, match="bad_id"):
        call_command("operator_key", "no id")


# --- tables and devices ----------------------------------------------------------------------------------------------


def test_a_table_is_opened_and_seen_by_its_operator_only(house: House, operator: Api, other: Api) -> None:
    body = {"table": house.id("N"), "game": GAME, "currency": "USD", "options": {**OPTIONS, "shoe": "live"}}
    opened = told(operator.post("/operator/tables", body), 201)
    assert opened["table"] == body["table"]
    assert opened["options"].items() >= body["options"].items()
    shown = told(operator.get(f"/operator/tables/{body['table']}"))
    assert (shown["game"], shown["awaits"], shown["paused"], shown["seats"]) == (GAME, "idle", False, {})
    house.table("M")
    first = told(operator.get("/operator/tables?limit=1"))
    rest = told(operator.get(f"/operator/tables?limit=1&after={first['next']}"))
    assert [page["items"][0]["table"] for page in (first, rest)] == [house.id("M"), house.id("N")]
    assert rest["next"] is None
    assert told(other.get("/operator/tables")) == {"items": [], "next": None}
    assert told(other.get(f"/operator/tables/{body['table']}"), 404)["code"] == "unknown_table"
    assert told(operator.post("/operator/tables", body, key="again"), 409)["code"] == "already_exists"


def test_a_device_is_bound_to_its_table(house: House, operator: Api, other: Api) -> None:
    table = house.table()
    first = operator.post(f"/operator/tables/{table}/devices", key="d1")
    given = told(first, 201)
    assert operator.post(f"/operator/tables/{table}/devices", key="d1").content == first.content
    caller = bearer(f"Bearer {given['token']}")
    assert caller is not None
    assert (caller.audience, caller.table, caller.operator) == ("studio", table, house.run)
    assert nowhere(given["token"].partition(".")[2])
    assert told(other.post(f"/operator/tables/{table}/devices"), 404)["code"] == "unknown_table"
    assert told(other.post(f"/operator/devices/{given['device']}/revoke"), 404)["code"] == "unknown_credential"
    assert told(other.post(f"/operator/devices/{given['device']}/unlock"), 404)["code"] == "unknown_credential"
    assert told(operator.post(f"/operator/devices/{given['device']}/revoke")) == {"credential": given["device"]}
    assert bearer(f"Bearer {given['token']}") is None
    assert told(operator.post(f"/operator/devices/{given['device']}/unlock"), 404)["code"] == "unknown_credential"


def test_an_idle_terminal_is_unlocked(house: House, operator: Api) -> None:
    device = told(operator.post(f"/operator/tables/{house.table()}/devices"), 201)["device"]
    Credential.objects.filter(id=device).update(unlocked_at=house.now - timedelta(minutes=6))
    told(operator.post(f"/operator/devices/{device}/unlock"))
    assert Credential.objects.get(id=device).unlocked_at >= house.now


# --- sessions --------------------------------------------------------------------------------------------------------


def test_a_session_ends_by_itself_and_by_its_operator(house: House, operator: Api, other: Api) -> None:
    ana, table = house.player("ana"), house.table()
    body = {"tables": [table], "seconds": 60}
    first = operator.post(f"/operator/players/{ana}/sessions", body, key="s1")
    given = told(first, 201)
    assert operator.post(f"/operator/players/{ana}/sessions", body, key="s1").content == first.content
    assert given["expires_at"].endswith("Z")
    assert given["tables"] == [table]
    assert nowhere(given["token"].partition(".")[2])
    sit = f"/player/tables/{table}/seats"
    assert holding(given["token"]).post(sit, {"seat": 1}).status_code != 401
    hers = holding(given["token"]).post(f"/player/tables/{house.table('U')}/seats", {"seat": 1})
    assert told(hers, 404)["code"] == "unknown_table"
    assert told(other.post(f"/operator/sessions/{given['session']}/revoke"), 404)["code"] == "unknown_credential"
    told(operator.post(f"/operator/sessions/{given['session']}/revoke"))
    told(operator.post(f"/operator/sessions/{given['session']}/revoke"))
    assert holding(given["token"]).post(sit, {"seat": 1}).status_code == 401
    late = told(operator.post(f"/operator/players/{ana}/sessions", {}), 201)
    Credential.objects.filter(id=late["session"]).update(expires_at=house.now)
    assert holding(late["token"]).post(sit, {"seat": 1}).status_code == 401


def test_sessions_only_for_own_players_at_own_tables(house: House, operator: Api, other: Api) -> None:
    ana, table = house.player("ana"), house.table()
    assert told(other.post(f"/operator/players/{ana}/sessions"), 404)["code"] == "unknown_account"
    bob = {"player": house.id("bob"), "kind": "fun", "currency": "USD"}
    told(other.post("/operator/players", bob), 201)
    foreign = other.post(f"/operator/players/{bob['player']}/sessions", {"tables": [table]})
    assert told(foreign, 404)["code"] == "unknown_table"
    for wrong in ({"seconds": 59}, {"seconds": 3601}, {"seconds": True}, {"tables": [1]}, {"tables": ["x"] * 51}):
        answer = told(operator.post(f"/operator/players/{ana}/sessions", wrong), 400)
        assert (answer["code"], answer["field"].partition("[")[0]) == ("bad_field", next(iter(wrong)))


def test_what_nobody_needs_is_forgotten(operator: Api) -> None:
    told(operator.get("/operator/keys"))
    sql("UPDATE access_nonce SET at = at - interval '11 minutes'")
    sql("UPDATE api_bucket SET at = at - interval '2 hours'")
    forget()
    for table in ("access_nonce", "api_bucket"):
        row = sql(f"SELECT count(*) FROM {table}").fetchone()
        assert row == (0,)
