"""The in-memory driver and the catalog."""

from __future__ import annotations

import re
from itertools import repeat
from time import perf_counter

import pytest

from games.catalog import CATALOG, UnknownRulesetError, find
from games.kernel.bets import Answer, Refund, Stake
from games.kernel.playthrough import Book
from games.kernel.ruleset import CloseBetting, Seated
from tests.games.deluxe_blackjack.tables import play, say_nothing


def test_the_catalog_knows_its_rulesets_by_id() -> None:
    assert {id_: rules.id for id_, rules in CATALOG.items()} == {id_: id_ for id_ in CATALOG}
    assert all(re.fullmatch(r"[a-z0-9_]+@[0-9]+", id_) for id_ in CATALOG)
    assert find("deluxe_blackjack@1").title == "Deluxe Blackjack"
    with pytest.raises(UnknownRulesetError, match=r"deluxe_blackjack@2.*deluxe_blackjack@1"):
        find("deluxe_blackjack@2")


def test_stored_names_are_explicit_and_match_their_types() -> None:
    for rules in CATALOG.values():
        assert all(
            name == getattr(event, "NAME", None) and name.startswith(rules.id.split("@")[0] + ".")
            for name, event in rules.events.items()
        )


def test_a_book_takes_only_what_is_there() -> None:
    book = Book({"ana": 100})
    book.move(Stake("ana", 3, "seat", "1", 60))
    with pytest.raises(ValueError, match="not covered"):
        book.move(Stake("ana", 3, "seat", "1", 60))
    book.move(Stake("ana", 3, "seat", "1", -20))
    book.move(Answer("ana", 3, "seat", "insurance", True))
    with pytest.raises(ValueError, match="second time"):
        book.move(Answer("ana", 3, "seat", "insurance", False))
    assert (book.funds("ana"), book.bets()[0].stake) == (60, 40)
    book.move(Refund(3))
    assert (book.funds("ana"), book.bets(), book.bets_of("ana")) == (100, [], [])


def test_rounds_follow_each_other_fast_enough_to_simulate() -> None:
    """Well below the target of 1,500 a second on purpose: this only catches a change that ruins it."""
    table = play("", {"ana": 10**9}, seated=[Seated(3, "ana")], then=repeat("8C"))
    started = perf_counter()
    for _ in range(300):
        table.open()
        table.bet("ana", 3, "seat", 1000)
        table.send(CloseBetting())
        table.play(say_nothing)
    assert 300 / (perf_counter() - started) > 150
