"""A round card by card, as one who took part in it could see it then: never more, whatever is known by now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.bets import Bet as RulesBet
from games.kernel.cards import HIDDEN
from games.kernel.events import CardDealt, SeatTaken
from games.kernel.ruleset import Rejected
from wagering.backoffice.chain import first_of
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.eventstore.read import Recorded, read_stream
from wagering.rounds.events import CardCorrected, RoundOpened
from wagering.rounds.evolve import evolve, opened
from wagering.rounds.models import Round
from wagering.rounds.narrate import sentence
from wagering.rounds.play import Play, round_stream, table_stream
from wagering.wallet.models import Bet

Cards = Mapping[str, Sequence[str]]

_CARD: Final = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][CDHS](?![A-Za-z0-9])")


class Step(NamedTuple):
    """Event ``number`` of the round in words, and the cards that the player saw after it."""

    number: int
    at: datetime
    name: str
    words: str
    cards: Cards


class Recalled(NamedTuple):
    """A round up to now."""

    play: Play
    steps: Sequence[Step]


class _Facts:
    """The player's bets on the round (games.kernel.ruleset.Facts); what he may answer is not recalled."""

    def __init__(self, bets: Sequence[RulesBet]) -> None:
        self._bets = bets

    def funds(self, player: str) -> int:
        return 0

    def account_type(self, player: str) -> str:
        return "real"

    def bets_of(self, player: str) -> Sequence[RulesBet]:
        return self._bets

    def bets(self) -> Sequence[RulesBet]:
        return self._bets


def recall(round_id: str, player: str) -> Recalled:
    """``Rejected`` unknown_round, also for a round in which ``player`` neither sat nor bet."""
    stored = read_stream(round_stream(round_id))
    row = Round.objects.filter(id=round_id).first()
    bets = _bets(round_id, player)
    events = _decoded(stored)
    if row is None or not (bets or any(_sat(player, event) for _, event in events)):
        raise Rejected("unknown_round", "", f"there is no round {round_id}", "round")
    table = first_of(table_stream(row.table))
    if table is None:
        raise LookupError(f"table {row.table} has no beginning")
    play = opened(decode(event_types(), table.name, table.body))
    told = list(_told(play, events, player, _Facts(bets)))
    return Recalled(told[-1][0], [step for _, steps in told for step in steps])


def _bets(round_id: str, player: str) -> list[RulesBet]:
    # By the player's own index: everybody else's bets of the round begin with its name too.
    found = Bet.objects.filter(player=player, id__gt=f"{round_id}/", id__lt=f"{round_id}0").exclude(status="undone")
    return [RulesBet(bet.player, bet.seat, bet.kind, bet.parts, bet.answers) for bet in found]


def _decoded(stored: Sequence[Recorded]) -> list[tuple[Recorded, Any]]:
    types = event_types()
    return [(each, decode(types, each.name, each.body)) for each in stored]


def _sat(player: str, event: Any) -> bool:
    if isinstance(event, RoundOpened):
        return any(seated.player == player for seated in event.seated)
    return isinstance(event, SeatTaken) and event.player == player


def _told(
    play: Play, events: Sequence[tuple[Recorded, Any]], player: str, facts: _Facts
) -> Iterator[tuple[Play, list[Step]]]:
    """The round after each command that moved it, and what the player could tell of that."""
    cards: Cards = {}
    for _command, together in groupby(events, lambda each: each[0].command):
        before, steps, actor = play, [], ""
        for stored, event in together:
            play, was, actor = evolve(play, "round", event, stored.occurred_at), cards, stored.actor
            cards = play.ruleset.view(play.state, player, facts).cards
            words = sentence(event, play.ruleset, play.currency, "")
            if _tells_more(event, words, was, cards):
                words = _("This is about a card that you could not see.")
            steps.append(Step(stored.version, stored.occurred_at, stored.name, words, cards))
        # What somebody else does without any effect that can be seen is his own: a choice made ahead.
        others = actor.startswith("player:") and actor != f"player:{player}"
        yield play, [] if others and _public(before) == _public(play) else steps


def _public(play: Play) -> tuple[Any, ...]:
    ruleset, state = play.ruleset, play.state
    return play.status, ruleset.expects(state), ruleset.seats(state), ruleset.view(state, "public", _Facts(())).cards


def _tells_more(event: Any, words: str, before: Cards, after: Cards) -> bool:
    """Do the words name a card that does not lie open before the player?"""
    named, was, now = set(_CARD.findall(words)), _open(before), _open(after)
    match event:
        case CardDealt():
            return bool(named) and now[event.card] <= was[event.card]
        case CardCorrected():
            return bool(named) and was == now
    return not named <= was.keys() | now.keys()


def _open(cards: Cards) -> Counter[str]:
    return Counter(card for lying in cards.values() for card in lying if card != HIDDEN)
