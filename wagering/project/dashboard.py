"""The first page: is the money right, which table needs somebody, what is late, what was played today."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.utils.html import format_html

from wagering.backoffice.html import NOTHING, actor, link, span, when
from wagering.backoffice.pages import Answer, Grid
from wagering.backoffice.rule_text import rules_link
from wagering.clock.deadlines import earliest
from wagering.dispatch.refusals import message
from wagering.integrations.outbox import COUNTED, backlog
from wagering.tables.admin import waits_for
from wagering.wallet.amounts import currency_of, money, purse_of, signed
from wagering.wallet.escrow import Escrow, open_escrow

CHECKED: Final = 20_000
"""The newest entries that are added up on every look; reconciliation adds up all."""
LATE_S: Final = 10
"""A deadline that is overdue for longer is not being swept."""
PATIENCE_MS: Final = "1500"
"""Refusals have no index by time: the page goes without them rather than wait longer than this."""

_IMBALANCE: Final = """
WITH recent AS (SELECT id, journal, ledger, amount FROM wallet_entry ORDER BY id DESC LIMIT %s),
     whole AS (SELECT journal, ledger, sum(amount) AS rest FROM recent
               WHERE journal <> coalesce((SELECT journal FROM recent ORDER BY id LIMIT 1), '') GROUP BY journal, ledger)
SELECT coalesce(sum(abs(rest)), 0)::bigint, count(*) FILTER (WHERE rest <> 0), count(*) FROM whole
"""
_TABLES: Final = """
SELECT id, game, awaits, due_at, round, clock, (SELECT count(*) FROM jsonb_object_keys(seats)) FROM tables_table
WHERE awaits <> 'idle' ORDER BY NOT paused, due_at NULLS LAST, id LIMIT 25
"""
_NEWEST: Final = "SELECT recorded_at FROM eventstore_event ORDER BY position DESC LIMIT 1"
_DAY: Final = """
SELECT ledger, sum(bets)::bigint, sum(handle)::bigint, sum(returned)::bigint, sum(voided)::bigint FROM rounds_dailytotal
WHERE day = %s GROUP BY ledger ORDER BY ledger
"""
_LAST_DAY: Final = "SELECT day FROM rounds_dailytotal ORDER BY day DESC LIMIT 1"
_REFUSED: Final = """
SELECT kind, answer::jsonb ->> 'code', count(*), max(recorded_at), min(actor) FROM dispatch_receipt
WHERE NOT accepted AND recorded_at >= %s GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 12
"""


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Adds what ``admin/index.html`` shows: to everybody only what they may also see in the lists."""
    now = datetime.now(UTC)
    may = request.user.has_perm
    answers: list[Answer] = []
    if may("wallet.view_entry") and may("wallet.view_bet"):
        escrow = open_escrow()
        answers += [_imbalance(escrow), _at_stake(escrow)]
    answers += [_late()] if may("clock.view_deadline") else []
    answers += [_outbox()] if may("integrations.view_outbox") else []
    panels = [_tables(now)] if may("tables.view_table") else []
    panels += [_played(now)] if may("rounds.view_dailytotal") else []
    panels += [_refused(now)] if may("dispatch.view_receipt") else []
    return {**context, "title": "Today", "answers": answers, "panels": panels, "now": now, "is_fullwidth": "1"}


def _rows(query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())


def _imbalance(escrow: Sequence[tuple[Any, ...]]) -> Answer:
    rest, wrong, checked = _rows(_IMBALANCE, (CHECKED,))[0]
    adrift = {ledger: held - staked for ledger, staked, _, held in escrow if held != staked}
    if rest or adrift:
        details = [f"{wrong} journals do not sum to zero"] if wrong else []
        details += [
            format_html("{}: escrow and open bets differ by {}", ledger, money(by, currency_of(ledger)))
            for ledger, by in adrift.items()
        ]
        return Answer("Imbalance", "Not zero", "bad", "error", details)
    details = [f"The newest {checked:,} journals each sum to zero", "Escrow equals open stakes"]
    return Answer("Imbalance", "Zero", "good", "check_circle", details)


def _at_stake(escrow: Sequence[Escrow]) -> Answer:
    if not escrow:
        return Answer("Open escrow", "Nothing at stake", "quiet", "lock_open", ["Stakes of rounds in play appear here"])
    sums: dict[tuple[str, str], int] = {}
    for ledger, _, _, held in escrow:
        key = currency_of(ledger), purse_of(ledger)
        sums[key] = sums.get(key, 0) + held
    details = [format_html("{} {}", money(held, currency), purse) for (currency, purse), held in sorted(sums.items())]
    return Answer("Open escrow", f"{sum(row[2] for row in escrow):,} open bets", "live", "lock", details)


