"""What the header of a round answers: what happened, was it paid correctly, is it intact."""

from __future__ import annotations

from typing import Any, Final

from django.utils.html import format_html

from wagering.backoffice.html import link, span
from wagering.backoffice.pages import Answer
from wagering.rounds.review import Review
from wagering.wallet.amounts import money

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
    if row.ended_at:
        details.append(f"Took {span(row.ended_at - row.opened_at)}")
    return Answer("What happened?", verdict, tone, icon, details)


def _paid(found: Review) -> Answer:
    paid, moved, currency = found.paid, found.money, found.currency
    details: list[Any] = [
        format_html("{} bets staked {}", paid.bets, money(paid.staked, currency)),
        format_html("Paid back {}", money(paid.paid, currency)),
        format_html("Rules’ lines say {}", money(paid.by_rules, currency)),
        format_html("{} journals sum to {}", moved.journals, money(moved.rest, currency)),
        format_html("Left in escrow {}", money(moved.escrow, currency)),
    ]
    if paid.different or moved.unbalanced or moved.rest:
        details.insert(0, f"{paid.different} bets differ, {moved.unbalanced} journals do not sum to zero")
        return Answer("Was it paid correctly?", "No: figures differ", "bad", "error", details)
    if paid.open:
        return Answer("Was it paid correctly?", f"{paid.open} bets still open", "wait", "hourglass_top", details)
    if moved.escrow:
        return Answer("Was it paid correctly?", "No: escrow is not empty", "bad", "error", details)
    if not paid.bets:
        return Answer("Was it paid correctly?", "Nobody bet", "quiet", "remove_circle", details[3:])
    return Answer("Was it paid correctly?", "Yes, as the rules say", "good", "check_circle", details)


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
