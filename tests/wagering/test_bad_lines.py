"""Whatever a session file holds: ``UnknownLineError`` or a stable code, and nothing written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.support.invariants import violations
from tests.support.junk import DEEP, JUNK, last_position
from tests.support.sessions import lines_of
from wagering.demo.session_lines import UnknownLineError
from wagering.demo.session_player import Player, read_lines, start

pytestmark = pytest.mark.database


def junk_lines() -> Iterator[dict[str, Any]]:
    """One line of every kind that the tour has, with each field in turn missing or replaced by a third of the junk."""
    kinds: dict[str, dict[str, Any]] = {}
    for line in lines_of("deluxe_blackjack_tour")[1:]:
        kinds.setdefault(line["kind"], line)
    for turn, line in enumerate(kinds.values()):
        for place, name in enumerate(line):
            yield {key: value for key, value in line.items() if key != name}
            for value in JUNK[(turn + place) % 3 :: 3]:
                if not isinstance(value, bytes) and value is not DEEP:
                    yield {**line, name: value}


def test_lines_with_junk(run_id: str) -> None:
    lines = lines_of("deluxe_blackjack_tour")
    player = Player(start(lines[0], run_id))
    for line in lines[1:40]:
        player.play(line)
    unknown = 0
    for number, line in enumerate(junk_lines(), 1_000_000):
        seq = {"seq": number} if type(line.get("seq")) is int else {}
        before, refused = last_position(), len(player.refusals)
        try:
            player.play({**line, **seq})
        except UnknownLineError:
            unknown += 1
            assert last_position() == before
        else:
            assert len(player.refusals) == refused or last_position() == before, line
    assert unknown > 100
    assert violations(run_id) == []


@pytest.mark.parametrize(
    "text",
    [
        "not json", "[]", "5", "null", "{}", '{"seq":1}', '{"seq":1,"at":0}', '{"seq":"1","at":0,"kind":"session"}',
        '{"seq":1,"at":"0","kind":"session"}', '{"seq":1,"at":NaN,"kind":"session"}', '{"seq":1,"at":1e999,"kind":"x"}',
        '{"seq":1,"at":0,"kind":[]}', '{"seq":true,"at":0,"kind":"x"}', '{"seq":1,"at":-1,"kind":"x"}',
        "[" * 100_000, '{"seq":1,"at":0,"kind":"session","x":' + "9" * 5_000 + "}",
    ],
    ids=range(16),
)  # fmt: skip
def test_a_file_that_is_no_session(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text + "\n")
    with pytest.raises(UnknownLineError):
        list(read_lines(file))
    with pytest.raises(CommandError):
        call_command("play_session", str(file))


@pytest.mark.parametrize(
    "first", [{}, {"format": 2}, {"kind": "table"}, {"currency": 5}, {"currency": None}, {"name": 5}, {"name": ""}]
)
def test_a_session_line_that_begins_nothing(first: dict[str, Any], tmp_path: Path) -> None:
    line = {"seq": 1, "at": 0, "kind": "session", "format": 1, "name": "n", "currency": "USD", "exponent": 2} | first
    if not first:
        del line["currency"]
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(line) + "\n")
    with pytest.raises(CommandError):
        call_command("play_session", str(file))


def test_an_unknown_kind(run_id: str) -> None:
    lines = lines_of("example")
    player = Player(start(lines[0], run_id))
    with pytest.raises(UnknownLineError, match="juggle"):
        player.play({"seq": 2, "at": 0, "kind": "juggle"})
