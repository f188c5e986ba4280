"""Every round of a played evening is repeated without a difference; a falsified one is not."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from rich.console import Console

from audit.decode import UnreadableError, body_of, built, game_event
from audit.management.commands import audit_replay
from audit.replay.printed import show
from audit.replay.record import UnknownRoundError
from audit.replay.report import Report, replay
from games.catalog import find
from games.kernel.events import CardDealt
from games.kernel.ruleset import Seated

pytestmark = [pytest.mark.database, pytest.mark.xdist_group("audit")]

Owner = psycopg.Connection[tuple[Any, ...]]


def rounds(owner: Owner, where: str = "true") -> list[str]:
    query = f"SELECT id FROM rounds_round WHERE {where} ORDER BY id"
    return [each for (each,) in owner.execute(query)]  # type: ignore[call-overload]


def printed(report: Report, every_line: bool = True) -> str:
    console = Console(file=io.StringIO(), width=100)
    show(console, report, every_line)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_every_round_repeats_without_a_difference(owner: Owner) -> None:
    found = [replay(owner, each) for each in rounds(owner)]
    assert {report.status for report in found} == {"settled", "void", "not_played"}
    assert [(report.round, report.differences) for report in found if report.differences] == []
    assert sum(len(report.bets) for report in found) > 100
    for report in found:
        text = printed(report)
        assert "REPLAY" in text
        assert "No difference" in text
        assert max(len(line) for line in text.splitlines()) <= 100


def test_words_money_and_cards(owner: Owner) -> None:
    texts = {each: printed(replay(owner, each)) for each in rounds(owner)}
    whole = "\n".join(texts.values())
    for words in ("Betting is closed", "The round is void", "corrected", "refunded", "by the system", "stays owed"):
        assert words in whole, words
    report = replay(owner, rounds(owner, "status = 'settled' AND corrections = 0")[0])
    placed = [line for line in report.lines if line.event.name == "wallet.bet_placed@1"]
    assert placed[0].escrow == -placed[0].money > 0
    assert report.lines[-1].escrow in (None, 0)
    dealt = [line for line in report.lines if line.event.name == "round.card_dealt@1"]
    hole = next(line for line in dealt if line.event.body["face"] == "down")
    assert f"({hole.event.body['card']})" in hole.cards


def differing(owner: Owner, round_id: str) -> list[str]:
    return [what for _, what in replay(owner, round_id).differences]


def test_another_payment_than_the_rules_give(owner: Owner) -> None:
    (round_id, position) = owner.execute(
        "SELECT body::jsonb ->> 'round', position FROM eventstore_event WHERE name = 'wallet.bet_settled@1'"
        " AND (body::jsonb -> 'returned')::int > 0 ORDER BY position LIMIT 1"
    ).fetchone() or ("", 0)
    owner.execute(
        'UPDATE eventstore_event SET body = regexp_replace(body, \'"returned":(\\d+),"round"\', \'"returned":\\17,'
        '"round"\') WHERE position = %s',
        (position,),
    )
    report = replay(owner, round_id)
    assert any(where == position and "returned: recorded" in what for where, what in report.differences)
    assert [found.agrees for found in report.bets].count(False) == 1
    assert "DIFFERS" in printed(report)


LAST_CARD = (
    "position = (SELECT max(position) FROM eventstore_event WHERE stream = 'round/' || %(r)s"
    " AND name = 'round.card_dealt@1')"
)
FIRST_PAID = (
    "position = (SELECT min(position) FROM eventstore_event WHERE correlation = %(r)s"
    " AND name = 'wallet.bet_settled@1')"
)
DECIDED = "stream = 'round/' || %(r)s AND name = 'round.decided@1'"
CHANGE = "UPDATE eventstore_event SET body = "
BET_COLUMNS = (
    'round, "table", game, player, ledger, seat, kind, parts, answers, stake, returned, status, outcome, revision'
)
AGAIN = (
    "INSERT INTO eventstore_event SELECT position + 1000000, stream, version + 100000, name, actor, command,"
    f" correlation, occurred_at, recorded_at, body, hash FROM eventstore_event WHERE {FIRST_PAID}"
)
FALSIFIED = {
    "another card": (
        CHANGE + "regexp_replace(body, '\"card\":\"..\"', '\"card\":\"2C\"') WHERE " + LAST_CARD,
        "the hash does not fit",
    ),
    "another outcome": (
        CHANGE + "regexp_replace(body, '\"score\":\\d+', '\"score\":3') WHERE " + DECIDED,
        "outcome dealer",
    ),
    "a card less": ("DELETE FROM eventstore_event WHERE " + LAST_CARD, "should come first"),
    "no outcome": (CHANGE + "'{}' WHERE " + DECIDED, "does not fit the round"),
    "another bet on the board": (
        "UPDATE wallet_bet SET returned = returned + 1 WHERE id = (SELECT min(id) FROM wallet_bet WHERE round = %(r)s)",
        "board of bet",
    ),
    "a bet too many on the board": (
        f"INSERT INTO wallet_bet SELECT id || 'x', {BET_COLUMNS} FROM wallet_bet WHERE round = %(r)s LIMIT 1",
        "there are no events for it",
    ),
    "another status on the board": ("UPDATE rounds_round SET status = 'void' WHERE id = %(r)s", "board of the round"),
    "another outcome on the board": ("UPDATE rounds_round SET outcome = '{}' WHERE id = %(r)s", "its outcome is not"),
    "a bet never closed": ("DELETE FROM eventstore_event WHERE " + FIRST_PAID, "is still open"),
    "a bet closed twice": (AGAIN, "closed a second time"),
}  # fmt: skip


@pytest.mark.parametrize("falsified", FALSIFIED)
def test_a_falsified_round_differs(owner: Owner, falsified: str) -> None:
    statement, words = FALSIFIED[falsified]
    round_id = rounds(owner, "status = 'settled' AND corrections = 0")[1]
    assert owner.execute(statement, {"r": round_id}).rowcount > 0  # type: ignore[call-overload]
    assert any(words in what for what in differing(owner, round_id)), differing(owner, round_id)


@pytest.mark.parametrize(
    "name", ["round.opened@1", "round.card_dealt@1", "wallet.bet_placed@1", "wallet.bet_settled@1"]
)
def test_an_emptied_body_is_a_difference_and_no_crash(owner: Owner, name: str) -> None:
    round_id = rounds(owner, "status = 'settled' AND corrections = 0")[1]
    where = " WHERE position = (SELECT min(position) FROM eventstore_event WHERE correlation = %s AND name = %s)"
    assert owner.execute(CHANGE + "'{}'" + where, (round_id, name)).rowcount == 1  # type: ignore[arg-type]
    assert differing(owner, round_id)
    printed(replay(owner, round_id))


def test_a_late_remedy_that_moves_another_amount(owner: Owner) -> None:
    (round_id, position) = owner.execute(
        "SELECT body::jsonb ->> 'round', position FROM eventstore_event WHERE name = 'wallet.round_adjusted@1'"
        " ORDER BY position LIMIT 1"
    ).fetchone() or ("", 0)
    assert differing(owner, round_id) == []
    owner.execute(
        CHANGE + "regexp_replace(body, '\"returned\":', '\"returned\":1') WHERE position = %s",
        (position,),
    )
    told = differing(owner, round_id)
    assert any("stands at" in what for what in told)
    assert any("the bets move" in what for what in told)


def test_the_command(owner: Owner, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def damaged() -> Iterator[Owner]:
        yield owner

    monkeypatch.setattr(audit_replay, "snapshot", damaged)
    round_id = rounds(owner, "status = 'settled'")[0]
    call_command("audit_replay", round_id)
    assert "Nothing is played" in capsys.readouterr().out
    call_command("audit_replay", round_id, "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["replay"]
    assert told["ok"]
    assert told["lines"]
    assert all(bet["agrees"] for bet in told["bets"])
    owner.execute("UPDATE rounds_round SET status = 'void' WHERE id = %s", (round_id,))
    with pytest.raises(SystemExit) as end:
        call_command("audit_replay", round_id)
    assert end.value.code == 1
    with pytest.raises(CommandError, match="no round"):
        call_command("audit_replay", "nowhere")


def test_long_runs_are_folded(owner: Owner) -> None:
    report = replay(owner, rounds(owner, "status = 'settled'")[0])
    line = next(line for line in report.lines if line.event.name == "wallet.bet_settled@1")
    report.lines += [line] * 20
    report.bets += report.bets * 50
    assert "more of wallet.bet_settled@1" in printed(report, every_line=False)
    assert "that agree (--all shows them)" in printed(report, every_line=False)
    assert "more of" not in printed(report, every_line=True)


def test_a_round_that_is_not_there(owner: Owner) -> None:
    with pytest.raises(UnknownRoundError):
        replay(owner, "nowhere")


def test_decoding_is_strict() -> None:
    ruleset = find("deluxe_blackjack@1")
    card = {"shoe": "s", "draw": 1, "to": "1.1", "card": "AS", "face": "up"}
    assert game_event(ruleset, "round.card_dealt@1", card) == CardDealt(**card)  # type: ignore[arg-type]
    seat = {"seat": 1, "player": "a", "marks": ["played"]}
    assert built(tuple[Seated, ...], [seat]) == (Seated(1, "a", ("played",)),)
    for body in ({**card, "more": 1}, {"shoe": "s"}, {**card, "draw": True}, {**card, "draw": "1"}, []):
        with pytest.raises(UnreadableError):
            game_event(ruleset, "round.card_dealt@1", body)  # type: ignore[arg-type]
    for text in ('{"amount":1.0}', '{"amount":NaN}', "[]", "{"):
        with pytest.raises(UnreadableError):
            body_of(text)
    with pytest.raises(UnreadableError):
        game_event(ruleset, "wallet.opened@1", {})
