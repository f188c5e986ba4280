"""An evening at two tables, as chance has it: who sits, bets, acts, answers, reports and puts right."""

from __future__ import annotations

import itertools
import random
from typing import Any, Final

from games.deluxe_blackjack.v1.hand_value import VALUE
from games.kernel.cards import PACK
from games.kernel.expectations import Ask, Betting, Deal, Decide
from tests.support.house import House
from tests.support.post import Post
from wagering.eventstore.session import execute as sql
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.rounds import commands as r
from wagering.rounds.load import load_play
from wagering.rounds.play import Play
from wagering.wallet import queries

REASONS: Final = ("EXPOSED", "MISSCAN", "STREAM_LOSS", "SHOE_DEFECT", "NO_RESULT", "WHIM")
PURSES: Final = {"ana": "real", "bob": "real", "cid": "real", "eva": "real", "tim": "trial", "fay": "fun"}
FEW_CARDS: Final = ("AS", "AH", "TD", "TC", "9H", "8S", "8D", "6C", "5D", "4S", "2H", "KD")


class Evening(Post):
    """A live and a virtual table, six players, three kinds of purse; what went wrong on the way is in ``Post``."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.rounds: dict[str, list[str]] = {}
        self.number = itertools.count(1).__next__

    def begin_evening(self, odd: bool) -> None:
        """``odd``: a chip step that halves and odds do not divide evenly."""
        house = self.house
        small = {"odd_stakes": True, "chip_step": 1, "min_seat": 3, "min_behind": 1, "min_pair": 1} if odd else {}
        self.tables = [house.table("L", "live", **small), house.table("V", "virtual", **small)]
        self.players = [house.player(name, 6_000, kind) for name, kind in PURSES.items()]
        self.unit = 1 if odd else 100
        for table in self.tables:
            self.shoe(table)
            self.rounds[table] = []

    def shoe(self, table: str) -> None:
        """A virtual one is shuffled the same way each time: with the same seed the same evening comes again."""
        number = self.number()
        cards = [*PACK] * 8
        random.Random(number).shuffle(cards)
        virtual = {"cards": " ".join(cards), "cut": 150} if table.endswith("V") else {}
        self.house.shoe(table, f"S{number}", **virtual)

    def amount(self, chance: Any) -> int:
        return int(chance.choice((3, 10, 11, 25, 25, 40, 70, 600))) * self.unit * (1 if self.unit > 1 else 37)

    def bet(self, chance: Any, table: str) -> None:
        """Players sit down, leave and bet as they like; who sits mostly bets."""
        play = load_play(table)
        taken = {seated.player: number for number, seated in play.ruleset.seats(play.state).items()}
        wishes = [(player, seat, "seat") for player, seat in taken.items() if chance.random() < 0.8]
        for _ in range(4):
            player, seat, mood = chance.choice(self.players), chance.choice((1, 2, 3)), chance.random()
            if mood < 0.05:
                self.by_player(chance, player, r.Leave(table=table, player=player))
            elif (mood < 0.3 or not taken) and len(taken) < 3:
                player = player if mood < 0.02 else chance.choice(self.players[:4])
                taken[player] = seat
                self.by_player(chance, player, r.Sit(table=table, player=player, seat=seat))
                wishes.append((player, seat, "seat"))
            elif taken:
                seat = chance.choice(list(taken.values()))
                wishes.append((player, seat, chance.choice(("behind", "behind", "pair"))))
        for player, seat, kind in wishes:
            bet = r.PlaceBet(table=table, player=player, seat=seat, bet_kind=kind, amount=self.amount(chance))
            self.by_player(chance, player, bet)
            if chance.random() < 0.08:
                undo = r.UndoBet(table=table, player=player, seat=seat, bet_kind=kind)
                self.by_player(chance, player, undo)

    def play(self, chance: Any, table: str, steps: int) -> None:
        """What is awaited happens, until a round has ended or the table is paused."""
        begun = False
        for _ in range(steps):
            play = load_play(table)
            if play.paused or (begun and not play.running):
                return
            if play.running and chance.random() < 0.03:
                self.trouble(chance, table)
            begun = True
            if not play.running:
                self.begin(table, play)
                continue
            match play.expects():
                case Deal(to=to, face=face):
                    self.scan(chance, play, to, face)
                case Decide() as asked:
                    self.decide(chance, play, asked)
                case Ask() as asked:
                    self.reply(chance, play, asked)
                case Betting():
                    self.bet(chance, table)
                    if chance.random() < 0.3 or queries.round_bets(play.round):
                        self.send(f"studio:{table}", r.CloseBets(table=table))

    def begin(self, table: str, play: Play) -> None:
        if play.shoe is None or play.shoe.cut_out or play.shoe.next_draw > 380:
            self.shoe(table)
        round_id = f"{table}.R{self.number()}"
        if self.send(f"studio:{table}", r.OpenRound(table=table, round=round_id)).accepted:
            self.rounds[table].append(round_id)

    def scan(self, chance: Any, play: Play, to: str, face: str) -> None:
        assert play.shoe is not None
        card = chance.choice(FEW_CARDS if chance.random() < 0.7 else PACK)
        draw = play.shoe.next_draw
        scan = r.ScanCard(table=play.table, shoe=play.shoe.id, draw=draw, to=to, card=card, face=face)
        envelope = self.house.envelope(f"studio:{play.table}", scan)
        if chance.random() < 0.1:
            self.crash(envelope, after=chance.random() < 0.5)
        else:
            self.deliver(envelope)
        if chance.random() < 0.1:
            assert self.send(envelope.actor, scan).code in ("", "impossible_card", "table_paused")  # read twice

    def decide(self, chance: Any, play: Play, asked: Decide) -> None:
        if chance.random() < 0.1:
            self.time_runs_out(play)
            return
        action = chance.choice(asked.actions)
        number = chance.choice((asked.number, asked.number, None, asked.number - 1))
        fields = {"seat": asked.seat, "hand": asked.hand, "action": action}
        kind = "act" if chance.random() < 0.85 else "preselect"
        command = r.TakeAction(table=play.table, player=asked.player, intent=kind, fields=fields, number=number)
        self.by_player(chance, asked.player, command)

    def reply(self, chance: Any, play: Play, asked: Ask) -> None:
        """Insurance and follows, by anybody; then perhaps silence."""
        intent, _, place = asked.question.partition(":")
        for player in chance.sample(self.players, 3):
            seat = int(place.partition(".")[0] or chance.choice((1, 2, 3)))
            fields: dict[str, Any] = {"seat": seat, "answer": chance.choice(("yes", "yes", "no"))}
            if place:
                fields |= {"hand": int(place.partition(".")[2]), "question": intent}
            name = "follow" if place else "insurance"
            self.by_player(chance, player, r.TakeAction(table=play.table, player=player, intent=name, fields=fields))
        if chance.random() < 0.4:
            self.time_runs_out(load_play(play.table))

    def time_runs_out(self, play: Play) -> None:
        if play.deadline is None:
            return
        self.house.now = max(self.house.now, play.deadline.due)
        command = r.Expire(table=play.table, what=play.deadline.what, number=play.deadline.number)
        self.send("system:clock", command)
        self.send("system:clock", command)  # a second sweep has seen the same row

    def remedy(self, chance: Any, table: str, round_id: str) -> None:
        who: dict[str, Any] = {"supervisor": "maya", "second": chance.choice(("omar", "omar", "omar", "maya", ""))}
        if chance.random() < 0.4:
            command: Any = r.VoidRound(table=table, round=round_id, reason=chance.choice(REASONS), **who)
        else:
            drawn = sql("SELECT shoe, draw, card FROM tables_draw WHERE round = %b::text", (round_id,)).fetchall()
            if not drawn:
                return
            shoe, draw, was = chance.choice(drawn)
            alike = [card for card in FEW_CARDS if VALUE[card] == VALUE[was]]
            card = chance.choice(alike if alike and chance.random() < 0.6 else FEW_CARDS)
            command = r.CorrectCard(
                table=table, round=round_id, shoe=shoe, draw=draw, card=card, reason="MISSCAN", **who
            )  # fmt: skip
        envelope = self.house.envelope("supervisor:maya", command)
        if chance.random() < 0.2:
            self.crash(envelope, after=chance.random() < 0.5)
        else:
            self.deliver(envelope)

    def trouble(self, chance: Any, table: str = "") -> None:
        """An incident, or what becomes of it."""
        table = table or chance.choice(self.tables)
        play, mood = load_play(table), chance.random()
        if not play.paused:
            self.send(f"studio:{table}", ReportIncident(table=table, note="stream froze"))
        elif mood < 0.5:
            self.send("supervisor:maya", ResumeTable(table=table, supervisor="maya"))
        elif mood < 0.7:
            self.time_runs_out(play)
        else:
            self.remedy(chance, table, play.round)
