"""Invariants 1 to 4: zero sums, balances, floors, amounts."""

from typing import Final

from audit.reconcile.check import Check
from audit.reconcile.parts import LEDGER, LEGS, MOVED, WALLET

CHECKS: Final = (
    Check(
        "1", "Each journal sums to zero in each ledger",
        """SELECT journal || ' in ' || ledger AS subject,
                  CASE WHEN sum(amount) <> 0 THEN 'sums to ' || sum(amount) END AS detail
           FROM wallet_entry GROUP BY journal, ledger""",
    ),
    Check(
        "1", "Each ledger sums to zero",
        """SELECT ledger AS subject, CASE WHEN sum(amount) <> 0 THEN 'sums to ' || sum(amount) END AS detail
           FROM wallet_entry GROUP BY ledger""",
    ),
    Check(
        "1", "One currency in each journal",
        r"""SELECT journal AS subject, CASE WHEN count(DISTINCT split_part(ledger, '.', -2)) > 1
                   THEN 'moves ' || string_agg(DISTINCT split_part(ledger, '.', -2), ' and ') END AS detail
            FROM wallet_entry GROUP BY journal""",
    ),
    Check(
        "1", "Each entry has a journal, each journal entries, and accounts stay in their ledger",
        """SELECT coalesce(j.id, e.journal) AS subject,
                  CASE WHEN j.id IS NULL THEN 'entries without a journal'
                       WHEN e.journal IS NULL THEN 'a journal without entries'
                       WHEN NOT e.inside THEN 'an account of another ledger' END AS detail
           FROM wallet_journal j FULL JOIN (
               SELECT journal, bool_and(starts_with(account, ledger || ':')) AS inside
                   FROM wallet_entry GROUP BY journal
           ) e ON e.journal = j.id""",
    ),
    Check(
        "2", "Stored balance = sum of its entries",
        """SELECT account AS subject, CASE
               WHEN a.balance IS NULL THEN 'entries of ' || e.total || ' without a balance'
               WHEN a.balance <> coalesce(e.total, 0)
                   THEN 'balance ' || a.balance || ', entries ' || coalesce(e.total, 0)
           END AS detail
           FROM (SELECT account, balance FROM wallet_account) a FULL JOIN (
               SELECT account, sum(CASE WHEN starts_with(account, ledger || ':receivable/')
                   THEN -amount ELSE amount END) AS total
               FROM wallet_entry WHERE substr(account, length(ledger) + 2)
                   SIMILAR TO '(player|withdrawing|receivable)/%'
               GROUP BY account
           ) e USING (account)""",
    ),
    Check(
        "2", "Stored balance = replay of the wallet's events",
        """SELECT account AS subject, CASE
               WHEN a.balance IS DISTINCT FROM r.balance
               THEN 'balance ' || coalesce(a.balance::text, 'missing') || ', replay '
                   || coalesce(r.balance::text, 'none')
           END AS detail
           FROM (SELECT account, balance FROM wallet_account) a FULL JOIN (
               SELECT o.ledger || ':' || x.code || '/' || o.player AS account, sum(x.change)::bigint AS balance
               FROM moved m JOIN opened o USING (stream) CROSS JOIN LATERAL (VALUES
                   ('player', m.cash), ('withdrawing', m.withdrawing), ('receivable', m.receivable)) x (code, change)
               GROUP BY 1
           ) r USING (account)""",
        (WALLET, LEDGER, MOVED),
    ),
    Check(
        "2", "Each entry is what the events of its command give",
        """SELECT coalesce(e.journal, g.command) || ' ' || coalesce(e.account, g.account) AS subject, CASE
               WHEN e.amount IS DISTINCT FROM g.amount
               THEN 'entry ' || coalesce(e.amount::text, 'missing') || ', events ' || coalesce(g.amount::text, 'none')
               WHEN e.entries <> 1 THEN 'entered ' || e.entries || ' times' END AS detail
           FROM (SELECT journal, account, sum(amount) AS amount, count(*) AS entries,
                        account ~ ':(pot|uncalled)/' AND amount < 0 AS out
                 FROM wallet_entry GROUP BY journal, account, out) e
           FULL JOIN (SELECT command, ledger || ':' || account AS account, sum(amount) AS amount,
                             account ~ '^(pot|uncalled)/' AND amount < 0 AS out
                      FROM leg GROUP BY 1, 2, out HAVING sum(amount) <> 0) g
           ON g.command = e.journal AND g.account = e.account AND g.out = e.out""",
        (WALLET, LEDGER, LEGS),
    ),
    Check(
        "3", "No stored balance is below zero",
        """SELECT account AS subject, CASE WHEN balance < 0 THEN 'balance ' || balance END AS detail
           FROM wallet_account""",
    ),
    Check(
        "3", "No wallet was below zero after any of its events",
        """SELECT stream || ':' || version AS subject, CASE WHEN least(cash, withdrawing, receivable) < 0 THEN
               'cash ' || cash || ', withdrawing ' || withdrawing || ', receivable ' || receivable END AS detail
           FROM (SELECT stream, version, sum(cash) OVER w AS cash, sum(withdrawing) OVER w AS withdrawing,
                        sum(receivable) OVER w AS receivable
                 FROM moved WINDOW w AS (PARTITION BY stream ORDER BY version)) m""",
        (WALLET, MOVED),
    ),
    Check(
        "3", "No escrow was below zero after any of its entries",
        """SELECT account || ' entry ' || id AS subject, CASE WHEN total < 0 THEN 'escrow ' || total END AS detail
           FROM (SELECT id, account, sum(amount) OVER (PARTITION BY account ORDER BY id) AS total
                 FROM wallet_entry WHERE starts_with(account, ledger || ':escrow/')) e""",
    ),
    Check(
        "4", "Amounts of events are whole, above zero and in range",
        """SELECT stream || ':' || version AS subject, CASE
               WHEN EXISTS (SELECT FROM jsonb_each(b) f WHERE f.key IN ('amount', 'stake', 'returned', 'net', 'cash',
                            'receivable') AND (jsonb_typeof(f.value) <> 'number' OR f.value::text !~ '^-?[0-9]+$'))
                   THEN 'not a whole number'
               WHEN EXISTS (SELECT FROM jsonb_each(b) f WHERE f.key IN ('amount', 'stake', 'returned', 'receivable')
                            AND f.value::numeric NOT BETWEEN 0 AND 9000000000000000000) THEN 'out of range'
               WHEN (b ->> 'amount')::numeric > 1000000000000000
                   AND name IN ('wallet.deposited@1', 'wallet.bet_placed@1',
                    'wallet.withdrawal_asked@1') THEN 'more than any single amount may be'
               WHEN (b ->> 'amount')::numeric = 0 AND name NOT IN ('wallet.bet_refunded@1', 'wallet.bet_voided@1')
                   THEN 'an amount of zero'
               WHEN name NOT IN ('wallet.opened@1', 'wallet.deposited@1', 'wallet.withdrawal_asked@1',
                    'wallet.withdrawal_paid@1', 'wallet.withdrawal_refused@1', 'wallet.bet_placed@1',
                    'wallet.stake_taken@1', 'wallet.stake_returned@1', 'wallet.question_answered@1',
                    'wallet.bet_settled@1', 'wallet.bet_refunded@1', 'wallet.bet_voided@1', 'wallet.round_adjusted@1',
                    'wallet.connection_changed@1', 'wallet.limit_set@1', 'wallet.paused@1')
                   THEN 'no event of this name moves money here: ' || name
           END AS detail FROM wallet""",
        (WALLET,),
    ),
    Check(
        "4", "No entry of zero",
        """SELECT journal || ' entry ' || id AS subject, CASE WHEN amount = 0 THEN 'amount 0' END AS detail
           FROM wallet_entry""",
    ),
)  # fmt: skip
