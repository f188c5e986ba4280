"""Short recorded sessions of Kozel and Thirty-One: seats, stakes and hands as the published rules give them."""

from __future__ import annotations

from itertools import chain
from typing import Any, ClassVar, Final, Self

from tests.support.corner import Corner


def in_turn(hands: str, *then: str) -> str:
    """Cards that these hands draw one at a time, ``"JC QC/JD QD"``; then what comes after them."""
    drawn = zip(*(hand.split() for hand in hands.split("/")), strict=True)
    return " ".join([*chain(*drawn), *then])


SUITS: Final = ("6C 7C 8C 9C", "6D 7D 8D 9D", "6S 7S 8S 9S", "6H 7H 8H 9H")
"""Kozel: four hands that may pull, and nothing counts."""
HONOURS: Final = in_turn("JC QC KC TC/JD QD KD TD/JS QS KS TS/JH QH KH TH", "AC AD AS AH")
"""Their stock: four more such hands, beginning with the first taker's, then the aces."""


class _Deals(Corner):
    """Table ``T``; keeps what every account must hold, so that each expectation is about all the money."""

    stake: ClassVar[str]
    bet_kind: ClassVar[str]
    ranks: ClassVar[dict[int, str]] = {32: "789TJQKA", 36: "6789TJQKA", 52: "23456789TJQKA"}

    def __init__(self, options: dict[str, Any] | None = None, **accounts: int) -> None:
        self.held, self.taken, self.players = dict(accounts), dict[str, dict[int, str]](), dict[int, str]()
        self.running = ""
        super().__init__(options, **accounts)

    def open_table(self, table: str, shoe: str = "") -> Self:
        """The table of this game; nothing is mounted."""
        self.table = table
        return self.line("table", game=self.game, options=self.options)

    def line(self, kind: str, refused: str = "", **fields: Any) -> Self:
        """Expectations are at the time of the line before, so that a deadline can be counted from it."""
        if kind.startswith("expect"):
            self.at -= 0.5
        return super().line(kind, refused, **fields)

    def seated(self, **seats: int) -> Self:
        """``ana=1``: she takes seat 1."""
        for player, seat in seats.items():
            self.sit(player, seat)
            self.players[seat] = player
        return self

    def leave(self, player: str, refused: str = "") -> Self:
        if not refused:
            self.players = {seat: each for seat, each in self.players.items() if each != player}
        return super().leave(player, refused)

    def money(self, kind: str, player: str, amount: int, refused: str = "") -> Self:
        if not refused:
            self.held[player] += amount if kind == "deposit" else -amount
        return super().money(kind, player, amount, refused)

    def begin(self, round_id: str, dealer: int) -> Self:
        """A series or match; everybody at the table pays."""
        self.running = round_id
        self.taken[round_id] = dict(self.players)
        for player in self.players.values():
            self.held[player] -= self.options[self.stake]
        return self.line("open_round", round=round_id, dealer=dealer)

    def order(self, hands: tuple[str, ...], stock: str) -> list[str]:
        """One card at a time to the hands, beginning after the dealer; then the stock; then what is left."""
        head = in_turn("/".join(hands), stock).split()
        pack = [rank + suit for suit in "CDHS" for rank in self.ranks[self.options.get("pack", 36)]]
        rest = [card for card in pack if card not in head]
        assert sorted([*head, *rest]) == sorted(pack), head
        return [*head, *rest]

    def laid(self, cards: list[str]) -> dict[str, str]:
        """The fields of an action with these cards."""
        return {"cards": " ".join(cards)} if cards else {}

    def play(self, *turns: str, refused: str = "") -> Self:
        """``"ana pass"``, ``"ana swap 7C AC"``, ``"bo beat KC TC"``, one after the other."""
        for turn in turns:
            player, action, *cards = turn.split()
            self.line("act", refused, player=player, action=action, **self.laid(cards))
        return self

    def void_deal(self, refused: str = "", reason: str = "EXPOSED") -> Self:
        return self.line("void_deal", refused, reason=reason, supervisor="mo")

    def score(self, round_id: str, **score: int | str) -> Self:
        return self.expect(round_id, balances=dict(self.held), score=score)

    def over(self, round_id: str, *winners: str, **more: Any) -> Self:
        """The winners share all stakes; without winners it is void and everybody has his own back."""
        self.running = ""
        stake, found = self.options[self.stake], {}
        for seat, player in self.taken[round_id].items():
            back = stake * len(self.taken[round_id]) // len(winners) if player in winners else 0 if winners else stake
            outcome = ("win" if player in winners else "lose") if winners else "void"
            found[f"{seat}/{self.bet_kind}/{player}"] = [outcome, stake, back]
            self.held[player] += back
        return self.expect(round_id, "settled" if winners else "void", found, balances=dict(self.held), **more)

    def view(self, viewer: str, may: str, **cards: str | int) -> Self:
        """``s1="7C 8D"`` is a hand, ``t1`` what seat 1 laid in the trick; a number says how many cards are hidden."""
        places: dict[str, list[str]] = {}
        for name, value in cards.items():
            kind, seat = name[0], name[1:]
            place = {"s": "seat", "t": "trick"}[kind] + seat if seat.isdigit() else name
            places[place] = ["??"] * value if isinstance(value, int) else value.split()
        return self.line("expect_view", viewer=viewer, cards=places, may=may.split())

    def wrong(self, run_id: str) -> list[str]:
        """What comes out otherwise than expected; a round that is still on is cancelled first."""
        if self.running:
            self.pause().void(self.running).over(self.running)
        return super().wrong(run_id)

    def totals(self, rounds: int, bets: int, voided: int = 0) -> Self:
        """The last line: all stakes went back to players, so the house has won nothing."""
        handle = bets * self.options[self.stake]
        row = {"table": "T", "game": self.game, "bet_kind": self.bet_kind, "money": "cash", "rounds": rounds}
        row |= {"bets": bets, "handle": handle, "returned": handle, "ggr": 0, "voided": voided, "refunded": 0}
        return self.line("expect_totals", table=None, totals=[{**row, "escrow": 0}], balances=dict(self.held))


