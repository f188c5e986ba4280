"""Webhooks, what is to be sent to them, and how far the outbox has been read for that."""

from django.db import models


class Webhook(models.Model):
    """Projection of the stream ``webhook/ID``. Its secret is derived from the id and ``version``, never stored."""

    id = models.TextField(primary_key=True, db_collation="C")
    operator = models.TextField()
    url = models.TextField()
    kinds = models.JSONField()  # beginnings of event names; empty: all
    version = models.IntegerField()
    rotated_at = models.DateTimeField(null=True)
    enabled = models.BooleanField()
    created_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("operator", "id"), name="webhook_operator"),)

    def __str__(self) -> str:
        return self.id


class Delivery(models.Model):
    """What one command means to one webhook. At least once, in order per round.

    ``id``: outbox row and webhook, the same at every attempt. ``due_at``: of the first delivery of its round that is
    neither delivered nor dead; those behind it have none. ``claimed_until``: a sender has it until then.
    """

    id = models.TextField(primary_key=True, db_collation="C")
    webhook = models.TextField(db_collation="C")
    outbox = models.BigIntegerField()
    command = models.TextField(db_collation="C")
    kind = models.TextField()
    round = models.TextField(db_collation="C")
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()
    created_at = models.DateTimeField()
    attempts = models.SmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    last_error = models.TextField(default="")

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = (
            models.Index(fields=("webhook", "due_at"), name="delivery_due", condition=models.Q(due_at__isnull=False)),
            models.Index(
                fields=("webhook", "round", "outbox"), name="delivery_waiting", condition=models.Q(delivered_at=None)
            ),
            models.Index(
                fields=("webhook", "claimed_until"), name="delivery_claimed",
                condition=models.Q(claimed_until__isnull=False),
            ),
            models.Index(fields=("webhook", "outbox"), name="delivery_webhook"),
            models.Index(fields=("outbox", "id"), name="delivery_list"),
            models.Index(
                fields=("webhook", "outbox"), name="delivery_dead", condition=models.Q(dead_at__isnull=False)
            ),
        )  # fmt: skip

    def __str__(self) -> str:
        return self.id

    @property
    def state(self) -> str:
        """``delivered``, ``dead`` or ``waiting``."""
        return "delivered" if self.delivered_at else "dead" if self.dead_at else "waiting"


class Receiver(models.Model):
    """How a webhook's server answers: one that cannot be reached is left alone until ``retry_at``, then asked once."""

    webhook = models.TextField(primary_key=True, db_collation="C")
    failures = models.IntegerField()
    retry_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.webhook


class FanOut(models.Model):
    """The outbox row up to which deliveries have been made: one row, ``webhooks``."""

    name = models.TextField(primary_key=True)
    outbox = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.name} at {self.outbox}"
