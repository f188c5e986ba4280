"""Daily totals by table, kind of bet and ledger: a catch-up projection behind the log (handle, returned, voids).

Rebuilt by starting a new version from the first event, or checked against the bets by ``audit_reconcile``.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.types.numeric import Int8

from wagering.eventstore.read import Recorded
from wagering.eventstore.session import execute
from wagering.projector.catch_up import Projection

FIGURES: Final = ("bets", "handle", "returned", "voided", "refunded")
_LEDGERS = "SELECT player, ledger FROM wallet_wallet WHERE player = ANY (%b::text[])"
_ADD = """
INSERT INTO rounds_dailytotal (id, day, "table", kind, ledger, bets, handle, returned, voided, refunded)
SELECT t.day || '/' || t.tbl || '/' || t.kind || '/' || t.ledger, t.day::date, t.tbl, t.kind, t.ledger,
       t.bets, t.handle, t.returned, t.voided, t.refunded
FROM unnest(%b::text[], %b::text[], %b::text[], %b::text[],
            %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bigint[])
     AS t (day, tbl, kind, ledger, bets, handle, returned, voided, refunded)
ON CONFLICT (id) DO UPDATE SET bets = rounds_dailytotal.bets + excluded.bets,
    handle = rounds_dailytotal.handle + excluded.handle, returned = rounds_dailytotal.returned + excluded.returned,
    voided = rounds_dailytotal.voided + excluded.voided, refunded = rounds_dailytotal.refunded + excluded.refunded
"""
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def figures(name: str, body: dict[str, Any]) -> list[tuple[str, str, tuple[int, ...]]]:
    """``(table, kind, figures)`` of one event, figures in the order of ``FIGURES``."""
    if name == "wallet.bet_settled@1":
        return [(body["table"], body["kind"], (1, body["stake"], body["returned"], 0, 0))]
    if name == "wallet.bet_voided@1":
        return [(body["table"], body["kind"], (0, 0, 0, body["amount"], 0))]
    if name == "wallet.bet_refunded@1":
        return [(body["table"], body["kind"], (0, 0, 0, 0, body["amount"]))]
    found: list[tuple[str, str, tuple[int, ...]]] = []
    for bet in body["bets"]:
        change = bet["returned"] - bet["returned_before"]
        void = (-1, -bet["stake"], -bet["returned_before"], bet["stake"], 0)
        found.append((body["table"], bet["kind"], void if bet["status"] == "void" else (0, 0, change, 0, 0)))
    return found


def apply(connection: BaseDatabaseWrapper, events: Sequence[Recorded]) -> None:
    """Add what these events settled, voided and refunded."""
    players = {event.stream.removeprefix("wallet/") for event in events}
    ledgers = dict(execute(_LEDGERS, (sorted(players),)).fetchall())
    totals: dict[tuple[str, str, str, str], list[int]] = defaultdict(lambda: [0] * len(FIGURES))
    for event in events:
        day = event.occurred_at.date().isoformat()
        ledger = ledgers[event.stream.removeprefix("wallet/")]
        for table, kind, amounts in figures(event.name, _decode(event.body)):
            row = totals[day, table, kind, ledger]
            for place, amount in enumerate(amounts):
                row[place] += amount
    keys = [list(column) for column in zip(*totals, strict=True)]
    sums = [[Int8(amount) for amount in column] for column in zip(*totals.values(), strict=True)]
    execute(_ADD, (*keys, *sums))


DAILY_TOTALS: Final = Projection(
    name="rounds.daily_totals",
    version=1,
    events=frozenset(
        {"wallet.bet_settled@1", "wallet.bet_voided@1", "wallet.bet_refunded@1", "wallet.round_adjusted@1"}
    ),
    apply=apply,
)
