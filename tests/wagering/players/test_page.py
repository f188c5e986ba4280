"""The page of a player: what it shows, what may be asked of it, and what it says when there is nothing."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client

from tests.support import office
from wagering.backoffice.html import address, list_address
from wagering.players.models import PlayerRound
from wagering.players.queries import statistics

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def operator(database: str) -> str:
    name = f"players-{uuid.uuid4().hex[:8]}"
    office.fill(name)
    return name


@pytest.fixture
def viewer(operator: str) -> Client:
    return office.client(office.person())


def opened(viewer: Client, player: str, query: str = "") -> str:
    response = viewer.get(f"{address('players_player', player)}{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def bare(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).replace("&nbsp;", " ").split())


def test_figures_feats_plot_and_rounds(operator: str, viewer: Client) -> None:
    player = f"{operator}.ana"
    (found,) = statistics(player)
    text = opened(viewer, player)
    words = bare(text)
    assert f"USD, real money {found.rounds} {found.wins} " in words
    assert "Natural × " in words
    assert text.count('class="pl-line"') == 1
    assert "Net over time, USD, real money" in words
    for row in PlayerRound.objects.filter(player=player):
        assert address("rounds_round", row.round) in text
    for status in ("settled", "void"):
        assert f"</span>{status}</span>" in text


def test_a_period_and_a_game_are_asked_for(operator: str, viewer: Client) -> None:
    player = f"{operator}.ana"
    day = PlayerRound.objects.filter(player=player).order_by("-ended_at")[0].ended_at.date()
    for query in (f"?period=day&on={day}", f"?period=month&on={day}&game=deluxe_blackjack@1"):
        words = bare(opened(viewer, player, query))
        assert "No settled round in this period" not in words
    words = bare(opened(viewer, player, "?period=day&on=2001-01-01"))
    assert "No settled round in this period. A game appears here" in words
    assert "No round has ended for this player in this period" in words
    assert "Net over time" not in words


@pytest.mark.parametrize(
    "query",
    ["?period=year", "?period=day&on=9999-12-31", "?period=week&on=0001-01-01", "?period=week&on=%00", "?game=x@1",
     "?on=2026-13-01&period=month", "?game=%27&period=%00", "?period=day"],
)  # fmt: skip
def test_a_broken_address_shows_a_page(query: str, operator: str, viewer: Client) -> None:
    opened(viewer, f"{operator}.ana", query)


def test_a_wallet_leads_to_the_player_and_back(operator: str, viewer: Client) -> None:
    player = f"{operator}.ana"
    wallet = viewer.get(address("wallet_wallet", player)).content.decode()
    assert address("players_player", player) in wallet
    assert address("wallet_wallet", player) in opened(viewer, player)
    assert (
        address("players_player", player) in viewer.get(f"{list_address('players_player')}?q={player}").content.decode()
    )
