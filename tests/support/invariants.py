"""What must be true of the money at any moment, asked of the database in SQL of its own.

``violations(operator)`` looks at everything that belongs to one operator. Nothing here uses the code that writes;
only the pure rules are asked again what a bet should have paid (``tests.support.recomputed``).
"""

from __future__ import annotations

from typing import Any, Final

from django.db import connections

from tests.support.recomputed import wrong_payments

# Each query finds what must not be; $$ is the operator's ledgers, %(operator)s the operator.
POOLED = "('pot', 'series', 'match')"  # bets among players: the house keeps a rake, not the difference
BROKEN: Final[dict[str, str]] = {
    "a journal does not sum to zero in a ledger": """
        SELECT journal, ledger, sum(amount) FROM wallet_entry WHERE $$ GROUP BY 1, 2 HAVING sum(amount) <> 0""",
    "a journal moves two currencies": """
        SELECT journal FROM wallet_entry WHERE $$ GROUP BY 1 HAVING count(DISTINCT split_part(ledger, '.', -2)) > 1""",
    "an entry of nothing": "SELECT id FROM wallet_entry WHERE $$ AND amount = 0",
    "an entry without a journal": """
        SELECT e.id FROM wallet_entry e LEFT JOIN wallet_journal j ON j.id = e.journal WHERE e.$$ AND j.id IS NULL""",
    "an entry outside its account's ledger": """
        SELECT id FROM wallet_entry WHERE $$ AND split_part(account, ':', 1) <> ledger""",
    "a balance is not the sum of its entries": """
        SELECT a.account, a.balance, e.total FROM wallet_account a LEFT JOIN
            (SELECT account, sum(amount) AS total FROM wallet_entry WHERE $$ GROUP BY 1) e USING (account)
        WHERE a.$$ AND a.balance <> coalesce(CASE WHEN a.code = 'receivable' THEN -e.total ELSE e.total END, 0)""",
    "entries on an account with a floor that has no balance": """
        SELECT DISTINCT e.account FROM wallet_entry e LEFT JOIN wallet_account a USING (account)
        WHERE e.$$ AND e.account ~ ':(player|withdrawing|receivable)/' AND a.account IS NULL""",
    "a balance below zero": "SELECT account, balance FROM wallet_account WHERE $$ AND balance < 0",
    "an escrow below zero": """
        SELECT account, sum(amount) FROM wallet_entry WHERE $$ AND account LIKE '%%:escrow/%%'
        GROUP BY 1 HAVING sum(amount) < 0""",
    "a balance is not what the events add up to": """
        WITH moved AS (
            SELECT e.stream, e.name, (e.body::jsonb ->> 'amount')::bigint AS amount, e.body::jsonb AS body
            FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player
            WHERE w.operator = %(operator)s
        ), folded AS (
            SELECT substr(stream, 8) AS player,
                sum(CASE name WHEN 'wallet.deposited@1' THEN amount WHEN 'wallet.withdrawal_asked@1' THEN -amount
                    WHEN 'wallet.withdrawal_refused@1' THEN amount WHEN 'wallet.bet_placed@1' THEN -amount
                    WHEN 'wallet.stake_taken@1' THEN -amount WHEN 'wallet.stake_returned@1' THEN amount
                    WHEN 'wallet.bet_refunded@1' THEN amount WHEN 'wallet.bet_voided@1' THEN amount
                    WHEN 'wallet.bet_settled@1' THEN (body ->> 'returned')::bigint
                    WHEN 'wallet.round_adjusted@1' THEN (body ->> 'cash')::bigint ELSE 0 END) AS cash,
                sum(CASE name WHEN 'wallet.withdrawal_asked@1' THEN amount WHEN 'wallet.withdrawal_paid@1' THEN -amount
                    WHEN 'wallet.withdrawal_refused@1' THEN -amount ELSE 0 END) AS withdrawing,
                sum(CASE name WHEN 'wallet.round_adjusted@1' THEN (body ->> 'receivable')::bigint ELSE 0 END) AS owed
            FROM moved GROUP BY 1
        )
        SELECT a.account, a.balance FROM wallet_account a JOIN folded f ON f.player = a.owner WHERE a.$$ AND
            a.balance <> CASE a.code WHEN 'player' THEN f.cash WHEN 'withdrawing' THEN f.withdrawing ELSE f.owed END""",
    "an amount in an event is no positive whole number": """
        SELECT e.position, e.name FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player
        WHERE w.operator = %(operator)s AND e.body::jsonb ? 'amount'
          AND e.body::jsonb ->> 'amount' !~ '^[1-9][0-9]*$'""",
    "a bet was closed more than once": """
        SELECT e.body::jsonb ->> 'bet', count(*) FROM eventstore_event e
        JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player WHERE w.operator = %(operator)s AND
            e.name IN ('wallet.bet_settled@1', 'wallet.bet_refunded@1', 'wallet.bet_voided@1')
        GROUP BY 1 HAVING count(*) > 1""",
    "a bet of a closed round is not closed, or one of an open round is settled": """
        SELECT b.id, b.status, r.status FROM wallet_bet b JOIN rounds_round r ON r.id = b.round WHERE b.$$ AND NOT
            (b.status = 'undone' OR CASE r.status WHEN 'settled' THEN b.status IN ('settled', 'refunded')
                WHEN 'not_played' THEN b.status = 'refunded' WHEN 'void' THEN b.status IN ('void', 'refunded')
                WHEN 'running' THEN b.status IN ('open', 'refunded')
                ELSE b.status IN ('open', 'settled', 'refunded') END)""",
    "a bet without a stake": "SELECT id, status FROM wallet_bet WHERE $$ AND (stake = 0) <> (status = 'undone')",
    "a bet's stake is not the sum of its parts and of its events": """
        SELECT b.id, b.stake, e.total FROM wallet_bet b LEFT JOIN (
            SELECT e.body::jsonb ->> 'bet' AS bet, sum((e.body::jsonb ->> 'amount')::bigint
                   * CASE e.name WHEN 'wallet.stake_returned@1' THEN -1 ELSE 1 END) AS total
            FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player
            WHERE w.operator = %(operator)s
              AND e.name IN ('wallet.bet_placed@1', 'wallet.stake_taken@1', 'wallet.stake_returned@1') GROUP BY 1
        ) e ON e.bet = b.id WHERE b.$$ AND (b.stake IS DISTINCT FROM e.total OR b.stake <>
            (SELECT coalesce(sum(value::bigint), 0) FROM jsonb_each_text(b.parts)))""",
    "a closed bet returned what its outcome does not allow": """
        SELECT id, status, outcome, stake, returned FROM wallet_bet WHERE $$ AND NOT CASE status
            WHEN 'open' THEN returned = 0 AND outcome = '' WHEN 'settled' THEN outcome NOT IN ('', 'void', 'refunded')
            ELSE returned = stake AND outcome = status END""",
    "an escrow is not the open stakes of its round": """
        WITH held AS (SELECT ledger, split_part(account, ':escrow/', 2) AS round, sum(amount) AS amount
                      FROM wallet_entry WHERE $$ AND account LIKE '%%:escrow/%%' GROUP BY 1, 2),
             open AS (SELECT ledger, round, sum(stake) AS amount FROM wallet_bet
                      WHERE $$ AND status = 'open' GROUP BY 1, 2)
        SELECT round, held.amount, open.amount FROM held FULL JOIN open USING (ledger, round)
        WHERE coalesce(held.amount, 0) <> coalesce(open.amount, 0)""",
    # Whatever happened, early or late, once or often: a round has moved each player by what his bets say now.
    "a round has not moved a player by what his bets say": """
        WITH moved AS (
            SELECT j.correlation AS round, e.ledger, split_part(e.account, '/', 2) AS player, sum(e.amount) AS net
            FROM wallet_entry e JOIN wallet_journal j ON j.id = e.journal
            WHERE e.$$ AND j.correlation <> '' AND e.account ~ ':(player|withdrawing|receivable)/' GROUP BY 1, 2, 3
        ), bets AS (
            SELECT round, ledger, player, sum(returned - stake) AS net FROM wallet_bet WHERE $$ GROUP BY 1, 2, 3
        )
        SELECT round, player, moved.net, bets.net FROM moved FULL JOIN bets USING (round, ledger, player)
        WHERE coalesce(moved.net, 0) <> coalesce(bets.net, 0)""",
    "handle, returns and rake are not those of the settled bets": f"""
        WITH booked AS (
            SELECT j.correlation AS round, e.ledger, split_part(split_part(e.account, ':', 2), '/', 1) AS code,
                   split_part(e.account, '/', 3) AS kind, sum(e.amount) AS amount
            FROM wallet_entry e JOIN wallet_journal j ON j.id = e.journal
            WHERE e.$$ AND e.account ~ ':(handle|returns|rake)/' GROUP BY 1, 2, 3, 4
        ), bets AS (
            SELECT round, ledger, kind, sum(stake) AS handle, sum(returned) AS returns FROM wallet_bet
            WHERE $$ AND status = 'settled' GROUP BY 1, 2, 3
        ), wanted AS (
            SELECT round, ledger, 'handle' AS code, kind, handle AS amount FROM bets WHERE kind NOT IN {POOLED}
            UNION ALL SELECT round, ledger, 'returns', kind, -returns FROM bets WHERE kind NOT IN {POOLED}
            UNION ALL SELECT round, ledger, 'rake', kind, handle - returns FROM bets WHERE kind IN {POOLED}
        )
        SELECT round, code, kind, booked.amount, wanted.amount
        FROM booked FULL JOIN wanted USING (round, ledger, code, kind)
        WHERE coalesce(booked.amount, 0) <> coalesce(wanted.amount, 0)""",
    "a shoe was opened otherwise than it was promised": """
        SELECT m.stream FROM eventstore_event m JOIN eventstore_event r ON r.stream = m.stream
        WHERE m.name = 'shoe.mounted@1' AND r.name = 'shoe.retired@1' AND m.body::jsonb ->> 'commitment' <> ''
          AND split_part(m.body::jsonb ->> 'table', '.', 1) = %(operator)s
          AND m.body::jsonb ->> 'commitment' <> encode(sha256(convert_to(
              (r.body::jsonb ->> 'nonce') || chr(10) || (r.body::jsonb ->> 'order'), 'UTF8')), 'hex')""",
    "a pot is not empty after its journal": """
        SELECT journal, account, sum(amount) FROM wallet_entry WHERE $$ AND account ~ ':(pot|uncalled)/'
        GROUP BY 1, 2 HAVING sum(amount) <> 0""",
    "a bet's lines do not add up to it": """
        SELECT e.body::jsonb ->> 'bet' FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player
        WHERE w.operator = %(operator)s AND e.name = 'wallet.bet_settled@1' AND (
            SELECT (sum((l ->> 'stake')::bigint), sum((l ->> 'returned')::bigint)) IS DISTINCT FROM
                   ((e.body::jsonb ->> 'stake')::numeric, (e.body::jsonb ->> 'returned')::numeric)
            FROM jsonb_array_elements(e.body::jsonb -> 'lines') l)""",
    "a receipt and the events of its command do not go together": """
        SELECT e.position, e.command FROM eventstore_event e JOIN wallet_wallet w ON e.stream = 'wallet/' || w.player
        LEFT JOIN dispatch_receipt r ON r.key = e.command WHERE w.operator = %(operator)s AND r.accepted IS NOT TRUE""",
    "a stream has a gap, or its head is not its last event": """
        SELECT s.stream FROM eventstore_stream s JOIN wallet_wallet w ON s.stream = 'wallet/' || w.player
        WHERE w.operator = %(operator)s
          AND s.version <> (SELECT count(*) FROM eventstore_event e WHERE e.stream = s.stream)""",
}


def violations(operator: str, *, rounds: bool = True) -> list[str]:
    """What is wrong with the operator's money, in words. ``rounds``: also recompute every payment by the rules."""
    ledgers = f"ledger LIKE '{operator}.%%'"
    found = []
    with connections["default"].cursor() as cursor:
        for what, query in BROKEN.items():
            cursor.execute(query.replace("$$", ledgers), {"operator": operator})
            rows: list[tuple[Any, ...]] = cursor.fetchmany(3)
            found += [f"{what}: {row}" for row in rows]
    return found + (wrong_payments(operator) if rounds else [])
