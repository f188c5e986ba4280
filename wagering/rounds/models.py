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


class DailyTotal(models.Model):
    """Catch-up projection: bets by UTC day of settlement, table, kind and ledger. Minor units.

    A late void or correction lands on its own day: a closed day never changes.
    """

    id = models.TextField(primary_key=True, db_collation="C")  # day/table/kind/ledger
    day = models.DateField()
    table = models.TextField(db_collation="C")
    kind = models.TextField()
    ledger = models.TextField(db_collation="C")
    bets = models.BigIntegerField(default=0)
    handle = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)
    voided = models.BigIntegerField(default=0)
    refunded = models.BigIntegerField(default=0)

    class Meta:
        indexes = (models.Index(fields=("day",), name="daily_total_day"),)

    def __str__(self) -> str:
        return self.id
