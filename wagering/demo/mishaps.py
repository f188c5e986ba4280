"""What goes wrong at a table now and then, and what the two supervisors do about it.

Remedies go through the pipeline in this process until supervisors have pages of their own: the interface refuses what
needs a second person, since nobody can consent for another over it.
"""

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from games.kernel.cards import PACK
from games.kernel.expectations import Decide
from wagering.demo.house import SUPERVISORS, Place
from wagering.demo.sender import Sender
from wagering.dispatch.command import Answer
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.rounds.commands import CorrectCard, VoidDeal, VoidRound
from wagering.rounds.play import Play

NOTES: Final = ("stream froze", "dealer dropped a card", "chip tray bumped", "lamp out over the table")
DONE: Final = {"void": "voids", "void deal": "voids the running game of"}
FIRST: Final = SUPERVISORS[0]
BOTH: Final = {"supervisor": SUPERVISORS[0], "second": SUPERVISORS[1]}


@dataclass(frozen=True, slots=True)
class Misread:
    """Draw ``draw`` was recorded as ``card`` and really was ``truth``."""

    round: str
    shoe: str
    draw: int
    card: str
    truth: str


@dataclass(slots=True)
class Trouble:
    """What the supervisors look at. ``remedy``: resume, correct, void, void deal, or wait for the deadline."""

    round: str
    remedy: str
    due: float
    reason: str = "STREAM_LOSS"
    misread: Misread | None = None


