"""WITH clauses that read the events: wallets, the money they move, bets and rounds, straight from the stored text."""

from typing import Final, LiteralString

WALLET: Final[LiteralString] = """
wallet AS MATERIALIZED (
    SELECT position, stream, substr(stream, 8) AS player, version, name, command, body::jsonb AS b
    FROM eventstore_event WHERE name LIKE 'wallet.%'
)"""

LEDGER: Final[LiteralString] = """
opened AS MATERIALIZED (SELECT stream, player, b ->> 'ledger' AS ledger FROM wallet WHERE name = 'wallet.opened@1')"""

MOVED: Final[LiteralString] = """
moved AS (
    SELECT *,
        CASE
            WHEN name IN ('wallet.deposited@1', 'wallet.withdrawal_refused@1', 'wallet.stake_returned@1',
                          'wallet.bet_refunded@1', 'wallet.bet_voided@1') THEN (b ->> 'amount')::bigint
            WHEN name IN ('wallet.withdrawal_asked@1', 'wallet.bet_placed@1', 'wallet.stake_taken@1')
                THEN -(b ->> 'amount')::bigint
            WHEN name = 'wallet.bet_settled@1' THEN (b ->> 'returned')::bigint
            WHEN name = 'wallet.round_adjusted@1' THEN (b ->> 'cash')::bigint
            ELSE 0
        END AS cash,
        CASE
            WHEN name = 'wallet.withdrawal_asked@1' THEN (b ->> 'amount')::bigint
            WHEN name IN ('wallet.withdrawal_paid@1', 'wallet.withdrawal_refused@1') THEN -(b ->> 'amount')::bigint
            ELSE 0
        END AS withdrawing,
        CASE WHEN name = 'wallet.round_adjusted@1' THEN (b ->> 'receivable')::bigint ELSE 0 END AS receivable
    FROM wallet
)"""
"""What each event does to the three balances of its wallet; a receivable grows with what is owed."""

LEGS: Final[LiteralString] = """
leg AS (
    SELECT e.command, o.ledger, l.account, l.amount
    FROM wallet e JOIN opened o USING (stream)
    CROSS JOIN LATERAL (
        SELECT 'player/' || e.player AS cash, 'withdrawing/' || e.player AS withdrawing,
               'escrow/' || (e.b ->> 'round') AS escrow, (e.b ->> 'table') || '/' || (e.b ->> 'kind') AS place,
               (e.b ->> 'amount')::bigint AS amount,
               CASE WHEN o.ledger LIKE '%.cash' THEN 'bank' ELSE 'issuance' END AS outside,
               coalesce((e.b -> 'lines') @? '$[*].part ? (@ starts with "pot:")', false) AS pooled
    ) n
    CROSS JOIN LATERAL (
        SELECT n.cash AS account, -n.amount AS amount
            WHERE e.name IN ('wallet.bet_placed@1', 'wallet.stake_taken@1', 'wallet.withdrawal_asked@1')
        UNION ALL SELECT n.escrow, n.amount WHERE e.name IN ('wallet.bet_placed@1', 'wallet.stake_taken@1')
        UNION ALL SELECT n.cash, n.amount
            WHERE e.name IN ('wallet.stake_returned@1', 'wallet.bet_refunded@1', 'wallet.bet_voided@1',
                             'wallet.deposited@1', 'wallet.withdrawal_refused@1')
        UNION ALL SELECT n.escrow, -n.amount
            WHERE e.name IN ('wallet.stake_returned@1', 'wallet.bet_refunded@1', 'wallet.bet_voided@1')
        UNION ALL SELECT n.outside, -n.amount WHERE e.name = 'wallet.deposited@1'
        UNION ALL SELECT n.outside, n.amount WHERE e.name = 'wallet.withdrawal_paid@1'
        UNION ALL SELECT n.withdrawing, n.amount WHERE e.name = 'wallet.withdrawal_asked@1'
        UNION ALL SELECT n.withdrawing, -n.amount
            WHERE e.name IN ('wallet.withdrawal_paid@1', 'wallet.withdrawal_refused@1')
        UNION ALL SELECT s.account, s.amount FROM (VALUES
            (n.escrow, -(e.b ->> 'stake')::bigint), ('handle/' || n.place, (e.b ->> 'stake')::bigint),
            ('returns/' || n.place, -(e.b ->> 'returned')::bigint), (n.cash, (e.b ->> 'returned')::bigint)
        ) s (account, amount) WHERE e.name = 'wallet.bet_settled@1' AND NOT n.pooled
        UNION ALL SELECT s.account, s.amount FROM (VALUES
            (n.escrow, -(e.b ->> 'stake')::bigint), (n.cash, (e.b ->> 'returned')::bigint)
        ) s (account, amount) WHERE e.name = 'wallet.bet_settled@1' AND n.pooled
        UNION ALL SELECT CASE WHEN p.line ->> 'part' LIKE 'rake:%' THEN 'rake/' || p.place
                              WHEN p.line ->> 'part' LIKE 'pot:%'
                              THEN 'pot/' || (e.b ->> 'round') || '/' || substr(p.line ->> 'part', 5)
                              ELSE 'uncalled/' || (e.b ->> 'round') END,
                         p.amount
            FROM (
                SELECT n.place, line, amount FROM jsonb_array_elements(e.b -> 'lines') line,
                        unnest(ARRAY[(line ->> 'stake')::bigint, -(line ->> 'returned')::bigint]) amount
                    WHERE e.name = 'wallet.bet_settled@1' AND n.pooled
                UNION ALL SELECT (e.b ->> 'table') || '/' || (x.bet ->> 'kind'), line, amount
                    FROM jsonb_array_elements(e.b -> 'bets') x (bet), jsonb_array_elements(x.bet -> 'lines') line,
                        unnest(ARRAY[(line ->> 'stake')::bigint, -(line ->> 'returned')::bigint]) amount
                    WHERE e.name = 'wallet.round_adjusted@1'
                        AND (x.bet -> 'lines') @? '$[*].part ? (@ starts with "pot:")'
            ) p
        UNION ALL SELECT a.account, a.amount FROM (VALUES
            (n.cash, (e.b ->> 'cash')::bigint), ('receivable/' || e.player, -(e.b ->> 'receivable')::bigint)
        ) a (account, amount) WHERE e.name = 'wallet.round_adjusted@1'
        UNION ALL SELECT r.account, r.amount FROM jsonb_array_elements(e.b -> 'bets') x (bet)
            CROSS JOIN LATERAL (VALUES
                ('handle/' || (e.b ->> 'table') || '/' || (x.bet ->> 'kind'),
                 CASE WHEN x.bet ->> 'status' = 'void' THEN -(x.bet ->> 'stake')::bigint ELSE 0 END),
                ('returns/' || (e.b ->> 'table') || '/' || (x.bet ->> 'kind'),
                 (x.bet ->> 'returned_before')::bigint
                 - CASE WHEN x.bet ->> 'status' = 'void' THEN 0 ELSE (x.bet ->> 'returned')::bigint END)
            ) r (account, amount) WHERE e.name = 'wallet.round_adjusted@1'
                AND NOT (x.bet -> 'lines') @? '$[*].part ? (@ starts with "pot:")'
    ) l
)"""
"""Double entry worked out from the events: credit positive, debit negative, account without its ledger."""

