"""What a player did in a round, and players as the back office lists them."""

from django.db import models

from wagering.wallet.models import Wallet


class PlayerRound(models.Model):
    """Catch-up projection: one player in one round as it stands now, late voids and corrections included. Minor units.

    ``bets``, ``staked`` and ``returned``: what is settled. ``voided`` and ``refunded``: stakes given back in full.
    ``feats``: what he achieved, by name and count; NULL where the round reports nothing of him or is void.
    ``ended_at``: when his last bet was closed or the round was decided; a late remedy does not move it.
    """

    id = models.TextField(primary_key=True, db_collation="C")  # round/player
    player = models.TextField(db_collation="C")
    round = models.TextField(db_collation="C")
    table = models.TextField(db_collation="C")
    game = models.TextField()
    ledger = models.TextField(db_collation="C")
    ended_at = models.DateTimeField()
    bets = models.IntegerField()
    staked = models.BigIntegerField()
    returned = models.BigIntegerField()
    voided = models.BigIntegerField()
    refunded = models.BigIntegerField()
    feats = models.JSONField(null=True)

    class Meta:
        indexes = (models.Index(fields=("player", "ended_at"), name="player_round_ended"),)

    def __str__(self) -> str:
        return self.id

    @property
    def net(self) -> int:
        """What the player won or lost."""
        return self.returned - self.staked

    @property
    def status(self) -> str:
        """``settled``, ``void`` or ``refunded``. A game without stakes is settled if it reports feats."""
        if self.bets or self.feats is not None:
            return "settled"
        return "refunded" if self.refunded and not self.voided else "void"


class Player(Wallet):
    """A wallet's owner; no table of its own."""

    class Meta:
        proxy = True
