"""One sentence for every stored event of a round that the game itself does not narrate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from audit.replay.record import Stored

Amount = Callable[[int], str]
"""Minor units of the event's own currency, for people."""

_REMEDY: Final = {"void": "the round is void", "correction": "a card is corrected"}


def sentence(event: Stored, amount: Amount) -> str:
    """What happened, in one sentence; an event without one, or with a damaged body, is named as it is stored."""
    tell = _SENTENCES.get(event.name)
    try:
        return tell(event, event.body, amount) if tell else f"{event.name} in {event.stream}."
    except (KeyError, TypeError, ValueError, AttributeError):
        return f"{event.name} in {event.stream}, which cannot be read."


def _place(bet: str) -> str:
    """``round/3/behind/ana`` as ``seat 3 behind``."""
    _, seat, kind, _ = bet.split("/", 3)
    return f"seat {seat}" if kind == "seat" else f"{kind} on seat {seat}"


def _placed(event: Stored, body: Mapping[str, Any], amount: Amount) -> str:
    return f"{event.owner} bets {amount(body['amount'])} ({_place(body['bet'])})."


def _taken(event: Stored, body: Mapping[str, Any], amount: Amount) -> str:
    part = f"hand {body['part']}" if body["part"].isdigit() else body["part"]
    return f"{event.owner} adds {amount(body['amount'])} for {part} ({_place(body['bet'])})."


def _settled(event: Stored, body: Mapping[str, Any], amount: Amount) -> str:
    clauses = "; ".join(
        f"{line['outcome']} {line['n']}:{line['d']} {line['clause']}"
        if line["n"]
        else f"{line['outcome']} {line['clause']}"
        for line in body["lines"]
    )
    returned = f"{amount(body['returned'])} for {amount(body['stake'])}"
    return f"{event.owner} ({_place(body['bet'])}): {body['outcome']}, returned {returned} [{clauses}]."


def _adjusted(event: Stored, body: Mapping[str, Any], amount: Amount) -> str:
    bets = "; ".join(
        f"{_place(bet['bet'])} {amount(bet['returned_before'])} → {amount(bet['returned'])} {bet['outcome']}"
        for bet in body["bets"]
    )
    owed = f", {amount(body['receivable'])} stays owed" if body["receivable"] else ""
    return f"{event.owner}: {_REMEDY.get(body['reason'], body['reason'])}, net {amount(body['net'])}{owed} ({bets})."


def _voided(_event: Stored, body: Mapping[str, Any], _amount: Amount) -> str:
    who = " and ".join(name for name in (body["supervisor"], body["second"]) if name)
    when = "after settlement " if body["late"] else ""
    return f"The round is void {when}({body['reason']}), decided by {who}."


def _corrected(_event: Stored, body: Mapping[str, Any], _amount: Amount) -> str:
    who = " and ".join(name for name in (body["supervisor"], body["second"]) if name)
    when = " after settlement" if body["late"] else ""
    return f"Draw {body['draw']} was {body['card']}, not {body['was']} ({body['reason']}), corrected{when} by {who}."


def _opened(_event: Stored, body: Mapping[str, Any], _amount: Amount) -> str:
    seated = ", ".join(f"{seat['player']} on seat {seat['seat']}" for seat in body["seated"])
    shoe = f", shoe {body['shoe']}" if body["shoe"] else ""
    return f"Round opened: {body['game']}{shoe}; seated: {seated or 'nobody'}."


_SENTENCES: Final[Mapping[str, Callable[[Stored, Mapping[str, Any], Amount], str]]] = {
    "round.opened@1": _opened,
    "round.paused@1": lambda _, b, __: f"The table is paused (incident {b['incident']}).",
    "round.resumed@1": lambda _, b, __: f"The table goes on; {b['supervisor']} decided.",
    "round.decided@1": lambda _, b, __: "The outcome is known." if b["played"] else "No seat played.",
    "round.settled@1": lambda *_: "Every bet is closed.",
    "round.voided@1": _voided,
    "round.deal_voided@1": lambda _, b, __: f"The game is void ({b['reason']}), decided by {b['supervisor']}.",
    "round.card_corrected@1": _corrected,
    "wallet.bet_placed@1": _placed,
    "wallet.stake_taken@1": _taken,
    "wallet.stake_returned@1": lambda e, b, a: f"{e.owner} gets {a(b['amount'])} back ({_place(b['bet'])}).",
    "wallet.question_answered@1": lambda e, b, _: (
        f"{e.owner} says {'yes' if b['yes'] else 'no'} to {b['question']} ({_place(b['bet'])})."
    ),
    "wallet.bet_settled@1": _settled,
    "wallet.bet_refunded@1": lambda e, b, a: f"{e.owner} ({_place(b['bet'])}): refunded {a(b['amount'])}.",
    "wallet.bet_voided@1": lambda e, b, a: f"{e.owner} ({_place(b['bet'])}): void, {a(b['amount'])} back.",
    "wallet.round_adjusted@1": _adjusted,
    "wallet.withdrawal_refused@1": lambda e, b, a: (
        f"{e.owner}: withdrawal {b['withdrawal']} of {a(b['amount'])} is taken back ({b['reason']})."
    ),
    "table.round_opened@1": lambda e, b, _: f"Table {e.owner} begins round {b['round']}.",
    "shoe.cut_card_out@1": lambda e, *_: f"The cut card of shoe {e.owner} is out.",
    "shoe.retired@1": lambda e, b, _: f"Shoe {e.owner} is retired{' and opened' if b['order'] else ''}.",
    "shoe.draw_corrected@1": lambda e, b, _: f"Shoe {e.owner}: draw {b['draw']} is {b['card']}.",
    "incident.reported@1": lambda _, b, __: f"Incident {b['incident']} is reported: {b['note']}",
    "incident.resolved@1": lambda e, b, _: f"Incident {e.owner} is resolved by {b['by']}: {b['resolution']}.",
}
