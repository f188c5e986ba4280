"""A filled back office: a played session, a row of every kind, hostile texts, and people who may look at it."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client, override_settings

from tests.support.sessions import lines_of, played
from wagering.access.models import Credential
from wagering.clock.models import Deadline, PeriodicRun
from wagering.eventstore.append import New, append
from wagering.eventstore.codec import canonical
from wagering.eventstore.models import Event
from wagering.eventstore.read import read_between
from wagering.feed.models import Delivery, Webhook
from wagering.incidents.models import Incident
from wagering.integrations.models import Notice
from wagering.players.following import PLAYER_ROUNDS
from wagering.projector.models import Checkpoint
from wagering.rounds.models import DailyTotal

HOSTILE: Final = '"><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">'
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
SCRIPTS: Final = "မြန်မာစာ တယ်လီဖုန်း · ភាសាខ្មែរ · తెలుగు లిపి"
_HASHER: Final = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]


def fill(operator: str) -> None:
    """Play the tour of all cases for ``operator`` and add one row of each kind that it leaves empty."""
    before = Event.objects.order_by("-position").values_list("position", flat=True).first() or 0
    played(lines_of("deluxe_blackjack_tour"), operator)
    # Not through its checkpoint: other tests have appended events that no release knows.
    newest = Event.objects.order_by("-position")[0].position
    PLAYER_ROUNDS.apply(connection, read_between(before, newest, newest, PLAYER_ROUNDS.events))
    Deadline.objects.get_or_create(subject=f"table/{operator}.T9", what="betting", number=1, due_at=NOW)
    PeriodicRun.objects.get_or_create(job=operator, period=NOW)
    Credential.objects.get_or_create(
        id=f"s-{operator}", kind="session", operator=operator, holder=HOSTILE, tables=[HOSTILE], issued_at=NOW,
        expires_at=NOW, unlocked_at=NOW,
    )  # fmt: skip
    Webhook.objects.create(
        id=f"w-{operator}", operator=operator, url=HOSTILE, kinds=[HOSTILE], version=1, enabled=False, created_at=NOW
    )
    Delivery.objects.create(
        id=f"1.w-{operator}", webhook=f"w-{operator}", outbox=1, command=HOSTILE, kind=HOSTILE, round=f"{operator}.r1",
        first_position=1, last_position=1, created_at=NOW, dead_at=NOW, last_error=HOSTILE,
    )  # fmt: skip
    Checkpoint.objects.get_or_create(projection=operator, parked=HOSTILE)
    DailyTotal.objects.get_or_create(
        id=f"2026-01-01/{operator}.T1/seat/{operator}.USD.cash", day=NOW.date(), table=f"{operator}.T1", kind="seat",
        ledger=f"{operator}.USD.cash", bets=3, handle=3000, returned=2900,
    )  # fmt: skip
    number = secrets.randbelow(2**40) + 2**41
    Notice.objects.create(
        id=number, kind=HOSTILE, correlation=f"{operator}.r1", first_position=1, last_position=1, taken_in_at=NOW
    )
    for note, name in ((HOSTILE, f"{operator}{HOSTILE}"), (SCRIPTS, f"{operator}-scripts")):
        Incident.objects.create(
            id=name, table=f"{operator}.T1", round=f"{operator}.r1", note=note, reported_by="studio:x", reported_at=NOW
        )
    stream = f"incident/{operator}{HOSTILE}"
    event = New(stream, "incident.resolved@1", canonical({"by": HOSTILE, "resolution": SCRIPTS}))
    append([event], {stream: 0}, actor=f"player:{HOSTILE}", command=f"{operator}{HOSTILE}", occurred_at=NOW)


def person(*, views: bool = True, superuser: bool = False, password: str = "") -> User:
    """A member of staff, who may view everything or nothing; the password is one that other processes can check."""
    with override_settings(PASSWORD_HASHERS=_HASHER):
        user = User.objects.create_user(f"u{uuid.uuid4().hex[:12]}", password=password or None, is_staff=True)
    user.is_superuser = superuser
    user.save()
    if views:
        user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return user


def client(user: User) -> Client:
    """A browser without a screen in which ``user`` is logged in."""
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


@contextmanager
def statements(patch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every statement that this process sends, whoever sends it and by whichever layer."""
    seen: list[str] = []
    original = psycopg.Cursor.execute

    def execute(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        seen.append(query if isinstance(query, str) else str(query))
        return original(self, query, *arguments, **options)

    with patch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", execute)
        yield seen
