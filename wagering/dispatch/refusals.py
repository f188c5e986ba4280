"""What the stable codes of refusals mean, in one sentence each, translated when it is shown.

An answer keeps its code, its field and its English reason as they are stored; this is what people are shown beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

MESSAGES: Final[Mapping[str, Any]] = {
    "above_max": _("The bet would be above the maximum."),
    "account_type": _("This kind of account may not do this."),
    "already_bet": _("This player has already bet in this round."),
    "already_exists": _("This already exists."),
    "already_void": _("The round is already void."),
    "bad_amount": _("The amount is not a positive multiple of the smallest unit allowed."),
    "bad_burn": _("The number of burned cards does not follow from the burn card."),
    "bad_cursor": _("The cursor is not one that was given out."),
    "bad_field": _("A field is missing or has a value that is not allowed."),
    "bad_id": _("An id consists of 1 to 100 letters, digits, dots, dashes or underscores."),
    "bad_intent": _("This game knows no such message."),
    "bad_kind": _("There is no such bet in this game."),
    "bad_options": _("The options do not fit this game."),
    "bad_reason": _("This reason is not allowed here."),
    "bad_request": _("The request cannot be understood."),
    "bad_shoe": _("The cards are not exactly the pack that is due."),
    "bad_url": _("The address cannot be a webhook’s."),
    "below_min": _("The bet would be below the minimum."),
    "bets_closed": _("Betting is not open."),
    "busy": _("Too many others changed the same thing at once; please send it again."),
    "correction_impossible": _("The recorded play does not fit the corrected card."),
    "csrf_failed": _("The form’s protection against other sites’ requests is missing."),
    "decision_required": _("Say which question this answers."),
    "device_locked": _("The terminal was idle for too long; it must be unlocked."),
    "draw_conflict": _("This draw number is already used for another card or place."),
    "draw_gap": _("This is not the next draw number."),
    "forbidden": _("You may not send this command."),
    "four_eyes": _("Two different supervisors are needed."),
    "idempotency_conflict": _("This key was already used for another message."),
    "illegal_action": _("The cards or the betting do not allow this action."),
    "impossible_card": _("There is no further such card in the packs."),
    "insufficient_funds": _("The balance does not cover it."),
    "internal": _("Something went wrong here; please send it again."),
    "key_missing": _("Every command needs a key of its own in the header Idempotency-Key."),
    "limit_reached": _("The player’s own limit does not allow it."),
    "malformed_json": _("The body is not the JSON that is expected."),
    "method_not_allowed": _("This address does not know this method."),
    "no_dead_delivery": _("There is no dead delivery to send again."),
    "no_question": _("This is not asked of this player now."),
    "no_round": _("No round is running."),
    "no_shoe": _("There is no shoe that may start a round."),
    "no_such_seat": _("There is no such seat at this table."),
    "not_found": _("There is nothing at this address."),
    "not_paused": _("The table must be paused for this."),
    "not_seated": _("The player has no seat at this table."),
    "not_your_seat": _("This seat belongs to another player."),
    "not_your_turn": _("It is not this player’s turn."),
    "own_seat": _("Nobody bets behind his own seat."),
    "pause_stands": _("A pause can only be prolonged."),
    "player_paused": _("The player is taking a break from playing."),
    "round_running": _("A round is still running."),
    "seat_empty": _("Nobody sits on this seat."),
    "seat_taken": _("This seat is occupied."),
    "stale_decision": _("Another question is open by now."),
    "stale_version": _("It has changed since; look again."),
    "table_paused": _("The table is paused; a supervisor is looking at it."),
    "too_few_players": _("There are too few players."),
    "too_large": _("The body is too large."),
    "too_many_keys": _("An operator has at most two keys; revoke one first."),
    "too_many_requests": _("Too many requests; please wait."),
    "too_many_seats": _("The player may not take any more seats."),
    "too_many_webhooks": _("This operator may not have any more webhooks."),
    "unauthenticated": _("Who you are cannot be told from this request."),
    "unavailable": _("The system does not answer at the moment; please send it again."),
    "unexpected_card": _("No such card is due now."),
    "unknown_account": _("There is no such account."),
    "unknown_card": _("This card was not dealt in this round."),
    "unknown_credential": _("There is no such key, device or session."),
    "unknown_currency": _("This currency is unknown."),
    "unknown_field": _("There is a field that is not known here."),
    "unknown_game": _("This game is unknown."),
    "unknown_round": _("There is no such round at this table."),
    "unknown_table": _("There is no such table."),
    "unknown_webhook": _("There is no such webhook."),
    "unknown_withdrawal": _("No such withdrawal is waiting."),
    "unsupported_media_type": _("The body must be JSON."),
    "version_required": _("Say in the header If-Match what this is based on."),
    "wrong_currency": _("The account and the table have different currencies."),
    "wrong_phase": _("This is not possible at this moment of the round."),
    "wrong_shoe": _("The table deals from another shoe."),
}


def message(code: str) -> str:
    """What ``code`` means, in the active language; a code of a later release is shown as it is."""
    return str(MESSAGES.get(code, code))
