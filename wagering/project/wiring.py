"""The composition root: which function decides each command, and every event type by its stored name."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.catalog import CATALOG
from games.kernel.events import CardDealt, CardShown, PackShuffled, SeatLeft, SeatTaken
from wagering.access import commands as access_commands
from wagering.access import decide as access
from wagering.access import events as access_events
from wagering.access.rebuilding import CredentialPart
from wagering.feed import commands as feed_commands
from wagering.feed import decide as feed
from wagering.feed import events as feed_events
from wagering.feed.rebuilding import WebhookPart
from wagering.incidents import commands as incident_commands
from wagering.incidents import events as incident_events
from wagering.players.following import PLAYER_ROUNDS
from wagering.players.rebuilding import PlayerRoundPart
from wagering.players.sessions import open_session
from wagering.projector.rebuild import Part
from wagering.rounds import betting, opening, playing, remedies, settling
from wagering.rounds import commands as round_commands
from wagering.rounds import events as round_events
from wagering.rounds.daily import DAILY_TOTALS
from wagering.rounds.rebuilding import IncidentPart, RoundPart
from wagering.rounds.waking import expire
from wagering.tables import commands as table_commands
from wagering.tables import events as table_events
from wagering.tables.devices import register_device
from wagering.wallet import commands as wallet_commands
from wagering.wallet import decide as wallet
from wagering.wallet import events as wallet_events
from wagering.wallet import protect
from wagering.wallet.rebuilding import WalletPart

HANDLERS: Final[Mapping[type, Callable[[Any, Any], Mapping[str, Any]]]] = {
    access_commands.IssueKey: access.issue_key,
    access_commands.Revoke: access.revoke,
    access_commands.UnlockDevice: access.unlock_device,
    access_commands.RegisterDevice: register_device,
    access_commands.OpenSession: open_session,
    wallet_commands.OpenWallet: wallet.open_wallet,
    wallet_commands.Deposit: wallet.deposit,
    wallet_commands.Withdraw: wallet.withdraw,
    wallet_commands.AskWithdrawal: wallet.ask_withdrawal,
    wallet_commands.PayWithdrawal: wallet.pay_withdrawal,
    wallet_commands.RefuseWithdrawal: wallet.refuse_withdrawal,
    wallet_commands.NoteConnection: wallet.note_connection,
    wallet_commands.SetLimit: protect.set_limit,
    wallet_commands.Pause: protect.pause,
    table_commands.OpenTable: opening.open_table,
    table_commands.MountShoe: opening.mount_shoe,
    table_commands.ReportCutCard: opening.report_cut_card,
    round_commands.OpenRound: opening.open_round,
    round_commands.DealPack: opening.deal_pack,
    round_commands.Sit: betting.sit,
    round_commands.Leave: betting.leave,
    round_commands.PlaceBet: betting.place_bet,
    round_commands.UndoBet: betting.undo_bet,
    round_commands.CloseBets: betting.close_bets,
    round_commands.ScanCard: playing.scan_card,
    round_commands.TakeAction: playing.take_action,
    round_commands.Expire: playing.expire,
    round_commands.PayBets: settling.pay_bets,
    round_commands.VoidRound: remedies.void_round,
    round_commands.VoidDeal: remedies.void_deal,
    round_commands.CorrectCard: remedies.correct_card,
    incident_commands.ReportIncident: remedies.report_incident,
    incident_commands.ResumeTable: remedies.resume_table,
    feed_commands.Subscribe: feed.subscribe,
    feed_commands.Rotate: feed.rotate,
    feed_commands.Enable: feed.enable,
    feed_commands.Disable: feed.disable,
    feed_commands.Redrive: feed.redrive,
}

EXPIRE: Final = expire
CATCH_UP: Final = (DAILY_TOTALS, PLAYER_ROUNDS)
REBUILT: Final[tuple[Callable[[], Part], ...]] = (
    WalletPart, RoundPart, IncidentPart, CredentialPart, PlayerRoundPart, WebhookPart,
)  # fmt: skip

EVENT_TYPES: Final[Mapping[str, type]] = {
    event.NAME: event
    for event in (
        *access_events.EVENTS,
        *wallet_events.EVENTS,
        *table_events.EVENTS,
        *round_events.EVENTS,
        *incident_events.EVENTS,
        *feed_events.EVENTS,
        CardDealt,
        CardShown,
        PackShuffled,
        SeatTaken,
        SeatLeft,
    )
} | {name: event for ruleset in CATALOG.values() for name, event in ruleset.events.items()}
