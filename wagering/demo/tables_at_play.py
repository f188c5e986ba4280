"""Runs every table: a thread in which players and studio take turns, until the rounds are played or it is stopped.

They look at the table in the log, as people look at a screen; whatever they do goes to the server.
"""

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db import connection

from wagering.demo.crowd import Crowd
from wagering.demo.house import Place
from wagering.demo.sender import Sender
from wagering.demo.session_player import patiently
from wagering.demo.studio import Studio
from wagering.rounds.play import Play
from wagering.rounds.queries import current

log = logging.getLogger(__name__)

PATIENCE_S: Final = 20.0
"""How long a command on its way is waited for at the end; its sender may be trying to reach a server that is gone."""


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
            self._threads.append(
                threading.Thread(target=self._run, args=(crowd, studio), name=place.table, daemon=True)
            )

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
        until = time.monotonic() + PATIENCE_S
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _run(self, crowd: Crowd, studio: Studio) -> None:
        table = studio.place.table
        try:
            while not self.sender.stopping.is_set():
                try:
                    crowd.step(_look(table))
                    pause = studio.step(_look(table))
                except Exception:
                    log.exception("%s stumbled and goes on", table)
                    self.sender.tell(f"{table} stumbled; see the demo's log")
                    connection.close()
                    pause = 1.0
                self.sender.stopping.wait(pause) if pause else time.sleep(0)
        finally:
            connection.close()


def _look(table: str) -> Play:
    return patiently(lambda: current(table))
