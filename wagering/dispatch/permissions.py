"""Who may send what. Roles are the part of the actor before the colon; the second person is checked by the domain."""

from games.kernel.ruleset import Rejected
from wagering.dispatch.command import Envelope


def check_permission(envelope: Envelope) -> None:
    """Raise ``Rejected`` forbidden if the actor's role may not send this command, or he acts for somebody else.

    Whose a player or a table is, the command does not say: an operator's is looked at where it is decided.
    """
    command = envelope.command
    if envelope.role not in command.ROLES:
        raise Rejected("forbidden", "", f"{envelope.role or 'nobody'} may not send {command.KIND}")
    if envelope.role == "player" and getattr(command, "player", envelope.actor_id) != envelope.actor_id:
        raise Rejected("forbidden", "", "a player acts only for himself", "player")
    if envelope.role == "supervisor" and getattr(command, "supervisor", envelope.actor_id) != envelope.actor_id:
        raise Rejected("forbidden", "", "a supervisor signs with his own name", "supervisor")
    if envelope.role == "studio" and getattr(command, "table", envelope.actor_id) != envelope.actor_id:
        raise Rejected("forbidden", "", "a studio device is bound to its table", "table")
    if envelope.role == "operator" and getattr(command, "operator", envelope.actor_id) != envelope.actor_id:
        raise Rejected("forbidden", "", "an operator acts only for itself", "operator")