class SeriesCorner(_Deals):
    """Thirty-One for 100 a series."""

    game: ClassVar[str] = "thirty_one@1"
    usual: ClassVar[dict[str, Any]] = {
        "series_stake": 100, "pack": 32, "choice_s": 10, "turn_s": 20, "incident_s": 900,
    }  # fmt: skip
    stake: ClassVar[str] = "series_stake"
    bet_kind: ClassVar[str] = "series"

    def laid(self, cards: list[str]) -> dict[str, str]:
        return dict(zip(("give", "take"), cards, strict=True)) if cards else {}

    def deal(self, *hands: str, stock: str = "", refused: str = "", **more: Any) -> Self:
        """The hands in the order of dealing, then the cards that come first from the stock."""
        fields = {"shoe": f"d{len(self.lines)}", "cards": " ".join(self.order(hands, stock)), **more}
        return self.line("deal", refused, **fields)

    def shuffled(self, cards: str, refused: str = "") -> Self:
        return self.line("reshuffle", refused, shoe=f"n{len(self.lines)}", cards=cards)


class MatchCorner(_Deals):
    """Kozel for 100 a match: ana 0, bo 1, cy 2, dee 3, each with 1000."""

    game: ClassVar[str] = "kozel@1"
    usual: ClassVar[dict[str, Any]] = {"match_stake": 100, "turn_s": 20, "incident_s": 900}
    stake: ClassVar[str] = "match_stake"
    bet_kind: ClassVar[str] = "match"

    @classmethod
    def begun(cls, **others: int) -> Self:
        """Match ``m`` has begun, dee deals; ``eli=99`` has an account besides."""
        four = {"ana": 0, "bo": 1, "cy": 2, "dee": 3}
        return cls(None, **dict.fromkeys(four, 1000), **others).seated(**four).begin("m", 3)

    def deal(self, *hands: str, stock: str = "", trump: str | int, refused: str = "", **more: Any) -> Self:
        """The hands in the order of dealing, then the stock; ``trump`` is the shown card or its place."""
        cards = self.order(hands, stock)
        at = trump if isinstance(trump, int) else cards.index(trump) + 1
        fields = {"shoe": f"d{len(self.lines)}", "cards": " ".join(cards), "trump_at": at, **more}
        return self.line("deal", refused, **fields)

    def points(self, a: int, b: int, eggs: int = 0, round_id: str = "m") -> Self:
        return self.score(round_id, A=a, B=b, eggs=eggs)

    def trick(self, leader: int, cards: list[str], beater: int = -1) -> Self:
        """Led by this seat; the seat ``beater`` beats, the others discard; ``cards`` clockwise from the leader."""
        for step, laid in enumerate(cards):
            seat = (leader + step) % 4
            action = "lead" if step == 0 else "beat" if seat == beater else "discard"
            self.play(f"{self.players[seat]} {action} {laid}")
        return self
