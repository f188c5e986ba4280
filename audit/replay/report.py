"""The replay of one round as data: its lines, hands, bets and differences; printed or written as JSON by others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, LiteralString

from audit.decode import UnreadableError
from audit.replay.bets import money
from audit.replay.record import Stored, first_bodies, load
from audit.replay.round import Checked, Repeated
from audit.replay.words import Amount, sentence
from audit.snapshot import Connection
from audit.verify import verify
from wagering.wallet.currencies import EXPONENTS, decimal

_BETS: Final[LiteralString] = "SELECT id, status, outcome, stake, returned FROM wallet_bet WHERE round = %s"
_ROUND: Final[LiteralString] = "SELECT status, outcome::text FROM rounds_round WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Line:
    """One event in words. ``money``: what it does to a player's balance; ``escrow``: the round's after it; both in
    minor units of ``currency``. ``cards``: what lies at the place a card went to."""

    event: Stored
    text: str
    money: int
    escrow: int | None
    currency: str
    cards: str


@dataclass(slots=True)
class Report:
    """``differences``: position (0: a board, no event) and what does not agree."""

    round: str
    ruleset: str
    title: str
    options: Mapping[str, Any]
    status: str
    lines: list[Line] = field(default_factory=list)
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outcome: Any = None
    bets: list[Checked] = field(default_factory=list)
    currencies: Mapping[str, str] = field(default_factory=dict)  # player -> currency
    differences: list[tuple[int, str]] = field(default_factory=list)

    def amount(self, player: str) -> Amount:
        """How this player's amounts are written."""
        currency = self.currencies.get(player, "")
        return lambda minor: decimal(minor, currency) if currency in EXPONENTS else f"{minor:,}"

    def as_json(self) -> dict[str, Any]:
        """``{"replay": true, "ok", "round", ..., "lines", "hands", "bets", "differences"}``; amounts in minor units."""
        return {
            "replay": True,
            "ok": not self.differences,
            "round": self.round,
            "ruleset": self.ruleset,
            "options": self.options,
            "status": self.status,
            "lines": [_line_json(line) for line in self.lines],
            "places": {place: list(cards) for place, cards in self.places.items()},
            "outcome": self.outcome,
            "bets": [
                {
                    "bet": found.bet.id,
                    "status": found.bet.status,
                    "stake": found.bet.stake,
                    "recorded": {"outcome": found.bet.outcome, "returned": found.bet.returned},
                    "recomputed": {"outcome": found.outcome, "returned": found.returned},
                    "agrees": found.agrees,
                }
                for found in self.bets
            ],
            "differences": [{"position": position, "what": what} for position, what in self.differences],
        }


def replay(connection: Connection, round_id: str) -> Report:
    """Repeat a round; ``UnknownRoundError``, or ``UnreadableError`` where a stored event is damaged beyond reading."""
    events = load(connection, round_id)
    opened = next((event for event in events if event.name == "round.opened@1"), None)
    if opened is None:
        raise UnreadableError(f"round {round_id} has events, but was never opened")
    players = sorted({event.stream for event in events if event.kind == "wallet"})
    wallets = {stream.partition("/")[2]: body for stream, body in first_bodies(connection, players).items()}
    repeated = Repeated(ledgers={player: body.get("ledger", "") for player, body in wallets.items()})
    report = Report(round_id, opened.body.get("game", ""), "", opened.body.get("options", {}), "")
    report.currencies = {player: body.get("currency", "") for player, body in wallets.items()}
    for event in events:
        report.lines.append(_line(repeated, event, report))
    repeated.finish(events[-1])
    report.title = repeated.ruleset.title if repeated.ruleset else ""
    report.status, report.outcome, report.bets = repeated.status, repeated.outcome, repeated.checked
    report.places = repeated.places()
    report.differences = [*_broken(connection, round_id), *repeated.differences, *_boards(connection, repeated, report)]
    return report


def _line(repeated: Repeated, event: Stored, report: Report) -> Line:
    narrated = repeated.apply(event)
    amount = report.amount(event.owner)
    text = narrated or sentence(event, amount)
    cards = ""
    if event.name == "round.card_dealt@1" and narrated:
        place = event.body["to"]
        lie = repeated.places().get(place, tuple(repeated.dealt.get(place, ())))
        cards = f"{place}: {' '.join(lie)}"
        text = f"{text} (draw {event.body['draw']}: {event.body['card']})"
    escrow = None
    if event.kind == "wallet":
        escrow = repeated.bets.escrow.get(repeated.ledgers.get(event.owner, ""), 0)
    return Line(event, text, money(event), escrow, report.currencies.get(event.owner, ""), cards)


def _broken(connection: Connection, round_id: str) -> list[tuple[int, str]]:
    """A replay of changed events would be worth nothing: the chain of the round's own stream is verified with it."""
    found = verify(connection, f"round/{round_id}").findings.sorted()
    return [(finding.position or 0, f"{finding.stream}:{finding.version}: {finding.what}") for finding in found]


def _boards(connection: Connection, repeated: Repeated, report: Report) -> list[tuple[int, str]]:
    """What the boards say about the round and its bets, against the events."""
    found: list[tuple[int, str]] = []
    rows = {row[0]: row[1:] for row in connection.execute(_BETS, (report.round,))}
    for bet in repeated.bets.by_id.values():
        due = (bet.status, bet.outcome, bet.stake, bet.returned)
        if (row := rows.pop(bet.id, None)) != due:
            found.append((0, f"board of bet {bet.id}: {row}, the events say {due}"))
    found += [(0, f"board of bet {bet}: there are no events for it") for bet in rows]
    board = connection.execute(_ROUND, (report.round,)).fetchone()
    if board is None or board[0] != repeated.status:
        found.append((0, f"board of the round: {board and board[0]}, the events say {repeated.status}"))
    elif board[1] is not None and json.loads(board[1]) != repeated.outcome:
        found.append((0, "board of the round: its outcome is not that of the events"))
    return found


def _line_json(line: Line) -> dict[str, Any]:
    event = line.event
    return {
        "position": event.position,
        "at": event.at.isoformat(),
        "stream": event.stream,
        "version": event.version,
        "name": event.name,
        "actor": event.actor,
        "by": event.by,
        "system": event.by_system,
        "text": line.text,
        "money": line.money,
        "escrow": line.escrow,
        "currency": line.currency,
        "cards": line.cards,
    }