def _late() -> Answer:
    first = earliest()
    if first is None:
        return Answer("Oldest deadline", "None open", "quiet", "timer", ["Every question with a clock appears here"])
    details = [
        format_html("{}: {}", link(first.subject, "clock_deadline", first.subject), first.what),
        when(first.due_at),
    ]
    over = timedelta(seconds=first.overdue)
    if first.overdue > LATE_S:
        return Answer("Oldest deadline", f"{span(over)} overdue", "bad", "alarm", details)
    return Answer("Oldest deadline", "due now" if first.overdue >= 0 else f"in {span(-over)}", "live", "timer", details)


def _outbox() -> Answer:
    found = backlog()
    newest = _rows(_NEWEST)
    details: list[Any] = [f"{found.dead:,} rows are dead and wait for a person"] if found.dead else []
    details += [format_html("Newest event recorded {}", when(newest[0][0]))] if newest else ["No event recorded yet"]
    if not found.waiting:
        return Answer("Outbox", "All delivered", "good", "outbox", details)
    count = f"{found.waiting:,}" if found.waiting <= COUNTED else f"over {COUNTED:,}"
    oldest = span(timedelta(seconds=found.oldest))
    tone = "wait" if found.oldest > 60 else "live"
    return Answer("Outbox", f"Oldest waits {oldest}", tone, "outbox", [f"{count} rows waiting", *details])


def _tables(now: datetime) -> Grid:
    rows = []
    for table, game, awaits, due, round_id, clock, seats in _rows(_TABLES):
        left = NOTHING if due is None else f"{span(due - now)} {'left' if due > now else 'over'}"
        time = left if clock == "wall" else "recorded session"
        links = link(table, "tables_table", table), link(round_id, "rounds_round", round_id)
        rows.append((links[0], waits_for(game, awaits), when(due), time, links[1], rules_link(game), seats))
    columns = ("Table", "Waits for", "Due (UTC)", "Time", "Round", "Rules", "#Seats")
    empty = "No table is in play. A table appears here while it takes bets, deals or waits for somebody."
    return Grid("Tables in play", columns, rows, empty)


def _played(now: datetime) -> Grid:
    today = now.date()
    day, found = today, _rows(_DAY, (today,))
    if not found and (last := _rows(_LAST_DAY)):
        day = last[0][0]
        found = _rows(_DAY, (day,))
    sums: dict[tuple[str, str], list[int]] = {}
    for ledger, *figures in found:
        total = sums.setdefault((currency_of(ledger), purse_of(ledger)), [0, 0, 0, 0])
        for at, figure in enumerate(figures):
            total[at] += figure
    rows = []
    for (currency, purse), (bets, handle, back, voided) in sorted(sums.items()):
        amounts = money(handle, currency), money(back, currency), signed(handle - back, currency), _hold(handle, back)
        rows.append((currency, purse, f"{bets:,}", *amounts, money(voided, currency)))
    title = f"Handle and revenue {'today' if day == today else f'on {day:%Y-%m-%d}, the last day of play'}"
    columns = ("Currency", "Purse", "#Bets", "#Handle", "#Returned", "#GGR", "#Hold", "#Voided")
    empty = "No bet has been settled today. Each currency appears with its first settled bet."
    note = "By day of settlement (UTC), as far as the daily totals have read. Void and refunded bets are no handle."
    return Grid(title, columns, rows, empty, note=note)


def _hold(handle: int, back: int) -> str:
    """Revenue as a share of the handle, in per cent with one digit; whole numbers only."""
    if not handle:
        return NOTHING
    thousandths = (handle - back) * 1000 // handle
    sign = "\N{MINUS SIGN}" if thousandths < 0 else ""
    return f"{sign}{abs(thousandths) // 10}.{abs(thousandths) % 10} %"


def _reason(code: str | None) -> Any:
    return format_html("{} <code>{}</code>", message(code), code) if code else NOTHING


def _refused(now: datetime) -> Grid:
    columns = ("Command", "Reason", "For instance from", "Last (UTC)", "#Times")
    title = "Refusals of the last hour"
    try:
        with transaction.atomic():
            _rows("SELECT set_config('statement_timeout', %s, true)", (PATIENCE_MS,))
            found = _rows(_REFUSED, (now - timedelta(hours=1),))
    except OperationalError:
        return Grid(title, columns, (), "Too many receipts to look through at every visit; see the list of receipts.")
    rows = [(kind, _reason(code), actor(example), when(last), count) for kind, code, count, last, example in found]
    empty = "No command was refused in the last hour. Refusals appear here by command and reason."
    return Grid(title, columns, rows, empty)
