"""Inline projections of the wallet streams: complete rows, derived from the wallet as its events leave it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from wagering.wallet.ledger import WITH_FLOOR
from wagering.wallet.state import OpenBet, Wallet


def wallet_row(wallet: Wallet, opened_at: datetime) -> Mapping[str, Any]:
    return {
        "player": wallet.player,
        "operator": wallet.operator,
        "account_type": wallet.account_type,
        "currency": wallet.currency,
        "ledger": wallet.ledger,
        "opened_at": opened_at,
    }


def safeguard_row(wallet: Wallet) -> Mapping[str, Any]:
    """The player's limits and pause; only for wallets that have any."""
    return {"player": wallet.player, "limits": wallet.limits, "paused_until": wallet.paused_until}


def account_rows(wallet: Wallet) -> list[Mapping[str, Any]]:
    """The three accounts with a floor that every wallet has, at zero."""
    return [
        {
            "account": f"{wallet.ledger}:{code}/{wallet.player}",
            "ledger": wallet.ledger,
            "code": code,
            "owner": wallet.player,
            "balance": 0,
        }
        for code in WITH_FLOOR
    ]


def bet_row(bet: OpenBet) -> dict[str, Any]:
    return {
        "id": bet.id,
        "round": bet.round,
        "table": bet.table,
        "game": bet.game,
        "player": bet.player,
        "ledger": bet.ledger,
        "seat": bet.seat,
        "kind": bet.kind,
        "parts": bet.parts,
        "answers": bet.answers,
        "stake": bet.stake,
        "returned": bet.returned,
        "status": bet.status,
        "outcome": bet.outcome,
        "revision": bet.revision,
    }
