"""The whole state of a table or a player, as one viewer may see it, ready to be sent.

Each message is the whole state, so nothing is missed by whoever misses messages: the next one replaces them all. A
message's id is ``position-digest``. ``position``, which only ascends, is the log's position of the newest event that
the message contains; the digest is of the versions of all streams that it was made from. Two events of different
streams may commit against the order of their positions, so the position alone would not do: with the versions, two
messages have the same id exactly if they were made from the same events, and whoever comes back with the id of the
newest one (``Last-Event-ID``) has missed nothing. Versions are read no later than what they stand for: content may be
newer than its id, and is then sent once more under the next.

Cards come from ``rounds.queries.seen`` alone, which shows nobody what he may not see.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, LiteralString, NamedTuple

import msgspec
from msgspec.structs import replace

from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute
from wagering.live.reader import AWAY
from wagering.live.serializers import OwnBet, OwnTable, PlayerMessage, TableMessage
from wagering.rounds.play import Play
from wagering.rounds.queries import NOBODY, PUBLIC, HeldFacts, current, seen
from wagering.rounds.standing import laid, standing, viewed
from wagering.wallet.queries import load_wallets
from wagering.wallet.serializers import money
from wagering.wallet.state import Wallet

log = logging.getLogger(__name__)

REMEMBERED: Final = 2_000
"""Public views kept, one a table."""

_POSITIONS: Final[LiteralString] = """
SELECT e.stream, e.position FROM unnest(%b::text[], %b::bigint[]) AS s (stream, version)
JOIN eventstore_event e ON e.stream = s.stream AND e.version = s.version
"""
_SEAT: Final = re.compile(r"\D*(\d+)")
"""``3.1``, ``seat3`` and ``trick3`` lie at seat 3; ``dealer`` at none."""

Versions = Mapping[str, int]


class Watch(NamedTuple):
    """What a stream shows: ``table`` as ``player`` sees it (or the public, ``""``); or, without a table, the player
    himself at ``tables``."""

    player: str = ""
    table: str = ""
    tables: tuple[str, ...] = ()


class Message(NamedTuple):
    """``data``: JSON. The id is explained above."""

    id: str
    data: bytes


class Snapshots:
    """Builds messages. Belongs to one thread; remembers the public view of each table until the table moves."""

    def __init__(self) -> None:
        self._public: OrderedDict[str, tuple[Versions, TableMessage]] = OrderedDict()

    def build(self, watches: Iterable[Watch]) -> dict[Watch, Message]:
        """The messages for all of them as of now. Left out is whoever cannot be shown anything: the table or player
        does not exist, or the view failed, which is logged."""
        wanted = frozenset(watches)
        plays = _plays({table for watch in wanted for table in (watch.table, *watch.tables) if table})
        wallets = _wallets({watch.player for watch in wanted if watch.player})
        positions = _positions({wallet.stream: wallet.version for wallet in wallets.values()})
        now, made = datetime.now(UTC), dict[Watch, Message]()
        for watch in wanted:
            if (watch.player and watch.player not in wallets) or (watch.table and watch.table not in plays):
                continue
            try:
                if not watch.player:
                    made[watch] = _message(*self._seen(plays[watch.table], now))
                elif watch.table:
                    made[watch] = self._as_player(plays[watch.table], wallets[watch.player], positions, now)
                else:
                    tables = [plays[table] for table in watch.tables if table in plays]
                    made[watch] = self._player(wallets[watch.player], tables, positions, now)
            except AWAY:
                raise
            except Exception:
                log.exception("the view of table %s cannot be built", watch.table or watch.tables)
        return made

    def _seen(self, play: Play, now: datetime) -> tuple[Versions, TableMessage]:
        """The public view, made once for a table as it stands; only the clock goes on."""
        known, versions = self._public.get(play.table), play.versions()
        if known is None or known[0] != versions:
            fields = viewed(play, seen(play, PUBLIC, NOBODY), now)
            message = TableMessage(**fields, position=max(_positions(versions).values(), default=0))
            known = self._public[play.table] = versions, message
            if len(self._public) > REMEMBERED:
                self._public.popitem(last=False)
        return versions, replace(known[1], **standing(play, now))

    def _as_player(self, play: Play, wallet: Wallet, positions: Versions, now: datetime) -> Message:
        versions, public = self._seen(play, now)
        view = seen(play, wallet.player, HeldFacts(wallet, play.round, now))
        position = max(public.position, positions.get(wallet.stream, 0))
        own = replace(public, cards=laid(view.cards), may=list(view.may), position=position)
        return _message({**versions, wallet.stream: wallet.version}, own)

    def _player(self, wallet: Wallet, plays: list[Play], positions: Versions, now: datetime) -> Message:
        tables = [self._seen(play, now) for play in plays]
        here = {play.table for play in plays}
        message = PlayerMessage(
            player=wallet.player,
            position=max([positions.get(wallet.stream, 0), *(public.position for _, public in tables)]),
            server_time=now,
            balance=money(wallet.funds, wallet.currency),
            open_bets=[
                OwnBet(bet.id, bet.round, bet.table, bet.seat, bet.kind, money(bet.stake, wallet.currency))
                for bet in wallet.bets.values()
                if not here or bet.table in here
            ],
            tables=[_own(play, wallet, now) for play in plays],
        )
        versions = {wallet.stream: wallet.version}
        for each, _ in tables:
            versions |= each
        return _message(versions, message)


def _own(play: Play, wallet: Wallet, now: datetime) -> OwnTable:
    mine = [seat for seat, seated in play.ruleset.seats(play.state).items() if seated.player == wallet.player]
    view = seen(play, wallet.player, HeldFacts(wallet, play.round, now))
    cards = laid({place: lying for place, lying in view.cards.items() if _seat_of(place) in mine})
    return OwnTable(**standing(play, now), seats=mine, cards=cards, may=list(view.may))


def _seat_of(place: str) -> int | None:
    found = _SEAT.match(place)
    return int(found[1]) if found else None


def _message(versions: Versions, content: TableMessage | PlayerMessage) -> Message:
    digest = hashlib.blake2b(repr(sorted(versions.items())).encode(), digest_size=8).hexdigest()
    return Message(f"{content.position}-{digest}", msgspec.json.encode(content))


def _plays(tables: set[str]) -> dict[str, Play]:
    found = {}
    for table in tables:
        try:
            found[table] = current(table)
        except Rejected:
            continue
        except AWAY:
            raise
        except Exception:
            log.exception("table %s cannot be read", table)
    return found


def _wallets(players: set[str]) -> dict[str, Wallet]:
    if not players:
        return {}
    try:
        return {wallet.player: wallet for wallet in load_wallets(players)}
    except Rejected:
        # One without an account must not take the others' away.
        return {name: one for each in players for name, one in _wallets({each}).items()} if len(players) > 1 else {}


def _positions(versions: Versions) -> dict[str, int]:
    """Where in the log these versions of these streams are."""
    if not versions:
        return {}
    return dict(execute(_POSITIONS, (list(versions), list(versions.values()))).fetchall())
