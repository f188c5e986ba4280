"""Arrays written in binary arrive as they were meant, whatever is in them."""

from __future__ import annotations

import pytest

from wagering.eventstore.arrays import bigints, booleans, integers, texts
from wagering.eventstore.session import execute

pytestmark = pytest.mark.database


@pytest.mark.parametrize("length", [1, 2, 1_000])
def test_values_arrive(length: int) -> None:
    words = ["", "ana", "အောင်", 'quo"te', "{a,b}", "NULL", "\\"][:length] * (length // 7 + 1)
    numbers = [0, -1, 2**63 - 1, -(2**63)][:length] * (length // 4 + 1)
    small = [0, -1, 2**31 - 1, -(2**31)][:length] * (length // 4 + 1)
    query = "SELECT %b::text[], %b::bigint[], %b::integer[], %b::boolean[]"
    truths = [number < 0 for number in small]
    row = execute(query, (texts(words), bigints(numbers), integers(small), booleans(truths))).fetchone()
    assert row == (words, numbers, small, truths)


def test_nothing_is_an_empty_array_and_none_is_null() -> None:
    query = "SELECT %b::text[], %b::bigint[], %b::integer[], %b::bigint[]"
    row = execute(query, (texts([]), bigints([]), integers([]), bigints([None, 7]))).fetchone()
    assert row == ([], [], [], [None, 7])