class Mishaps:
    """Mishaps of one table; all chance is decided when a round opens."""

    def __init__(self, place: Place, sender: Sender, *, hurried: bool) -> None:
        self.place, self.sender, self.hurried = place, sender, hurried
        self._chance = secrets.SystemRandom()
        self._kind, self._round, self._countdown = "", "", 0
        self._trouble: Trouble | None = None
        self._late: list[tuple[float, Misread | str]] = []  # misreads to correct, rounds to void, after settlement
        self._defective = ""

    def plan(self, round_id: str) -> None:
        """What will go wrong in this round, mostly nothing."""
        kinds = (
            ("", "incident", "misread", "late void") if self.place.options.get("shoe") == "live" else ("", "incident")
        )
        weights = (0.78, 0.10, 0.09, 0.03)[: len(kinds)]
        self._kind = self._chance.choices(kinds, weights)[0]
        self._round, self._countdown = round_id, self._chance.randint(2, 9)
        if self._kind == "late void":
            self._late.append((self._soon(3.0), round_id))

    def pending(self) -> bool:
        """True while the supervisors still have something to do before the next round, if the house is in a hurry."""
        return self.hurried and bool(self._late)

    def shoe_is_defective(self, shoe: str) -> bool:
        """True if the shoe was given up."""
        return shoe == self._defective

    # --- things going wrong ---

    def step(self, play: Play) -> None:
        """Let a planned incident happen, and the supervisors do what is due."""
        planned = self._kind == "incident" and play.round == self._round
        if planned and play.running and not play.paused and not play.live and isinstance(play.expects(), Decide):
            self._incident(play)
        if play.paused:
            self._supervise(play)
        elif self._trouble is not None and (not play.running or play.round != self._trouble.round):
            self._trouble = None
        if not play.running or (self._late and self._late[0][0] + 5 < time.monotonic()):
            self._remedy_late(play)

    def misread(self, play: Play, draw: int, truth: str) -> str:
        """What the scanner reads for the card that is ``truth``."""
        self._countdown -= 1
        if self._kind != "misread" or play.round != self._round or self._countdown:
            return truth
        self._kind = ""
        return self._chance.choice([card for card in PACK if card != truth])

    def scanned(self, play: Play, draw: int, card: str, truth: str) -> None:
        """A scan was accepted: the studio may notice that it was wrong, or that something else is."""
        shoe = play.shoe.id if play.shoe else ""
        if card != truth:
            wrong = Misread(play.round, shoe, draw, card, truth)
            if self._chance.random() < 0.6:
                self.stop_for(play, f"draw {draw} read as {card}, is {truth}", "MISSCAN", "correct", wrong)
            else:
                self._late.append((self._soon(2.0), wrong))
        elif self._kind == "incident" and play.round == self._round and self._countdown <= 0:
            self._incident(play)

    def _incident(self, play: Play) -> None:
        self._kind = ""
        remedies = ["resume", "void", "resume"] if self.hurried else ["resume", "void", "resume", "wait"]
        if play.ruleset.shoe_lasts == "deal":
            remedies += ["void deal"] * 4
        self.stop_for(play, self._chance.choice(NOTES), "STREAM_LOSS", self._chance.choice(remedies))

    def stop_for(
        self, play: Play, note: str, reason: str, remedy: str = "void", misread: Misread | None = None
    ) -> None:
        """The studio reports a malfunction; the table pauses."""
        answer = self.sender.send(f"studio:{play.table}", ReportIncident(table=play.table, note=note))
        if answer.accepted:
            self._trouble = Trouble(play.round, remedy, self._soon(2.0), reason, misread)
            self.sender.tell(f"{play.table}: incident, {note}")
            if reason == "SHOE_DEFECT" and play.shoe:
                self._defective = play.shoe.id
        elif misread is not None:
            self._late.append((self._soon(1.0), misread))

    # --- supervisors ---

    def _supervise(self, play: Play) -> None:
        trouble = self._trouble
        if trouble is None or trouble.round != play.round:
            trouble = self._trouble = Trouble(play.round, "resume", self._soon(1.0))
        if trouble.remedy == "wait" or time.monotonic() < trouble.due:
            return
        trouble.due = self._soon(1.0)
        if trouble.misread is not None and not self._correct(play, trouble.misread).accepted:
            trouble.remedy = "void"
        if trouble.remedy == "void":
            command = VoidRound(table=play.table, round=play.round, reason=trouble.reason, supervisor=FIRST)
            done = self._send(command).accepted
        elif trouble.remedy == "void deal":
            done = self._send(VoidDeal(table=play.table, reason=trouble.reason, supervisor=FIRST)).accepted
        else:
            done = self._send(ResumeTable(table=play.table, supervisor=FIRST)).accepted
        if done:
            self.sender.tell(f"{play.table}: {FIRST} {DONE.get(trouble.remedy, 'resumes')} {play.round}")
            self._trouble = None

    def _remedy_late(self, play: Play) -> None:
        """Two supervisors put right what was noticed after the payout."""
        while self._late and self._late[0][0] <= time.monotonic():
            _, what = self._late[0]
            round_id = what.round if isinstance(what, Misread) else what
            if round_id == play.round and (play.running or play.status == "decided"):
                return
            self._late.pop(0)
            reason = "EXPOSED"
            if isinstance(what, Misread):
                if self._correct(play, what, **BOTH).accepted:
                    continue
                reason = "MISSCAN"
            voided = self._send(VoidRound(table=play.table, round=round_id, reason=reason, **BOTH))
            if voided.accepted:
                self.sender.tell(f"{play.table}: {' and '.join(SUPERVISORS)} void {round_id} after settlement")

    def _correct(self, play: Play, wrong: Misread, supervisor: str = FIRST, second: str = "") -> Answer:
        command = CorrectCard(
            table=play.table, round=wrong.round, shoe=wrong.shoe, draw=wrong.draw, card=wrong.truth, reason="MISSCAN",
            supervisor=supervisor, second=second,
        )  # fmt: skip
        answer = self._send(command)
        if answer.accepted:
            who = f"{supervisor} and {second} correct" if second else f"{supervisor} corrects"
            self.sender.tell(f"{play.table}: {who} draw {wrong.draw} from {wrong.card} to {wrong.truth}")
        return answer

    def _send(self, command: Any) -> Answer:
        return self.sender.send(f"supervisor:{FIRST}", command)

    def _soon(self, seconds: float) -> float:
        return time.monotonic() + (0.05 if self.hurried else self._chance.uniform(0.5, 1.5) * seconds)
