"""The page of one round: what its review says, put into words and pictures for the template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kernel.bets import Line
from games.kernel.cards import HIDDEN
from wagering.backoffice import cards
from wagering.backoffice.html import NOTHING, actor, chip, clock, filled, link, side_by_side, status, when
from wagering.backoffice.language import on_seat, part_name, title, word, words
from wagering.backoffice.pages import Page
from wagering.backoffice.rule_text import rules_link
from wagering.rounds import panels
from wagering.rounds.answers import answers
from wagering.rounds.review import MAX_BETS, MAX_EVENTS, Review, Step
from wagering.wallet.amounts import currency_of, money, plain, signed
from wagering.wallet.models import Bet

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

    on: str
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
            _span(_("Table %(table)s"), table=link(row.table, "tables_table", row.table)),
            _span("%(title)s", title=title(row.game)),
            _span(_("rules pinned to %(rules)s"), rules=rules_link(row.game)),
            _span(_("opened %(time)s UTC"), time=when(row.opened_at)),
            _span(_("ended %(time)s UTC"), time=when(row.ended_at)) if row.ended_at else chip(_("not ended"), "live"),
        ]
    )
    chips = [status(row.status)]
    if row.corrections:
        chips.append(chip(_("corrected %(count)s ×") % {"count": row.corrections}, "wait", "edit_note"))
    dealer, seats = _hands(found)
    extra = {
        "dealer": dealer,
        "seats": seats,
        "moments": _moments(found),
        "deck": [(card, cards.picture(card)) for card in sorted(_deck(found))],
        "bets": [_bet(found, bet) for bet in found.bets],
        "more_bets": max(0, sum(figures.bets for figures in found.paid) - MAX_BETS),
        "told": list(_folded([_told(found, step) for step in found.steps])),
        "shortened": f"{MAX_EVENTS:,}" if found.shortened else "",
        "trouble": found.trouble,
        "remedies": [panels.remedies(found)],
        "money_panels": [panels.accounts(found), panels.journals(found)],
        "pinned": [panels.pinned(found)],
        "row": row,
    }
    return Page(row.id, lead, chips, answers(found), template="backoffice/round.html", extra=extra)


def _span(text: str, **values: object) -> SafeString:
    return format_html("<span>{}</span>", filled(text, **values))


# --- cards -----------------------------------------------------------------------------------------------------------


def _hands(found: Review) -> tuple[Hand | None, list[Hand]]:
    outcome = found.row.outcome if isinstance(found.row.outcome, dict) else {}
    ends = {str(hand.get("place")): hand for hand in outcome.get("hands", []) if isinstance(hand, dict)}
    ends["dealer"] = outcome["dealer"] if isinstance(outcome.get("dealer"), dict) else {}
    hands = [_hand(place, shown, ends.get(place, {}), found) for place, shown in sorted(found.hands.items())]
    dealer = next((hand for hand in hands if hand.place == "dealer"), None)
    return dealer, [hand for hand in hands if hand.place != "dealer"]


def _hand(place: str, shown: Sequence[Any], end: Mapping[str, Any], found: Review) -> Hand:
    seat, _dot, number = place.removeprefix("seat").partition(".")
    label = _("Seat %(seat)s") % {"seat": seat} if seat.isdigit() else _place(place)
    if number not in ("", "1"):
        label = f"{label} · {part_name(found.row.game, number)}"
    result = str(end.get("result") or "")
    tags = [chip(word(found.row.game, result), _RESULTS.get(result, "quiet"))] if result else []
    tags += [chip(word(found.row.game, str(end["category"])), "live")] if end.get("category") else []
    tags += [chip(name, "live") for key, name in _marks() if end.get(key) is True]
    player = end.get("player") or _sitting(found, seat)
    return Hand(
        place, label, link(player, "wallet_wallet", player) if player else "", [_picture(card) for card in shown],
        str(end.get("score", "")), tags, str(end.get("clause", "")),
    )  # fmt: skip


def _place(place: str) -> str:
    seat = place.removeprefix("trick")
    if place.startswith("trick") and seat.isdigit():
        return _("Trick, seat %(seat)s") % {"seat": seat}
    names = {"dealer": _("Dealer"), "table": _("Table cards"), "trump": _("Trump")}
    return names.get(place) or place.replace("_", " ").capitalize()


def _marks() -> tuple[tuple[str, str], ...]:
    return ("doubled", _("doubled")), ("split", _("split")), ("blackjack", _("blackjack"))


def _picture(card: Any) -> SafeString:
    notes = [_("dealt face down")] if card.down and card.card != HIDDEN else []
    notes += [_("first recorded as: %(card)s") % {"card": cards.name(card.was)}] if card.was else []
    return cards.picture(card.card, ", ".join(notes))


def _sitting(found: Review, seat: str) -> str:
    players = [bet.player for bet in found.bets if str(bet.seat) == seat and bet.kind in ("seat", "ante", "main")]
    return players[0] if players else ""


def _deck(found: Review) -> set[str]:
    shown = {card for _, board in found.boards for hand in board.values() for card in hand}
    return shown | {HIDDEN}


def _moments(found: Review) -> list[dict[str, Any]]:
    steps = {step.linked.position: step for step in found.steps}
    return [
        {"position": position, "cards": board, "words": steps[position].words, "at": _time(steps[position])}
        for position, board in found.boards
        if position in steps
    ]


def _time(step: Step) -> str:
    at = step.linked.occurred_at
    return f"{at:%H:%M:%S}.{at.microsecond // 1000:03d} UTC"


# --- bets and money --------------------------------------------------------------------------------------------------


def _bet(found: Review, bet: Bet) -> BetRow:
    currency = currency_of(bet.ledger)
    open_ = bet.status == "open"
    parts = [f"{part_name(bet.game, name)} {plain(amount, currency)}" for name, amount in bet.parts.items()]
    shown = parts if len(parts) > 1 and not found.lines.get(bet.id) else []
    return BetRow(
        on_seat(bet.game, bet.seat, bet.kind), link(bet.player, "wallet_wallet", bet.player), shown,
        money(bet.stake, currency), NOTHING if open_ else money(bet.returned, currency),
        NOTHING if open_ else signed(bet.returned - bet.stake, currency), status(bet.status),
        words(bet.game, bet.outcome), [_line(line, bet.game, currency) for line in found.lines.get(bet.id, ())],
    )  # fmt: skip


def _line(line: Line, game: str, currency: str) -> tuple[str, SafeString, Any, Any, str, str]:
    odds = f"{line.n} : {line.d}" if line.n else ""
    result = chip(word(game, line.outcome), _tone(line))
    stake, returned = money(line.stake, currency), money(line.returned, currency)
    return part_name(game, line.part), result, stake, returned, odds, line.clause


def _tone(line: Line) -> str:
    return "good" if line.returned > line.stake else "bad" if line.returned < line.stake else "quiet"


# --- timeline --------------------------------------------------------------------------------------------------------


def _told(found: Review, step: Step) -> Told:
    tone = "money" if step.money else "remedy" if step.linked.name in panels.REMEDIES else "play"
    return Told(
        step.linked.position, clock(step.linked.occurred_at), step.words, actor(step.linked.actor), step.by_system,
        panels.event_link(step), tone,
    )  # fmt: skip


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
    told = _("Movements in wallets: %(count)s") % {"count": len(run)}
    yield Told(first.position, first.at, told, "", by_system=False, link="", tone="money", inside=tuple(run))
