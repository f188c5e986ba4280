"""One command at one table: records what the rules decide, moves the money, and drives the round until it waits."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from games.kernel.bets import Answer, Bet, Refund, Stake
from games.kernel.events import CardDealt, CardShown
from games.kernel.expectations import Ask, Betting, Deal, Over, Proceed, Show
from games.kernel.ruleset import Decision, Rejected
from wagering.dispatch.work import Work
from wagering.rounds import cache
from wagering.rounds.evolve import evolve
from wagering.rounds.load import load_play
from wagering.rounds.play import awaits, round_stream, shoe_stream
from wagering.rounds.projections import draw_row, rows
from wagering.tables.events import CutCardOut
from wagering.wallet import queries
from wagering.wallet.book import Book
from wagering.wallet.events import BetPlaced, BetRefunded, QuestionAnswered, StakeReturned, StakeTaken
from wagering.wallet.limits import refused
from wagering.wallet.state import OpenBet, Wallet, bet_id


class Stage:
    """``play`` is the table as this command has left it so far; ``book`` the wallets it touches."""

    def __init__(self, work: Work, table: str) -> None:
        cached = None if work.fresh else cache.get(table)
        work.from_cache = cached is not None
        self.work = work
        self.play = cached or load_play(table)
        self.book = Book(work)
        self._before = self.play
        self._bets: dict[str, OpenBet] | None = None
        self._funds: Mapping[str, int] | None = None
        self._limited = True
        # Between rounds nothing that happens at the table belongs to the round before.
        work.correlation = self.play.round if self.play.status in ("running", "decided") else ""
        work.done.append(self._committed)
        work.based_on.update(self.play.versions())

    # --- recording ---

    def record(self, kind: str, event: Any) -> None:
        """Append ``event`` to the table's ``table``, ``round`` or ``shoe`` stream."""
        self.play = evolve(self.play, kind, event, self.work.envelope.at)
        names = {"table": self.play.table, "round": self.play.round, "shoe": self.play.shoe and self.play.shoe.id}
        self.work.append(f"{kind}/{names[kind]}", event, shared=True)

    def apply(self, decision: Sequence[Any]) -> None:
        """Events to the round (to the table between rounds), movements to the wallets, in their order."""
        for item in decision:
            match item:
                case Stake():
                    self._stake(item)
                case Refund():
                    self.refund([bet for bet in self.open_bets() if bet.seat == item.seat])
                case Answer():
                    bet = bet_id(self.play.round, item.seat, item.kind, item.player)
                    answered = QuestionAnswered(bet=bet, round=self.play.round, question=item.question, yes=item.yes)
                    self.book.record(item.player, answered)
                case _:
                    self.record("round" if self.play.running else "table", item)

    def admitted(self, player: str) -> Wallet:
        """The wallet of who may play here: of the table's operator and currency, so that no pot spans two ledgers."""
        wallet = self.book.wallet(player)
        if wallet.operator != self.play.operator:
            raise Rejected("unknown_account", "", f"{self.play.operator} has no account {player}", "player")
        if wallet.currency != self.play.currency:
            raise Rejected("wrong_currency", "", f"this table plays in {self.play.currency}", "player")
        return wallet

    def may_play(self, player: str) -> None:
        """``Rejected`` player_paused for who has taken a break."""
        if (wallet := self.admitted(player)).is_paused(self.work.envelope.at):
            raise refused(wallet, self.work.envelope.at)

    def decided(self, player: str, decide: Callable[[], Decision]) -> Decision:
        """What the rules decide. Where only the player's own limits make his money short, the refusal says so: rules
        know of no limits and see a smaller balance, so they are asked once more with all of it."""
        try:
            return decide()
        except Rejected as error:
            if error.code != "insufficient_funds" or self.book.room(player) is None:
                raise
            self._limited = False
            try:
                decide()
            except Rejected:
                raise error from None
            finally:
                self._limited = True
            raise refused(self.book.wallet(player), self.work.envelope.at) from error

    def _stake(self, stake: Stake) -> None:
        play, wallet = self.play, self.admitted(stake.player)
        if stake.amount > wallet.funds:
            raise Rejected("insufficient_funds", "", "the balance does not cover it", "amount")
        if stake.amount > 0 and (room := self.book.room(stake.player)) is not None and stake.amount > room:
            raise refused(wallet, self.work.envelope.at)
        bet = bet_id(play.round, stake.seat, stake.kind, stake.player)
        common: dict[str, Any] = {"bet": bet, "round": play.round, "part": stake.part, "amount": abs(stake.amount)}
        if stake.amount < 0:
            self.book.record(stake.player, StakeReturned(**common))
        elif bet not in wallet.bets or isinstance(play.expects(), Betting):
            where: dict[str, Any] = {"table": play.table, "game": play.game, "seat": stake.seat, "kind": stake.kind}
            self.book.record(stake.player, BetPlaced(**common, **where))
        else:
            self.book.record(stake.player, StakeTaken(**common))

    def refund(self, bets: Sequence[OpenBet]) -> None:
        """Return ``bets`` in full, outcome refunded."""
        for bet in bets:
            self.book.close(
                bet, BetRefunded(bet=bet.id, round=bet.round, table=bet.table, kind=bet.kind, amount=bet.stake)
            )

    def deal(self, card: str, to: str, face: str) -> None:
        """The next card of the shoe goes to ``to``."""
        play, shoe = self.play, self.play.shoe
        if shoe is None:
            raise Rejected("no_shoe", "", "the table has no shoe")
        event = CardDealt(shoe=shoe.id, draw=shoe.next_draw, to=to, card=card, face=face)
        self.work.guard(shoe_stream(shoe.id))
        self.record("round", event)
        self.work.row("tables_draw", draw_row(event, play.round))
        if event.draw == play.cut:
            self.cut_card()

    def show(self, place: int) -> None:
        """The card at ``place`` of the pack is shown to all and stays where it is."""
        shoe = self.play.shoe.id if self.play.shoe else ""
        self.record("round", CardShown(shoe=shoe, place=place, card=self.play.order[place - 1]))

    def cut_card(self) -> None:
        """The running round is the last of this shoe."""
        shoe = self.play.shoe
        if shoe and not shoe.cut_out:
            self.record("shoe", CutCardOut(shoe=shoe.id, round=self.play.round))
            self.shoe_row(shoe.id, cut_out=True, retired=shoe.retired)

    def shoe_row(self, shoe: str, *, cut_out: bool, retired: bool) -> None:
        """What the board says of a shoe; one row a command: of two, an update takes either."""
        changed = self.work.rows.setdefault("changed_shoes", [])
        changed[:] = [row for row in changed if row["id"] != shoe]
        changed.append({"id": shoe, "cut_out": cut_out, "retired": retired})

    # --- driving ---

    def lock(self) -> None:
        """Keep bets and answers out while this command decides on all of them.

        The look at the round was taken before the lock, or long ago; an answer may leave no trace in the round, so its
        version is checked as well: what was asked then must be asked still.
        """
        if self.play.running and isinstance(self.play.expects(), Betting | Ask):
            self.work.lock(round_stream(self.play.round))
            self.work.guard(round_stream(self.play.round))

    def drive(self) -> None:
        """Let the round go on until somebody has to do something; a virtual shoe deals by itself."""
        while self.play.running and not self.play.paused:
            match self.play.expects():
                case Deal(to=to, face=face) if not self.play.live:
                    shoe = self.play.shoe
                    self.deal(self.play.order[shoe.next_draw - 1] if shoe else "", to, face)
                case Show(place=place):
                    self.show(place)
                case Proceed():
                    self.apply(self.play.ruleset.decide(self.play.state, Proceed(), self))
                case Ask(question=question) if not self._asks_anybody(question):
                    self.apply(self.play.ruleset.decide(self.play.state, Proceed(), self))
                case Over():
                    return
                case _:
                    return

    def _asks_anybody(self, question: str) -> bool:
        """Is the open question still put to somebody; with ten thousand asked, this looks at a few."""
        play, changed = self.play, self.book.changed
        stored = self._bets.values() if self._bets is not None else queries.unanswered(play.round, question)
        return any(
            play.ruleset.asks(play.state, bet.for_rules())
            for bet in chain((bet for bet in stored if bet.id not in changed), filter(None, changed.values()))
        )

    # --- facts for the rules (games.kernel.ruleset.Facts) ---

    def funds(self, player: str) -> int:
        """Free balance, as far as the player's own limits let him stake it; for the bettors of a whole round in one
        query, but for those who have limits."""
        if self._bets is not None and not self.book.has(player):
            if self._funds is None:
                bettors = [bet.player for bet in self._bets.values()]
                self._funds = queries.unlimited_balances(bettors, self.work.envelope.at)
            if player in self._funds:
                return self._funds[player]
        funds = self._as_fact(player).funds
        room = self.book.room(player) if self._limited else None
        return funds if room is None else min(funds, room)

    def paused(self, player: str) -> bool:
        """Has the player taken a break?"""
        return self._as_fact(player).is_paused(self.work.envelope.at)

    def account_type(self, player: str) -> str:
        """``real``, ``trial`` or ``fun``."""
        return self.book.wallet(player).account_type

    def bets_of(self, player: str) -> Sequence[Bet]:
        """This player's open bets of the round."""
        return [b.for_rules() for b in self._as_fact(player).bets.values() if b.round == self.play.round]

    def _as_fact(self, player: str) -> Wallet:
        """A wallet that the rules look at, perhaps without moving it: what this process remembers may be long past."""
        wallet = self.book.wallet(player)
        self.work.guard(wallet.stream)
        return wallet

    def bets(self) -> Sequence[Bet]:
        """All open bets of the round."""
        return [bet.for_rules() for bet in self.open_bets()]

    def open_bets(self) -> list[OpenBet]:
        """All open bets of the round with what this command has changed; one query a command."""
        if self._bets is None:
            self._bets = {bet.id: bet for bet in queries.round_bets(self.play.round)}
        current = {**self._bets, **self.book.changed}
        return [bet for bet in current.values() if bet is not None]

    # --- the end ---

    def answer(self) -> Mapping[str, Any]:
        """What the sender is told: where the table stands."""
        deadline = self.play.deadline
        return {
            "table": self.play.table,
            "round": self.play.round,
            "status": self.play.status,
            "awaits": awaits(self.play),
            "number": deadline.number if deadline else None,
        }

    def finish(self) -> Mapping[str, Any]:
        """Write the boards and answer."""
        if self.work.events:
            for table, found in rows(self._before, self.play).items():
                self.work.rows.setdefault(table, []).extend(found)
        return self.answer()

    def _committed(self, versions: Mapping[str, int]) -> None:
        play = self.play
        if all(versions.get(stream, version) == version for stream, version in play.versions().items()):
            cache.put(play)
        else:
            cache.drop(play.table)
