"""A client of the interface: httpx and msgspec, nothing of the server. It may be copied into another project.

::

    operator = Operator(Server("https://office.example"), key, secret)
    ana = PlayerSession(operator.server, operator.open_session("ana").token)
    ana.bet("blackjack-1", 3, "seat", 1_000)
"""

from .callers import Device, Operator, PlayerSession
from .connection import Refused, Server

__all__ = ["Device", "Operator", "PlayerSession", "Refused", "Server"]
