"""Pages in the language of whoever looks; what is stored and what is audited stays English."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from games.catalog import CATALOG
from tests.support import office
from tests.support.sessions import lines_of, played
from tests.support.texts import LANGUAGES
from wagering.backoffice.html import address, list_address
from wagering.backoffice.rule_text import rule_text
from wagering.dispatch.models import Receipt
from wagering.dispatch.refusals import message
from wagering.rounds.models import Round
from wagering.rounds.page import page
from wagering.rounds.review import review
from wagering.wallet.models import Bet

pytestmark = pytest.mark.database

PREVAILS = "If the English version and its translations differ, the English version prevails."


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A request leaves its language to the thread, so every test begins and ends with English."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="module")
def operator(database: str) -> str:
    name = f"words-{uuid.uuid4().hex[:8]}"
    office.fill(name)
    return name


def reader(language: str) -> Client:
    """Somebody whose browser has chosen ``language``."""
    browser = office.client(office.person())
    browser.post("/i18n/setlang/", {"language": language, "next": "/admin/"})
    return browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_read_and_says_that_english_prevails(operator: str, language: str) -> None:
    browser = reader(language)
    rounds = Round.objects.filter(pk__startswith=f"{operator}.")
    refused = Receipt.objects.filter(key__startswith=operator, accepted=False)[:3]
    urls = [
        "/admin/", list_address("rounds_round"), list_address("wallet_bet"), list_address("tables_table"),
        list_address("dispatch_receipt"), address("tables_table", f"{operator}.T1"),
        *(address("rounds_round", row.pk) for row in rounds), *(address("dispatch_receipt", row.pk) for row in refused),
    ]  # fmt: skip
    for url in urls:
        text = browser.get(url).content.decode()
        with translation.override(language):
            assert translation.gettext(PREVAILS) in text, url
        assert f'lang="{language}"' in text, url
    assert len(urls) > 20


def test_an_english_page_says_nothing_about_it(operator: str) -> None:
    assert PREVAILS not in reader("en").get(address("rounds_round", f"{operator}.r8")).content.decode()


def test_a_round_is_told_in_the_chosen_language(operator: str) -> None:
    text = reader("ru").get(address("rounds_round", f"{operator}.r8")).content.decode()
    for told in ("Место 3 получает AD.", "Ставка за игроком", "Проигрыш + Выигрыш", "Да, по правилам", "туз бубен"):
        assert told in text
    for english in ("Seat 3 gets AD.", "Bet behind", "as the rules say", "ace of diamonds"):
        assert english not in text


def codes(row: Round) -> set[str]:
    """Everything that the round publishes by a code: how its bets and hands came out, what players achieved."""
    bets = Bet.objects.filter(round=row.pk).exclude(status="open")
    found = {code for bet in bets for code in (bet.kind, *bet.outcome.split("+"))}
    outcome = row.outcome or {}
    found |= {hand[of] for hand in outcome.get("hands", ()) for of in ("result", "category") if hand.get(of)}
    return found | {feat for feats in outcome.get("feats", {}).values() for feat in feats}


@pytest.mark.parametrize("tour", ["deluxe_blackjack", "royal_blackjack", "royal_9k", "thirty_one", "kozel"])
def test_every_event_of_every_game_is_told_in_every_language(database: str, tour: str) -> None:
    name = f"told-{uuid.uuid4().hex[:8]}"
    played(lines_of(f"{tour}_tour"), name)
    for row in Round.objects.filter(pk__startswith=f"{name}."):
        plain = review(row).steps
        for language in LANGUAGES:
            with translation.override(language):
                steps = review(row).steps
                page(review(row))
            same = [step.words for step, before in zip(steps, plain, strict=True) if step.words == before.words]
            assert not same, (row.pk, language)
        assert not codes(row) - CATALOG[row.game].words.keys() - {"void", "refunded"}, row.pk


def test_the_first_choice_is_the_browser_s(operator: str) -> None:
    browser = office.client(office.person())
    text = browser.get("/admin/", headers={"accept-language": "te-IN,te;q=0.9"}).content.decode()
    assert 'lang="te"' in text


def test_a_refusal_is_explained_beside_its_stored_answer(operator: str) -> None:
    row = Receipt.objects.filter(accepted=False).latest("recorded_at")
    stored = json.loads(row.answer)
    text = reader("ru").get(address("dispatch_receipt", row.pk)).content.decode()
    assert stored["code"] in text
    with translation.override("ru"):
        assert message(stored["code"]) in text
    assert row.answer == Receipt.objects.get(pk=row.pk).answer


def test_an_audit_is_english_whatever_language_is_active(operator: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for language in ("en", "my"):
        with translation.override(language):
            call_command("audit_replay", f"{operator}.r8")
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert "Seat 3 gets AD." in printed[0]


@pytest.mark.parametrize("game", CATALOG)
def test_the_rules_are_shown_as_they_are_published(operator: str, game: str) -> None:
    found = rule_text(game)
    assert found is not None
    text = reader("km").get(f"/admin/rounds/round/rules/{game}/").content.decode()
    assert found.digest in text
    assert found.text.splitlines()[0] in text
    assert office.client(office.person(views=False)).get(f"/admin/rounds/round/rules/{game}/").status_code == 403


def test_a_round_links_the_rules_it_was_settled_by(operator: str) -> None:
    text = reader("en").get(address("rounds_round", f"{operator}.r8")).content.decode()
    assert "/admin/rounds/round/rules/deluxe_blackjack@1/" in text
    assert reader("en").get("/admin/rounds/round/rules/nothing@1/").status_code == 404
