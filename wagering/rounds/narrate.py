"""Every event of a round in one sentence: the game tells its own, here are those around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.kernel.ruleset import Ruleset
from wagering.incidents import events as i
from wagering.rounds import events as r
from wagering.tables import events as t
from wagering.wallet import events as w
from wagering.wallet.amounts import plain


def sentence(event: Any, ruleset: Ruleset, currency: str, who: str) -> str:
    """What happened. ``who``: the player whose wallet the event is in, else empty."""
    tell = _SENTENCES.get(type(event))
    if tell is not None:
        return tell(event, currency, who)
    try:
        return str(ruleset.narrate(event))
    except TypeError:
        return f"{event.NAME}."


def on(event: Any) -> str:
    """Seat and kind that are part of a bet's id (``round/seat/kind/player``)."""
    parts = str(event.bet).split("/")
    return f"the {parts[2]} bet on seat {parts[1]}" if len(parts) == 4 else f"bet {event.bet}"


def _opened(event: r.RoundOpened, _currency: str, _who: str) -> str:
    shoe = f" from shoe {event.shoe}" if event.shoe else ""
    return f"The round opens at table {event.table}{shoe}, under {event.game}."


def _placed(event: w.BetPlaced, currency: str, who: str) -> str:
    return f"{who} bets {plain(event.amount, currency)} {currency} on seat {event.seat} ({event.kind})."


def _taken(event: w.StakeTaken, currency: str, who: str) -> str:
    part = {"insurance": "insurance"}.get(event.part, f"hand {event.part}")
    return f"{who} adds {plain(event.amount, currency)} {currency} for {part} to {on(event)}."


def _answered(event: w.QuestionAnswered, _currency: str, who: str) -> str:
    question = event.question.partition(":")[0]
    return f"{who} says {'yes' if event.yes else 'no'} to {question}, for {on(event)}."


def _settled(event: w.BetSettled, currency: str, who: str) -> str:
    outcome = event.outcome.replace("+", " + ")
    return f"{who}: {on(event)} is settled as {outcome}; {plain(event.returned, currency)} {currency} comes back."


def _adjusted(event: w.RoundAdjusted, currency: str, who: str) -> str:
    owed = f", {plain(event.receivable, currency)} {currency} stays owed" if event.receivable else ""
    bets = "; ".join(
        f"{on(bet)} returned {plain(bet.returned_before, currency)}, now {plain(bet.returned, currency)}"
        for bet in event.bets
    )
    return f"{who}: {event.reason} after settlement, net {plain(event.net, currency)} {currency}{owed} ({bets})."


def _voided(event: r.RoundVoided, _currency: str, _who: str) -> str:
    people = " and ".join(name for name in (event.supervisor, event.second) if name)
    late = "after settlement " if event.late else ""
    return f"The round is void {late}({event.reason}), decided by {people}; every bet goes back."


def _corrected(event: r.CardCorrected, _currency: str, _who: str) -> str:
    people = " and ".join(name for name in (event.supervisor, event.second) if name)
    return f"Draw {event.draw} was recorded as {event.was} and really is {event.card} ({event.reason}); by {people}."


_SENTENCES: Final[dict[type, Callable[[Any, str, str], str]]] = {
    r.RoundOpened: _opened,
    r.RoundPaused: lambda e, _c, _w: f"The table is paused; incident {e.incident}.",
    r.RoundResumed: lambda e, _c, _w: f"The table goes on, released by {e.supervisor}.",
    r.RoundDecided: lambda e, _c, _w: "The outcome is recorded." if e.played else "No seat took part; bets go back.",
    r.RoundSettled: lambda _e, _c, _w: "Every bet is paid and the escrow is empty.",
    r.RoundVoided: _voided,
    r.CardCorrected: _corrected,
    t.TableRoundOpened: lambda e, _c, _w: f"The table begins round {e.round}.",
    t.ShoeChanged: lambda e, _c, _w: f"The table changes to shoe {e.shoe}.",
    t.ShoeMounted: lambda e, _c, _w: f"Shoe {e.shoe} with {e.packs} packs is mounted; {e.burned} cards are burned.",
    t.CutCardOut: lambda e, _c, _w: "The cut card is out; this is the last round of the shoe.",
    t.ShoeRetired: lambda e, _c, _w: f"Shoe {e.shoe} is retired.",
    t.DrawCorrected: lambda e, _c, _w: f"The shoe's record of draw {e.draw} is corrected to {e.card}.",
    i.IncidentReported: lambda e, _c, _w: f"Incident {e.incident} is reported: “{e.note}”.",
    i.IncidentResolved: lambda e, _c, _w: f"The incident is closed: {e.resolution}, by {e.by}.",
    w.BetPlaced: _placed,
    w.StakeTaken: _taken,
    w.StakeReturned: lambda e, c, who: f"{who} gets {plain(e.amount, c)} {c} back from {on(e)}.",
    w.QuestionAnswered: _answered,
    w.BetSettled: _settled,
    w.BetRefunded: lambda e, c, who: f"{who}: {on(e)} did not play; {plain(e.amount, c)} {c} is refunded.",
    w.BetVoided: lambda e, c, who: f"{who}: {on(e)} is void; {plain(e.amount, c)} {c} goes back.",
    w.RoundAdjusted: _adjusted,
    w.WithdrawalRefused: lambda e, c, who: (
        f"{who}: a withdrawal of {plain(e.amount, c)} {c} is taken back ({e.reason})."
    ),
}
