"""How commands reach the house in bad times: late, twice, in another order, or through the death of a process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import currently_in_test_context, note

from tests.support.house import House
from wagering.dispatch import pipeline, receipts
from wagering.dispatch.command import Answer, Envelope
from wagering.eventstore.session import execute as sql
from wagering.rounds import cache as rounds
from wagering.wallet import cache as wallets


class BreakError(Exception):
    """The process dies here."""


class Post:
    """``sent``: what was delivered, with the first answer; ``held``: what is still on its way."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sent: list[tuple[Envelope, Answer]] = []
        self.held: list[Envelope] = []

    def send(self, actor: str, command: Any) -> Answer:
        return self.deliver(self.house.envelope(actor, command))

    def deliver(self, envelope: Envelope) -> Answer:
        answer = pipeline.execute(envelope)
        if currently_in_test_context():
            note(f"{envelope.key} {envelope.actor} {envelope.command} at {envelope.at}: {answer.code or 'accepted'}")
        self.sent.append((envelope, answer))
        return answer

    def by_player(self, chance: Any, player: str, command: Any) -> None:
        """Mostly at once, sometimes later and after others, sometimes twice, sometimes through a crash."""
        envelope, mood = self.house.envelope(f"player:{player}", command), chance.random()
        if mood < 0.1:
            self.held.append(envelope)
        elif mood < 0.2:
            self.crash(envelope, after=chance.random() < 0.5)
        else:
            self.deliver(envelope)

    def crash(self, envelope: Envelope, *, after: bool) -> None:
        """Die before or after the call that writes; what the process remembered is gone; the sender sends again."""
        with pytest.MonkeyPatch.context() as patch:
            for module, name in ((pipeline, "commit"), (receipts, "record")):
                patch.setattr(module, name, breaking(getattr(module, name), after=after))
            with pytest.raises(BreakError):
                pipeline.execute(envelope)
        rounds.clear()
        wallets.clear()
        self.deliver(envelope)


def breaking(call: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
    """``call`` that dies before it is made, or after it has come back."""

    def broken(*arguments: Any) -> Any:
        if after:
            call(*arguments)
        raise BreakError

    return broken


def written() -> tuple[int, int, int]:
    """Rows in the log, the journal and the receipts."""
    row = sql("""SELECT (SELECT count(*) FROM eventstore_event), (SELECT count(*) FROM wallet_entry),
                        (SELECT count(*) FROM dispatch_receipt)""").fetchone()  # fmt: skip
    assert row is not None
    return row  # type: ignore[return-value]
