"""What leaves the system: the outbox written with every command, and the notices its consumer has taken in."""

from django.db import models


class Outbox(models.Model):
    """One row a command that wrote events. Kept until delivered; at least once, in order per correlation.

    ``claimed_until``: nobody else hands it out before, because a relay has it or because it failed lately.
    A row with ``dead_at`` has failed too often and waits for a person, and so does its correlation behind it.
    """

    id = models.BigAutoField(primary_key=True)
    command = models.TextField(db_collation="C")
    kind = models.TextField()
    correlation = models.TextField(db_collation="C")
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()
    created_at = models.DateTimeField()
    attempts = models.SmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    last_error = models.TextField(db_default="", default="")

    class Meta:
        indexes = (
            models.Index(fields=("id",), name="outbox_waiting", condition=models.Q(delivered_at=None)),
            # Only rows that a relay has touched: a command's insert does not pay for it.
            models.Index(
                fields=("correlation", "id"),
                name="outbox_held",
                condition=models.Q(delivered_at=None, claimed_until__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.kind}"


class Notice(models.Model):
    """What was announced, once: the register that operators are served from. Its id is the outbox row's."""

    id = models.BigIntegerField(primary_key=True)
    kind = models.TextField()
    correlation = models.TextField(db_collation="C")
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()
    taken_in_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("correlation", "id"), name="notice_correlation"),)

    def __str__(self) -> str:
        return f"{self.id} {self.kind}"
