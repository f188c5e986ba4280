"""The log: one row an event, one row a stream. Written only by the SQL function ``eventstore_append``."""

from django.db import models


class Event(models.Model):
    """An immutable fact. ``body`` is the canonical JSON text that was hashed, byte for byte."""

    position = models.BigAutoField(primary_key=True)
    stream = models.TextField(db_collation="C")
    version = models.BigIntegerField()
    name = models.TextField(db_collation="C")
    actor = models.TextField()
    command = models.TextField(db_collation="C")
    correlation = models.TextField(db_collation="C", default="")
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    body = models.TextField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "version"), name="event_stream_version"),)
        indexes = (
            models.Index(
                fields=("correlation", "position"), name="event_correlation", condition=~models.Q(correlation="")
            ),
        )

    def __str__(self) -> str:
        return f"{self.position} {self.stream}:{self.version} {self.name}"


class Stream(models.Model):
    """The head of one stream: its last version and the hash that version ends with."""

    stream = models.TextField(primary_key=True, db_collation="C")
    version = models.BigIntegerField(default=0)
    hash = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"{self.stream}:{self.version}"
