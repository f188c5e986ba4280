"""Commands of the demonstration as calls of the interface, each with the credential of who sends it."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from wagering.access.commands import IssueKey
from wagering.access.models import Credential
from wagering.access.secrets import derive
from wagering.demo.client import Device, Operator, PlayerSession, Refused, Server
from wagering.dispatch.command import Answer, Command, Envelope
from wagering.dispatch.pipeline import execute
from wagering.incidents.commands import ReportIncident
from wagering.rounds import commands as r
from wagering.tables import commands as t
from wagering.wallet import commands as w

SESSION_S: Final = 3_600
RENEWED: Final = timedelta(minutes=5)
"""How long before its end a session is replaced."""


class Calls:
    """``operator``: whose tables, studios and players these are. Safe to share between threads."""

    def __init__(self, server: Server, operator: str) -> None:
        key = _key_of(operator)
        self._server = server
        self._operator = Operator(server, key, derive("operator", key))
        self._devices: dict[str, tuple[str, Device]] = {}
        self._sessions: dict[str, tuple[datetime, PlayerSession]] = {}
        self._lock = threading.Lock()

    def send(self, actor: str, command: Command, key: str) -> Answer:
        """The server's answer, again and again if it is away; an accepted one without its content."""
        role, _, name = actor.partition(":")
        try:
            match role:
                case "operator":
                    _as_operator(self._operator, command, key)
                case "studio":
                    self._as_studio(name, command, key)
                case "player":
                    _as_player(self._session(name), command, key)
                case _:
                    raise ValueError(f"{actor} has no place in the interface")
        except Refused as no:
            return Answer(False, {"code": no.code, "clause": "", "why": no.detail, "field": no.field})
        return Answer(True)

    def _as_studio(self, table: str, command: Command, key: str) -> None:
        device, terminal = self._device(table)
        try:
            _as_studio(terminal, command, key)
        except Refused as no:
            if no.code != "device_locked":
                raise
            self._operator.unlock_device(device)
            _as_studio(terminal, command, key)

    def _device(self, table: str) -> tuple[str, Device]:
        with self._lock:
            if table not in self._devices:
                made = self._operator.register_device(table)
                self._devices[table] = (made.device, Device(self._server, made.token))
            return self._devices[table]

    def _session(self, player: str) -> PlayerSession:
        with self._lock:
            ends, session = self._sessions.get(player, (None, None))
            if session is None or ends is None or ends - datetime.now(UTC) < RENEWED:
                made = self._operator.open_session(player, seconds=SESSION_S)
                session = PlayerSession(self._server, made.token)
                self._sessions[player] = (made.expires_at, session)
            return session


def _key_of(operator: str) -> str:
    """The operator's key; issued if he has none, since no operator could ask for his first one."""
    found = Credential.objects.filter(kind="key", operator=operator, revoked=False).order_by("id").first()
    if found is not None:
        return found.id
    answer = execute(Envelope(f"key/{uuid4()}", "system:demo", datetime.now(UTC), IssueKey(operator=operator)))
    return str(answer.content["credential"])


def _as_operator(operator: Operator, command: Any, key: str) -> None:
    match command:
        case t.OpenTable(table=table, game=game, currency=currency, options=options):
            operator.open_table(table, game, currency, dict(options), key=key)
        case w.OpenWallet(player=player, account_type=kind, currency=currency, deposit=deposit):
            operator.open_account(player, kind, currency, deposit, key=key)
        case w.Deposit(player=player, amount=amount):
            operator.deposit(player, amount, key=key)
        case w.PayWithdrawal(player=player, withdrawal=withdrawal):
            operator.pay_withdrawal(player, withdrawal, key=key)
        case w.RefuseWithdrawal(player=player, withdrawal=withdrawal, reason=reason):
            operator.refuse_withdrawal(player, withdrawal, reason, key=key)
        case _:
            raise ValueError(f"operators do not send {command.KIND}")


def _as_studio(device: Device, command: Any, key: str) -> None:
    match command:
        case r.OpenRound(round=round_id, dealer=dealer):
            device.open_round(round_id, dealer, key=key)
        case r.CloseBets():
            device.close_betting(key=key)
        case r.ScanCard(shoe=shoe, draw=draw, to=to, card=card, face=face):
            device.scan(shoe, draw, to, card, face, key=key)
        case r.DealPack(shoe=shoe, what=what):
            device.deal_pack(shoe, what, key=key)
        case t.MountShoe(shoe=shoe, source="live", burn_card=burn_card, burned=burned):
            device.mount_live_shoe(shoe, burn_card, burned, key=key)
        case t.MountShoe(shoe=shoe, cut=cut):
            device.mount_virtual_shoe(shoe, cut, key=key)
        case t.ReportCutCard(shoe=shoe):
            device.report_cut_card(shoe, key=key)
        case ReportIncident(note=note):
            device.report_incident(note, key=key)
        case _:
            raise ValueError(f"studios do not send {command.KIND}")


def _as_player(session: PlayerSession, command: Any, key: str) -> None:
    match command:
        case r.Sit(table=table, seat=seat):
            session.sit(table, seat, key=key)
        case r.Leave(table=table):
            session.leave(table, key=key)
        case r.PlaceBet(table=table, seat=seat, bet_kind=kind, amount=amount):
            session.bet(table, seat, kind, amount, key=key)
        case r.TakeAction(table=table, intent=intent, fields=fields, number=number):
            session.act(table, intent, fields, number, key=key)
        case w.NoteConnection(connected=connected):
            session.note_connection(connected, key=key)
        case w.AskWithdrawal(withdrawal=withdrawal, amount=amount):
            session.ask_withdrawal(withdrawal, amount, key=key)
        case _:
            raise ValueError(f"players do not send {command.KIND}")
