"""The studio of one table: mounts shoes, opens rounds, scans the cards that are awaited. Mishaps are in a module apart.

A live shoe's order is known to the studio alone. After a restart the rest of the shoe is drawn anew from the cards
that have not been seen, which nobody can tell from the order that was lost.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from games.kernel.expectations import Betting, Deal, Shuffle
from games.kernel.shoe import Shoe
from wagering.demo.house import Place
from wagering.demo.mishaps import Mishaps
from wagering.demo.sender import Sender
from wagering.dispatch.command import Answer
from wagering.rounds.commands import CloseBets, DealPack, OpenRound, ScanCard
from wagering.rounds.models import Round
from wagering.rounds.play import Play
from wagering.tables import models as tables
from wagering.tables.commands import MountShoe, ReportCutCard

CUT_AT: Final = 0.75
REPEATED_SCANS: Final = 0.03


class Studio:
    """``may_open()`` grants one more round; ``bets_are_in(round)`` lets a hurried studio close the betting early."""

    def __init__(
        self,
        place: Place,
        sender: Sender,
        *,
        hurried: bool,
        may_open: Callable[[], bool],
        bets_are_in: Callable[[str], bool],
    ) -> None:
        self.place, self.sender, self.hurried = place, sender, hurried
        self.may_open, self.bets_are_in = may_open, bets_are_in
        self.actor = f"studio:{place.table}"
        self.mishaps = Mishaps(place, sender, hurried=hurried)
        self.next_round = Round.objects.filter(table=place.table).count() + 1
        self.next_shoe = tables.Shoe.objects.filter(table=place.table).count() + 1
        self.finished = False
        self._granted = False  # one more round, which the rules may have refused to open so far
        self._idle_since = 0.0
        self._order: list[str] = []  # of the live shoe, from draw 1 on
        self._order_of = ""
        self._cut = 0
        self._chance = secrets.SystemRandom()

    def step(self, play: Play) -> float:
        """Do what is due now; seconds until the next look."""
        self.mishaps.step(play)
        if play.paused:
            return 0.05
        if not play.running:
            return self._between_rounds(play)
        expected = play.expects()
        if isinstance(expected, Shuffle):
            return self._deal_pack(play, expected)
        if isinstance(expected, Deal) and play.live:
            return self._scan(play, expected)
        if isinstance(expected, Betting) and self.hurried and self.bets_are_in(play.round):
            self.sender.send(self.actor, CloseBets(table=play.table))
            return 0.0
        return 0.01 if self.hurried else 0.1

    # --- between rounds ---

    def _between_rounds(self, play: Play) -> float:
        if play.status == "decided":  # the worker pays what is left
            return 0.05
        if self.mishaps.pending():
            return 0.05
        if not self._idle_since:
            self._idle_since = time.monotonic()
        if not self.hurried and time.monotonic() - self._idle_since < 1.5:
            return 0.1
        shoe = play.shoe
        if play.ruleset.shoe_lasts == "deal":
            shoe = None
        elif shoe is None or shoe.cut_out or shoe.retired or self.mishaps.shoe_is_defective(shoe.id):
            return 0.0 if self._mount(play).accepted else 0.5
        seats = sorted(play.ruleset.seats(play.state))
        if len({seated.player for seated in play.ruleset.seats(play.state).values()}) < self._needed():
            return 0.05
        self._granted = self._granted or self.may_open()
        if not self._granted:
            self.finished = True
            return 0.2
        return self._open(play, seats)

    def _needed(self) -> int:
        """Players who must sit before a round opens; where they bet, a round may open for nobody."""
        return self.place.sample.players if self.place.sample.seat_kind is None else 0

    def _open(self, play: Play, seats: list[int]) -> float:
        dealer = seats[self.next_round % len(seats)] if self._needed() else None
        while True:
            round_id = f"{play.table}-{self.next_round:06}"
            self.next_round += 1
            answer = self.sender.send(self.actor, OpenRound(table=play.table, round=round_id, dealer=dealer))
            if answer.code != "already_exists":
                break
        self._idle_since = 0.0
        if answer.accepted:
            self._granted = False
            self.mishaps.plan(round_id)
        return 0.0 if answer.accepted else 0.5

    def _mount(self, play: Play) -> Answer:
        shoe_id = f"{play.table}-s{self.next_shoe:04}"
        self.next_shoe += 1
        pack = play.ruleset.pack(play.options)
        if not play.live:
            cut = round(len(pack) * CUT_AT) if play.ruleset.shoe_lasts == "until_cut" else 0
            return self.sender.send(self.actor, MountShoe(table=play.table, shoe=shoe_id, source="virtual", cut=cut))
        order = list(pack)
        secrets.SystemRandom().shuffle(order)
        burn = play.ruleset.burn
        command = MountShoe(
            table=play.table, shoe=shoe_id, source="live", burn_card=order[0] if burn else "",
            burned=burn(order[0]) if burn else 0,
        )  # fmt: skip
        answer = self.sender.send(self.actor, command)
        if answer.accepted:
            self._take_in_hand(play, shoe_id, order)
            self.sender.tell(f"{play.table}: new shoe {shoe_id}" + (f", burn card {order[0]}" if burn else ""))
        return answer

    # --- cards ---

    def _deal_pack(self, play: Play, due: Shuffle) -> float:
        """The next game of a series or match, after a breath; the system shuffles and seals."""
        if not self._idle_since:
            self._idle_since = time.monotonic()
        if not self.hurried and time.monotonic() - self._idle_since < 1.5:
            return 0.1
        self._idle_since = 0.0
        shoe_id = f"{play.table}-s{self.next_shoe:04}"
        self.next_shoe += 1
        return (
            0.0
            if self.sender.send(self.actor, DealPack(table=play.table, shoe=shoe_id, what=due.what)).accepted
            else 0.5
        )

    def _take_in_hand(self, play: Play, shoe_id: str, order: list[str]) -> None:
        self._order, self._order_of = order, shoe_id
        lasts = play.ruleset.shoe_lasts == "until_cut"
        self._cut = round(len(order) * CUT_AT) + self._chance.randint(-10, 10) if lasts else len(order) + 1

    def _rest_of(self, play: Play, shoe: Shoe) -> list[str]:
        """An order that agrees with everything seen of this shoe."""
        pack = play.ruleset.pack(play.options)
        unseen = Counter(pack)
        unseen.subtract(Counter(drawn.card for drawn in shoe.drawn.values()))
        rest = list(unseen.elements())
        secrets.SystemRandom().shuffle(rest)
        seen = [shoe.drawn[draw].card if draw in shoe.drawn else "" for draw in range(1, shoe.next_draw)]
        return [*seen, *rest][: len(pack)]

    def _scan(self, play: Play, due: Deal) -> float:
        shoe = play.shoe
        if shoe is None:
            return 0.5
        if self._order_of != shoe.id:
            self._take_in_hand(play, shoe.id, self._rest_of(play, shoe))
        draw = shoe.next_draw
        if draw > len(self._order):
            self.mishaps.stop_for(play, "the shoe has run out", "SHOE_DEFECT")
            return 0.1
        truth = self._order[draw - 1]
        card = self.mishaps.misread(play, draw, truth)
        command = ScanCard(table=play.table, shoe=shoe.id, draw=draw, to=due.to, card=card, face=due.face)
        scan = self.sender.key()
        answer = self.sender.send(self.actor, command, scan)
        if answer.code == "impossible_card" and card == truth:
            self.mishaps.stop_for(play, f"the scanner sees a card too many: {card}", "SHOE_DEFECT")
        elif answer.accepted:
            self.mishaps.scanned(play, draw, card, truth)
            if self._chance.random() < REPEATED_SCANS:
                self.sender.send(self.actor, command, scan)
            if draw >= self._cut and not shoe.cut_out:
                self.sender.send(self.actor, ReportCutCard(table=play.table, shoe=shoe.id))
                self.sender.tell(f"{play.table}: the cut card came out")
        return 0.0 if self.hurried else self._chance.uniform(0.15, 0.35)
