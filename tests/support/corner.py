"""Writes a short recorded session by hand: the clock, draw numbers and line numbers follow by themselves."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from tests.support.compare import differences
from tests.support.sessions import played

OPTIONS: Final[dict[str, Any]] = {
    "shoe": "live", "packs": 8, "chip_step": 1, "odd_stakes": True, "min_seat": 10, "max_seat": 100, "min_behind": 1,
    "max_behind": 100, "min_pair": 1, "max_pair": 100, "bet_s": 20, "insurance_s": 8, "decision_s": 12, "follow_s": 5,
    "incident_s": 900,
    "pay": {"blackjack": [3, 2], "win": [1, 1], "insurance": [2, 1], "pair_perfect": [25, 1], "pair_mixed": [8, 1]},
}  # fmt: skip


class Corner:
    """Table ``T`` with shoe ``S`` (two cards burned) and real accounts, ``ana=100`` each; every line is 0.5 s later."""

    game: ClassVar[str] = "deluxe_blackjack@1"
    usual: ClassVar[dict[str, Any]] = OPTIONS

    def __init__(self, options: dict[str, Any] | None = None, **accounts: int) -> None:
        self.lines: list[dict[str, Any]] = []
        self.at, self.draw, self.table, self.shoe, self.due = 0.0, 3, "T", "S", 0.0
        self.options = {**self.usual, **(options or {})}
        self.line("session", table=None, format=1, name="corner", currency="USD", exponent=2)
        self.open_table("T", "S")
        for player, deposit in accounts.items():
            self.line("account", table=None, player=player, type="real", deposit=deposit)

    def line(self, kind: str, refused: str = "", **fields: Any) -> Self:
        """A line about the table (``table=None``: about none), refused with this code."""
        self.at += 0.5
        line = {"seq": len(self.lines) + 1, "at": self.at, "kind": kind, "table": self.table, **fields}
        if line["table"] is None:
            del line["table"]
        self.lines.append({**line, "expect_refused": refused} if refused else line)
        return self

    def open_table(self, table: str, shoe: str) -> Self:
        """Another table, at which the next lines are."""
        self.table = table
        self.line("table", game=self.game, options=self.options)
        return self.mount(shoe)

    def mount(self, shoe: str) -> Self:
        """A new live shoe; the ace it shows burns one card more."""
        self.shoe, self.draw = shoe, 3
        return self.line("shoe", shoe=shoe, source="live", burn_card="AS", burned=1)

    def open(self, round_id: str) -> Self:
        """Betting opens."""
        self.line("open_round", round=round_id)
        self.due = self.at + self.options["bet_s"]
        return self

    def sit(self, player: str, *seats: int) -> Self:
        for seat in seats:
            self.line("sit", player=player, seat=seat)
        return self

    def money(self, kind: str, player: str, amount: int, refused: str = "") -> Self:
        """``deposit`` or ``withdraw``."""
        return self.line(kind, refused, table=None, player=player, amount=amount)

    def leave(self, player: str, refused: str = "") -> Self:
        return self.line("leave", refused, player=player)

    def pause(self) -> Self:
        return self.line("incident", note="n")

    def resume(self) -> Self:
        return self.line("resume", supervisor="mo")

    def bet(self, player: str, seat: int, kind: str, amount: Any, refused: str = "") -> Self:
        return self.line("bet", refused, player=player, seat=seat, bet_kind=kind, amount=amount)

    def close(self) -> Self:
        """The betting countdown is over."""
        return self.until(self.due).line("close_bets")

    def until(self, at: float) -> Self:
        """The next line is at this time."""
        self.at = at - 0.5
        return self

    def cards(self, *dealt: str) -> Self:
        """``"3.1 TC"`` is the next card, face up; only the dealer's second card is ``"down 9H"``."""
        for each in dealt:
            to, card = each.split(" ")
            down = to == "down"
            place = {"to": "dealer" if down or to == "up" else to, "face": "down" if down else "up"}
            self.line("card", shoe=self.shoe, draw=self.draw, card=card, **place)
            self.draw += 1
        return self

    def act(self, player: str, place: str, action: str, refused: str = "") -> Self:
        seat, hand = map(int, place.split("."))
        return self.line("act", refused, player=player, seat=seat, hand=hand, action=action)

    def preselect(self, player: str, place: str, action: str | None, refused: str = "") -> Self:
        seat, hand = map(int, place.split("."))
        return self.line("preselect", refused, player=player, seat=seat, hand=hand, action=action)

    def silence(self, what: str, seconds: float) -> Self:
        """The deadline of the question that the line before raised has passed."""
        return self.until(self.at + seconds).line("silence", what=what)

    def void(self, round_id: str, refused: str = "") -> Self:
        return self.line("void_round", refused, round=round_id, reason="EXPOSED", supervisor="mo", second="li")

    def correct(self, round_id: str, draw: int, card: str, refused: str = "") -> Self:
        fields = {"shoe": self.shoe, "draw": draw, "card": card, "reason": "MISSCAN", "supervisor": "mo"}
        return self.line("correct_card", refused, round=round_id, second="li", **fields)

    def expect(self, round_id: str, status: str = "", bets: dict[str, list[Any]] | None = None, **more: Any) -> Self:
        """``status`` and ``bets`` of a round that is over; ``seats={3: "ana"}``, ``balances``, ``receivables``."""
        over = {"status": status, "bets": {f"{round_id}/{bet}": found for bet, found in (bets or {}).items()}}
        if "seats" in more:
            more["seats"] = {str(seat): player for seat, player in more["seats"].items()}
        return self.line("expect", round=round_id, **(over if status else {}), **{"balances": {}, **more})

    def view(self, viewer: str, may: str, **cards: str) -> Self:
        """``dealer="TC ??", s3_1="9H"``."""
        places = {name.strip("s").replace("_", "."): text.split() for name, text in cards.items() if name != "dealer"}
        if "dealer" in cards:
            places["dealer"] = cards["dealer"].split()
        return self.line("expect_view", viewer=viewer, cards=places, may=may.split())

    def wrong(self, run_id: str) -> list[str]:
        """What comes out otherwise than expected."""
        found = played(self.lines, run_id)
        if not any(line["kind"] == "expect_totals" for line in self.lines):
            found["totals"] = []
        return differences(self.lines, found)
