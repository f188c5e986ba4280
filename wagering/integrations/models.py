"""What leaves the system: the outbox written with every command, and the notices its consumer has taken in."""

from django.db import models


class Outbox(models.Model):
    """One row a command that wrote events. Kept until delivered; at least once, in order per correlation."""

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

    class Meta:
        indexes = (
            models.Index(fields=("id",), name="outbox_waiting", condition=models.Q(delivered_at=None)),
        )

    def __str__(self) -> str:
        return f"{self.id} {self.kind}"
