"""Sends the demonstration's commands through the pipeline, and keeps count of the answers."""

import itertools
import secrets
import threading
from collections import Counter, deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from wagering.demo.session_player import patiently
from wagering.dispatch.command import Answer, Command, Envelope
from wagering.dispatch.pipeline import execute


@dataclass(slots=True)
class Sender:
    """``run`` is unique for each start, so no key is ever used twice. Safe to share between threads."""

    run: str = field(default_factory=lambda: f"demo-{datetime.now(UTC):%y%m%d%H%M%S}-{secrets.token_hex(3)}")
    commands: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    news: deque[str] = field(default_factory=lambda: deque(maxlen=200))
    stopping: threading.Event = field(default_factory=threading.Event)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)

    def envelope(self, actor: str, command: Command) -> Envelope:
        """The command under a new key, happening now."""
        return Envelope(f"{self.run}/{next(self._numbers)}", actor, datetime.now(UTC), command)

    def send(self, actor: str, command: Command) -> Answer:
        """Send it and wait for the answer, longer if the database is away."""
        return self.deliver(self.envelope(actor, command))

    def deliver(self, envelope: Envelope) -> Answer:
        """Send ``envelope``, perhaps not for the first time."""
        answer = patiently(lambda: execute(envelope))
        self.commands += 1
        if not answer.accepted:
            self.refused[answer.code] += 1
        return answer

    def tell(self, text: str) -> None:
        """Something worth showing has happened."""
        self.news.append(f"{datetime.now(UTC):%H:%M:%S} {text}")
