"""Old versions of stored events, read as today's. Pure, one step a version; the stored text is never touched.

Only long streams (wallets, tables) are upcast. A round is pinned to its ruleset, whose released events never change.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

# stored name -> (name it becomes, what changes in the body)
UPCASTERS: Final[Mapping[str, tuple[str, Upcaster]]] = {}

_encoder = msgspec.json.Encoder(order="sorted")


def upcast(name: str, body: str, upcasters: Mapping[str, tuple[str, Upcaster]] = UPCASTERS) -> tuple[str, str]:
    """Today's name and canonical body of a stored event; unchanged where no upcaster is registered."""
    while name in upcasters:
        name, change = upcasters[name]
        body = _encoder.encode(change(msgspec.json.decode(body))).decode()
    return name, body
