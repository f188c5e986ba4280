"""The three who call: an operator's machine, a studio's device, a player's session. Each may be shared by threads.

Amounts are minor units. Every command takes a ``key``; the same key again is the same command, and gives the first
answer. Without one it is drawn: enough for the client's own repetitions, not for those after a restart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from . import answers as a
from .connection import Authorize, Server
from .credentials import signed, token
from .streams import follow

T = TypeVar("T")
Messages = Iterator[tuple[str, dict[str, Any]]]


class Caller:
    """Whoever it is: ``get`` and ``post`` reach every address of his, below ``prefix``."""

    prefix = ""

    def __init__(self, server: Server, authorize: Authorize) -> None:
        self.server, self._authorize = server, authorize

    def get(self, path: str, answer: type[T], **query: str | int) -> T:
        """Asks."""
        return self.server.get(self._authorize, self.prefix + path, answer, **query)

    def post(self, path: str, answer: type[T], body: Mapping[str, Any], key: str = "", version: str = "") -> T:
        """Commands; ``version``: the ETag that it is based on, where one is required."""
        return self.server.post(self._authorize, self.prefix + path, answer, body, key, version)

    def stream_table(self, table: str, last_id: str = "") -> Messages:
        """(id, state) of a table as this caller sees it, after every change; from ``last_id`` on."""
        return follow(self.server, self._authorize, f"/stream/tables/{table}", last_id)


class Operator(Caller):
    """``key`` and its ``secret``: every request is signed with them."""

    prefix = "/operator"

    def __init__(self, server: Server, key: str, secret: str) -> None:
        super().__init__(server, signed(key, secret))

    def open_account(self, player: str, kind: str, currency: str, deposit: int = 0, *, key: str = "") -> a.Balance:
        """``kind``: real, trial or fun."""
        body = {"player": player, "kind": kind, "currency": currency, "deposit": deposit}
        return self.post("/players", a.Balance, body, key)

    def account(self, player: str) -> a.Account:
        """As it stands now."""
        return self.get(f"/players/{player}", a.Account)

    def balance(self, player: str) -> a.Balance:
        """As it stands now."""
        return self.get(f"/players/{player}/balance", a.Balance)

    def deposit(self, player: str, amount: int, *, key: str = "") -> a.Balance:
        """Money has come in."""
        return self.post(f"/players/{player}/deposits", a.Balance, {"amount": amount}, key)

    def withdraw(self, player: str, amount: int, withdrawal: str | None = None, *, key: str = "") -> a.Balance:
        """Paid at once, or with a ``withdrawal`` when that is paid."""
        body = {"amount": amount, "withdrawal": withdrawal}
        return self.post(f"/players/{player}/withdrawals", a.Balance, body, key)

    def pay_withdrawal(self, player: str, withdrawal: str, *, key: str = "") -> a.Balance:
        """The money has left."""
        return self.post(f"/players/{player}/withdrawals/{withdrawal}/pay", a.Balance, {}, key)

    def refuse_withdrawal(self, player: str, withdrawal: str, reason: str, *, key: str = "") -> a.Balance:
        """The money goes back to the player's balance."""
        return self.post(f"/players/{player}/withdrawals/{withdrawal}/refuse", a.Balance, {"reason": reason}, key)

    def bets(self, player: str, after: str = "", limit: int = 50) -> a.Page:
        """His bets by id, with what they returned and by which clauses."""
        return self.get(f"/players/{player}/bets", a.Page, after=after, limit=limit)

    def statement(self, player: str, after: str = "", limit: int = 50) -> a.Page:
        """Every movement of his balance, the oldest first."""
        return self.get(f"/players/{player}/statement", a.Page, after=after, limit=limit)

    def open_session(
        self, player: str, tables: tuple[str, ...] = (), seconds: int = 900, *, key: str = ""
    ) -> a.SessionToken:
        """The player may act for so long at these tables; none named: at all of the operator's."""
        body = {"tables": tables, "seconds": seconds}
        return self.post(f"/players/{player}/sessions", a.SessionToken, body, key)

    def events(self, after: str = "", limit: int = 50) -> a.Page:
        """What happened at his tables and in his players' wallets, in order; see ``Page.more``."""
        return self.get("/events", a.Page, after=after, limit=limit)

    def subscribe(self, webhook: str, url: str, kinds: tuple[str, ...] = (), *, key: str = "") -> a.WebhookSecret:
        """Have events whose names begin like one of ``kinds`` sent to ``url``; none named: all of them."""
        return self.post("/webhooks", a.WebhookSecret, {"webhook": webhook, "url": url, "kinds": kinds}, key)

    def open_table(self, table: str, game: str, currency: str, options: a.Found, *, key: str = "") -> a.OpenedTable:
        """``game``: with its version, ``deluxe_blackjack@1``."""
        body = {"table": table, "game": game, "currency": currency, "options": options}
        return self.post("/tables", a.OpenedTable, body, key)

    def tables(self, after: str = "", limit: int = 50) -> a.Page:
        """His tables by id."""
        return self.get("/tables", a.Page, after=after, limit=limit)

    def table(self, table: str) -> a.Found:
        """One table as it stands now."""
        return self.get(f"/tables/{table}", a.Found)

    def register_device(self, table: str, *, key: str = "") -> a.DeviceToken:
        """A new terminal or card reader of this table."""
        return self.post(f"/tables/{table}/devices", a.DeviceToken, {}, key)

    def unlock_device(self, device: str, *, key: str = "") -> a.Credential:
        """A terminal that nobody has used for five minutes may be used again."""
        return self.post(f"/devices/{device}/unlock", a.Credential, {}, key)

    def issue_key(self, *, key: str = "") -> a.KeySecret:
        """A second key, to change over to."""
        return self.post("/keys", a.KeySecret, {}, key)

    def revoke(self, credential: str, *, key: str = "") -> a.Credential:
        """A key, device or session counts no more."""
        what = {"k": "keys", "d": "devices", "s": "sessions"}[credential[0]]
        return self.post(f"/{what}/{credential}/revoke", a.Credential, {}, key)


