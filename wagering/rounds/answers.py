"""What the header of a round answers: what happened, was it paid correctly, is it intact."""

from __future__ import annotations

from typing import Any, Final

from django.utils.html import format_html

from wagering.backoffice.html import link, span
from wagering.backoffice.pages import Answer
from wagering.rounds.review import Review
from wagering.rounds.verdict import BetFigures, MoneyFigures
from wagering.wallet.amounts import currency_of, money, purse_of

_VERDICTS: Final = {
    "running": ("In play", "live", "play_arrow"),
    "decided": ("Decided, being paid", "wait", "hourglass_top"),
    "settled": ("Played and settled", "good", "check_circle"),
    "void": ("Void", "wait", "block"),
    "not_played": ("Not played", "quiet", "remove_circle"),
}


def answers(found: Review) -> list[Answer]:
    """The three questions, in this order."""
    return [_happened(found), _paid(found), _intact(found)]


def _happened(found: Review) -> Answer:
    row = found.row
    verdict, tone, icon = _VERDICTS.get(row.status, (row.status or "not opened", "quiet", "help"))
    details: list[Any] = []
    if row.reason:
        details.append(format_html("Reason: <b>{}</b>", row.reason))
    outcome = row.outcome if isinstance(row.outcome, dict) else {}
    dealer = outcome.get("dealer")
    if isinstance(dealer, dict) and "score" in dealer:
        kind = ", blackjack" if dealer.get("blackjack") else ""
        details.append(f"Dealer {dealer['score']}{kind}")
    hands = [hand for hand in outcome.get("hands", []) if isinstance(hand, dict)]
    if hands:
        results = [str(hand.get("result", "")) for hand in hands]
        counted = {result: results.count(result) for result in dict.fromkeys(results) if result}
        details.append("Hands: " + ", ".join(f"{count} {result}" for result, count in counted.items()))
    silent = sum(step.by_system for step in found.steps)
    if silent:
        details.append(f"{silent} decided by system")
    if row.corrections:
        details.append(f"{row.corrections} corrected card{'s' if row.corrections > 1 else ''}")
    if found.waits and row.status == "running":
        details.append(format_html("Waits for <b>{}</b>", found.waits))
    if row.ended_at:
        details.append(f"Took {span(row.ended_at - row.opened_at)}")
    return Answer("What happened?", verdict, tone, icon, details)


def _paid(found: Review) -> Answer:
    question = "Was it paid correctly?"
    different = sum(figures.different for figures in found.paid)
    unbalanced = sum(figures.unbalanced for figures in found.money)
    details = [line for figures in found.paid for line in _of_bets(figures, several=len(found.paid) > 1)]
    details += [line for figures in found.money for line in _of_money(figures, several=len(found.money) > 1)]
    checked, otherwise = found.again
    if checked:
        details.insert(0, f"Settled anew by the pinned rules: {checked - otherwise} of {checked} bets agree")
    if different or unbalanced or otherwise or any(figures.rest for figures in found.money):
        details.insert(0, f"{_count(different, 'bet')} paid otherwise; journals that do not sum to zero: {unbalanced}")
        return Answer(question, "No: figures differ", "bad", "error", details)
    if open_ := sum(figures.open for figures in found.paid):
        return Answer(question, f"{_count(open_, 'bet')} still open", "wait", "hourglass_top", details)
    if any(figures.escrow for figures in found.money):
        return Answer(question, "No: escrow is not empty", "bad", "error", details)
    if not found.paid:
        return Answer(question, "Nobody bet", "quiet", "remove_circle", details)
    return Answer(question, "Yes, as the rules say", "good", "check_circle", details)


def _count(number: int, of: str) -> str:
    return f"{number:,} {of}{'' if number == 1 else 's'}"


def _of_bets(figures: BetFigures, *, several: bool) -> list[Any]:
    """Three lines; real and play money are never added up."""
    currency, purse = currency_of(figures.ledger), f" {purse_of(figures.ledger)}" if several else ""
    lines: list[Any] = [
        format_html("{} staked {}{}", _count(figures.bets, "bet"), money(figures.staked, currency), purse)
    ]
    if figures.open < figures.bets:
        paid, by_rules = money(figures.paid, currency), money(figures.by_rules, currency)
        lines.append(format_html("Paid back {}; rules’ lines say {}", paid, by_rules))
    return lines


def _of_money(figures: MoneyFigures, *, several: bool) -> list[Any]:
    currency, purse = currency_of(figures.ledger), f" {purse_of(figures.ledger)}" if several else ""
    return [
        format_html("{} summing to {}{}", _count(figures.journals, "journal"), money(figures.rest, currency), purse),
        format_html("Left in escrow {}", money(figures.escrow, currency)),
    ]


def _intact(found: Review) -> Answer:
    chain = found.chain
    beginning = " (the beginning of it)" if found.shortened else ""
    details: list[Any] = [
        f"{chain.events} events in {chain.streams} streams recomputed{beginning}",
        format_html("Full replay: <code>manage.py audit_replay {}</code>", found.row.id),
    ]
    if chain.broken is not None:
        bad = link(f"#{chain.broken.position}", "eventstore_event", chain.broken.position)
        details.insert(0, format_html("First event that does not fit: {}", bad))
        return Answer("Is it intact?", "No: the chain is broken", "bad", "link_off", details)
    if chain.gap and not found.shortened:
        details.insert(0, chain.gap)
        return Answer("Is it intact?", "No: events are missing", "bad", "link_off", details)
    if found.trouble:
        details.insert(0, found.trouble)
        return Answer("Is it intact?", "Intact, but not all readable", "wait", "help", details)
    if not found.shortened:
        details.insert(1, "The round’s stream is whole up to its head")
    return Answer("Is it intact?", "Yes, every hash fits", "good", "verified", details)
