"""Runs every table: a thread for its studio and one for its players, until the rounds are played or it is stopped."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.db import connection

from wagering.demo.crowd import Crowd
from wagering.demo.house import Place
from wagering.demo.sender import Sender
from wagering.demo.session_player import patiently
from wagering.demo.studio import Studio
from wagering.rounds.play import Play
from wagering.rounds.queries import current

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Allowance:
    """How many rounds may still be opened over all tables; None: as many as you like."""

    left: int | None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> bool:
        """One more round, if there is one."""
        if self.left is None:
            return True
        with self._lock:
            if self.left <= 0:
                return False
            self.left -= 1
            return True


class TablesAtPlay:
    """``hurried``: nobody takes his time, and the studios close the betting when all bets are in."""

    def __init__(self, places: Sequence[Place], sender: Sender, rounds: int | None) -> None:
        self.sender = sender
        allowance = Allowance(rounds)
        hurried = rounds is not None
        self.studios: list[Studio] = []
        self._threads: list[threading.Thread] = []
        for place in places:
            crowd = Crowd(place, sender, hurried=hurried)
            studio = Studio(place, sender, hurried=hurried, may_open=allowance.take, bets_are_in=crowd.bets_are_in)
            self.studios.append(studio)
            tick = 0.01 if hurried else 0.06
            self._threads += [
                self._thread(f"studio {place.table}", place.table, studio.step),
                self._thread(f"crowd {place.table}", place.table, _every(crowd.step, tick)),
            ]

    def start(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def finished(self) -> bool:
        """True when every round that may be opened is over."""
        return all(studio.finished for studio in self.studios)

    def stop(self) -> None:
        """Stop where they are; running rounds stay open and are continued by the next start."""
        self.sender.stopping.set()
        for thread in self._threads:
            thread.join(20)

    def _thread(self, name: str, table: str, step: Callable[[Play], float]) -> threading.Thread:
        return threading.Thread(target=self._run, args=(table, step), name=name, daemon=True)

    def _run(self, table: str, step: Callable[[Play], float]) -> None:
        try:
            while not self.sender.stopping.is_set():
                try:
                    pause = step(patiently(lambda: current(table)))
                except Exception:
                    log.exception("%s stumbled and goes on", threading.current_thread().name)
                    self.sender.tell(f"{threading.current_thread().name} stumbled; see the demo's log")
                    connection.close()
                    pause = 1.0
                self.sender.stopping.wait(pause) if pause else time.sleep(0)
        finally:
            connection.close()


def _every(step: Callable[[Play], None], seconds: float) -> Callable[[Play], float]:
    def stepped(play: Play) -> float:
        step(play)
        return seconds

    return stepped