class Device(Caller):
    """A terminal or card reader: always at its own table."""

    prefix = "/studio"

    def __init__(self, server: Server, text: str) -> None:
        super().__init__(server, token(text))

    def table(self) -> a.StudioTable:
        """What the table awaits."""
        return self.get("/table", a.StudioTable)

    def open_round(self, round_id: str, dealer: int | None = None, *, key: str = "") -> a.TableState:
        """``dealer``: the seat of the button, where the game has one."""
        return self.post("/rounds", a.TableState, {"round": round_id, "dealer": dealer}, key)

    def close_betting(self, *, key: str = "") -> a.TableState:
        """No more bets."""
        return self.post("/betting/close", a.TableState, {}, key)

    def scan(self, shoe: str, draw: int, to: str, card: str, face: str, *, key: str) -> a.TableState:
        """A card of the live shoe was read. ``key``: the reader's own id of this scan."""
        body = {"shoe": shoe, "draw": draw, "to": to, "card": card, "face": face}
        return self.post("/cards", a.TableState, body, key)

    def mount_live_shoe(self, shoe: str, burn_card: str = "", burned: int = 0, *, key: str = "") -> a.TableState:
        """``burned``: how many cards go unseen after the shown ``burn_card``."""
        body = {"shoe": shoe, "source": "live", "burn_card": burn_card, "burned": burned}
        return self.post("/shoes", a.TableState, body, key)

    def mount_virtual_shoe(self, shoe: str, cut: int = 0, *, key: str = "") -> a.TableState:
        """Shuffled by the server. ``cut``: the draw of the cut card, 0 for none."""
        return self.post("/shoes", a.TableState, {"shoe": shoe, "source": "virtual", "cut": cut}, key)

    def report_cut_card(self, shoe: str, *, key: str = "") -> a.TableState:
        """It came out."""
        return self.post("/cut-card", a.TableState, {"shoe": shoe}, key)

    def deal_pack(self, shoe: str, what: str = "deal", *, key: str = "") -> a.TableState:
        """The pack that a series or match awaits, shuffled by the server."""
        return self.post("/packs", a.TableState, {"shoe": shoe, "what": what}, key)

    def report_incident(self, note: str, *, key: str = "") -> a.TableState:
        """Something went wrong: the table pauses."""
        return self.post("/incidents", a.TableState, {"note": note}, key)

    def heartbeat(self) -> a.Heartbeat:
        """The device is there."""
        return self.post("/heartbeat", a.Heartbeat, {})


class PlayerSession(Caller):
    """A player, for as long as his session lasts."""

    prefix = "/player"

    def __init__(self, server: Server, text: str) -> None:
        super().__init__(server, token(text))

    def me(self) -> a.Found:
        """His account, and what this session allows."""
        return self.get("/me", a.Found)

    def tables(self, after: str = "", limit: int = 50) -> a.Page:
        """Where he may sit, by id."""
        return self.get("/tables", a.Page, after=after, limit=limit)

    def view(self, table: str) -> a.TableView:
        """The table as he sees it."""
        return self.get(f"/tables/{table}/view", a.TableView)

    def sit(self, table: str, seat: int, *, key: str = "") -> a.TableState:
        """Take a seat."""
        return self.post(f"/tables/{table}/seats", a.TableState, {"seat": seat}, key)

    def leave(self, table: str, *, key: str = "") -> a.TableState:
        """Give up every seat at this table."""
        return self.post(f"/tables/{table}/leave", a.TableState, {}, key)

    def bet(self, table: str, seat: int, kind: str, amount: int, *, key: str = "") -> a.BetTaken:
        """Add to his bet of this kind on this seat."""
        return self.post(f"/tables/{table}/bets", a.BetTaken, {"seat": seat, "kind": kind, "amount": amount}, key)

    def undo_bet(self, table: str, seat: int, kind: str, *, key: str = "") -> a.BetUndone:
        """Take his whole bet of this kind on this seat back, while betting is open."""
        return self.post(f"/tables/{table}/bets/undo", a.BetUndone, {"seat": seat, "kind": kind}, key)

    def act(
        self, table: str, intent: str, fields: Mapping[str, Any], decision: int | None, *, key: str = ""
    ) -> a.TableState:
        """Answer the question ``decision``; None to choose ahead."""
        body = {"intent": intent, "fields": fields, "decision": decision}
        return self.post(f"/tables/{table}/actions", a.TableState, body, key)

    def note_connection(self, connected: bool, *, key: str = "") -> a.Found:
        """His device was lost or came back."""
        return self.post("/connection", a.Found, {"connected": connected}, key)

    def ask_withdrawal(self, withdrawal: str, amount: int, *, key: str = "") -> a.Balance:
        """The amount leaves his balance and waits for the operator."""
        return self.post("/withdrawals", a.Balance, {"withdrawal": withdrawal, "amount": amount}, key)

    def rounds(self, after: str = "", limit: int = 50) -> a.Page:
        """His rounds that are over, the newest first."""
        return self.get("/rounds", a.Page, after=after, limit=limit)

    def round(self, round_id: str) -> a.Found:
        """One round card by card, with his bets and the clauses behind them."""
        return self.get(f"/rounds/{round_id}", a.Found)

    def stream_player(self, last_id: str = "") -> Messages:
        """(id, state) of his balance, open bets and hands, after every change; from ``last_id`` on."""
        return follow(self.server, self._authorize, "/stream/player", last_id)
