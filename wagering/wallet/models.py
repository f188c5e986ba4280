"""Projections of the wallet streams: wallets, balances with a floor, bets, and the double-entry journal."""

from django.db import models


class Wallet(models.Model):
    """A player's account: ``real`` money in purse ``cash``, ``trial`` and ``fun`` in purse ``fun``."""

    player = models.TextField(primary_key=True, db_collation="C")
    operator = models.TextField()
    account_type = models.TextField()
    currency = models.CharField(max_length=3)
    ledger = models.TextField(db_collation="C")
    opened_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.player


class Safeguard(models.Model):
    """What a player has set to protect himself; who never has, has no row.

    ``limits``: by ``kind/period``: ``amount``, ``effective_at`` and ``until_then`` as in ``events.LimitSet``.
    """

    player = models.TextField(primary_key=True, db_collation="C")
    limits = models.JSONField()
    paused_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.player


class Account(models.Model):
    """A balance with a floor. House accounts have no row: their balance is the sum of their entries."""

    account = models.TextField(primary_key=True, db_collation="C")
    ledger = models.TextField(db_collation="C")
    code = models.TextField()
    owner = models.TextField(db_collation="C")
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(balance__gte=0), name="account_floor"),)
        indexes = (models.Index(fields=("owner",), name="account_owner"),)

    def __str__(self) -> str:
        return self.account


class Journal(models.Model):
    """The money one command moved. Its id is the command's key."""

    id = models.TextField(primary_key=True, db_collation="C")
    kind = models.TextField()
    correlation = models.TextField(db_collation="C")
    position = models.BigIntegerField()
    occurred_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("correlation",), name="journal_correlation"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class Entry(models.Model):
    """One leg, signed minor units: credit positive, debit negative. Each journal sums to zero in each ledger."""

    id = models.BigAutoField(primary_key=True)
    journal = models.TextField(db_collation="C")
    ledger = models.TextField(db_collation="C")
    account = models.TextField(db_collation="C")
    amount = models.BigIntegerField()

    class Meta:
        indexes = (
            models.Index(fields=("journal",), name="entry_journal"),
            models.Index(fields=("account", "id"), name="entry_account"),
        )

    def __str__(self) -> str:
        return f"{self.account} {self.amount}"


class Bet(models.Model):
    """One player's bet of one kind on one seat of one round. ``parts`` and ``answers`` as in the kernel's ``Bet``."""

    id = models.TextField(primary_key=True, db_collation="C")
    round = models.TextField(db_collation="C")
    table = models.TextField(db_collation="C")
    game = models.TextField()
    player = models.TextField(db_collation="C")
    ledger = models.TextField(db_collation="C")
    seat = models.SmallIntegerField()
    kind = models.TextField()
    parts = models.JSONField()
    answers = models.JSONField()
    stake = models.BigIntegerField()
    returned = models.BigIntegerField(default=0)
    status = models.TextField()  # open, settled, void, refunded, undone
    outcome = models.TextField(default="")
    revision = models.IntegerField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(stake__gte=0, returned__gte=0), name="bet_amounts_positive"),
        )
        indexes = (
            models.Index(fields=("round",), name="bet_round"),
            models.Index(fields=("player", "id"), name="bet_player"),
            models.Index(fields=("player", "id"), name="bet_open_of_player", condition=models.Q(status="open")),
        )

    def __str__(self) -> str:
        return self.id
