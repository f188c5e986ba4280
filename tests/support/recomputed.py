"""Pays every settled bet once more: the round's recorded events through the pure rules, nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from django.db import connections

from games.catalog import find
from games.kernel.events import CardDealt, CardShown, DealCancelled, PackShuffled, SeatLeft, SeatTaken
from games.kernel.ruleset import Bet, Seated

_ROUNDS = """
SELECT r.id, r.game FROM rounds_round r JOIN tables_table t ON t.id = r."table"
WHERE t.operator = %s AND r.status IN ('settled', 'decided')
"""
_EVENTS = "SELECT name, body FROM eventstore_event WHERE stream = %s ORDER BY version"
_BETS = """
SELECT player, seat, kind, parts::text, answers::text, stake, returned, outcome, id FROM wallet_bet
WHERE round = %s AND status = 'settled'
"""
_KERNEL = (CardDealt, CardShown, PackShuffled, SeatTaken, SeatLeft)


def wrong_payments(operator: str) -> list[str]:
    """Bets that got something else than the rules give for the cards and actions in the log."""
    found = []
    with connections["default"].cursor() as cursor:
        cursor.execute(_ROUNDS, [operator])
        for round_id, game in cursor.fetchall():
            found += _wrong(cursor, round_id, game)
    return found


def _wrong(cursor: Any, round_id: str, game: str) -> list[str]:
    cursor.execute(_BETS, [round_id])
    bets = cursor.fetchall()
    rules = find(game)
    cursor.execute(_EVENTS, [f"round/{round_id}"])
    state = final_state(rules, cursor.fetchall())
    found = []
    for player, seat, kind, parts, answers, _, returned, outcome, bet in bets:
        known = Bet(player, seat, kind, msgspec.json.decode(parts), msgspec.json.decode(answers))
        due = rules.settle(known, state)
        if (due.returned, due.outcome) != (returned, outcome):
            found.append(f"{bet} was paid {returned} as {outcome}; the rules give {due.returned} as {due.outcome}")
    return found


def final_state(rules: Any, recorded: list[tuple[str, str]]) -> Any:
    """The state after the recorded events, with cards as corrected."""
    types = {event.NAME: event for event in _KERNEL} | dict(rules.events)
    before: Any = None
    events: list[Any] = []
    for name, body in recorded:
        if name == "round.opened@1":
            content = msgspec.json.decode(body)
            seated = [Seated(s["seat"], s["player"], tuple(s["marks"])) for s in content["seated"]]
            before = rules.initial(rules.read_options(content["options"]), seated)
        elif name == "round.card_corrected@1":
            fix = msgspec.json.decode(body)
            same = lambda e, fix=fix: isinstance(e, CardDealt) and (e.shoe, e.draw) == (fix["shoe"], fix["draw"])  # noqa: E731
            events = [replace(e, card=fix["card"]) if same(e) else e for e in events]
        elif name == "round.deal_voided@1":
            events.append(DealCancelled())
        elif name in types:
            events.append(msgspec.json.decode(body, type=types[name]))
    for event in events:
        before = rules.evolve(before, event)
    return before
