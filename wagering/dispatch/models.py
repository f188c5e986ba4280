"""One row a command: the idempotency key, what was asked and what was answered first."""

from django.db import models


class Receipt(models.Model):
    """Written in the command's own transaction when accepted, on its own after the rollback when refused."""

    key = models.TextField(primary_key=True, db_collation="C")
    fingerprint = models.BinaryField(max_length=32)
    kind = models.TextField()
    actor = models.TextField()
    accepted = models.BooleanField()
    answer = models.TextField()
    recorded_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("recorded_at",), name="receipt_refused", condition=models.Q(accepted=False)),)

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
