"""Double entry: the legs of every wallet event. Credit positive, debit negative; each event's legs sum to zero.

Accounts of one ledger (operator x currency x purse) are named ``ledger:code/owner``:

============================ ========= ========================== ==========================================
account                      type      floor                      moved by
============================ ========= ========================== ==========================================
``player/ana``               liability >= 0, row in wallet_account everything
``withdrawing/ana``          liability >= 0, row                  withdrawals asked, paid, refused
``receivable/ana``           asset     >= 0, row                  late voids and corrections
``escrow/r1``                liability zero when the round closes stakes, settlement, refund, void
``bank`` / ``issuance``      asset / equity (fun)                 deposits and withdrawals
``handle/T1/seat``           income    none, append-only          settlement
``returns/T1/seat``          expense   none, append-only          settlement
``pot/r1/1``                 liability zero when the round closes settlement of games among players
``uncalled/r1``              liability zero when the round closes the same, for money nobody called
``rake/T1/pot``              income    none, append-only          the same, what the house keeps of a pot
============================ ========= ========================== ==========================================

House accounts and escrow have no balance row: every bettor of a round would queue for it. Escrow is the sum of its
entries and is checked when the round closes.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.kernel.bets import POT, RAKE, Line
from wagering.wallet import events as e

WITH_FLOOR = ("player", "withdrawing", "receivable")
APART = ("pot", "uncalled")
"""Accounts through which money passes inside one journal: what comes in and what goes out are entries of their own."""


class Leg(NamedTuple):
    """``code/owner`` inside the ledger, and the signed amount in minor units."""

    account: str
    amount: int


def legs(player: str, ledger: str, event: Any) -> Sequence[Leg]:
    """The movement of ``event`` in the player's wallet; empty for events that move no money."""
    cash, amount = f"player/{player}", getattr(event, "amount", 0)
    match event:
        case e.BetPlaced() | e.StakeTaken():
            return Leg(cash, -amount), Leg(f"escrow/{event.round}", amount)
        case e.StakeReturned() | e.BetRefunded() | e.BetVoided():
            return Leg(f"escrow/{event.round}", -amount), Leg(cash, amount)
        case e.BetSettled() if pooled(event.lines):
            staked = Leg(f"escrow/{event.round}", -event.stake)
            return [staked, *_pots(event, event.lines, event.kind), Leg(cash, event.returned)]
        case e.BetSettled():
            place = f"{event.table}/{event.kind}"
            taken = (Leg(f"escrow/{event.round}", -event.stake), Leg(f"handle/{place}", event.stake))
            if not event.returned:
                return taken
            return *taken, Leg(f"returns/{place}", -event.returned), Leg(cash, event.returned)
        case e.RoundAdjusted():
            return _adjustment(player, event)
        case e.Deposited():
            return Leg(_outside(ledger), -amount), Leg(cash, amount)
        case e.WithdrawalAsked():
            return Leg(cash, -amount), Leg(f"withdrawing/{player}", amount)
        case e.WithdrawalPaid():
            return Leg(f"withdrawing/{player}", -amount), Leg(_outside(ledger), amount)
        case e.WithdrawalRefused():
            return Leg(f"withdrawing/{player}", -amount), Leg(cash, amount)
        case _:
            return ()


def pooled(lines: Sequence[Line]) -> bool:
    """Was this bet played for among players, not against the house."""
    return any(line.part.startswith(POT) for line in lines)


def _pots(event: e.BetSettled | e.RoundAdjusted, lines: Sequence[Line], kind: str) -> list[Leg]:
    """What each line of a bet moves through the pots: in from the escrow, out to the winner and to the house."""
    found = []
    for line in lines:
        if line.part.startswith(RAKE):
            found.append(Leg(f"rake/{event.table}/{kind}", -line.returned))
        elif line.part.startswith(POT):
            pot = f"pot/{event.round}/{line.part.removeprefix(POT)}"
            found += [Leg(pot, line.stake), Leg(pot, -line.returned)]
        else:
            found += [Leg(f"uncalled/{event.round}", line.stake), Leg(f"uncalled/{event.round}", -line.returned)]
    return [leg for leg in found if leg.amount]


def _adjustment(player: str, event: e.RoundAdjusted) -> list[Leg]:
    """Reverse what was settled and book what holds now; a void also gives the handle back through the escrow."""
    found = []
    for bet in event.bets:
        place = f"{event.table}/{bet.kind}"
        if pooled(bet.lines):
            found += _pots(event, bet.lines, bet.kind)
        elif bet.status == "void":
            found += [Leg(f"handle/{place}", -bet.stake), Leg(f"returns/{place}", bet.returned_before)]
        else:
            found.append(Leg(f"returns/{place}", bet.returned_before - bet.returned))
    found += [Leg(f"player/{player}", event.cash), Leg(f"receivable/{player}", -event.receivable)]
    return [leg for leg in found if leg.amount]


def _outside(ledger: str) -> str:
    return "bank" if ledger.endswith(".cash") else "issuance"


def balance_change(leg: Leg) -> int:
    """How the leg moves the account's own balance: a receivable is an asset, its balance grows with debits."""
    return -leg.amount if leg.account.startswith("receivable/") else leg.amount
