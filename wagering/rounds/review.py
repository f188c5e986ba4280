"""Everything the page of one round shows, read in a dozen queries however many people had bet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.catalog import UnknownRulesetError
from games.kernel.bets import Bet as RulesBet
from games.kernel.bets import Line
from games.kernel.cards import HIDDEN
from games.kernel.events import CardDealt
from games.kernel.ruleset import Ruleset
from wagering.backoffice import chain
from wagering.backoffice.chain import Chain, Linked
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import UndecodableEventError, decode
from wagering.rounds import verdict
from wagering.rounds.events import CardCorrected
from wagering.rounds.evolve import evolve, opened
from wagering.rounds.models import Round
from wagering.rounds.narrate import sentence
from wagering.rounds.play import Play, awaits, round_stream, table_stream
from wagering.wallet.models import Bet, Entry, Journal

MAX_EVENTS: Final = 1_500
"""Of a round with more, the page shows the beginning; the figures in its header count all of them."""
MAX_BETS: Final = 150
MAX_JOURNALS: Final = 60
MAX_LEGS: Final = 400
MAX_ACCOUNTS: Final = 120


class NobodyAsks:
    """Facts for a look by the public, who is asked nothing (games.kernel.ruleset.Facts)."""

    def funds(self, player: str) -> int:
        return 0

    def account_type(self, player: str) -> str:
        return "real"

    def bets_of(self, player: str) -> Sequence[RulesBet]:
        return ()

    def bets(self) -> Sequence[RulesBet]:
        return ()


@dataclass(frozen=True, slots=True)
class Step:
    """One event in words. ``event`` is None where this release cannot read it."""

    linked: Linked
    event: Any
    words: str
    by_system: bool

    @property
    def money(self) -> bool:
        return self.linked.stream.startswith("wallet/")


@dataclass(frozen=True, slots=True)
class Card:
    """A card on the table: ``down`` if it was dealt face down; ``??`` while nobody may know it; ``was``: misread as."""

    card: str
    down: bool = False
    was: str = ""


@dataclass(slots=True)
class Review:
    """``boards``: the cards by place after the event at each position that changed them. ``again``: how many of the
    shown bets were settled anew by the pinned rules, and how many of those came out otherwise. ``score``: how a series
    or match stands."""

    row: Round
    currency: str
    ruleset: Ruleset | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    shortened: bool = False
    hands: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    boards: list[tuple[int, Mapping[str, Sequence[str]]]] = field(default_factory=list)
    lines: Mapping[str, Sequence[Line]] = field(default_factory=dict)
    bets: Sequence[Bet] = ()
    journals: Sequence[Journal] = ()
    legs: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    moved: Sequence[verdict.Moved] = ()
    paid: Sequence[verdict.BetFigures] = ()
    money: Sequence[verdict.MoneyFigures] = ()
    again: tuple[int, int] = (0, 0)
    waits: str = ""
    score: Mapping[str, Any] = field(default_factory=dict)
    chain: Chain = field(default_factory=lambda: Chain(0, 0, None))
    trouble: str = ""

    @property
    def over(self) -> bool:
        """True when no card is secret any more."""
        return self.row.status not in ("running", "")


def review(row: Round) -> Review:
    """Read the round ``row`` with everything around it."""
    found = Review(row, "")
    table, own, wallets = _log(row)
    found.shortened = MAX_EVENTS in (len(own), len(wallets))
    found.chain = chain.check([*own, *wallets], round_stream(row.id))
    found.bets = list(Bet.objects.filter(round=row.id).order_by("id")[:MAX_BETS])
    found.paid, found.money = verdict.bets(row.id), verdict.money(row.id)
    found.moved = verdict.accounts(row.id, MAX_ACCOUNTS)
    _read_journals(found)
    _read_play(found, table, own, wallets)
    return found


def _log(row: Round) -> tuple[Linked | None, list[Linked], list[Linked]]:
    """The table's first event, and the round's events outside and inside wallets."""
    own = chain.of_round(row.id, wallets=False, limit=MAX_EVENTS)
    wallets = chain.of_round(row.id, wallets=True, limit=MAX_EVENTS)
    return chain.first_of(table_stream(row.table)), own, wallets


def _read_journals(found: Review) -> None:
    found.journals = list(Journal.objects.filter(correlation=found.row.id).order_by("position")[:MAX_JOURNALS])
    legs: dict[str, list[Entry]] = {}
    names = [journal.id for journal in found.journals]
    for entry in Entry.objects.filter(journal__in=names).order_by("id")[:MAX_LEGS]:
        legs.setdefault(entry.journal, []).append(entry)
    found.legs = legs


def _read_play(found: Review, table: Linked | None, own: list[Linked], wallets: list[Linked]) -> None:
    """Fold the round once more, telling it as it goes; what cannot be read any more is said, not hidden."""
    types, play, lines = event_types(), None, {}
    try:
        if table is not None:
            play = opened(decode(types, table.name, table.body))
            found.ruleset, found.currency = play.ruleset, play.currency
    except (UndecodableEventError, UnknownRulesetError) as error:
        found.trouble = str(error)
    for linked in sorted([*own, *wallets], key=lambda each: each.position):
        event = _decoded(types, linked, found)
        lines.update(_lines(event))
        if play is not None and event is not None and linked.stream == round_stream(found.row.id):
            try:
                play = evolve(play, "round", event, linked.occurred_at)
                _note_board(found, play, linked.position)
            except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
                found.trouble, play = f"{linked.stream}:{linked.version}: {error}", None
        found.steps.append(_step(found, linked, event))
    found.lines = lines
    if play is not None:
        found.options = play.raw_options
        found.waits = awaits(play)
        found.score = play.ruleset.outcome(play.state).get("score") or {}
        found.hands = _hands(found, play)
        found.again = _settled_again(found, play)


def _decoded(types: Mapping[str, type], linked: Linked, found: Review) -> Any:
    try:
        return decode(types, linked.name, linked.body)
    except UndecodableEventError as error:
        found.trouble = found.trouble or f"{linked.stream}:{linked.version}: {error}"
        return None


def _step(found: Review, linked: Linked, event: Any) -> Step:
    who = linked.stream.removeprefix("wallet/") if linked.stream.startswith("wallet/") else ""
    if event is None or found.ruleset is None:
        return Step(linked, None, f"{linked.name}.", by_system=False)
    by = {getattr(event, name, "") for name in ("by", "supervisor")}
    silent = "silence" in by or "system" in by
    payment = linked.stream.startswith("wallet/") or linked.name in ("round.decided@1", "round.settled@1")
    by_system = silent or (linked.actor.startswith("system:") and not payment and not isinstance(event, CardDealt))
    return Step(linked, event, sentence(event, found.ruleset, found.currency, who), by_system)


def _lines(event: Any) -> dict[str, Sequence[Line]]:
    """Why each bet came to its amount, by this event."""
    if (bets := getattr(event, "bets", None)) is not None and hasattr(event, "receivable"):
        return {bet.bet: bet.lines for bet in bets}
    return {event.bet: event.lines} if hasattr(event, "lines") and hasattr(event, "bet") else {}


def _note_board(found: Review, play: Play, position: int) -> None:
    cards = {place: list(shown) for place, shown in _shown(play).items()}
    if cards and (not found.boards or found.boards[-1][1] != cards):
        found.boards.append((position, cards))


def _shown(play: Play) -> Mapping[str, Sequence[str]]:
    shown: Mapping[str, Sequence[str]] = play.ruleset.view(play.state, "public", NobodyAsks()).cards
    return shown


def _hands(found: Review, play: Play) -> Mapping[str, Sequence[Card]]:
    """The cards as they lie at the end; once the round is over also the one that was never turned up."""
    dealt: dict[str, list[CardDealt]] = {}
    for event in play.history:
        if isinstance(event, CardDealt):
            dealt.setdefault(event.to, []).append(event)
    misread = {step.event.draw: step.event.was for step in found.steps if isinstance(step.event, CardCorrected)}
    shown = _shown(play) or (found.boards[-1][1] if found.boards else {})
    return {
        place: [_card(card, dealt.get(place, ()), at, len(cards), misread, found.over) for at, card in enumerate(cards)]
        for place, cards in shown.items()
    }


def _card(card: str, came: Sequence[CardDealt], at: int, lying: int, misread: Mapping[int, str], over: bool) -> Card:
    """One card with how it came there, where the cards of its place still lie as they were dealt."""
    if len(came) != lying:
        return Card(card)
    dealt = came[at]
    return Card(dealt.card if card == HIDDEN and over else card, dealt.face == "down", misread.get(dealt.draw, ""))


def _settled_again(found: Review, play: Play) -> tuple[int, int]:
    """Let the pinned rules settle the shown bets once more, on the state that the recorded play leads to."""
    settled = [bet for bet in found.bets if bet.status == "settled"]
    different = 0
    for bet in settled:
        asked = RulesBet(bet.player, bet.seat, bet.kind, bet.parts, bet.answers)
        try:
            different += play.ruleset.settle(asked, play.state).returned != bet.returned
        except (ValueError, LookupError):
            different += 1
    return len(settled), different
