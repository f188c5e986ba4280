"""Statistics of players worked out once more from the events, with nothing of the code that counts them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC
from typing import Any

import msgspec

from games.catalog import find
from tests.support.house import GAME
from tests.support.recomputed import final_state
from wagering.eventstore.session import execute
from wagering.players.queries import Statistics, statistics

WALLETS = (
    "SELECT e.stream, e.name, e.body, e.occurred_at FROM eventstore_event e JOIN wallet_wallet w"
    " ON e.stream = 'wallet/' || w.player WHERE w.operator = %b::text ORDER BY e.position"
)
ROUND = "SELECT name, body FROM eventstore_event WHERE stream = %b::text ORDER BY version"


def bets_of(operator: str) -> dict[str, dict[str, dict[str, Any]]]:
    """By player and bet: how each closed bet stands after its last event."""
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for stream, name, text, at in execute(WALLETS, (operator,)):
        player, body = stream.removeprefix("wallet/"), msgspec.json.decode(text)
        if name == "wallet.round_adjusted@1":
            for bet in body["bets"]:
                found[player][bet["bet"]] |= {"status": bet["status"], "returned": bet["returned"]}
        elif name in ("wallet.bet_settled@1", "wallet.bet_voided@1", "wallet.bet_refunded@1"):
            status, back = name.removeprefix("wallet.bet_").removesuffix("@1"), body.get("returned", body.get("amount"))
            bet = {"round": body["round"], "status": status, "stake": body.get("stake", back), "returned": back}
            found[player][body["bet"]] = {**bet, "day": at.astimezone(UTC).date()}
    return found


def feats_of(round_id: str) -> Mapping[str, Mapping[str, int]]:
    rules = find(GAME)
    state = final_state(rules, execute(ROUND, (f"round/{round_id}",)).fetchall())
    found: Any = rules.outcome(state)["feats"]
    return found


def worked_out(bets: Mapping[str, Mapping[str, Any]], player: str) -> dict[str, Any]:
    """Rounds, wins, staked, returned, biggest win and feats."""
    nets: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    feats: Counter[str] = Counter()
    for bet in bets.values():
        if bet["status"] == "settled":
            nets[bet["round"]] += bet["returned"] - bet["stake"]
            totals += Counter(staked=bet["stake"], returned=bet["returned"])
    for round_id in nets:
        feats += Counter(feats_of(round_id).get(player, {}))
    wins = [net for net in nets.values() if net > 0]
    figures = {"rounds": len(nets), "wins": len(wins), "biggest_win": max(wins, default=0), "feats": dict(feats)}
    return {**figures, "staked": totals["staked"], "returned": totals["returned"]}


def shown(found: Statistics) -> dict[str, Any]:
    return {name: getattr(found, name) for name in ("rounds", "wins", "biggest_win", "feats", "staked", "returned")}


def agree(operator: str) -> list[Statistics]:
    """Every player's statistics are what the events give."""
    everything = []
    for player, bets in bets_of(operator).items():
        found = statistics(player)
        due = worked_out(bets, player)
        assert [shown(each) for each in found] == ([due] if due["rounds"] else []), player
        everything += found
    return everything
