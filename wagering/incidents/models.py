"""Projection of the incident streams."""

from django.db import models


class Incident(models.Model):
    """A reported malfunction. ``resolution``: empty while open, then resumed or voided."""

    id = models.TextField(primary_key=True, db_collation="C")
    table = models.TextField(db_collation="C")
    round = models.TextField(db_collation="C")
    note = models.TextField()
    reported_by = models.TextField()
    reported_at = models.DateTimeField()
    resolution = models.TextField(default="")
    resolved_by = models.TextField(default="")
    resolved_at = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("reported_at",), name="incident_reported"),)

    def __str__(self) -> str:
        return self.id
