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
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, LiteralString, NamedTuple

import msgspec

from games.kernel.bets import Bet
from games.kernel.ruleset import Rejected
from wagering.eventstore.session import execute
from wagering.live.countdown import Countdown, countdown_of, stamp
from wagering.rounds.play import Play, awaits, question_of
from wagering.rounds.queries import current, seen
from wagering.wallet.currencies import exponent
from wagering.wallet.queries import load_wallets, room_of
from wagering.wallet.state import Wallet

log = logging.getLogger(__name__)

PUBLIC: Final = "public"
REMEMBERED: Final = 2_000
"""Public views kept, one a table."""

_POSITIONS: Final[LiteralString] = """
SELECT e.stream, e.position FROM unnest(%b::text[], %b::bigint[]) AS s (stream, version)
JOIN eventstore_event e ON e.stream = s.stream AND e.version = s.version
"""
_SEAT: Final = re.compile(r"\D*(\d+)")
_COMMITMENT: Final[LiteralString] = "SELECT commitment FROM tables_shoe WHERE id = %b::text"


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


class Seen(NamedTuple):
    """A table as the public sees it: everything of it but the passing of time."""

    versions: Mapping[str, int]
    position: int
    content: Mapping[str, Any]
    countdown: Countdown


class HeldFacts:
    """Money and bets of one viewer (games.kernel.ruleset.Facts), already read."""

    def __init__(self, wallet: Wallet, round_id: str, now: datetime) -> None:
        self._wallet, self._round, self._now = wallet, round_id, now

    def funds(self, player: str) -> int:
        room = room_of(self._of(player), self._now)
        return self._wallet.funds if room is None else min(self._wallet.funds, room)

    def account_type(self, player: str) -> str:
        return self._of(player).account_type

    def bets_of(self, player: str) -> Sequence[Bet]:
        return [bet.for_rules() for bet in self._of(player).bets.values() if bet.round == self._round]

    def bets(self) -> Sequence[Bet]:
        return self.bets_of(self._wallet.player)

    def _of(self, player: str) -> Wallet:
        if player != self._wallet.player:
            raise LookupError("a view looks at its viewer's money only")
        return self._wallet


class Snapshots:
    """Builds messages. Belongs to one thread; remembers the public view of each table until the table moves."""

    def __init__(self) -> None:
        self._public: OrderedDict[str, Seen] = OrderedDict()
        self._commitments: OrderedDict[str, str] = OrderedDict()

    def build(self, watches: Iterable[Watch]) -> dict[Watch, Message]:
        """The messages for all of them as of now. Left out is whoever cannot be shown anything: the table or player
        does not exist, or the view failed, which is logged."""
        wanted = frozenset(watches)
        plays = _plays({table for watch in wanted for table in (watch.table, *watch.tables) if table})
        wallets = _wallets({watch.player for watch in wanted if watch.player})
        positions = _positions(wallets.values())
        now, made = datetime.now(UTC), dict[Watch, Message]()
        for watch in wanted:
            wallet = wallets.get(watch.player)
            if (watch.player and wallet is None) or (watch.table and watch.table not in plays):
                continue
            try:
                if wallet is None:
                    made[watch] = _message(now, self._seen(plays[watch.table]))
                elif watch.table:
                    made[watch] = self._as_player(now, plays[watch.table], wallet, positions)
                else:
                    tables = [plays[table] for table in watch.tables if table in plays]
                    made[watch] = self._player(now, wallet, tables, positions)
            except Exception:
                log.exception("the view of table %s cannot be built", watch.table or watch.tables)
        return made

    def _seen(self, play: Play) -> Seen:
        """The public view, made once for a table as it stands."""
        known, versions = self._public.get(play.table), play.versions()
        if known is not None and known.versions == versions:
            return known
        position = max(_positions_of(versions).values(), default=0)
        view = seen(play, PUBLIC, _NOBODY)
        content = {
            **_standing(play),
            "position": position,
            "game": play.game,
            "currency": play.currency,
            "seats": {str(seat): seated.player for seat, seated in play.ruleset.seats(play.state).items()},
            "cards": view.cards,
            "may": view.may,
            "score": play.ruleset.outcome(play.state).get("score"),
            "shoe": self._shoe(play),
        }
        made = Seen(versions, position, content, countdown_of(play))
        self._public[play.table] = made
        if len(self._public) > REMEMBERED:
            self._public.popitem(last=False)
        return made

    def _as_player(self, now: datetime, play: Play, wallet: Wallet, positions: Mapping[str, int]) -> Message:
        public = self._seen(play)
        view = seen(play, wallet.player, HeldFacts(wallet, play.round, now))
        position = max(public.position, positions.get(wallet.stream, 0))
        content = {**public.content, "position": position, "cards": view.cards, "may": view.may}
        versions = {**public.versions, wallet.stream: wallet.version}
        return _message(now, Seen(versions, position, content, public.countdown))

    def _player(self, now: datetime, wallet: Wallet, plays: list[Play], positions: Mapping[str, int]) -> Message:
        versions, position, tables = {wallet.stream: wallet.version}, positions.get(wallet.stream, 0), []
        for play in plays:
            public = self._seen(play)
            versions |= public.versions
            position = max(position, public.position)
            tables.append({**_own(play, wallet, now), **stamp(public.countdown, now)})
        here = {play.table for play in plays}
        content = {
            "player": wallet.player,
            "position": position,
            "balance": _money(wallet.funds, wallet.currency),
            "open_bets": [_bet(bet, wallet.currency) for bet in wallet.bets.values() if bet.table in here],
            "tables": tables,
        }
        return _message(now, Seen(versions, position, content, None), clock=False)

    def _shoe(self, play: Play) -> dict[str, Any] | None:
        if play.shoe is None:
            return None
        if play.shoe.id not in self._commitments:
            row = execute(_COMMITMENT, (play.shoe.id,)).fetchone()
            self._commitments[play.shoe.id] = row[0] if row else ""
            if len(self._commitments) > REMEMBERED:
                self._commitments.popitem(last=False)
        commitment = self._commitments[play.shoe.id] or None
        shoe = play.shoe
        return {"id": shoe.id, "next_draw": shoe.next_draw, "cut_out": shoe.cut_out, "commitment": commitment}


