"""What a session's run is asked at its ``expect`` lines, and the result file. No expectation is read."""

from collections.abc import Mapping
from typing import Any

from wagering.demo.session_lines import Line, Run
from wagering.eventstore.session import execute
from wagering.rounds import queries

_BALANCES = """
SELECT a.owner, a.code, a.balance FROM wallet_account a JOIN wallet_wallet w ON w.player = a.owner
WHERE w.operator = %b::text AND a.code IN ('player', 'receivable')
"""
_BETS = """
SELECT b.id, b.outcome, b.stake, b.returned FROM wallet_bet b JOIN tables_table t ON t.id = b."table"
WHERE t.operator = %b::text AND b.status <> 'open'
"""
_ROUNDS = """
SELECT r.id, r.status FROM rounds_round r JOIN tables_table t ON t.id = r."table" WHERE t.operator = %b::text
"""


def observe(run: Run, line: Line) -> dict[str, Any]:
    """What stands at this ``expect...`` line: ``{"balances": ..., "seats": ...}``, each for the line's own table."""
    if line["kind"] == "expect_view":
        viewer = line["viewer"] if line["viewer"] == "public" else run.id(line["viewer"])
        seen = queries.view(run.id(line["table"]), viewer)
        return {"views": {"cards": {place: list(cards) for place, cards in seen.cards.items()}, "may": list(seen.may)}}
    money: dict[str, dict[str, int]] = {"player": {}, "receivable": {}}
    for owner, code, balance in execute(_BALANCES, (run.name,)):
        money[code][run.plain(owner)] = balance
    found: dict[str, Any] = {
        "balances": money["player"],
        "receivables": {player: owed for player, owed in money["receivable"].items() if owed},
    }
    if line["kind"] == "expect":
        seats = queries.seats(run.id(line["table"]))
        found["seats"] = {str(seat): run.plain(player) for seat, player in seats.items()}
        if (score := queries.score(run.id(line["table"]))) is not None:
            found["scores"] = {run.plain(name): standing for name, standing in score.items()}
    return found


def result(run: Run, name: str, refusals: Mapping[str, str], seen: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """RESULT.json: refusals by line, what was observed by line, and bets, rounds and totals at the end."""
    found: dict[str, Any] = {"format": 1, "name": name, "refusals": dict(refusals)}
    for key in ("balances", "receivables", "seats", "scores", "views"):
        found[key] = {seq: observed[key] for seq, observed in seen.items() if key in observed}
    found["bets"] = {
        _plain_bet(run, bet): {"outcome": outcome, "stake": stake, "returned": returned}
        for bet, outcome, stake, returned in execute(_BETS, (run.name,))
    }
    found["rounds"] = {run.plain(round_id): status for round_id, status in execute(_ROUNDS, (run.name,))}
    found["totals"] = [{**row, "table": run.plain(row["table"])} for row in queries.totals(run.name)]
    return found


def _plain_bet(run: Run, bet: str) -> str:
    return "/".join(run.plain(part) for part in bet.split("/"))
