"""Short recorded sessions of the two Royal games: a fresh virtual pack before every round."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from games.kernel.cards import PACK
from tests.support.corner import Corner

NINE: Final[dict[str, Any]] = {
    "ante": 10, "unit": 20, "betting_rounds": 2, "max_raises": 3, "rake_bp": 500, "turn_s": 15, "incident_s": 900,
}  # fmt: skip
BLACKJACK: Final[dict[str, Any]] = {
    "shoe": "virtual", "packs": 1, "chip_step": 1, "odd_stakes": True, "min_seat": 5, "max_seat": 100, "bet_s": 20,
    "decision_s": 12, "incident_s": 900, "pay": {"blackjack": [3, 2], "win": [1, 1]},
}  # fmt: skip


class _Royal(Corner):
    """Table ``T`` without a pack; ``mount`` names the cards that come first."""

    packs = 0

    def open_table(self, table: str, shoe: str = "") -> Self:
        """Another table, at which the next lines are."""
        self.table = table
        return self.line("table", game=self.game, options=self.options)

    def mount(self, cards: str = "", refused: str = "") -> Self:
        """A fresh pack that begins with these cards."""
        self.packs += 1
        order = [*cards.split(), *(card for card in PACK if card not in cards.split())]
        return self.line("shoe", refused, shoe=f"P{self.packs}", source="virtual", cards=" ".join(order))

    def total(self, kind: str, rounds: int, bets: int, handle: int, returned: int, voided: int = 0) -> Self:
        """The last line, with the totals of one kind of bet at table ``T``; balances as before."""
        row = {"table": "T", "game": self.game, "bet_kind": kind, "money": "cash", "rounds": rounds, "bets": bets}
        row |= {"handle": handle, "returned": returned, "ggr": handle - returned, "voided": voided}
        return self.line("expect_totals", table=None, totals=[{**row, "refunded": 0, "escrow": 0}], balances={})


class NineCorner(_Royal):
    """Royal 9K."""

    game: ClassVar[str] = "royal_9k@1"
    usual: ClassVar[dict[str, Any]] = NINE

    def seated(self, **seats: int) -> Self:
        """``ana=1``: she takes seat 1."""
        for player, seat in seats.items():
            self.sit(player, seat)
        return self

    def deal(self, round_id: str, dealer: int, cards: str) -> Self:
        """A game with these cards: one each clockwise from the dealer's left, twice; then the third cards."""
        return self.mount(cards).line("open_round", round=round_id, dealer=dealer)

    def play(self, *turns: str) -> Self:
        """``"ana bet"``, one after the other; ``"ana raise illegal_action"`` is refused."""
        for turn in turns:
            player, action, *refused = turn.split()
            self.line("act", *refused, player=player, action=action)
        return self

    def over(self, round_id: str, bets: dict[str, list[Any]], **more: Any) -> Self:
        """Settled, with ``{"1/ana": ["win", 20, 38]}``."""
        found = {f"{who.split('/')[0]}/pot/{who.split('/')[1]}": bet for who, bet in bets.items()}
        return self.expect(round_id, more.pop("status", "settled"), found, **more)

    def view(self, viewer: str, may: str, **cards: str) -> Self:
        """``s3="9C ??"``."""
        places = {f"seat{name[1:]}": text.split() for name, text in cards.items()}
        return self.line("expect_view", viewer=viewer, cards=places, may=may.split())


class BlackjackCorner(_Royal):
    """Royal Blackjack."""

    game: ClassVar[str] = "royal_blackjack@1"
    usual: ClassVar[dict[str, Any]] = BLACKJACK

    def bets(self, round_id: str, cards: str, **stakes: tuple[int, int]) -> Self:
        """A round with these cards: ``ana=(1, 10)`` bets 10 on seat 1; then the bets are closed."""
        self.mount(cards).open(round_id)
        for player, (seat, amount) in stakes.items():
            self.bet(player, seat, "seat", amount)
        return self.close()
