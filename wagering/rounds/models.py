"""Projection of the round streams: one row a round."""

from django.db import models


class Round(models.Model):
    """``status``: running, decided (outcome known, bets being paid), settled, void, not_played."""

    id = models.TextField(primary_key=True, db_collation="C")
    table = models.TextField(db_collation="C")
    game = models.TextField()
    shoe = models.TextField(db_collation="C", default="")
    status = models.TextField()
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    outcome = models.JSONField(null=True)
    reason = models.TextField(default="")  # of a void
    corrections = models.SmallIntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=("table", "opened_at"), name="round_table"),
            models.Index(fields=("opened_at",), name="round_opened"),
            models.Index(fields=("id",), name="round_decided", condition=models.Q(status="decided")),
        )

    def __str__(self) -> str:
        return self.id
