"""The page of a player: statistics by game, the net over time, and his newest rounds, all of one period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple

from games.kernel.ruleset import Rejected
from wagering.backoffice.html import NOTHING, chip, link, side_by_side, status, when
from wagering.backoffice.language import title, word
from wagering.backoffice.pages import Facts, Grid, Page
from wagering.players.models import Player, PlayerRound
from wagering.players.periods import PERIODS, bounds
from wagering.players.plot import plot
from wagering.players.queries import course, games_of, statistics
from wagering.wallet.amounts import currency_of, money, purse_of, signed

NEWEST: Final = 60
_NAMES: Final = {"day": "Day", "week": "Week from Monday", "month": "Month", "all": "All time"}
_FIGURES: Final = ("Game", "Money", "#Rounds", "#Won", "#Staked", "#Returned", "#Net", "#Biggest win", "Feats")
_ROUNDS: Final = ("Ended (UTC)", "Round", "Game", "Status", "#Staked", "#Returned", "#Net", "Feats")
_NOTE: Final = (
    "As far as the projection has read. A round counts when it is settled, on the UTC day on which it ended; void and"
    " refunded rounds do not."
)


class Choice(NamedTuple):
    """What the address asks for; ``on`` is kept while the period is ``all``."""

    game: str | None
    period: str
    on: date


def choice(asked: Mapping[str, Any], games: Sequence[str], today: date) -> Choice:
    """What cannot be understood is as if it had not been asked for."""
    game, period = asked.get("game"), asked.get("period")
    try:
        on = date.fromisoformat(str(asked.get("on", "")))
        bounds("month", on), bounds("week", on)
    except (ValueError, Rejected):
        on = today
    return Choice(game if game in games else None, period if period in PERIODS else "all", on)


def page(row: Player, asked: Mapping[str, Any]) -> Page:
    """``asked``: the parameters of the address."""
    games = games_of(row.player)
    chosen = choice(asked, games, datetime.now(UTC).date())
    on = None if chosen.period == "all" else chosen.on
    facts = [
        ("Wallet", link(row.player, "wallet_wallet", row.player)),
        ("Account", chip(row.account_type, "live" if row.account_type == "real" else "quiet")),
        ("Operator", row.operator),
    ]
    drawn = (plot(*each) for each in course(row.player, *chosen[:2], on).items())
    extra = {
        "games": [("", "All games"), *((game, title(game)) for game in games)],
        "periods": list(_NAMES.items()),
        "chosen": chosen,
        "summary": [_figures(row.player, chosen, on)],
        "plots": [each for each in drawn if each],
        "below": [_rounds(row.player, chosen, on), Facts("Player", facts)],
    }
    return Page(row.player, template="players/player.html", extra=extra)


def _figures(player: str, chosen: Choice, on: date | None) -> Grid:
    rows = []
    for each in statistics(player, *chosen[:2], on):
        currency = currency_of(each.ledger)
        rows.append((
            title(each.game), f"{currency}, {purse_of(each.ledger)}", f"{each.rounds:,}", f"{each.wins:,}",
            money(each.staked, currency), money(each.returned, currency), signed(each.net, currency),
            money(each.biggest_win, currency) if each.wins else NOTHING, _feats(each.game, each.feats),
        ))  # fmt: skip
    empty = "No settled round in this period. A game appears here with the player's first round that is paid."
    return Grid("Statistics by game", _FIGURES, rows, empty, note=_NOTE if rows else "", wide=True)


def _rounds(player: str, chosen: Choice, on: date | None) -> Grid:
    first, after = bounds(chosen.period, on)
    found = PlayerRound.objects.filter(player=player)
    found = found.filter(game=chosen.game) if chosen.game else found
    found = found.filter(ended_at__gte=first, ended_at__lt=after) if first else found
    rows = []
    for each in found.order_by("-ended_at", "-pk")[:NEWEST]:
        currency = currency_of(each.ledger)
        amounts = money(each.staked, currency), money(each.returned, currency), signed(each.net, currency)
        played = link(each.round, "rounds_round", each.round), title(each.game), status(each.status)
        rows.append((when(each.ended_at), *played, *amounts, _feats(each.game, each.feats or {})))
    empty = "No round has ended for this player in this period. Each appears here when his bets in it are closed."
    note = f"The newest {NEWEST}." if len(rows) == NEWEST else ""
    return Grid("Rounds", _ROUNDS, rows, empty, note=note, wide=True)


def _feats(game: str, feats: Mapping[str, int]) -> Any:
    shown = [chip(f"{word(game, name)} × {count:,}") for name, count in sorted(feats.items())]
    return side_by_side(shown) if shown else NOTHING
