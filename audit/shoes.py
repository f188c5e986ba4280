"""Shoes: what was promised, what was opened, what was dealt.

A virtual shoe publishes SHA-256(nonce, newline, order) before its first card and is opened when it is retired: the
opened order must have that hash, be whole packs, and begin with the very cards that were dealt. A live shoe never
deals more copies of a card than its packs hold, nor one draw twice.

Memory: a virtual shoe is forgotten when it is retired; of a live one about 200 bytes and one byte a card are kept,
because a late correction may still change one of its cards.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from audit.findings import Findings
from audit.log import HEAD, fields
from games.kernel.cards import PACK

NAMES: Final = frozenset(
    (
        b"shoe.mounted@1",
        b"shoe.retired@1",
        b"shoe.draw_corrected@1",
        b"round.card_dealt@1",
        b"round.card_shown@1",
        b"round.card_corrected@1",
    )
)
_NUMBER: Final = {card: number for number, card in enumerate(PACK, 1)}  # 0 is "not known"


@dataclass(slots=True)
class _Shoe:
    """``drawn``: number of the card by draw index; index 0 is not used. ``shown``: place and card of one that was shown
    and stayed where it was."""

    packs: int
    live: bool
    commitment: str
    drawn: bytearray = field(default_factory=lambda: bytearray(1))
    shown: list[tuple[int, str]] = field(default_factory=list)
    retired: bool = False


class Shoes:
    """Fed with every event of ``NAMES`` in order of position; ``findings`` is where something does not fit."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.mounted = self.opened = self.cards = 0
        self._shoes: dict[str, _Shoe] = {}
        self._event: tuple[int, str, int] = (0, "", 0)

    def watch(self, row: bytes) -> None:
        """One row of the log."""
        position, packed, _, _ = HEAD(row)
        found = fields(row)
        stream = found[3].decode()
        self._event = position, stream, int.from_bytes(packed, "big")
        try:
            body = json.loads(found[5])
            self._apply(found[4], stream.partition("/")[2], body)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            self._wrong(f"the event cannot be read: {error!r}")

    def _apply(self, name: bytes, stream_id: str, body: dict[str, Any]) -> None:
        if name == b"shoe.mounted@1":
            self._mount(body)
            return
        shoe_id = body.get("shoe", stream_id)
        shoe = self._shoes.get(shoe_id)
        if shoe is None:
            self._wrong(f"shoe {shoe_id} was never mounted, or is opened already")
        elif name == b"round.card_dealt@1":
            self._deal(shoe, body["draw"], body["card"])
        elif name == b"round.card_shown@1":
            shoe.shown.append((body["place"], body["card"]))
        elif name == b"round.card_corrected@1":
            self._correct(shoe, body["draw"], body["was"], body["card"])
        elif name == b"shoe.draw_corrected@1":
            if shoe.drawn[body["draw"]] != _NUMBER[body["card"]]:
                self._wrong(f"draw {body['draw']} is corrected to {body['card']}, which its round does not say")
        else:
            self._retire(shoe_id, shoe, body["nonce"], body["order"])

    def _mount(self, body: dict[str, Any]) -> None:
        self.mounted += 1
        if body["shoe"] in self._shoes:
            self._wrong(f"shoe {body['shoe']} is mounted a second time")
        shoe = self._shoes[body["shoe"]] = _Shoe(body["packs"], body["live"], body["commitment"])
        if shoe.live == bool(shoe.commitment):
            self._wrong("a virtual shoe must be committed to, a live one cannot be")
        shoe.drawn.extend(bytes(body["burned"]))
        if body["burn_card"]:
            shoe.drawn[1] = _NUMBER[body["burn_card"]]

    def _deal(self, shoe: _Shoe, draw: int, card: str) -> None:
        self.cards += 1
        if shoe.retired:
            self._wrong("the shoe is retired")
        if draw != len(shoe.drawn):
            # Filled up or overwritten, so that one wrong draw is one finding.
            self._wrong(f"draw {draw} is dealt where draw {len(shoe.drawn)} is next")
            shoe.drawn.extend(bytes(max(0, draw - len(shoe.drawn) + 1)))
        else:
            shoe.drawn.append(0)
        shoe.drawn[draw] = _NUMBER[card]
        self._check_packs(shoe, card)

    def _correct(self, shoe: _Shoe, draw: int, was: str, card: str) -> None:
        if not shoe.live:
            self._wrong("a card of a virtual shoe is corrected")
        if shoe.drawn[draw] != _NUMBER[was]:
            self._wrong(f"draw {draw} was not {was}")
        shoe.drawn[draw] = _NUMBER[card]
        self._check_packs(shoe, card)

    def _check_packs(self, shoe: _Shoe, card: str) -> None:
        if not shoe.live:
            return  # its whole order is checked when it is opened
        copies = shoe.drawn.count(_NUMBER[card])
        if copies > shoe.packs:
            self._wrong(f"{card} is out {copies} times, of {shoe.packs} packs")
        elif len(shoe.drawn) - 1 > len(PACK) * shoe.packs:
            self._wrong(f"draw {len(shoe.drawn) - 1} from {shoe.packs} packs")

    def _retire(self, shoe_id: str, shoe: _Shoe, nonce: str, order: str) -> None:
        if shoe.live:
            shoe.retired = True
            if nonce or order:
                self._wrong("a live shoe has no order to open")
            return
        del self._shoes[shoe_id]
        self.opened += 1
        if sha256(f"{nonce}\n{order}".encode()).hexdigest() != shoe.commitment:
            self._wrong("nonce and order do not have the hash that was published when the shoe was mounted")
        cards = order.split(" ")
        if set(Counter(cards).values()) != {shoe.packs} or not set(cards) <= _NUMBER.keys():
            self._wrong(f"the opened order is not {shoe.packs} whole packs")
        for place, card in shoe.shown:
            if cards[place - 1 : place] != [card]:
                self._wrong(f"{card} was shown at place {place}, where the opened order has another card")
        for draw, number in enumerate(shoe.drawn):
            if number and (draw > len(cards) or _NUMBER.get(cards[draw - 1]) != number):
                opened = cards[draw - 1] if draw <= len(cards) else "no card"
                self._wrong(f"draw {draw} was dealt as {PACK[number - 1]}, the opened order has {opened} there")
                return

    def _wrong(self, what: str) -> None:
        self.findings.add(*self._event, what)
