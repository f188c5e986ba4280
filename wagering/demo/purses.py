"""The cashier's side of the demonstration: deposits for who runs out, withdrawals for who has won a lot."""

import random
import secrets

from wagering.demo.house import CASHIER, Place
from wagering.demo.sender import Sender
from wagering.wallet.commands import AskWithdrawal, Deposit, PayWithdrawal, RefuseWithdrawal
from wagering.wallet.queries import balances_of

POOR, TOP_UP, RICH = 60, 300, 700  # chips


class Purses:
    """Looks after the real-money players of one table once a round."""

    def __init__(self, place: Place, sender: Sender, chance: random.Random) -> None:
        self.place, self.sender, self._chance = place, sender, chance
        self._asked: dict[str, str] = {}  # player -> withdrawal to be paid

    def look_after(self) -> None:
        """Pay or refuse what was asked for in an earlier round, then see who has too little or a lot."""
        for player, withdrawal in self._asked.items():
            self._decide(player, withdrawal)
        self._asked.clear()
        real = [player for player, person in self.place.people.items() if person.account == "real"]
        for player, funds in balances_of(real).items():
            if funds < POOR * self.place.chip and self._chance.random() < 0.8:
                self.sender.send(CASHIER, Deposit(player=player, amount=TOP_UP * self.place.chip))
            elif funds > RICH * self.place.chip and self._chance.random() < 0.2:
                self._withdraw(player)

    def _withdraw(self, player: str) -> None:
        withdrawal = f"out-{secrets.token_hex(6)}"
        amount = self._chance.choice((100, 200, 400)) * self.place.chip
        command = AskWithdrawal(player=player, withdrawal=withdrawal, amount=amount)
        if self.sender.send(f"player:{player}", command).accepted:
            self._asked[player] = withdrawal

    def _decide(self, player: str, withdrawal: str) -> None:
        if self._chance.random() < 0.85:
            self.sender.send(CASHIER, PayWithdrawal(player=player, withdrawal=withdrawal))
        else:
            self.sender.send(CASHIER, RefuseWithdrawal(player=player, withdrawal=withdrawal, reason="limit"))
