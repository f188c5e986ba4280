"""Invariants 5 to 8 and 10: receipts, bets, rounds and escrow, late remedies."""

from typing import Final

from audit.reconcile.check import Check
from audit.reconcile.parts import BETS, CLOSINGS, ROUNDS, WALLET

CHECKS: Final = (
    Check(
        "5", "The events of a key were written once, by the sender of its accepted receipt",
        """SELECT e.command AS subject, CASE
               WHEN r.key IS NULL THEN 'events without a receipt'
               WHEN NOT r.accepted THEN 'events of a refused command'
               WHEN e.actors <> 1 OR e.actor <> r.actor THEN 'events of another sender than the receipt''s'
               WHEN e.times <> 1 THEN 'events of ' || e.times || ' different times or rounds' END AS detail
           FROM (SELECT command, count(DISTINCT actor) AS actors, min(actor) AS actor,
                        count(DISTINCT (correlation, occurred_at)) AS times
                 FROM eventstore_event GROUP BY command) e
           LEFT JOIN dispatch_receipt r ON r.key = e.command""",
    ),
    Check(
        "5", "Each journal belongs to an accepted receipt and stands at its first event",
        """SELECT j.id AS subject, CASE
               WHEN r.key IS NULL OR NOT r.accepted THEN 'no accepted receipt'
               WHEN r.kind <> j.kind THEN 'a journal of ' || j.kind || ', a receipt of ' || r.kind
               WHEN j.position IS DISTINCT FROM e.position THEN 'at ' || j.position || ', its events begin at '
                    || coalesce(e.position::text, 'none') END AS detail
           FROM wallet_journal j LEFT JOIN dispatch_receipt r ON r.key = j.id
           LEFT JOIN (SELECT command, min(position) AS position FROM eventstore_event GROUP BY command) e
           ON e.command = j.id""",
    ),
    Check(
        "6", "A refusal has written nothing",
        """SELECT key AS subject, CASE
               WHEN key IN (SELECT command FROM eventstore_event) THEN 'has events'
               WHEN key IN (SELECT id FROM wallet_journal) THEN 'has a journal'
               WHEN key IN (SELECT command FROM integrations_outbox) THEN 'has a notice' END AS detail
           FROM dispatch_receipt WHERE NOT accepted""",
    ),
    Check(
        "7", "Each bet was opened, and settled, refunded or voided at most once",
        """SELECT coalesce(b.id, c.bet) AS subject, CASE
               WHEN b.id IS NULL OR b.placed = 0 THEN 'never placed'
               WHEN c.closings > 1 THEN 'closed ' || c.closings || ' times' END AS detail
           FROM bet b FULL JOIN (SELECT bet, count(*) FILTER (WHERE returned_before IS NULL) AS closings
                                 FROM closing GROUP BY bet) c ON c.bet = b.id""",
        (WALLET, CLOSINGS, BETS),
    ),
    Check(
        "7", "Late remedies begin at what had been returned",
        """SELECT bet || ' at ' || position AS subject, CASE WHEN returned_before IS DISTINCT FROM before
               THEN 'begins at ' || returned_before || ', returned was '
                   || coalesce(before::text, 'nothing') END AS detail
           FROM (SELECT bet, position, returned_before, lag(returned) OVER (PARTITION BY bet ORDER BY version) AS before
                 FROM closing) c WHERE returned_before IS NOT NULL""",
        (WALLET, CLOSINGS),
    ),
    Check(
        "7", "Each bet of a closed round is exactly one of settled, void, refunded, undone",
        """SELECT b.id AS subject, CASE
               WHEN b.taken = 0 AND t.status IS NULL THEN CASE WHEN w.status IS DISTINCT FROM 'undone'
                   THEN 'undone, its board says ' || coalesce(w.status, 'nothing') END
               WHEN t.status IS NULL THEN 'open in a round that is ' || r.status
               WHEN (r.status = 'settled' AND t.status NOT IN ('settled', 'refunded'))
                 OR (r.status = 'void' AND t.status NOT IN ('void', 'refunded'))
                 OR (r.status = 'not_played' AND t.status <> 'refunded')
                     THEN t.status || ' in a round that is ' || r.status
               WHEN w.status IS DISTINCT FROM t.status
                   THEN t.status || ', its board says ' || coalesce(w.status, 'nothing')
           END AS detail
           FROM bet b JOIN round r ON r.id = b.round AND r.status IN ('settled', 'void', 'not_played')
           LEFT JOIN result t ON t.bet = b.id LEFT JOIN wallet_bet w ON w.id = b.id""",
        (WALLET, CLOSINGS, BETS, ROUNDS),
    ),
    Check(
        "7", "The stake of each bet is what its events took",
        """SELECT coalesce(b.id, w.id) AS subject, CASE
               WHEN w.id IS NULL THEN 'has no board'
               WHEN b.id IS NULL THEN 'has no events'
               WHEN w.stake <> b.taken THEN 'board ' || w.stake || ', taken ' || b.taken
               WHEN t.stake <> b.taken THEN 'closed with ' || t.stake || ', taken ' || b.taken
               WHEN w.stake <> (SELECT coalesce(sum(p.value::bigint), 0) FROM jsonb_each_text(w.parts) p)
                   THEN 'the parts are not ' || w.stake END AS detail
           FROM bet b FULL JOIN wallet_bet w ON w.id = b.id LEFT JOIN result t ON t.bet = b.id""",
        (WALLET, CLOSINGS, BETS),
    ),
    Check(
        "7", "The board of each bet says what its last result was",
        """SELECT w.id AS subject, CASE WHEN (w.status, w.outcome, w.returned)
                   IS DISTINCT FROM (coalesce(t.status, u.status, 'open'), coalesce(t.outcome, u.status, ''),
                                     coalesce(t.returned, 0))
               THEN 'board ' || w.status || ' ' || w.outcome || ' ' || w.returned || ', events '
                    || coalesce(t.status || ' ' || t.outcome || ' ' || t.returned, u.status, 'open') END AS detail
           FROM wallet_bet w LEFT JOIN result t ON t.bet = w.id
           LEFT JOIN (SELECT id, 'undone' AS status FROM bet WHERE taken = 0) u ON u.id = w.id""",
        (WALLET, CLOSINGS, BETS),
    ),
    Check(
        "8", "Escrow and pots of a closed round are zero",
        """SELECT e.account AS subject, CASE WHEN e.total <> 0
            THEN 'holds ' || e.total || ' though ' || r.status END AS detail
           FROM (SELECT account, split_part(substr(account, length(ledger) + 2), '/', 2) AS round,
                        sum(amount) AS total
                 FROM wallet_entry WHERE substr(account, length(ledger) + 2)
                     SIMILAR TO '(escrow|pot|uncalled)/%' GROUP BY 1, 2) e
           JOIN round r ON r.id = e.round AND r.status IN ('settled', 'void', 'not_played')""",
        (ROUNDS,),
    ),
    Check(
        "8", "The escrow of each round = the stakes of its open bets",
        """SELECT account AS subject, CASE WHEN coalesce(e.total, 0) <> coalesce(b.total, 0)
               THEN 'escrow ' || coalesce(e.total, 0) || ', open bets ' || coalesce(b.total, 0) END AS detail
           FROM (SELECT account, sum(amount) AS total
               FROM wallet_entry WHERE starts_with(account, ledger || ':escrow/')
                 GROUP BY account) e
           FULL JOIN (SELECT ledger || ':escrow/' || round AS account, sum(stake) AS total
                      FROM wallet_bet WHERE status = 'open' GROUP BY 1) b USING (account)""",
    ),
    Check(
        "8", "The open liability of each ledger = the sum of its escrows",
        """SELECT ledger AS subject, CASE WHEN coalesce(e.total, 0) <> coalesce(b.total, 0)
               THEN 'escrows ' || coalesce(e.total, 0) || ', open bets ' || coalesce(b.total, 0) END AS detail
           FROM (SELECT ledger, sum(amount) AS total
               FROM wallet_entry WHERE starts_with(account, ledger || ':escrow/')
                 GROUP BY ledger) e
           FULL JOIN (SELECT ledger, sum(stake) AS total FROM wallet_bet WHERE status = 'open' GROUP BY ledger) b
           USING (ledger)""",
    ),
    Check(
        "8", "The board of each round says what its events say",
        """SELECT coalesce(r.id, d.id) AS subject, CASE WHEN r.status IS DISTINCT FROM d.status
               THEN 'board ' || coalesce(d.status, 'missing') || ', events '
                   || coalesce(r.status, 'none') END AS detail
           FROM round r FULL JOIN rounds_round d ON d.id = r.id""",
        (ROUNDS,),
    ),
    Check(
        "10", "A late remedy moves what its bets say: net = cash - receivable",
        """SELECT stream || ':' || version AS subject, CASE
               WHEN (b ->> 'net')::bigint <> (b ->> 'cash')::bigint - (b ->> 'receivable')::bigint
                   THEN 'net ' || (b ->> 'net') || ', cash ' || (b ->> 'cash') || ', owed ' || (b ->> 'receivable')
               WHEN (b ->> 'net')::bigint <> (SELECT sum((x ->> 'returned')::bigint - (x ->> 'returned_before')::bigint)
                                              FROM jsonb_array_elements(b -> 'bets') x)
                   THEN 'net ' || (b ->> 'net') || ' is not what its bets change'
               WHEN EXISTS (SELECT FROM jsonb_array_elements(b -> 'bets') x
                            WHERE x ->> 'status' = 'void' AND x ->> 'returned' <> x ->> 'stake')
                   THEN 'a void that does not return the stake' END AS detail
           FROM wallet WHERE name = 'wallet.round_adjusted@1'""",
        (WALLET,),
    ),
)  # fmt: skip