_NOBODY: Final = HeldFacts(Wallet(PUBLIC), "", datetime.min.replace(tzinfo=UTC))


def _standing(play: Play) -> dict[str, Any]:
    """What the table waits for."""
    question = question_of(play.expects()) if play.running else None
    return {
        "table": play.table,
        "round": play.round or None,
        "status": play.status or None,
        "awaits": awaits(play),
        "decision": question[1] if question else None,
        "paused": bool(play.paused),
    }


def _own(play: Play, wallet: Wallet, now: datetime) -> dict[str, Any]:
    """A table as far as it concerns the player: his seats, what lies there, what he may answer."""
    seats = [seat for seat, seated in play.ruleset.seats(play.state).items() if seated.player == wallet.player]
    view = seen(play, wallet.player, HeldFacts(wallet, play.round, now))
    cards = {place: lying for place, lying in view.cards.items() if _seat_of(place) in seats}
    return {**_standing(play), "seats": seats, "cards": cards, "may": view.may}


def _seat_of(place: str) -> int | None:
    """``3.1``, ``seat3`` and ``trick3`` lie at seat 3; ``dealer`` at none."""
    found = _SEAT.match(place)
    return int(found[1]) if found else None


def _bet(bet: Any, currency: str) -> dict[str, Any]:
    return {
        "id": bet.id, "round": bet.round, "table": bet.table, "seat": bet.seat, "kind": bet.kind,
        "stake": _money(bet.stake, currency),
    }  # fmt: skip


def _money(amount: int, currency: str) -> dict[str, Any]:
    return {"amount": amount, "currency": currency, "exponent": exponent(currency)}


def _message(now: datetime, made: Seen, *, clock: bool = True) -> Message:
    digest = hashlib.blake2b(repr(sorted(made.versions.items())).encode(), digest_size=8).hexdigest()
    time = {"server_time": now, **(stamp(made.countdown, now) if clock else {})}
    return Message(f"{made.position}-{digest}", msgspec.json.encode({**made.content, **time}))


def _plays(tables: Iterable[str]) -> dict[str, Play]:
    found = {}
    for table in tables:
        try:
            found[table] = current(table)
        except Rejected:
            continue
        except (LookupError, TypeError, ValueError, RuntimeError):
            log.exception("table %s cannot be read", table)
    return found


def _wallets(players: set[str]) -> dict[str, Wallet]:
    if not players:
        return {}
    try:
        return {wallet.player: wallet for wallet in load_wallets(players)}
    except Rejected as refused:
        # One without an account must not take the others' away.
        if len(players) == 1:
            return {}
        log.warning("a stream of a player without an account: %s", refused.why)
        return {name: wallet for player in players for name, wallet in _wallets({player}).items()}


def _positions(wallets: Iterable[Wallet]) -> dict[str, int]:
    versions = {wallet.stream: wallet.version for wallet in wallets}
    return _positions_of(versions) if versions else {}


def _positions_of(versions: Mapping[str, int]) -> dict[str, int]:
    return dict(execute(_POSITIONS, (list(versions), list(versions.values()))).fetchall())
