"""Buckets of rate (wagering/api/throttle.py)."""

from django.db import models


class Bucket(models.Model):
    """Tokens of one caller as they were at ``at``. Unlogged: nothing here is worth a write to the disk."""

    id = models.TextField(primary_key=True, db_collation="C")  # "player/ana"
    tokens = models.FloatField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.id
