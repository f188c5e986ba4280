"""What the header of a round answers: what happened, was it paid correctly, is it intact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wagering.backoffice.html import bold, filled, link, span
from wagering.backoffice.language import waits, word
from wagering.backoffice.pages import Answer
from wagering.rounds.models import Round
from wagering.rounds.narrate import reason
from wagering.rounds.review import Review
from wagering.rounds.verdict import BetFigures, MoneyFigures
from wagering.wallet.amounts import currency_of, money, purse_of

_VERDICTS: Final[Mapping[str, tuple[Any, str, str]]] = {
    "running": (gettext_lazy("In play"), "live", "play_arrow"),
    "decided": (gettext_lazy("Decided, being paid"), "wait", "hourglass_top"),
    "settled": (gettext_lazy("Played and settled"), "good", "check_circle"),
    "void": (gettext_lazy("Void"), "wait", "block"),
    "not_played": (gettext_lazy("Not played"), "quiet", "remove_circle"),
}


def answers(found: Review) -> list[Answer]:
    """The three questions, in this order."""
    return [_happened(found), _paid(found), _intact(found)]


def _happened(found: Review) -> Answer:
    row = found.row
    verdict, tone, icon = _VERDICTS.get(row.status, (row.status or gettext_lazy("not opened"), "quiet", "help"))
    details: list[Any] = []
    if row.reason:
        details.append(filled(_("Reason: %(reason)s"), reason=bold(reason(row.reason))))
    details += _outcome(row)
    if found.score:
        standing = ", ".join(f"{word(row.game, name)} {word(row.game, str(at))}" for name, at in found.score.items())
        details.append(_("Score: %(score)s") % {"score": standing})
    silent = sum(step.by_system for step in found.steps)
    if silent:
        details.append(_("Decided by system: %(count)s") % {"count": silent})
    if row.corrections:
        details.append(_("Corrected cards: %(count)s") % {"count": row.corrections})
    if found.waits and row.status == "running":
        details.append(filled(_("Waits for: %(what)s"), what=bold(waits(row.game, found.waits))))
    if row.ended_at:
        details.append(_("Took %(time)s") % {"time": span(row.ended_at - row.opened_at)})
    return Answer(_("What happened?"), str(verdict), tone, icon, details)


def _outcome(row: Round) -> list[str]:
    """The dealer's score and how many hands came out how, as far as the game has such things."""
    outcome = row.outcome if isinstance(row.outcome, dict) else {}
    details = []
    dealer = outcome.get("dealer")
    if isinstance(dealer, dict) and "score" in dealer:
        score = _("Dealer: %(score)s") % {"score": dealer["score"]}
        details.append(f"{score}, {word(row.game, 'blackjack')}" if dealer.get("blackjack") else score)
    hands = [hand for hand in outcome.get("hands", []) if isinstance(hand, dict)]
    counted = Counter(str(hand["result"]) for hand in hands if hand.get("result"))
    if counted:
        results = ", ".join(f"{word(row.game, result)} {count}" for result, count in counted.items())
        details.append(_("Hands: %(results)s") % {"results": results})
    return details


def _paid(found: Review) -> Answer:
    question = _("Was it paid correctly?")
    different = sum(figures.different for figures in found.paid)
    unbalanced = sum(figures.unbalanced for figures in found.money)
    details = [line for figures in found.paid for line in _of_bets(figures, several=len(found.paid) > 1)]
    details += [line for figures in found.money for line in _of_money(figures, several=len(found.money) > 1)]
    checked, otherwise = found.again
    if checked:
        text = _("Settled anew by the pinned rules: %(agreed)s of %(checked)s bets agree")
        details.insert(0, text % {"agreed": checked - otherwise, "checked": checked})
    if different or unbalanced or otherwise or any(figures.rest for figures in found.money):
        text = _("Bets paid otherwise: %(bets)s; journals that do not sum to zero: %(journals)s")
        details.insert(0, text % {"bets": different, "journals": unbalanced})
        return Answer(question, _("No: figures differ"), "bad", "error", details)
    if open_ := sum(figures.open for figures in found.paid):
        return Answer(question, _("Still open: %(count)s") % {"count": f"{open_:,}"}, "wait", "hourglass_top", details)
    if any(figures.escrow for figures in found.money):
        return Answer(question, _("No: escrow is not empty"), "bad", "error", details)
    if not found.paid:
        return Answer(question, _("Nobody bet"), "quiet", "remove_circle", details)
    return Answer(question, _("Yes, as the rules say"), "good", "check_circle", details)


def _of_bets(figures: BetFigures, *, several: bool) -> list[Any]:
    """Three lines; real and play money are never added up."""
    currency, purse = currency_of(figures.ledger), purse_of(figures.ledger) if several else ""
    staked = money(figures.staked, currency)
    lines: list[Any] = [
        filled(_("Bets: %(count)s, staked %(amount)s %(purse)s"), count=f"{figures.bets:,}", amount=staked, purse=purse)
    ]
    if figures.open < figures.bets:
        paid, by_rules = money(figures.paid, currency), money(figures.by_rules, currency)
        lines.append(filled(_("Paid back %(paid)s; rules’ lines say %(rules)s"), paid=paid, rules=by_rules))
    return lines


def _of_money(figures: MoneyFigures, *, several: bool) -> list[Any]:
    currency, purse = currency_of(figures.ledger), purse_of(figures.ledger) if several else ""
    values = {"count": f"{figures.journals:,}", "amount": money(figures.rest, currency), "purse": purse}
    return [
        filled(_("Journals: %(count)s, summing to %(amount)s %(purse)s"), **values),
        filled(_("Left in escrow: %(amount)s"), amount=money(figures.escrow, currency)),
    ]


def _intact(found: Review) -> Answer:
    question, chain = _("Is it intact?"), found.chain
    if found.shortened:
        text = _("Events recomputed: %(events)s, streams: %(streams)s (the beginning of it)")
    else:
        text = _("Events recomputed: %(events)s, streams: %(streams)s")
    command = format_html("<code>manage.py audit_replay {}</code>", found.row.id)
    details: list[Any] = [
        text % {"events": chain.events, "streams": chain.streams},
        filled(_("Full replay: %(command)s"), command=command),
    ]
    if chain.broken is not None:
        bad = link(f"#{chain.broken.position}", "eventstore_event", chain.broken.position)
        details.insert(0, filled(_("First event that does not fit: %(event)s"), event=bad))
        return Answer(question, _("No: the chain is broken"), "bad", "link_off", details)
    if chain.gap and not found.shortened:
        details.insert(0, chain.gap)
        return Answer(question, _("No: events are missing"), "bad", "link_off", details)
    if found.trouble:
        details.insert(0, found.trouble)
        return Answer(question, _("Intact, but not all readable"), "wait", "help", details)
    if not found.shortened:
        details.insert(1, _("The round’s stream is whole up to its head"))
    return Answer(question, _("Yes, every hash fits"), "good", "verified", details)
