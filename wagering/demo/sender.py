"""Sends the demonstration's commands to the server, and keeps count of the answers."""

import itertools
import secrets
import threading
from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from wagering.demo.calls import Calls
from wagering.demo.session_player import patiently
from wagering.dispatch.command import Answer, Command, Envelope
from wagering.dispatch.pipeline import execute


@dataclass(slots=True)
class Sender:
    """``run`` is unique for each start, so no key is ever used twice. Safe to share between threads.

    Supervisors act on pages of the back office, not over the interface for machines; these send what such a page sends.
    """

    calls: Calls
    run: str = field(default_factory=lambda: f"demo-{datetime.now(UTC):%y%m%d%H%M%S}-{secrets.token_hex(3)}")
    commands: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    news: deque[str] = field(default_factory=lambda: deque(maxlen=200))
    stopping: threading.Event = field(default_factory=threading.Event)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def key(self) -> str:
        """One that was never used."""
        return f"{self.run}/{next(self._numbers)}"

    def send(self, actor: str, command: Command, key: str = "") -> Answer:
        """Send it and wait for the answer, longer if the server is away. The same ``key`` again: a repetition."""
        key = key or self.key()
        if actor.startswith("supervisor:"):
            envelope = Envelope(key, actor, datetime.now(UTC), command)
            answer = patiently(lambda: execute(envelope))
        else:
            answer = self.calls.send(actor, command, key)
        self.commands += 1
        if not answer.accepted:
            self.refused[answer.code] += 1
        return answer

    def tell(self, text: str) -> None:
        """Something worth showing has happened."""
        self.news.append(f"{datetime.now(UTC):%H:%M:%S} {text}")
