"""The back office can only be looked at: by whom, with how many queries, and without trusting a single text."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client

from tests.support import office
from tests.support.office import HOSTILE, SCRIPTS, statements
from wagering.backoffice.html import address, list_address
from wagering.backoffice.readonly_admin import ReadOnlyAdmin
from wagering.eventstore.models import Event
from wagering.incidents.models import Incident
from wagering.rounds.models import Round
from wagering.wallet.models import Bet

pytestmark = pytest.mark.database

MODELS: list[type[Model]] = [
    model for model, model_admin in admin.site._registry.items() if isinstance(model_admin, ReadOnlyAdmin)
]
MAX_QUERIES = 20


def label(model: type[Model]) -> str:
    return f"{model._meta.app_label}_{model._meta.model_name}"


@pytest.fixture(scope="module")
def operator(database: str) -> str:
    name = f"office-{uuid.uuid4().hex[:8]}"
    office.fill(name)
    return name


@pytest.fixture
def viewer(operator: str) -> Client:
    return office.client(office.person())


def some_row(model: type[Model]) -> Any:
    row = model._default_manager.order_by("-pk").first()
    assert row is not None, f"the filled office has no {model.__name__}"
    return row


def addresses(model: type[Model]) -> list[str]:
    return [list_address(label(model)), address(label(model), some_row(model).pk)]


def test_everything_of_the_system_is_here() -> None:
    shown = {model.__name__ for model in MODELS}
    assert shown >= {
        "Event", "Stream", "Round", "Bet", "Wallet", "Account", "Journal", "Entry", "Table", "Shoe", "Incident",
        "Receipt", "Outbox", "Notice", "Deadline", "Checkpoint",
    }  # fmt: skip
    assert "SealedShoe" not in shown


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_a_viewer_sees_lists_and_rows_in_few_queries(
    model: type[Model], viewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in addresses(model):
        with statements(monkeypatch) as seen:
            response = viewer.get(url)
        assert response.status_code == 200, url
        assert len(seen) <= MAX_QUERIES, (url, len(seen), seen)
        assert not [query for query in seen if re.search(r"\bOFFSET\b", query)]
        assert "Content-Security-Policy" in response.headers


@pytest.mark.parametrize("model", MODELS, ids=label)
@pytest.mark.parametrize("superuser", [False, True], ids=["viewer", "superuser"])
def test_nothing_can_be_sent(model: type[Model], superuser: bool, operator: str) -> None:
    browser = office.client(office.person(superuser=superuser))
    base, row = addresses(model)
    before = model._default_manager.order_by("-pk").values().first()
    forms: list[tuple[str, dict[str, Any]]] = [
        (base, {"action": "delete_selected", "_selected_action": [some_row(model).pk], "post": "yes"}),
        (row, {"_save": "1"}),
        (f"{base}add/", {"id": "new"}),
        (row.replace("/change/", "/delete/"), {"post": "yes"}),
        (row.replace("/change/", "/history/"), {}),
    ]
    for url, form in forms:
        assert browser.post(url, form).status_code == 403, url
        assert browser.put(url).status_code == 403, url
        assert browser.delete(url).status_code == 403, url
    assert browser.get(f"{base}add/").status_code == 403
    assert browser.get(row.replace("/change/", "/delete/")).status_code == 403
    assert model._default_manager.order_by("-pk").values().first() == before


@pytest.mark.parametrize("model", MODELS, ids=label)
def test_without_the_permission_nothing_is_shown(model: type[Model], operator: str) -> None:
    browser = office.client(office.person(views=False))
    for url in addresses(model):
        assert browser.get(url).status_code == 403, url
    assert Client(SERVER_NAME="localhost").get(addresses(model)[0]).status_code == 302


def test_the_dashboard_answers_in_few_queries(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    with statements(monkeypatch) as seen:
        response = viewer.get("/admin/")
    text = response.content.decode()
    assert response.status_code == 200
    assert len(seen) <= MAX_QUERIES, seen
    assert text.index("Imbalance") < text.index("Open escrow") < text.index("Tables in play")


def test_the_dashboard_shows_nobody_more_than_the_lists_do(operator: str) -> None:
    user = office.person(views=False)
    text = office.client(user).get("/admin/").content.decode()
    assert "nothing is shown to you yet" in text
    assert "Imbalance" not in text
    user.user_permissions.set(Permission.objects.filter(codename="view_table"))
    text = office.client(user).get("/admin/").content.decode()
    assert "Tables in play" in text
    assert "Open escrow" not in text
    assert list_address("wallet_bet") not in text


def test_every_round_of_the_tour_is_paid_and_intact(
    operator: str, viewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = Round.objects.filter(pk__startswith=f"{operator}.")
    assert len(rounds) > 20
    for row in rounds:
        with statements(monkeypatch) as seen:
            text = viewer.get(address("rounds_round", row.pk)).content.decode()
        assert len(seen) <= MAX_QUERIES, (len(seen), seen)
        assert "Yes, every hash fits" in text
        assert "figures differ" not in text
        assert "bo-alert" not in text
        if Bet.objects.filter(round=row.pk, status="settled").exists():
            assert "Yes, as the rules say" in text
            assert 'class="bo-clause"' in text
            agreed = re.search(r"Settled anew by the pinned rules: (\d+) of (\d+) bets agree", text)
            assert agreed
            assert agreed[1] == agreed[2]


def test_a_wrong_payout_is_seen(operator: str, viewer: Client) -> None:
    bet = Bet.objects.filter(round__startswith=f"{operator}.r", status="settled", returned__gt=0).order_by("pk")[0]
    url = address("rounds_round", bet.round)
    Bet.objects.filter(pk=bet.pk).update(returned=bet.returned + 1)
    try:
        text = viewer.get(url).content.decode()
    finally:
        Bet.objects.filter(pk=bet.pk).update(returned=bet.returned)
    assert "No: figures differ" in text
    assert "Bets paid otherwise: 1" in text


def test_texts_are_never_markup(operator: str, viewer: Client) -> None:
    event = Event.objects.get(stream=f"incident/{operator}{HOSTILE}")
    incident = Incident.objects.get(pk=f"{operator}{HOSTILE}")
    urls = [
        *(list_address(label(model)) for model in MODELS),
        address("incidents_incident", incident.pk),
        address("eventstore_event", event.pk),
        address("eventstore_stream", event.stream),
        address("projector_checkpoint", operator),
        f"{list_address('rounds_round')}?q={HOSTILE.replace('=', '%3D')}",
    ]
    shown = 0
    for url in urls:
        text = viewer.get(url).content.decode()
        assert "<script>window.hacked" not in text, url
        assert "<img src=x" not in text, url
        shown += "&lt;img src=x" in text
    assert shown >= 6


def test_scripts_of_all_languages_stay_as_they_are(operator: str, viewer: Client) -> None:
    page = viewer.get(address("incidents_incident", f"{operator}-scripts")).content.decode()
    assert SCRIPTS in page
    assert "Noto Sans Myanmar" in viewer.get("/static/backoffice/backoffice.css").getvalue().decode()


def test_a_list_is_walked_by_key_without_counting(
    operator: str, viewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url: str | None = f"{list_address('eventstore_event')}?stream=round/{operator}.r1"
    found: list[int] = []
    monkeypatch.setattr(admin.site._registry[Event], "list_per_page", 7)
    with statements(monkeypatch) as seen:
        while url:
            response = viewer.get(url)
            change_list = response.context_data["cl"]
            found += [event.position for event in change_list.result_list]
            after = change_list.paginator.following
            url = f"{list_address('eventstore_event')}?stream=round/{operator}.r1&after={after}" if after else None
    expected = (
        Event.objects.filter(stream=f"round/{operator}.r1").order_by("-position").values_list("position", flat=True)
    )
    assert found == list(expected)
    assert not [query for query in seen if "COUNT(" in query or "OFFSET" in query]


def test_a_page_back_shows_what_was_there(operator: str, viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin.site._registry[Round], "list_per_page", 5)
    base = list_address("rounds_round")
    pages = [viewer.get(f"{base}?table={operator}.T1").context_data["cl"]]
    for _ in range(2):
        cursor = pages[-1].paginator.following
        pages.append(viewer.get(f"{base}?table={operator}.T1&after={cursor}").context_data["cl"])
    back = viewer.get(f"{base}?table={operator}.T1&before={pages[2].paginator.preceding}").context_data["cl"]
    assert [row.pk for row in back.result_list] == [row.pk for row in pages[1].result_list]
    assert len({row.pk for page in pages for row in page.result_list}) == 15


@pytest.mark.parametrize(
    "query", ["after=%00", "after=abc", "before=W10", "after=WyJ4Il0", "o=1.2", "p=9", "all=", "q=%27"]
)
def test_a_broken_address_shows_the_first_page(query: str, viewer: Client) -> None:
    for model in (Event, Round):
        assert viewer.get(f"{list_address(label(model))}?{query}").status_code == 200


def test_only_indexed_columns_can_be_asked_for(viewer: Client) -> None:
    assert viewer.get(f"{list_address('eventstore_event')}?body__contains=x").status_code in (302, 400)
    assert viewer.get(f"{list_address('rounds_round')}?reason=MISSCAN").status_code in (302, 400)


def test_a_hidden_card_stays_hidden_while_the_round_runs(operator: str, viewer: Client) -> None:
    stream = f"round/{operator}.open"
    body = '{"card":"AS","draw":1,"face":"down","shoe":"s","to":"dealer"}'
    new = office.New(stream, "round.card_dealt@1", body)
    office.append([new], {stream: 0}, actor="studio:t", command=f"{operator}.c", occurred_at=office.NOW)
    event = Event.objects.get(stream=stream)
    text = viewer.get(address("eventstore_event", event.pk)).content.decode()
    assert "AS" not in re.search(r'<pre class="bo-code"[^>]*>(.*?)</pre>', text, re.DOTALL)[1]  # type: ignore[index]
