"""What happens to a webhook. Its secret is in none of them: it is derived from the webhook's id and ``version``."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookSubscribed:
    """``kinds``: beginnings of the stored names of the events to be sent; none means all."""

    NAME: ClassVar[str] = "webhook.subscribed@1"
    webhook: str
    operator: str
    url: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRotated:
    """From here on the secret of ``version`` signs; the one before it signs too for a while."""

    NAME: ClassVar[str] = "webhook.rotated@1"
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookEnabled:
    """What waited is sent."""

    NAME: ClassVar[str] = "webhook.enabled@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookDisabled:
    """Nothing is sent, and what happens meanwhile never will be."""

    NAME: ClassVar[str] = "webhook.disabled@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookRedriven:
    """Dead deliveries are tried again: ``delivery`` alone, or all of them if it is empty."""

    NAME: ClassVar[str] = "webhook.redriven@1"
    delivery: str


EVENTS = (WebhookSubscribed, WebhookRotated, WebhookEnabled, WebhookDisabled, WebhookRedriven)


def webhook_stream(webhook: str) -> str:
    return f"webhook/{webhook}"
