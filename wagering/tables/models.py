"""Projections of table and shoe streams: the board, the shoes, every card drawn, and the sealed orders."""

from django.db import models


class Table(models.Model):
    """The board: one row a table with what it is waiting for."""

    id = models.TextField(primary_key=True, db_collation="C")
    operator = models.TextField()
    game = models.TextField()
    currency = models.CharField(max_length=3)
    clock = models.TextField()  # "wall", or the name of a recorded session's own clock
    options = models.JSONField()
    seats = models.JSONField()  # {"3": "ana"}
    shoe = models.TextField(default="")
    round = models.TextField(default="")
    awaits = models.TextField(default="")  # betting, deal 3.1, decision 3.1, insurance, paused, idle ...
    due_at = models.DateTimeField(null=True)
    paused = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.id


class Shoe(models.Model):
    """A shoe: live (cards arrive as scans) or virtual (sealed; ``commitment`` published before the first card)."""

    id = models.TextField(primary_key=True, db_collation="C")
    table = models.TextField(db_collation="C")
    live = models.BooleanField()
    packs = models.SmallIntegerField()
    burned = models.SmallIntegerField()
    commitment = models.TextField(default="")
    cut_out = models.BooleanField(default=False)
    retired = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.id


class Draw(models.Model):
    """One card that left a shoe. The key (shoe, draw) makes a second use of a draw index impossible."""

    id = models.TextField(primary_key=True, db_collation="C")  # "shoe/draw"
    shoe = models.TextField(db_collation="C")
    draw = models.SmallIntegerField()
    card = models.CharField(max_length=2)
    to = models.TextField()
    round = models.TextField(db_collation="C")

    class Meta:
        indexes = (models.Index(fields=("shoe", "draw"), name="draw_shoe"),)

    def __str__(self) -> str:
        return f"{self.id} {self.card}"


class SealedShoe(models.Model):
    """The order of a virtual shoe, encrypted; not an event, because nobody may read a card before it is drawn."""

    shoe = models.TextField(primary_key=True, db_collation="C")
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return self.shoe
