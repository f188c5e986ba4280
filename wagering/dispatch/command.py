"""A command on its way: who sends it, under which key, at what time."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final, Protocol

from games.kernel.ruleset import Rejected
from wagering.eventstore.codec import canonical

ID: Final = re.compile(r"[A-Za-z0-9_.-]{1,100}\Z")


class Command(Protocol):
    """A frozen dataclass. ``KIND`` is its stored name (``rounds.place_bet``); ``ROLES`` may send it."""

    KIND: ClassVar[str]
    ROLES: ClassVar[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Envelope:
    """``key``: idempotency key, unique for ever. ``actor``: ``role:id``. ``at``: when it happened, UTC.

    ``seen``: a stream and the version of it that the sender has seen; on any other the command is refused as
    stale_version. It does not belong to what the key stands for.
    """

    key: str
    actor: str
    at: datetime
    command: Command
    seen: tuple[str, int] | None = None

    @property
    def role(self) -> str:
        return self.actor.partition(":")[0]

    @property
    def actor_id(self) -> str:
        return self.actor.partition(":")[2]

    def fingerprint(self) -> bytes:
        """SHA-256 over kind, actor and content: the same key must always come with the same one."""
        text = f"{self.command.KIND}\n{self.actor}\n{canonical(self.command)}"
        return hashlib.sha256(text.encode()).digest()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the sender is told, first and every later time. A refusal has a stable ``code`` and the ``field``."""

    accepted: bool
    content: Mapping[str, Any] = field(default_factory=dict)
    replayed: bool = False

    @property
    def code(self) -> str:
        """The refusal code, empty if accepted."""
        return "" if self.accepted else str(self.content["code"])


def refusal(error: Rejected) -> Answer:
    """The answer that reports ``error``."""
    return Answer(False, {"code": error.code, "clause": error.clause, "why": error.why, "field": error.field})


def check_id(value: object, field: str) -> str:
    """``value`` if it is an id (letters, digits, ``_ . -``, at most 100); ``Rejected`` bad_id naming the field."""
    if not isinstance(value, str) or not ID.match(value):
        raise Rejected("bad_id", "", f"{field} must be 1 to 100 letters, digits, dots, dashes or underscores", field)
    return value
