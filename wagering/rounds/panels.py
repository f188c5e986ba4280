"""Tables on the page of a round: its money, what was put right, the options it is pinned to."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext as _

from wagering.backoffice.html import actor, chip, clock, link, listed, mono, side_by_side, stack, when
from wagering.backoffice.pages import Grid, Text
from wagering.rounds.review import MAX_ACCOUNTS, MAX_JOURNALS, Review, Step
from wagering.wallet.amounts import currency_of, money, purse_of, short_account, signed

REMEDIES: Final = frozenset(
    {
        "round.paused@1", "round.resumed@1", "round.voided@1", "round.deal_voided@1", "round.card_corrected@1",
        "wallet.round_adjusted@1", "incident.reported@1", "incident.resolved@1",
    }
)  # fmt: skip


def accounts(found: Review) -> Grid:
    """What the round moved in each account, and that it sums to zero."""
    rows: list[tuple[Any, Any]] = []
    several = len(found.money) > 1
    for moved in found.moved:
        name, currency = short_account(moved.account), currency_of(moved.ledger)
        shown = link(name, "wallet_account", moved.account) if _has_row(moved.account) else name
        if several:
            shown = side_by_side([shown, chip(purse_of(moved.ledger))])
        rows.append((shown, signed(moved.amount, currency) if moved.amount else money(0, currency)))
    ledgers = ", ".join(figures.ledger for figures in found.money)
    note = _("Ledger %(ledgers)s. Credit plus, debit minus; a receivable grows with debits.") % {"ledgers": ledgers}
    if len(rows) == MAX_ACCOUNTS:
        note += " " + _("Only the first %(count)s accounts; the sum counts all.") % {"count": MAX_ACCOUNTS}
    empty = _("No money has moved in this round yet. Each stake, payout and refund appears here once it is booked.")
    foot = (_("Sum over all accounts"), _sums(found))
    return Grid(_("Money by account"), (_("Account"), f"#{_('Net')}"), rows, empty, foot, note if rows else "")


def _sums(found: Review) -> Any:
    """One sum for each ledger, because play money is not money."""
    return stack(money(figures.rest, currency_of(figures.ledger)) for figures in found.money)


def _has_row(account: str) -> bool:
    return short_account(account).partition("/")[0] in ("player", "withdrawing", "receivable")


def journals(found: Review) -> Grid:
    """The round's journals, leg by leg."""
    rows: list[tuple[Any, Any]] = []
    for journal in found.journals:
        legs = found.legs.get(journal.id, ())
        if legs:
            kind = link(journal.kind, "wallet_journal", journal.id)
            whole = not sum(leg.amount for leg in legs)
            sums = chip(_("sums to zero"), "good", "check") if whole else ""
            rows.append((side_by_side([kind, clock(journal.occurred_at)]), sums))
        rows += [(short_account(leg.account), signed(leg.amount, currency_of(leg.ledger))) for leg in legs]
    count = sum(figures.journals for figures in found.money)
    legs_in_all = sum(figures.legs for figures in found.money)
    note = _("Shown: %(shown)s of %(count)s journals.") % {"shown": MAX_JOURNALS, "count": count}
    empty = _("No journal yet. Each command that moves money books one, and each sums to zero.")
    foot = (_("Journals: %(journals)s, legs: %(legs)s") % {"journals": count, "legs": legs_in_all}, _sums(found))
    cut = note if len(found.journals) == MAX_JOURNALS else ""
    return Grid(_("Journals"), (_("Account"), f"#{_('Amount')}"), rows, empty, foot, cut)


def remedies(found: Review) -> Grid:
    """What supervisors put right."""
    rows = [
        (when(step.linked.occurred_at), step.words, actor(step.linked.actor), event_link(step))
        for step in found.steps
        if step.linked.name in REMEDIES
    ]
    empty = _("Nothing had to be put right: no incident, no void, no correction.")
    columns = (_("Time (UTC)"), _("What happened"), _("By"), _("Event"))
    return Grid(_("Incidents, voids and corrections"), columns, rows, empty)


def pinned(found: Review) -> Text:
    """The options that the round was opened under."""
    note = _("The rules this round was opened under, with every default written out. Later changes do not touch it.")
    options = listed(found.options) or _("The table’s first event cannot be read.")
    return Text(_("Options pinned from %(rules)s") % {"rules": found.row.game}, options, note)


def event_link(step: Step) -> Any:
    """The page of the event behind a step."""
    return link(mono(f"#{step.linked.position}"), "eventstore_event", step.linked.position)
