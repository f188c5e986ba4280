"""Who may send what. Roles are the part of the actor before the colon; the second person is checked by the domain."""

from collections.abc import Mapping
from typing import Final

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import Envelope

_OWN: Final[Mapping[str, tuple[str, str]]] = {
    "player": ("player", "a player acts only for himself"),
    "supervisor": ("supervisor", "a supervisor signs with his own name"),
    "studio": ("table", "a studio device is bound to its table"),
    "operator": ("operator", "an operator acts only for itself"),
}
"""By role, the field of a command that must name the actor himself."""


def check_permission(envelope: Envelope) -> None:
    """Raise ``Rejected`` forbidden if the actor's role may not send this command, or he acts for somebody else.

    Whose a player or a table is, the command does not say: an operator's is looked at where it is decided.
    """
    command = envelope.command
    if envelope.role not in command.ROLES:
        raise Rejected("forbidden", "", f"{envelope.role or 'nobody'} may not send {command.KIND}")
    field, why = _OWN.get(envelope.role, ("", ""))
    if field and getattr(command, field, envelope.actor_id) != envelope.actor_id:
        raise Rejected("forbidden", "", why, field)
