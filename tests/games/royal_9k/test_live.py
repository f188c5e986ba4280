"""Live scanning: cards come from the studio, one fresh pack a game, and may have been read wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel.expectations import Deal, Over
from tests.games.royal_9k.tables import JSON
from tests.games.session_player import SessionPlayer
from tests.games.session_table import Table

PLAYERS = {1: "ana", 2: "bo", 3: "cy"}


class Studio:
    """Session lines of one live table, a second apart; the button lies at seat 3."""

    def __init__(self, players: Mapping[int, str] = PLAYERS) -> None:
        self.player, self.seq, self.draw = SessionPlayer(), 0, 0
        self.does("session", format=1)
        self.does("table", table="L", game="royal_9k@1", options={**JSON, "shoe": "live"})
        for seat, name in players.items():
            self.does("account", player=name, type="real", deposit=10_000)
            assert self.at("sit", player=name, seat=seat) is None
        assert self.at("shoe", shoe="S", source="live") is None
        assert self.at("open_round", round="r1", dealer=3) is None

    @property
    def table(self) -> Table:
        return self.player.tables["L"]

    @property
    def wallets(self) -> dict[str, int]:
        return self.player.wallets

    def does(self, kind: str, **content: Any) -> str | None:
        self.seq += 1
        return self.player.answer({"seq": self.seq, "at": self.seq, "kind": kind, **content})

    def at(self, kind: str, **content: Any) -> str | None:
        return self.does(kind, table="L", **content)

    def scans(self, *scans: str) -> None:
        """``"3 AS"``: the next draw, face down to that seat."""
        for scan in scans:
            seat, card = scan.split(" ")
            self.draw += 1
            assert self.scan(self.draw, seat, card) is None

    def scan(self, draw: int, seat: str, card: str, *, shoe: str = "S", face: str = "down") -> str | None:
        return self.at("card", shoe=shoe, draw=draw, to=f"seat{seat}", card=card, face=face)

    def acts(self, *acts: str) -> None:
        for act in acts:
            player, action = act.split(" ")
            assert self.at("act", player=player, action=action) is None

    def due(self) -> Any:
        return self.table.awaited()


def test_a_live_game_with_wrong_scans() -> None:
    studio = Studio()
    assert studio.due() == Deal("seat1", "down")
    assert studio.scan(1, "2", "TC") == "unexpected_card"
    assert studio.scan(1, "1", "TC", face="up") == "unexpected_card"
    studio.scans("1 9C", "2 KD")
    assert studio.scan(2, "2", "KD") is None  # read twice
    assert studio.scan(2, "2", "KH") == "draw_conflict"
    assert studio.scan(4, "3", "KS") == "draw_gap"
    assert studio.scan(3, "3", "KS", shoe="X") == "wrong_shoe"
    assert studio.scan(3, "3", "KD") == "impossible_card"
    assert studio.at("act", player="ana", action="check") == "not_your_turn"
    assert studio.at("act", player="gus", action="check") == "unknown_account"
    studio.scans("3 KS", "1 8D", "2 QD", "3 2C")
    assert studio.scan(7, "1", "7H") == "unexpected_card"
    studio.acts("cy check", "ana bet", "bo call", "cy fold")
    assert studio.scan(7, "3", "3S") == "unexpected_card"  # folded
    studio.scans("1 7H", "2 JD")
    studio.acts("ana check", "bo check")
    assert studio.due() == Over()
    assert studio.wallets == {"ana": 9700, "bo": 9700 + 665, "cy": 9900}
    assert studio.at("open_round", round="r2", dealer=1) == "no_shoe"  # every game needs a fresh pack


def test_who_leaves_while_cards_are_dealt_gets_no_more() -> None:
    studio = Studio()
    studio.scans("1 9C")
    assert studio.at("leave", player="bo") is None  # before his first card
    assert studio.due() == Deal("seat3", "down")
    studio.scans("3 KS", "1 8D")
    assert studio.at("leave", player="ana") is None
    assert studio.due() == Over()
    assert studio.wallets == {"ana": 9900, "bo": 9900, "cy": 9900 + 285}
    assert {seat.player for seat in studio.table.rules.seats(studio.table.state).values()} == {"cy"}


def test_the_last_one_due_a_card_leaves_and_the_betting_begins() -> None:
    studio = Studio()
    studio.scans("1 9C", "2 KD", "3 KS", "1 8D", "2 QD")
    assert studio.at("leave", player="cy") is None
    studio.acts("ana check", "bo check")  # the highest first card is gone, the next one clockwise starts
    studio.scans("1 7H")
    assert studio.at("leave", player="bo") is None
    assert studio.due() == Over()
    assert studio.wallets == {"ana": 9900 + 285, "bo": 9900, "cy": 9900}


def test_a_card_corrected_while_paused_and_after_settlement() -> None:
    studio = Studio({1: "ana", 2: "bo"})
    studio.scans("1 9C", "2 KD", "1 8D", "2 QD")
    studio.acts("bo bet")
    wrong: dict[str, Any] = {"round": "r1", "shoe": "S", "reason": "MISSCAN", "supervisor": "li"}
    assert studio.at("incident", note="camera") is None
    assert studio.at("correct_card", draw=1, card="AC", **wrong) == "correction_impossible"  # Ana would have begun
    assert studio.at("correct_card", draw=1, card="TC", **wrong) is None
    assert studio.at("resume", supervisor="li") is None
    studio.acts("ana call")
    studio.scans("1 7H", "2 2S")
    studio.acts("bo check", "ana check")
    assert studio.wallets == {"ana": 9700 + 570, "bo": 9700}  # 5 points against 2
    late = {**wrong, "second": "mo"}
    assert studio.at("correct_card", draw=6, card="KC", **late) is None  # an ung
    assert studio.wallets == {"ana": 9700, "bo": 9700 + 570}
    assert studio.at("correct_card", draw=6, card="8D", **late) == "impossible_card"
