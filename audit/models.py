"""What the audit remembers: its last verdict on the chains."""

from django.db import models


class Verdict(models.Model):
    """One row an examination.

    ``good`` is what it found; ``finding`` says where it is not. Up to ``position`` the log has been read by now, in its
    entirety at ``whole_at`` and what came after that piece by piece, last at ``at``.
    """

    examination = models.TextField(primary_key=True)
    good = models.BooleanField()
    finding = models.TextField(blank=True)
    position = models.BigIntegerField()
    at = models.DateTimeField()
    whole_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.examination}: {'good' if self.good else 'bad'}"
