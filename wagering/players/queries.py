"""Statistics of a player, from his rounds as they stand now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, LiteralString, NamedTuple

from games.catalog import CATALOG
from games.kernel.ruleset import Rejected
from wagering.dispatch.command import check_id
from wagering.eventstore.session import execute
from wagering.players.periods import bounds
from wagering.wallet.queries import unknown_account

# A round counts once it is settled; in a game without stakes, once it reports what the player achieved, if only {}.
_COUNTED: Final[LiteralString] = """
WITH counted AS (
    SELECT game, ledger, staked, returned, returned - staked AS net, feats, ended_at FROM players_playerround
    WHERE player = %b::text AND (bets > 0 OR feats IS NOT NULL) AND (%b::text IS NULL OR game = %b::text)
      AND ended_at >= coalesce(%b::timestamptz, '-infinity') AND ended_at < coalesce(%b::timestamptz, 'infinity')
)
"""
_BY_GAME: Final[LiteralString] = """
, achieved AS (
    SELECT game, ledger, jsonb_object_agg(name, count) AS feats FROM (
        SELECT game, ledger, name, sum(count::bigint)::bigint AS count
        FROM counted CROSS JOIN LATERAL jsonb_each_text(feats) AS f (name, count) GROUP BY game, ledger, name
    ) summed GROUP BY game, ledger
)
SELECT c.game, c.ledger, count(*), count(*) FILTER (WHERE net > 0), sum(staked)::bigint, sum(returned)::bigint,
       coalesce(max(net) FILTER (WHERE net > 0), 0), coalesce((SELECT a.feats FROM achieved a
           WHERE a.game = c.game AND a.ledger = c.ledger), '{}')
FROM counted c GROUP BY c.game, c.ledger ORDER BY c.game, c.ledger
"""
_BY_STEP: Final[LiteralString] = """
, placed AS (
    SELECT ledger, ended_at, net, ntile(%b::int) OVER (PARTITION BY ledger ORDER BY ended_at) AS step FROM counted
), steps AS (SELECT ledger, step, max(ended_at) AS at, sum(net) AS net FROM placed GROUP BY ledger, step)
SELECT ledger, at, sum(net) OVER (PARTITION BY ledger ORDER BY step)::bigint FROM steps ORDER BY ledger, step
"""
_GAMES: Final[LiteralString] = "SELECT DISTINCT game FROM players_playerround WHERE player = %b::text ORDER BY game"
_WALLET: Final[LiteralString] = "SELECT 1 FROM wallet_wallet WHERE player = %b::text"


@dataclass(frozen=True, slots=True)
class Statistics:
    """One game in one ledger (operator, currency and purse), over the rounds of a period that ended settled.

    Amounts are minor units of the ledger's currency. ``wins``: rounds that gave more than they took, of which
    ``biggest_win`` is the largest net, 0 if there is none. ``feats``: summed by name, as the game names them.
    """

    game: str
    ledger: str
    rounds: int
    wins: int
    staked: int
    returned: int
    biggest_win: int
    feats: Mapping[str, int]

    @property
    def net(self) -> int:
        """Won (above zero) or lost in all."""
        return self.returned - self.staked


class Standing(NamedTuple):
    """The net of all rounds counted up to ``at``."""

    at: datetime
    net: int


def statistics(player: str, game: str | None = None, period: str = "all", on: date | None = None) -> list[Statistics]:
    """By game and ledger, without a line where no round counts; rounds belong to the UTC day on which they ended.

    ``game``: the id of its rules, or None for all. ``period``: day, week (from Monday) or month, told by any date
    ``on`` in it; or all. As far as the projection has read. ``Rejected``: bad_id, unknown_account, unknown_game,
    bad_field.
    """
    rows = execute(_COUNTED + _BY_GAME, _parameters(player, game, period, on))
    return [Statistics(*row) for row in rows]


def course(
    player: str, game: str | None = None, period: str = "all", on: date | None = None, steps: int = 200
) -> dict[str, list[Standing]]:
    """The net over time by ledger, in at most ``steps`` of equally many rounds; arguments as in ``statistics``."""
    found: dict[str, list[Standing]] = {}
    for ledger, at, net in execute(_COUNTED + _BY_STEP, (*_parameters(player, game, period, on), steps)):
        found.setdefault(ledger, []).append(Standing(at, net))
    return found


def games_of(player: str) -> list[str]:
    """The games of which the player has a round, settled or not."""
    return [game for (game,) in execute(_GAMES, (player,))]


def _parameters(player: str, game: str | None, period: str, on: date | None) -> tuple[Any, ...]:
    check_id(player, "player")
    if game is not None and (not isinstance(game, str) or game not in CATALOG):
        raise Rejected("unknown_game", "", "there is no such game", "game")
    first, after = bounds(period, on)
    if execute(_WALLET, (player,)).fetchone() is None:
        raise unknown_account(player)
    return player, game, game, first, after
