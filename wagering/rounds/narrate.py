"""Every event of a round in one sentence of the active language: the game tells its own, here are those around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel.ruleset import Ruleset
from wagering.backoffice.language import on_bet, part_name, told, word, words
from wagering.incidents import events as i
from wagering.rounds import events as r
from wagering.tables import events as t
from wagering.wallet import events as w
from wagering.wallet.amounts import plain

_REASONS: Final[Mapping[str, Any]] = {
    "EXPOSED": gettext_lazy("a card was exposed"),
    "MISSCAN": gettext_lazy("a card was scanned wrongly"),
    "STREAM_LOSS": gettext_lazy("the video stream was lost"),
    "SHOE_DEFECT": gettext_lazy("the shoe is defective"),
    "NO_RESULT": gettext_lazy("no decision came in time"),
    "WRONG_ENTRY": gettext_lazy("a card was entered wrongly"),
}
# Why money that a player was withdrawing is taken back.
_TAKEN_BACK: Final[Mapping[str, Any]] = {"clawback": gettext_lazy("needed for a round that changed after settlement")}


class _About(NamedTuple):
    """What a sentence needs besides the event. ``who``: the player whose wallet the event is in, else empty."""

    game: str
    currency: str
    who: str

    def money(self, amount: int) -> str:
        return f"{plain(amount, self.currency)} {self.currency}"

    def of_bet(self, event: Any, amount: int = 0) -> dict[str, str]:
        """The values that sentences about one bet share."""
        return {"player": self.who, "bet": on_bet(self.game, event.bet), "money": self.money(amount)}


def sentence(event: Any, ruleset: Ruleset, currency: str, who: str) -> str:
    """What happened. ``who``: the player whose wallet the event is in, else empty."""
    tell = _SENTENCES.get(type(event))
    if tell is not None:
        return tell(event, _About(ruleset.id, currency, who))
    try:
        return told(ruleset.narrate(event))
    except TypeError:
        return f"{event.NAME}."


def reason(code: str) -> str:
    """Why a supervisor stepped in; a code without words is shown as it is stored."""
    return str(_REASONS.get(code, code))


def _opened(event: r.RoundOpened, _about: _About) -> str:
    values = {"table": event.table, "shoe": event.shoe, "game": event.game}
    if event.shoe:
        return _("The round opens at table %(table)s from shoe %(shoe)s, under %(game)s.") % values
    return _("The round opens at table %(table)s, under %(game)s.") % values


def _placed(event: w.BetPlaced, about: _About) -> str:
    return _("%(player)s bets %(money)s (%(bet)s).") % about.of_bet(event, event.amount)


def _taken(event: w.StakeTaken, about: _About) -> str:
    values = {**about.of_bet(event, event.amount), "part": part_name(about.game, event.part)}
    return _("%(player)s adds %(money)s: %(part)s (%(bet)s).") % values


def _answered(event: w.QuestionAnswered, about: _About) -> str:
    values = {**about.of_bet(event), "question": word(about.game, event.question.partition(":")[0])}
    if event.yes:
        return _("%(question)s: %(player)s says yes (%(bet)s).") % values
    return _("%(question)s: %(player)s says no (%(bet)s).") % values


def _settled(event: w.BetSettled, about: _About) -> str:
    values = {**about.of_bet(event, event.returned), "outcome": words(about.game, event.outcome)}
    return _("%(player)s: %(outcome)s; %(money)s comes back (%(bet)s).") % values


def _adjusted(event: w.RoundAdjusted, about: _About) -> str:
    money = {"net": about.money(event.net), "owed": about.money(event.receivable)}
    bets = "; ".join(_adjusted_bet(bet, about) for bet in event.bets)
    values = {"player": about.who, "bets": bets, **money}
    if event.reason == "void":
        text = _("%(player)s: the round is void after settlement; net %(net)s, still owed %(owed)s (%(bets)s).")
    else:
        text = _("%(player)s: a card is corrected after settlement; net %(net)s, still owed %(owed)s (%(bets)s).")
    return text % values


def _adjusted_bet(bet: w.AdjustedBet, about: _About) -> str:
    values = {
        "bet": on_bet(about.game, bet.bet),
        "before": about.money(bet.returned_before),
        "now": about.money(bet.returned),
    }
    return _("%(bet)s: returned %(before)s, now %(now)s") % values


def _voided(event: r.RoundVoided, _about: _About) -> str:
    values = {"reason": reason(event.reason), "people": _people(event)}
    if event.late:
        return (
            _("The round is void after settlement (%(reason)s), decided by %(people)s; every bet goes back.") % values
        )
    return _("The round is void (%(reason)s), decided by %(people)s; every bet goes back.") % values


def _deal_voided(event: r.DealVoided, _about: _About) -> str:
    values = {"reason": reason(event.reason), "people": event.supervisor}
    return _("The game is void (%(reason)s), decided by %(people)s; it is dealt again.") % values


def _corrected(event: r.CardCorrected, _about: _About) -> str:
    values = {"draw": event.draw, "was": event.was, "card": event.card, "reason": reason(event.reason)}
    text = _("Draw %(draw)s was recorded as %(was)s and really is %(card)s (%(reason)s); corrected by %(people)s.")
    return text % {**values, "people": _people(event)}


def _people(event: r.RoundVoided | r.CardCorrected) -> str:
    return ", ".join(name for name in (event.supervisor, event.second) if name)


def _decided(event: r.RoundDecided, _about: _About) -> str:
    return _("The outcome is recorded.") if event.played else _("No seat took part; bets go back.")


def _mounted(event: t.ShoeMounted, _about: _About) -> str:
    values = {"shoe": event.shoe, "packs": event.packs, "burned": event.burned}
    return _("Shoe %(shoe)s is mounted; packs: %(packs)s, burned cards: %(burned)s.") % values


def _resolved(event: i.IncidentResolved, _about: _About) -> str:
    if event.resolution == "voided":
        return _("The incident is closed by %(by)s: the round is void.") % {"by": event.by}
    return _("The incident is closed by %(by)s: the table goes on.") % {"by": event.by}


def _withdrawal(event: w.WithdrawalRefused, about: _About) -> str:
    values = {"player": about.who, "money": about.money(event.amount)}
    text = _("%(player)s: a withdrawal of %(money)s is taken back (%(reason)s).")
    return text % {**values, "reason": _TAKEN_BACK.get(event.reason, event.reason)}


_SENTENCES: Final[dict[type, Callable[[Any, _About], str]]] = {
    r.RoundOpened: _opened,
    r.RoundPaused: lambda e, _a: _("The table is paused; incident %(incident)s.") % {"incident": e.incident},
    r.RoundResumed: lambda e, _a: _("The table goes on, released by %(by)s.") % {"by": e.supervisor},
    r.RoundDecided: _decided,
    r.RoundSettled: lambda _e, _a: _("Every bet is paid and the escrow is empty."),
    r.RoundVoided: _voided,
    r.DealVoided: _deal_voided,
    r.CardCorrected: _corrected,
    t.TableRoundOpened: lambda e, _a: _("The table begins round %(round)s.") % {"round": e.round},
    t.ShoeChanged: lambda e, _a: _("The table changes to shoe %(shoe)s.") % {"shoe": e.shoe},
    t.ShoeMounted: _mounted,
    t.CutCardOut: lambda _e, _a: _("The cut card is out; this is the last round of the shoe."),
    t.ShoeRetired: lambda e, _a: _("Shoe %(shoe)s is retired.") % {"shoe": e.shoe},
    t.DrawCorrected: lambda e, _a: (
        _("The shoe’s record of draw %(draw)s is corrected to %(card)s.") % {"draw": e.draw, "card": e.card}
    ),
    i.IncidentReported: lambda e, _a: (
        _("Incident %(incident)s is reported: “%(note)s”.") % {"incident": e.incident, "note": e.note}
    ),
    i.IncidentResolved: _resolved,
    w.BetPlaced: _placed,
    w.StakeTaken: _taken,
    w.StakeReturned: lambda e, a: _("%(player)s gets %(money)s back (%(bet)s).") % a.of_bet(e, e.amount),
    w.QuestionAnswered: _answered,
    w.BetSettled: _settled,
    w.BetRefunded: lambda e, a: (
        _("%(player)s: the seat did not play; %(money)s is refunded (%(bet)s).") % a.of_bet(e, e.amount)
    ),
    w.BetVoided: lambda e, a: _("%(player)s: the bet is void; %(money)s goes back (%(bet)s).") % a.of_bet(e, e.amount),
    w.RoundAdjusted: _adjusted,
    w.WithdrawalRefused: _withdrawal,
}
