"""Credentials as they stand, nonces seen, and when a terminal was last used."""

from django.db import models


class Credential(models.Model):
    """An operator's ``key``, a studio's ``device`` or a player's ``session``; its secret follows from its id.

    ``holder``: the operator of a key, the table of a device, the player of a session. ``tables``: where a session
    may play, empty for everywhere its operator has a table. ``unlocked_at``: since when a terminal may be idle.
    """

    id = models.TextField(primary_key=True, db_collation="C")
    kind = models.TextField()
    operator = models.TextField(db_collation="C")
    holder = models.TextField(db_collation="C")
    tables = models.JSONField(default=list)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    unlocked_at = models.DateTimeField()
    revoked = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=("operator", "kind", "id"), name="credential_operator"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Terminal(models.Model):
    """A studio's device as it was seen last; not facts of the log.

    ``used_at``: when a dealer last did something at it, to about 15 seconds; ``heard_at``: its last heartbeat.
    """

    device = models.TextField(primary_key=True, db_collation="C")
    used_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.device


class Nonce(models.Model):
    """A nonce that a key has used. Kept for as long as its timestamp would be believed."""

    id = models.TextField(primary_key=True, db_collation="C")  # "key/nonce"
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.id
