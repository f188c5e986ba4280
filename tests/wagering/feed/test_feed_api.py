"""The feed and the webhooks as operators' machines and staff use them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import Group

from tests.support import hooks, office
from tests.support.callers import Api, device, nobody, operator, player
from tests.support.hooks import due_now, send_all
from tests.support.house import House
from tests.support.receiver import Receiver, verifies
from wagering.access.staff import ROLES
from wagering.backoffice.html import address
from wagering.dispatch.models import Receipt
from wagering.eventstore.models import Event
from wagering.eventstore.read import safe_position
from wagering.feed import deliveries
from wagering.feed.models import Delivery, Webhook

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("webhooks")]


def subscribe(api: Api, house: House, url: str = "https://hooks.example/in", **more: Any) -> Any:
    return api.post("/operator/webhooks", {"webhook": house.id("w"), "url": url, **more}, key="k1")


def dead(house: House, server: Receiver, api: Api) -> Delivery:
    """A webhook whose receiver has refused one delivery too often."""
    assert subscribe(api, house, server.url, kinds=["wallet."]).status_code == 201
    hooks.all_fanned_out()
    house.player("ana")
    server.answer = lambda message: 500
    for _ in range(deliveries.MOST_ATTEMPTS):
        send_all()
        due_now(house.id("w"))
    server.answer = lambda message: 200
    return Delivery.objects.get(webhook=house.id("w"), dead_at__isnull=False)


def test_reading_the_feed(house: House) -> None:
    before, api, other = safe_position(5), operator(house), operator(house, f"{house.run}x")
    _, ana, round_id = house.seated_round("T", "TH", "6S", "9H", "5D")
    safe_position(5)
    items: list[dict[str, Any]] = []
    after = str(before)
    while True:
        page = api.get(f"/operator/events?after={after}&limit=5").json()
        items += page["items"]
        after = page["next"]
        if not page["more"]:
            break
    assert [item["position"] for item in items] == sorted({item["position"] for item in items})
    bet = next(item for item in items if item["name"] == "wallet.bet_placed@1")
    assert (bet["stream"], bet["round"], bet["content"]["amount"]) == (f"wallet/{ana}", round_id, 1_000)
    assert (bet["currency"], bet["exponent"], bet["withheld"]) == ("USD", 2, False)
    assert bet["occurred_at"] == "2026-03-01T12:00:00Z"
    theirs = other.get(f"/operator/events?after={before}&limit=200").json()
    assert theirs["items"] == []
    assert int(theirs["next"]) >= items[-1]["position"]


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=1e3", "limit=0", "limit=201", "limit=x", "what=1"])
def test_questions_that_are_none(query: str, house: House) -> None:
    answer = operator(house).get(f"/operator/events?{query}")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"


def test_a_secret_is_told_again_to_who_sends_the_same_again(house: House, server: Receiver) -> None:
    api = operator(house)
    first = subscribe(api, house, server.url)
    again = subscribe(api, house, server.url)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert subscribe(api, house, f"{server.url}/other").status_code == 422
    assert "secret" not in str(api.get("/operator/webhooks").json())
    hooks.all_fanned_out()
    house.player("ana")
    send_all()
    assert verifies(server.letters[-1], first.json()["secret"])
    path = f"/operator/webhooks/{house.id('w')}"
    turned = api.post(f"{path}/rotate", key="k2")
    assert turned.json() == api.post(f"{path}/rotate", key="k2").json()
    assert turned.json()["secret"] != first.json()["secret"]
    assert turned.json()["version"] == 2
    house.player("bob")
    send_all()
    assert all(verifies(server.letters[-1], answer.json()["secret"]) for answer in (first, turned))
    for secret in (first.json()["secret"], turned.json()["secret"]):
        assert not Receipt.objects.filter(answer__contains=secret).exists()
        assert not Event.objects.filter(body__contains=secret).exists()


def test_on_and_off_and_what_there_is(house: House) -> None:
    api = operator(house)
    subscribe(api, house, kinds=["wallet.", "round.decided"])
    path = f"/operator/webhooks/{house.id('w')}"
    assert api.post(f"{path}/disable").json() == {"webhook": house.id("w"), "version": 1, "enabled": False}
    assert api.get(path).json()["enabled"] is False
    assert api.post(f"{path}/enable").json()["enabled"] is True
    (found,) = api.get("/operator/webhooks").json()["items"]
    assert found == api.get(path).json()
    assert (found["url"], found["kinds"]) == ("https://hooks.example/in", ["wallet.", "round.decided"])
    assert api.get(f"{path}/deliveries").json() == {"items": [], "next": None}
    answer = api.post(f"{path}/redrive")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_dead_delivery")


BODIES: tuple[dict[str, Any], ...] = (
    {"url": "http://a.example"}, {"url": "https://u:p@a.example"}, {"url": ""}, {"url": 5}, {"webhook": "a/b"},
    {"kinds": ["A"]}, {"kinds": "wallet."}, {"kinds": [None]}, {"operator": "x"}, {"webhook": None},
)  # fmt: skip


@pytest.mark.parametrize("more", BODIES, ids=str)
def test_subscriptions_that_are_none(more: dict[str, Any], house: House) -> None:
    body = {"webhook": house.id("w"), "url": "https://a.example", **more}
    answer = operator(house).post("/operator/webhooks", body)
    assert answer.status_code == 400, answer.json()


def test_nobody_else_s(house: House) -> None:
    subscribe(operator(house), house)
    other = operator(house, f"{house.run}x")
    path = f"/operator/webhooks/{house.id('w')}"
    for what in ("rotate", "enable", "disable", "redrive"):
        assert other.post(f"{path}/{what}").status_code == 404
    for address_ in (path, f"{path}/deliveries"):
        assert other.get(address_).status_code == 404
    assert other.get("/operator/webhooks").json()["items"] == []
    house.now = datetime.now(UTC)
    table, ana = house.table(), house.player("ana")
    for caller, status in ((nobody(), 401), (device(house, table), 403), (player(house, ana), 403)):
        for address_ in (path, f"{path}/deliveries", "/operator/webhooks", "/operator/events"):
            assert caller.get(address_).status_code == status
        for what in ("rotate", "enable", "disable", "redrive"):
            assert caller.post(f"{path}/{what}").status_code == status


def test_dead_deliveries_are_seen_and_sent_again(house: House, server: Receiver) -> None:
    api = operator(house)
    gone = dead(house, server, api)
    path = f"/operator/webhooks/{house.id('w')}"
    (item,) = api.get(f"{path}/deliveries?status=dead").json()["items"]
    assert (item["delivery"], item["error"], item["attempts"], item["status"]) == (gone.id, "HTTP 500", 16, "dead")
    assert api.get(f"{path}/deliveries?status=delivered").json()["items"] == []
    assert api.get(f"{path}/deliveries?limit=1&after={gone.outbox}").json()["items"] == []
    assert api.post(f"{path}/redrive", {"delivery": gone.id}).status_code == 200
    send_all()
    (item,) = api.get(f"{path}/deliveries").json()["items"]
    assert (item["status"], item["attempts"], item["error"]) == ("delivered", 1, "")


def test_a_supervisor_sends_them_again_from_the_back_office(house: House, server: Receiver) -> None:
    gone = dead(house, server, operator(house))
    page, detail = address("feed_webhook", house.id("w")), address("feed_delivery", gone.id)
    again = page.removesuffix("change/") + "redrive/"
    viewer, boss = office.person(), office.person()
    boss.groups.add(Group.objects.get_or_create(name=ROLES["supervisor"])[0])
    looking, acting = office.client(viewer), office.client(boss)
    form = {"delivery": gone.id, "key": "one-click"}
    assert "HTTP 500" in looking.get(page).content.decode()
    assert '<form method="post" action="/admin/feed' not in looking.get(page).content.decode()
    assert looking.post(again, form).status_code == 403
    assert acting.get(again).status_code == 405
    for shown in (page, detail):
        assert f'action="{again}"' in acting.get(shown).content.decode()
    assert acting.post(again, form).status_code == 302
    assert acting.post(again, form).status_code == 302  # a second click
    assert Event.objects.filter(stream=f"webhook/{house.id('w')}", name="webhook.redriven@1").count() == 1
    assert send_all() == 1
    assert "no dead delivery" in acting.post(again, {"key": "two"}, follow=True).content.decode()
    assert Delivery.objects.get(id=gone.id).delivered_at <= datetime.now(UTC)  # type: ignore[operator]
    off = page.removesuffix("change/") + "disable/"
    assert looking.post(off, form).status_code == 403
    assert acting.post(off, {"key": "off"}).status_code == 302
    assert not Webhook.objects.get(id=house.id("w")).enabled
    assert f'action="{off}"' not in acting.get(page).content.decode()
    Delivery.objects.filter(id=gone.id).update(last_error=office.HOSTILE)
    assert office.HOSTILE not in acting.get(detail).content.decode()
