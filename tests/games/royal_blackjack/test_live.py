"""Live scanning: cards come from the studio, one fresh pack a round, and may have been read wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.games.royal_blackjack.tables import JSON
from tests.games.session_player import SessionPlayer


class Studio:
    """Session lines of one live table, a second apart."""

    def __init__(self) -> None:
        self.player, self.seq, self.draw = SessionPlayer(), 0, 0
        self.does("session", format=1)
        self.does("table", table="L", game="royal_blackjack@1", options=JSON)
        for name in ("ana", "bo"):
            self.does("account", player=name, type="real", deposit=10000)

    def does(self, kind: str, **content: Any) -> str | None:
        self.seq += 1
        line: Mapping[str, Any] = {"seq": self.seq, "at": self.seq, "kind": kind, **content}
        return self.player.answer(line)

    def at(self, kind: str, **content: Any) -> str | None:
        return self.does(kind, table="L", **content)

    def scans(self, *scans: str) -> list[str | None]:
        """``"3.1 AS"``; the next draw, face up except the dealer's second card."""
        codes = []
        for scan in scans:
            to, card, *face = scan.split()
            self.draw += 1
            lies = face[0] if face else "up"
            codes.append(self.at("card", shoe="S", draw=self.draw, to=to, card=card, face=lies))
        return codes

    def opens(self, round_id: str = "r1") -> None:
        for seat, player in ((2, "bo"), (3, "ana")):
            self.at("sit", player=player, seat=seat)
        assert self.at("shoe", shoe="S", source="live") is None
        assert self.at("open_round", round=round_id) is None
        for seat, player in ((2, "bo"), (3, "ana")):
            assert self.at("bet", player=player, seat=seat, bet_kind="seat", amount=1000) is None
        self.seq += 15
        assert self.at("close_bets") is None


def test_a_live_round_with_wrong_scans() -> None:
    studio = Studio()
    studio.opens()
    table = studio.player.tables["L"]
    assert studio.scans("3.1 TC") == ["unexpected_card"]  # seat 2 is first
    studio.draw = 0
    assert studio.scans("2.1 TC", "3.1 9C", "dealer 8H") == [None] * 3
    assert studio.at("card", shoe="S", draw=3, to="dealer", card="8H", face="up") is None  # read twice
    assert studio.at("card", shoe="S", draw=3, to="dealer", card="9H", face="up") == "draw_conflict"
    assert studio.at("card", shoe="S", draw=5, to="2.1", card="9H", face="up") == "draw_gap"
    assert studio.at("card", shoe="X", draw=4, to="2.1", card="9H", face="up") == "wrong_shoe"
    assert studio.at("card", shoe="S", draw=4, to="2.1", card="8H", face="up") == "impossible_card"
    assert studio.scans("2.1 9D", "3.1 7D") == [None] * 2
    assert studio.at("act", player="bo", seat=2, hand=1, action="stand") == "not_your_turn"
    assert studio.at("card", shoe="S", draw=6, to="dealer", card="TD", face="up") == "unexpected_card"
    assert studio.scans("dealer 8S down") == [None]
    assert table.rules.view(table.state, "ana", table.running.book).cards["dealer"] == ("8H", "??")  # type: ignore[union-attr]
    assert studio.at("act", player="bo", seat=2, hand=1, action="stand") is None
    assert studio.at("act", player="ana", seat=3, hand=1, action="draw") is None
    assert studio.at("act", player="ana", seat=3, hand=1, action="draw") == "not_your_turn"  # the card is due
    assert studio.scans("3.1 2D") == [None]
    assert studio.at("act", player="ana", seat=3, hand=1, action="stand") is None
    assert table.rules.view(table.state, "public", table.running.book).cards["dealer"] == ("8H", "8S")  # type: ignore[union-attr]
    assert studio.scans("dealer TD") == [None]
    assert table.rounds["r1"].status == "settled"
    assert studio.player.wallets == {"ana": 11000, "bo": 11000}
    assert studio.at("open_round", round="r2") == "no_shoe"  # every round needs a fresh pack


def test_a_card_corrected_while_paused_and_after_settlement() -> None:
    studio = Studio()
    studio.opens()
    studio.scans("2.1 TC", "3.1 8C", "dealer 7H", "2.1 9D", "3.1 7D", "dealer TS down")
    wrong = {"round": "r1", "shoe": "S", "reason": "MISSCAN", "supervisor": "li"}
    studio.at("incident", note="camera")
    assert studio.at("correct_card", draw=1, card="TD", **wrong) is None
    assert studio.at("correct_card", draw=1, card="9D", **wrong) == "impossible_card"
    assert studio.at("correct_card", draw=4, card="AD", **wrong) == "correction_impossible"  # a natural is not asked
    assert studio.at("correct_card", draw=5, card="8D", **wrong) is None
    assert studio.at("resume", supervisor="li") is None
    assert studio.at("act", player="bo", seat=2, hand=1, action="stand") is None
    assert studio.at("act", player="ana", seat=3, hand=1, action="split") is None
    assert studio.scans("3.1 TH", "3.2 9H") == [None, None]
    for hand in (1, 2):
        assert studio.at("act", player="ana", seat=3, hand=hand, action="stand") is None
    assert studio.player.wallets == {"ana": 11000, "bo": 11000}  # 18 and 17 against 17
    late = {**wrong, "second": "mo"}
    assert studio.at("correct_card", draw=6, card="JS", **late) is None
    assert studio.at("correct_card", draw=8, card="KH", **late) is None  # 18 and 18
    assert studio.at("correct_card", draw=6, card="6S", **late) == "correction_impossible"  # he would have drawn
    assert studio.player.wallets == {"ana": 12000, "bo": 11000}
