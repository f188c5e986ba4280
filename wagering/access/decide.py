"""Issuing, revoking, unlocking. What a device or session is bound to is checked by who knows tables and players."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final

from games.kernel.ruleset import Rejected
from wagering.access.commands import IssueKey, Revoke, UnlockDevice
from wagering.access.events import CredentialIssued, CredentialRevoked, DeviceUnlocked, credential_stream
from wagering.access.models import Credential
from wagering.access.projections import credential_row
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.eventstore.read import heads

MOST_KEYS: Final = 2
PREFIX: Final[Mapping[str, str]] = {"key": "k", "device": "d", "session": "s"}


def issue(
    work: Work, kind: str, operator: str, holder: str, tables: tuple[str, ...] = (), seconds: int = 0
) -> dict[str, Any]:
    """A new credential; the answer names it. Its secret is what ``secrets.derive`` gives for it."""
    identity = f"{PREFIX[kind]}-{token_hex(12)}"
    event = CredentialIssued(
        credential=identity, kind=kind, operator=operator, holder=holder, tables=tables, seconds=seconds
    )
    work.begin(credential_stream(identity))
    work.append(credential_stream(identity), event)
    row = credential_row(event, work.envelope.at)
    work.row("access_credential", row)
    return {"credential": identity, "kind": kind, "holder": holder, "tables": list(tables),
            "expires_at": row["expires_at"]}  # fmt: skip


def issue_key(command: IssueKey, work: Work) -> Mapping[str, Any]:
    """``Rejected`` too_many_keys: revoke the old one first."""
    check_id(command.operator, "operator")
    # Counting rows is no version that a commit could check: two at once would make three.
    work.lock(f"operator/{command.operator}")
    if Credential.objects.filter(kind="key", operator=command.operator, revoked=False).count() >= MOST_KEYS:
        raise Rejected("too_many_keys", "", f"an operator has at most {MOST_KEYS} keys", "operator")
    return issue(work, "key", command.operator, command.operator)


def revoke(command: Revoke, work: Work) -> Mapping[str, Any]:
    """``Rejected`` unknown_credential, also for what belongs to another operator or is of another kind."""
    row = _read(command.credential, work)
    if (row.operator, row.kind) != (command.operator, command.kind):
        raise _unknown(command.credential)
    if not row.revoked:
        work.append(credential_stream(row.id), CredentialRevoked(by=work.envelope.actor))
        work.row("access_credential", {**_row(row), "revoked": True})
    return {"credential": row.id}


def unlock_device(command: UnlockDevice, work: Work) -> Mapping[str, Any]:
    """``Rejected`` unknown_credential, also for what belongs to another operator."""
    row = _read(command.device, work)
    theirs = work.envelope.role == "operator" and row.operator != work.envelope.actor_id
    if row.kind != "device" or row.revoked or theirs:
        raise _unknown(command.device)
    work.append(credential_stream(row.id), DeviceUnlocked(by=work.envelope.actor))
    work.row("access_credential", {**_row(row), "unlocked_at": work.envelope.at})
    return {"credential": row.id}


def _read(identity: str, work: Work) -> Credential:
    check_id(identity, "credential")
    stream = credential_stream(identity)
    work.based_on[stream] = heads([stream]).get(stream, 0)
    row = Credential.objects.filter(id=identity).first()
    if row is None:
        raise _unknown(identity)
    return row


def _unknown(identity: str) -> Rejected:
    return Rejected("unknown_credential", "", f"there is no {identity}", "credential")


def _row(row: Credential) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in Credential._meta.concrete_fields}
