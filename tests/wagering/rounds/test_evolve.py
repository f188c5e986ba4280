"""Folding many events at once finds what folding them one by one finds, the clock included."""

from __future__ import annotations

import pytest

from tests.bench import script
from wagering.dispatch.wiring import event_types
from wagering.eventstore.codec import decode
from wagering.eventstore.read import read_stream
from wagering.rounds.evolve import evolve, evolve_all, opened

pytestmark = pytest.mark.database


def test_all_at_once_is_one_by_one() -> None:
    played = script.write(warm_rounds=0, rounds=8)
    rounds = [sent.command.round for sent in played.sent if type(sent.command).__name__ == "OpenRound"]
    first = opened(decode(event_types(), (table := read_stream(f"table/{script.OWN}")[0]).name, table.body))
    deadlines = 0
    for name in rounds:
        stored = read_stream(f"round/{name}")
        happened = [(decode(event_types(), each.name, each.body), each.occurred_at) for each in stored]
        play = first
        for count, (event, at) in enumerate(happened, 1):
            play = evolve(play, "round", event, at)
            assert evolve_all(first, "round", happened[:count]) == play
            half = evolve_all(first, "round", happened[: count // 2])
            assert evolve_all(half, "round", happened[count // 2 : count]) == play
            deadlines += play.deadline is not None
    assert deadlines > 20
