"""Every recorded Deluxe session comes out exactly as recorded: refusals, bets, balances, views and totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.session_player import SessionPlayer, read

SESSIONS = Path(__file__).parent.parent / "sessions"
# file: how many comparisons it makes, so that a session that is read only in part does not pass
CHECKS = {
    "example.jsonl": 28,
    "deluxe_blackjack_tour.jsonl": 983,
    "deluxe_blackjack_busy.jsonl.gz": 28791,
    "deluxe_blackjack_odd.jsonl.gz": 6415,
    "deluxe_blackjack_odd_jpy.jsonl.gz": 4815,
    "deluxe_blackjack_odd_mmk.jsonl.gz": 6573,
    "royal_blackjack_tour.jsonl": 208,
    "royal_blackjack_busy.jsonl.gz": 5160,
    "royal_9k_tour.jsonl": 352,
    "royal_9k_busy.jsonl.gz": 3717,
    "kozel_tour.jsonl": 391,
    "kozel_busy.jsonl.gz": 8671,
    "thirty_one_tour.jsonl": 309,
    "thirty_one_busy.jsonl.gz": 9392,
}


@pytest.mark.parametrize("name", CHECKS)
def test_session(name: str) -> None:
    player = SessionPlayer()
    differences = player.play(read(SESSIONS / name))
    assert differences == []
    assert player.checks == CHECKS[name]
