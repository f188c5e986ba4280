"""How far each catch-up projection has read the log."""

from django.db import models


class Checkpoint(models.Model):
    """Saved in the same transaction as the projection's effect."""

    projection = models.TextField(primary_key=True)
    position = models.BigIntegerField(default=0)
    parked = models.TextField(default="")  # why it stands still; empty while it runs

    def __str__(self) -> str:
        return f"{self.projection} at {self.position}"
