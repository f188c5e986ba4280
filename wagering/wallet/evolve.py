"""The next state of a wallet. Never refuses; an unknown event is an error."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from wagering.wallet import events as e
from wagering.wallet.state import Limit, OpenBet, Wallet


def evolve(wallet: Wallet, event: Any) -> Wallet:
    """``wallet`` after ``event``; its version counts the events."""
    version = wallet.version + 1
    match event:
        case e.BetPlaced() | e.StakeTaken():
            bets = {**wallet.bets, event.bet: staked(wallet, event)}
            return replace(wallet, version=version, funds=wallet.funds - event.amount, bets=bets)
        case e.StakeReturned():
            bet = lowered(wallet, event)
            bets = {key: each for key, each in {**wallet.bets, bet.id: bet}.items() if each.status == "open"}
            return replace(wallet, version=version, funds=wallet.funds + event.amount, bets=bets)
        case e.QuestionAnswered():
            bet = wallet.bets[event.bet]
            answered = replace(bet, answers={**bet.answers, event.question: event.yes}, revision=bet.revision + 1)
            return replace(wallet, version=version, bets={**wallet.bets, event.bet: answered})
        case e.BetSettled() | e.BetRefunded() | e.BetVoided():
            returned = event.returned if isinstance(event, e.BetSettled) else event.amount
            bets = {key: bet for key, bet in wallet.bets.items() if key != event.bet}
            return replace(wallet, version=version, funds=wallet.funds + returned, bets=bets)
        case e.RoundAdjusted():
            owed = wallet.owed + event.receivable
            return replace(wallet, version=version, funds=wallet.funds + event.cash, owed=owed)
        case e.Deposited():
            return replace(wallet, version=version, funds=wallet.funds + event.amount)
        case e.WithdrawalAsked():
            withdrawals = {**wallet.withdrawals, event.withdrawal: event.amount}
            return replace(wallet, version=version, funds=wallet.funds - event.amount, withdrawals=withdrawals)
        case e.WithdrawalPaid() | e.WithdrawalRefused():
            funds = wallet.funds + (event.amount if isinstance(event, e.WithdrawalRefused) else 0)
            left = {key: amount for key, amount in wallet.withdrawals.items() if key != event.withdrawal}
            return replace(wallet, version=version, funds=funds, withdrawals=left)
        case e.WalletOpened():
            return Wallet(event.player, version, event.account_type, event.currency, event.operator, event.ledger)
        case e.LimitSet():
            limit = Limit(event.limit, datetime.fromisoformat(event.effective_at), event.until_then)
            limits = {**wallet.limits, f"{event.kind}/{event.period}": limit}
            return replace(wallet, version=version, limits=limits)
        case e.Paused():
            return replace(wallet, version=version, paused_until=datetime.fromisoformat(event.until))
        case e.ConnectionChanged():
            return replace(wallet, version=version)
        case _:
            raise TypeError(f"not a wallet event: {event!r}")


def staked(wallet: Wallet, event: e.BetPlaced | e.StakeTaken) -> OpenBet:
    """The bet after this stake; a first stake opens it."""
    bet = wallet.bets.get(event.bet)
    if bet is not None:
        return _moved(bet, event.part, event.amount)
    if not isinstance(event, e.BetPlaced):
        raise TypeError(f"extra stake on a bet that is not open: {event.bet}")
    parts = {event.part: event.amount}
    args = (event.bet, event.round, event.table, event.game, wallet.player, wallet.ledger, event.seat, event.kind)
    return OpenBet(*args, parts, {}, event.amount, 1)


def lowered(wallet: Wallet, event: e.StakeReturned) -> OpenBet:
    """The bet with less of a stake; with none it is undone, and no bet of the wallet any more."""
    bet = _moved(wallet.bets[event.bet], event.part, -event.amount)
    return bet if bet.stake else replace(bet, status="undone", outcome="undone")


def _moved(bet: OpenBet, part: str, amount: int) -> OpenBet:
    parts = {**bet.parts, part: bet.parts.get(part, 0) + amount}
    return replace(bet, parts=parts, stake=bet.stake + amount, revision=bet.revision + 1)
