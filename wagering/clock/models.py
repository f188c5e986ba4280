"""Deadlines as rows, and the clocks they run on."""

from django.db import models


class Deadline(models.Model):
    """At most one open deadline a subject (``table/T1``). ``number`` names the question it would answer."""

    subject = models.TextField(primary_key=True, db_collation="C")
    what = models.TextField()  # betting, insurance, decision, follow, turn, choice, incident
    number = models.IntegerField()
    due_at = models.DateTimeField()
    clock = models.TextField(default="wall")
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        indexes = (models.Index(fields=("clock", "due_at"), name="deadline_due"),)

    def __str__(self) -> str:
        return f"{self.subject} {self.what}"


class VirtualClock(models.Model):
    """The clock of a recorded session: its deadlines are due by this time, not by the wall's."""

    name = models.TextField(primary_key=True)
    now = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class PeriodicRun(models.Model):
    """A periodic job claims (job, period) before it does anything, so two beats do no harm."""

    id = models.BigAutoField(primary_key=True)
    job = models.TextField()
    period = models.DateTimeField()
    ran_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("job", "period"), name="periodic_run_once"),)

    def __str__(self) -> str:
        return f"{self.job} {self.period}"


class Heartbeat(models.Model):
    """When a job last did its work."""

    name = models.TextField(primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
