"""Cards, actions and silence."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games.kernel import ruleset as rules
from games.kernel.cards import IS_CARD
from games.kernel.expectations import Deal
from games.kernel.ruleset import Rejected
from games.kernel.shoe import check_possible, is_repeat
from wagering.dispatch.work import Work
from wagering.incidents.commands import ReportIncident
from wagering.rounds.commands import Expire, ScanCard, TakeAction
from wagering.rounds.guards import not_paused
from wagering.rounds.messages import message_fields
from wagering.rounds.remedies import void_unresolved
from wagering.rounds.settling import end_if_over
from wagering.rounds.stage import Stage

_NEVER_ASKED: Final = {"insurance": "no_question", "follow": "no_question", "preselect": "illegal_action"}
"""Messages that only some games know, and what the others answer."""


def scan_card(command: ScanCard, work: Work) -> Mapping[str, Any]:
    """A card left the live shoe. Read twice: no effect. Not the awaited one, or one too many: refused."""
    stage = Stage(work, command.table)
    play = stage.play
    not_paused(play)
    shoe = play.shoe
    if shoe is None or shoe.id != command.shoe:
        raise Rejected("wrong_shoe", "", f"the table deals from {shoe.id if shoe else 'no shoe'}", "shoe")
    if not shoe.live:
        raise Rejected("unexpected_card", "", "a virtual shoe is not scanned", "shoe")
    if command.card not in IS_CARD:
        raise Rejected("impossible_card", "", f"not a card: {command.card!r}", "card")
    if type(command.draw) is not int:
        raise Rejected("draw_gap", "", "the draw index is a whole number", "draw")
    if is_repeat(shoe, command.draw, command.card, command.to):
        return stage.answer()
    expected = play.expects() if play.running else None
    if not isinstance(expected, Deal) or (expected.to, expected.face) != (command.to, command.face):
        due = f"{expected.to} face {expected.face}" if isinstance(expected, Deal) else "no card"
        raise Rejected("unexpected_card", "", f"{due} is due", "to")
    try:
        check_possible(shoe, command.card)
    except Rejected:
        # More copies than the packs hold: shoe or reader is faulty, and no further card may be trusted.
        note = f"impossible card: draw {command.draw} of {command.shoe} was read as {command.card}"
        work.consequences.append(("system:shoe", ReportIncident(table=command.table, note=note)))
        raise
    stage.deal(command.card, command.to, command.face)
    stage.drive()
    end_if_over(stage)
    return stage.finish()


def take_action(command: TakeAction, work: Work) -> Mapping[str, Any]:
    """One of the game's own intents. The rules refuse what is not allowed; the open question then stays open."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    stage.book.wallet(command.player)
    intent = _read(stage, command)
    deadline = stage.play.deadline
    if command.number is not None and (deadline is None or deadline.number != command.number):
        raise Rejected("stale_decision", "", "another question is open by now", "number")
    stage.lock()
    play = stage.play
    stage.apply(stage.decided(command.player, lambda: play.ruleset.decide(play.state, intent, stage)))
    stage.drive()
    end_if_over(stage)
    return stage.finish()


def _read(stage: Stage, command: TakeAction) -> Any:
    kind = stage.play.ruleset.intents.get(command.intent)
    if kind is None:
        code = _NEVER_ASKED.get(command.intent, "bad_intent")
        raise Rejected(code, "", f"this game knows no {command.intent!r}", "intent")
    if strange := command.fields.keys() - message_fields(kind):
        raise Rejected("unknown_field", "", f"{command.intent} has no such field", min(strange))
    try:
        return msgspec.convert({**command.fields, "player": command.player}, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Rejected("bad_field", "", str(error), "fields") from error


def expire(command: Expire, work: Work) -> Mapping[str, Any]:
    """A countdown ran out: what the rules prescribe for silence. Too early, too late, answered meanwhile: no effect."""
    stage = Stage(work, command.table)
    due = stage.play.deadline
    at = work.envelope.at
    if due is None or due.what != command.what or due.due > at or command.number not in (None, due.number):
        return stage.answer()
    if command.what == "incident":
        return void_unresolved(stage)
    stage.lock()
    intent = rules.CloseBetting() if command.what == "betting" else rules.Silence(command.what)
    stage.apply(stage.play.ruleset.decide(stage.play.state, intent, stage))
    stage.drive()
    end_if_over(stage)
    return stage.finish()
