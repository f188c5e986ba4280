"""Subscriptions: whose they are, where they may point, their secrets, on and off."""

from __future__ import annotations

import ipaddress
from typing import Any

import pytest
from django.test import override_settings

from games.kernel.ruleset import Rejected
from tests.support.house import House
from wagering.eventstore.read import read_stream
from wagering.feed import commands as c
from wagering.feed.models import Webhook
from wagering.feed.signing import secret
from wagering.feed.targets import ForbiddenTargetError, check_public, check_url, is_public

pytestmark = pytest.mark.database

HOOK = "https://hooks.example/in?x=1"


def subscribe(house: House, name: str = "w", url: str = HOOK, kinds: tuple[str, ...] = ()) -> str:
    webhook = house.id(name)
    house.must(f"operator:{house.run}", c.Subscribe(webhook=webhook, operator=house.run, url=url, kinds=kinds))
    return webhook


def test_a_webhook_s_life(run_id: str) -> None:
    house = House(run_id)
    webhook, me = subscribe(house, kinds=("wallet.",)), f"operator:{run_id}"
    assert house.must(me, c.Rotate(webhook=webhook)).content == {"webhook": webhook, "version": 2, "enabled": True}
    assert house.must(me, c.Disable(webhook=webhook)).content["enabled"] is False
    house.must(me, c.Disable(webhook=webhook))  # no effect
    assert house.must(me, c.Enable(webhook=webhook)).content["enabled"] is True
    row = Webhook.objects.get(id=webhook)
    assert (row.operator, row.url, row.kinds, row.version, row.rotated_at, row.enabled, row.created_at) == (
        run_id, HOOK, ["wallet."], 2, house.now, True, house.now,
    )  # fmt: skip
    names = [event.name for event in read_stream(f"webhook/{webhook}")]
    assert names == [f"webhook.{name}@1" for name in ("subscribed", "rotated", "disabled", "enabled")]


def test_the_secret_is_nowhere(run_id: str) -> None:
    house = House(run_id)
    webhook = subscribe(house)
    answer = house.must(f"operator:{run_id}", c.Rotate(webhook=webhook))
    told = [event.body for event in read_stream(f"webhook/{webhook}")] + [str(answer.content), HOOK]
    for version in (1, 2):
        assert len(secret(webhook, version)) == 64
        assert not any(secret(webhook, version) in text for text in told)
    assert secret(webhook, 1) != secret(webhook, 2)


def test_an_operator_has_his_own_only(run_id: str) -> None:
    house = House(run_id)
    webhook, other = subscribe(house), f"operator:{run_id}x"
    theirs: tuple[Any, ...] = (
        c.Rotate(webhook=webhook), c.Enable(webhook=webhook), c.Disable(webhook=webhook), c.Redrive(webhook=webhook),
    )  # fmt: skip
    for command in theirs:
        assert house.send(other, command).code == "unknown_webhook"
    assert house.send(other, c.Subscribe(webhook=house.id("v"), operator=run_id, url=HOOK)).code == "forbidden"
    assert house.send(other, c.Subscribe(webhook=webhook, operator=f"{run_id}x", url=HOOK)).code == "already_exists"
    assert house.send("player:x", c.Disable(webhook=webhook)).code == "forbidden"
    assert house.send("supervisor:maya", c.Rotate(webhook=webhook)).code == "forbidden"
    assert house.must("supervisor:maya", c.Disable(webhook=webhook)).content["enabled"] is False
    assert house.send("supervisor:maya", c.Redrive(webhook=webhook)).code == "no_dead_delivery"


def test_there_are_twenty_at_most(run_id: str) -> None:
    house = House(run_id)
    for number in range(20):
        subscribe(house, f"w{number}")
    more = c.Subscribe(webhook=house.id("more"), operator=run_id, url=HOOK)
    assert house.send(f"operator:{run_id}", more).code == "too_many_webhooks"


@pytest.mark.parametrize("kinds", [("",), ("Wallet",), ("a b",), ("x" * 101,), tuple("a" * 51)])
def test_filters_that_are_none(kinds: tuple[str, ...], run_id: str) -> None:
    command = c.Subscribe(webhook=run_id, operator=run_id, url=HOOK, kinds=kinds)
    answer = House(run_id).send(f"operator:{run_id}", command)
    assert (answer.code, answer.content["field"]) == ("bad_field", "kinds")


BAD = (
    "", "x", "https://", "https:///x", "ftp://a.example", "//a.example", "https://u@a.example", "https://u:p@a.example",
    "https://a.example#f", "https://a.example/#", "https://a.example:0", "https://a.example:99999",
    "https://a.example:x", "https://a .example", "https://a.example/\n", "https://ä.example", "https://[::1", "\0",
    "http://a.example", "http://10.0.0.1", "https://a.example\\@b.example", "javascript:alert(1)",
    "https://a.example/" + "x" * 2_000,
)  # fmt: skip


@pytest.mark.parametrize("url", BAD, ids=range(len(BAD)))
def test_addresses_that_are_refused(url: str) -> None:
    with pytest.raises(Rejected, match="bad_url"):
        check_url(url)


@pytest.mark.parametrize("url", ["http://localhost:8000/x", "http://127.0.0.1", "http://[::1]:80/", "https://10.0.0.1"])
def test_this_machine_is_for_development(url: str) -> None:
    check_url(url)
    with override_settings(PRODUCTION=True), pytest.raises(Rejected, match="bad_url"):
        check_url(url)


def test_what_is_made_of_an_address() -> None:
    with override_settings(PRODUCTION=True):
        target = check_url("https://Hooks.Example:8443/in?x=1")
        assert (target.authority, target.path) == ("hooks.example:8443", "/in?x=1")
        assert check_url("https://hooks.example").authority == "hooks.example"
        assert check_url("https://[2606:4700::1111]/").authority == "[2606:4700::1111]"


PRIVATE = (
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
    "2002:a00:1::1", "::127.0.0.1", "::ffff:0:10.0.0.1", "64:ff9b:1::a00:1", "fec0::1", "4000::1",
)  # fmt: skip


def test_addresses_that_are_not_public() -> None:
    public = ("93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34", "64:ff9b::5db8:d822")
    assert [text for text in PRIVATE if is_public(ipaddress.ip_address(text))] == []
    assert all(is_public(ipaddress.ip_address(text)) for text in public)
    check_public(public)
    for text in (*PRIVATE, "fe80::1%eth0"):
        with pytest.raises(ForbiddenTargetError):
            check_public([public[0], text])
