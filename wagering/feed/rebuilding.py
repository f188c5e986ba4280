"""The projection of webhooks from zero. Deliveries are no projection: what was sent is a fact of its own."""

from collections.abc import Sequence
from typing import Any

from wagering.feed.decide import row_after
from wagering.projector.rebuild import Happened
from wagering.projector.shadow import Shadow, Target


class WebhookPart:
    kinds: Sequence[str] = ("webhook",)
    follows: str = ""
    targets: Sequence[Target] = (Target("feed_webhook", ("id",)),)

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any]] = {}

    def apply(self, happened: Happened, shadow: Shadow) -> None:
        self._rows[happened.owner] = row_after(self._rows.get(happened.owner, {}), happened.event, happened.at)

    def finish(self, shadow: Shadow) -> None:
        for row in self._rows.values():
            shadow.write("feed_webhook", row)
