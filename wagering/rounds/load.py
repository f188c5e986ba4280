"""Loading a table at play from the log: the open event, its shoe, the stream of its round. Never the whole log."""

from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.ruleset import Rejected
from games.kernel.shoe import Drawn, Shoe
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.eventstore.read import heads
from wagering.eventstore.session import execute
from wagering.rounds.evolve import evolve, opened
from wagering.rounds.play import Play, round_stream, shoe_stream, table_stream
from wagering.tables.events import TableOpened
from wagering.tables.queries import unknown_table
from wagering.tables.sealing import unseal

READS: Final = 50

_BOARD = """
SELECT t.round, t.shoe, s.version FROM tables_table t JOIN eventstore_stream s ON s.stream = %b::text
WHERE t.id = %b::text
"""
_EVENTS = """
SELECT name, body, occurred_at FROM eventstore_event WHERE stream = %b::text AND version > %b::bigint ORDER BY version
"""
_SEATS_SINCE = """
SELECT name, body, occurred_at FROM eventstore_event WHERE stream = %b::text AND version > coalesce(
    (SELECT version FROM eventstore_event WHERE stream = %b::text AND name = 'table.round_opened@1'
     ORDER BY version DESC LIMIT 1), 1) ORDER BY version
"""
_SHOE = """
SELECT h.packs, h.live, h.burned, h.cut_out, h.retired, s.version, (m.body::jsonb ->> 'cut')::int, k.sealed
FROM tables_shoe h JOIN eventstore_stream s ON s.stream = %b::text
JOIN eventstore_event m ON m.stream = s.stream AND m.version = 1
LEFT JOIN tables_sealedshoe k ON k.shoe = h.id WHERE h.id = %b::text
"""


def load_play(table: str) -> Play:
    """The table as the log says at one moment; ``Rejected`` unknown_table.

    It takes several queries, and whoever deals from a pack names only the round and that pack: were another pack
    mounted in between, the cards of the one before would fit. So whatever moves meanwhile has it read again.
    """
    for _ in range(READS):
        play = _read(table)
        if heads(known := play.versions()) == known:
            return play
    raise RuntimeError(f"table {table} never stands still, or its streams are not as long as their heads say")


def _read(table: str) -> Play:
    board = execute(_BOARD, (table_stream(table), table)).fetchone()
    if board is None:
        raise unknown_table(table)
    round_id, shoe_id, version = board
    play = _fold_round(_first(table), round_id) if round_id else _first(table)
    for event, at in _events(_SEATS_SINCE, table_stream(table), table_stream(table)):
        if event.NAME.startswith("table."):
            continue
        play = evolve(play, "table", event, at)
    play = replace(play, table_version=version)
    return with_shoe(play, shoe_id) if shoe_id else play


def load_round(table: str, round_id: str, version: int | None = None) -> Play:
    """One round of a table, finished or running, without its shoe; with ``version``, as it was after so many events.

    ``Rejected`` unknown_table, unknown_round.
    """
    play = _fold_round(_first(table), round_id, version)
    if play.table != table or not play.status:
        raise Rejected("unknown_round", "", f"there is no round {round_id} at table {table}", "round")
    return play


def _first(table: str) -> Play:
    for event, _ in _events(_EVENTS + " LIMIT 1", table_stream(table), 0):
        if isinstance(event, TableOpened):
            return opened(event)
    raise unknown_table(table)


def _fold_round(play: Play, round_id: str, version: int | None = None) -> Play:
    events = _events(_EVENTS, round_stream(round_id), 0)[:version]
    if events and events[0][0].table != play.table:
        return play
    for event, at in events:
        play = evolve(play, "round", event, at)
    return replace(play, round_version=len(events))


def with_shoe(play: Play, shoe_id: str) -> Play:
    """``play`` with the shoe ``shoe_id`` as its projections say: every card that left it, and the sealed order."""
    row = execute(_SHOE, (shoe_stream(shoe_id), shoe_id)).fetchone()
    if row is None:
        return play
    packs, live, burned, cut_out, retired, version, cut, sealed = row
    draws = execute('SELECT draw, card, "to", round FROM tables_draw WHERE shoe = %b::text', (shoe_id,))
    drawn = {draw: Drawn(card, to, round_id) for draw, card, to, round_id in draws}
    shoe = Shoe(shoe_id, packs, live, burned, max([burned, *drawn]) + 1, drawn, cut_out, retired)
    order = unseal(bytes(sealed))[1] if sealed else ()
    return replace(play, shoe=shoe, shoe_version=version, cut=cut, order=order)


def _events(sql: str, *arguments: Any) -> list[tuple[Any, datetime]]:
    types = event_types()
    rows = execute(sql, arguments).fetchall()
    return [(decode(types, name, body), at) for name, body, at in rows]