CLOSINGS: Final[LiteralString] = """
closing AS (
    SELECT b ->> 'bet' AS bet, position, version,
           CASE name WHEN 'wallet.bet_settled@1' THEN 'settled' WHEN 'wallet.bet_refunded@1' THEN 'refunded'
                     ELSE 'void' END AS status,
           CASE name WHEN 'wallet.bet_settled@1' THEN b ->> 'outcome' WHEN 'wallet.bet_refunded@1' THEN 'refunded'
                     ELSE 'void' END AS outcome,
           coalesce(b ->> 'stake', b ->> 'amount')::bigint AS stake,
           coalesce(b ->> 'returned', b ->> 'amount')::bigint AS returned,
           NULL::bigint AS returned_before
    FROM wallet WHERE name IN ('wallet.bet_settled@1', 'wallet.bet_refunded@1', 'wallet.bet_voided@1')
    UNION ALL
    SELECT x.bet ->> 'bet', position, version, x.bet ->> 'status', x.bet ->> 'outcome', (x.bet ->> 'stake')::bigint,
           (x.bet ->> 'returned')::bigint, (x.bet ->> 'returned_before')::bigint
    FROM wallet CROSS JOIN LATERAL jsonb_array_elements(b -> 'bets') x (bet) WHERE name = 'wallet.round_adjusted@1'
)"""
"""Everything that gave a bet its result, first and later ones; ``returned_before`` only in late remedies."""

BETS: Final[LiteralString] = """
bet AS (
    SELECT b ->> 'bet' AS id, min(b ->> 'round') AS round, min(player) AS player, min(stream) AS stream,
           sum(CASE WHEN name = 'wallet.stake_returned@1' THEN -(b ->> 'amount')::bigint
                    ELSE (b ->> 'amount')::bigint END)::bigint AS taken,
           count(*) FILTER (WHERE name = 'wallet.bet_placed@1') AS placed
    FROM wallet WHERE name IN ('wallet.bet_placed@1', 'wallet.stake_taken@1', 'wallet.stake_returned@1')
    GROUP BY b ->> 'bet'
),
result AS (
    SELECT DISTINCT ON (bet) bet, status, outcome, stake, returned FROM closing ORDER BY bet, version DESC
)"""
"""Each bet with what was taken for it, and its result as it stands."""

ROUNDS: Final[LiteralString] = """
round AS (
    SELECT substr(stream, 7) AS id,
           CASE WHEN bool_or(name = 'round.voided@1') THEN 'void'
                WHEN NOT bool_or(name = 'round.decided@1') THEN 'running'
                WHEN NOT bool_or(name = 'round.settled@1') THEN 'decided'
                WHEN bool_or(name = 'round.decided@1' AND (body::jsonb -> 'played')::boolean) THEN 'settled'
                ELSE 'not_played' END AS status
    FROM eventstore_event
    WHERE name IN ('round.opened@1', 'round.decided@1', 'round.settled@1', 'round.voided@1') GROUP BY stream
)"""
