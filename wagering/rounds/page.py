"""The page of one round: what its review says, put into words and pictures for the template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.kernel.bets import Line
from games.kernel.cards import HIDDEN
from wagering.backoffice import cards
from wagering.backoffice.html import NOTHING, actor, chip, clock, link, listed, mono, side_by_side, stack, status, when
from wagering.backoffice.pages import Grid, Page, Text
from wagering.rounds.answers import answers
from wagering.rounds.review import MAX_ACCOUNTS, MAX_BETS, MAX_EVENTS, MAX_JOURNALS, Review, Step
from wagering.wallet.amounts import currency_of, money, plain, purse_of, short_account, signed
from wagering.wallet.models import Bet

REMEDIES: Final = frozenset(
    {
        "round.paused@1", "round.resumed@1", "round.voided@1", "round.card_corrected@1", "wallet.round_adjusted@1",
        "incident.reported@1", "incident.resolved@1",
    }
)  # fmt: skip
FEW: Final = 3
"""So many events of wallets in a row are shown one by one; more are folded together."""
_RESULTS: Final = {"win": "good", "blackjack": "good", "push": "quiet", "lose": "bad", "surrender": "wait"}


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards at one place and what became of them."""

    place: str
    label: str
    player: Any
    pictures: Sequence[SafeString]
    score: str = ""
    tags: Sequence[SafeString] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class BetRow:
    """One bet with the lines that explain it."""

    bet: Bet
    player: Any
    parts: Sequence[str]
    stake: Any
    returned: Any
    net: Any
    status: SafeString
    outcome: str
    lines: Sequence[tuple[str, SafeString, Any, Any, str, str]] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the timeline, or several that are folded together (``inside``)."""

    position: int
    at: Any
    words: str
    actor: Any
    by_system: bool
    link: Any
    tone: str
    inside: Sequence[Told] = field(default=())


def page(found: Review) -> Page:
    """Everything that ``round.html`` draws."""
    row = found.row
    lead = side_by_side(
        [
            format_html("<span>Table {}</span>", link(row.table, "tables_table", row.table)),
            format_html("<span>{}</span>", found.ruleset.title if found.ruleset else row.game),
            format_html("<span>rules pinned to <code>{}</code></span>", row.game),
            format_html("<span>opened {} UTC</span>", when(row.opened_at)),
            format_html("<span>ended {} UTC</span>", when(row.ended_at)) if row.ended_at else chip("not ended", "live"),
        ]
    )
    chips = [status(row.status)]
    if row.corrections:
        chips.append(chip(f"corrected {row.corrections} ×", "wait", "edit_note"))
    dealer, seats = _hands(found)
    extra = {
        "dealer": dealer,
        "seats": seats,
        "moments": _moments(found),
        "deck": [(card, cards.picture(card)) for card in sorted(_deck(found))],
        "bets": [_bet(found, bet) for bet in found.bets],
        "more_bets": max(0, sum(figures.bets for figures in found.paid) - MAX_BETS),
        "told": list(_folded([_told(found, step) for step in found.steps])),
        "shortened": f"the first {MAX_EVENTS:,} of each kind" if found.shortened else "",
        "trouble": found.trouble,
        "remedies": [_remedies(found)],
        "money_panels": [_accounts(found), _journals(found)],
        "pinned": [_pinned(found)],
        "row": row,
    }
    return Page(row.id, lead, chips, answers(found), template="backoffice/round.html", extra=extra)


# --- cards -----------------------------------------------------------------------------------------------------------


def _hands(found: Review) -> tuple[Hand | None, list[Hand]]:
    outcome = found.row.outcome if isinstance(found.row.outcome, dict) else {}
    ends = {str(hand.get("place")): hand for hand in outcome.get("hands", []) if isinstance(hand, dict)}
    ends["dealer"] = outcome["dealer"] if isinstance(outcome.get("dealer"), dict) else {}
    hands = [_hand(place, shown, ends.get(place, {}), found) for place, shown in sorted(found.hands.items())]
    dealer = next((hand for hand in hands if hand.place == "dealer"), None)
    return dealer, [hand for hand in hands if hand.place != "dealer"]


def _hand(place: str, shown: Sequence[Any], end: Mapping[str, Any], found: Review) -> Hand:
    seat, _, number = place.removeprefix("seat").partition(".")
    label = f"Seat {seat}" if seat.isdigit() else place.replace("_", " ").capitalize()
    if number not in ("", "1"):
        label = f"{label} · hand {number}"
    tags = [chip(str(end["result"]), _RESULTS.get(str(end["result"]), "quiet"))] if end.get("result") else []
    tags += [chip(name, "live") for name in ("doubled", "split", "blackjack") if end.get(name) is True]
    player = end.get("player") or _sitting(found, seat)
    return Hand(
        place, label, link(player, "wallet_wallet", player) if player else "", [_picture(card) for card in shown],
        str(end.get("score", "")), tags, str(end.get("clause", "")),
    )  # fmt: skip


def _picture(card: Any) -> SafeString:
    notes = ["dealt face down"] if card.down and card.card != HIDDEN else []
    notes += [f"first recorded as the {cards.name(card.was)}"] if card.was else []
    return cards.picture(card.card, ", ".join(notes))


def _sitting(found: Review, seat: str) -> str:
    players = [bet.player for bet in found.bets if str(bet.seat) == seat and bet.kind in ("seat", "ante", "main")]
    return players[0] if players else ""


def _deck(found: Review) -> set[str]:
    shown = {card for _, board in found.boards for hand in board.values() for card in hand}
    return shown | {HIDDEN}


def _moments(found: Review) -> list[dict[str, Any]]:
    words = {step.linked.position: step for step in found.steps}
    return [
        {"position": position, "cards": board, "words": words[position].words, "at": _time(words[position])}
        for position, board in found.boards
        if position in words
    ]


def _time(step: Step) -> str:
    at = step.linked.occurred_at
    return f"{at:%H:%M:%S}.{at.microsecond // 1000:03d} UTC"


# --- bets and money --------------------------------------------------------------------------------------------------


def _bet(found: Review, bet: Bet) -> BetRow:
    currency = currency_of(bet.ledger)
    open_ = bet.status == "open"
    parts = [f"{_part(name)} {plain(amount, currency)}" for name, amount in bet.parts.items()]
    shown = parts if len(parts) > 1 and not found.lines.get(bet.id) else []
    return BetRow(
        bet, link(bet.player, "wallet_wallet", bet.player), shown,
        money(bet.stake, currency), NOTHING if open_ else money(bet.returned, currency),
        NOTHING if open_ else signed(bet.returned - bet.stake, currency), status(bet.status),
        bet.outcome.replace("+", " + "), [_line(line, currency) for line in found.lines.get(bet.id, ())],
    )  # fmt: skip


def _line(line: Line, currency: str) -> tuple[str, SafeString, Any, Any, str, str]:
    odds = f"{line.n} : {line.d}" if line.n else ""
    result = chip(line.outcome.replace("_", " "), _tone(line))
    return _part(line.part), result, money(line.stake, currency), money(line.returned, currency), odds, line.clause


def _tone(line: Line) -> str:
    return "good" if line.returned > line.stake else "bad" if line.returned < line.stake else "quiet"


def _part(name: str) -> str:
    return f"hand {name}" if name.isdigit() else name


def _accounts(found: Review) -> Grid:
    rows: list[tuple[Any, Any]] = []
    several = len(found.money) > 1
    for moved in found.moved:
        name, currency = short_account(moved.account), currency_of(moved.ledger)
        shown = link(name, "wallet_account", moved.account) if _has_row(moved.account) else name
        if several:
            shown = side_by_side([shown, chip(purse_of(moved.ledger))])
        rows.append((shown, signed(moved.amount, currency) if moved.amount else money(0, currency)))
    ledgers = ", ".join(figures.ledger for figures in found.money)
    cut = f" Only the first {MAX_ACCOUNTS} accounts; the sum counts all." if len(rows) == MAX_ACCOUNTS else ""
    note = f"Ledger {ledgers}. Credit plus, debit minus; a receivable grows with debits.{cut}" if rows else ""
    empty = "No money has moved in this round yet. Each stake, payout and refund appears here as soon as it is booked."
    return Grid("Money by account", ("Account", "#Net"), rows, empty, ("Sum over all accounts", _sums(found)), note)


def _sums(found: Review) -> Any:
    """One sum for each ledger, because play money is not money."""
    return stack(money(figures.rest, currency_of(figures.ledger)) for figures in found.money)


def _has_row(account: str) -> bool:
    return short_account(account).partition("/")[0] in ("player", "withdrawing", "receivable")


def _journals(found: Review) -> Grid:
    rows: list[tuple[Any, Any]] = []
    for journal in found.journals:
        legs = found.legs.get(journal.id, ())
        if legs:
            kind = link(journal.kind, "wallet_journal", journal.id)
            whole = not sum(leg.amount for leg in legs)
            sums = chip("sums to zero", "good", "check") if whole else ""
            rows.append((side_by_side([kind, clock(journal.occurred_at)]), sums))
        rows += [(short_account(leg.account), signed(leg.amount, currency_of(leg.ledger))) for leg in legs]
    journals = sum(figures.journals for figures in found.money)
    legs_in_all = sum(figures.legs for figures in found.money)
    note = f"The first {MAX_JOURNALS} of {journals} journals." if len(found.journals) == MAX_JOURNALS else ""
    empty = "No journal yet. Each command that moves money books one, and each sums to zero."
    foot = (f"{journals} journals, {legs_in_all} legs", _sums(found))
    return Grid("Journals", ("Account", "#Amount"), rows, empty, foot, note)


def _remedies(found: Review) -> Grid:
    rows = [
        (when(step.linked.occurred_at), step.words, actor(step.linked.actor), _event_link(step))
        for step in found.steps
        if step.linked.name in REMEDIES
    ]
    empty = "Nothing had to be put right: no incident, no void, no correction."
    return Grid("Incidents, voids and corrections", ("Time (UTC)", "What happened", "By", "Event"), rows, empty)


def _pinned(found: Review) -> Text:
    note = "The rules this round was opened under, with every default written out. Later changes do not touch it."
    options = listed(found.options) or "The table's first event cannot be read."
    return Text(f"Options pinned from {found.row.game}", options, note)


# --- timeline --------------------------------------------------------------------------------------------------------


def _told(found: Review, step: Step) -> Told:
    tone = "money" if step.money else "remedy" if step.linked.name in REMEDIES else "play"
    return Told(
        step.linked.position, clock(step.linked.occurred_at), step.words, actor(step.linked.actor), step.by_system,
        _event_link(step), tone,
    )  # fmt: skip


def _event_link(step: Step) -> Any:
    return link(mono(f"#{step.linked.position}"), "eventstore_event", step.linked.position)


def _folded(told: Sequence[Told]) -> Iterator[Told]:
    """Long runs of events in wallets become one line that can be opened."""
    run: list[Told] = []
    for one in told:
        if one.tone == "money":
            run.append(one)
            continue
        yield from _run(run)
        run = []
        yield one
    yield from _run(run)


def _run(run: list[Told]) -> Iterator[Told]:
    if len(run) <= FEW:
        yield from run
        return
    first = run[0]
    words = f"{len(run)} movements in wallets"
    yield Told(first.position, first.at, words, "", by_system=False, link="", tone="money", inside=tuple(run))
