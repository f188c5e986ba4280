"""Opening tables, mounting shoes, opening rounds and dealing the games inside them."""

from collections.abc import Mapping
from secrets import choice
from typing import Any, Final

from games.catalog import UnknownRulesetError, find
from games.kernel import ruleset as rules
from games.kernel.cards import IS_CARD
from games.kernel.events import PackShuffled
from games.kernel.expectations import Shuffle
from games.kernel.ruleset import Rejected
from wagering.dispatch.command import check_id
from wagering.dispatch.work import Work
from wagering.rounds import cache
from wagering.rounds.commands import DealPack, Leave, OpenRound
from wagering.rounds.events import RoundOpened
from wagering.rounds.evolve import opened
from wagering.rounds.guards import not_paused
from wagering.rounds.packs import in_order, mount, seal_shoe
from wagering.rounds.play import round_stream, shoe_stream, table_stream
from wagering.rounds.projections import rows
from wagering.rounds.settling import end_if_over
from wagering.rounds.stage import Stage
from wagering.tables.commands import MountShoe, OpenTable, ReportCutCard
from wagering.tables.events import ShoeMounted, TableOpened, TableRoundOpened
from wagering.tables.queries import unknown_table
from wagering.wallet.currencies import exponent

LONGEST_S: Final = 30 * 86_400
MOST_PACKS: Final = 100


def open_table(command: OpenTable, work: Work) -> Mapping[str, Any]:
    """A new table of a released game; its options are completed with every default and pinned."""
    check_id(command.table, "table")
    check_id(command.operator, "operator")
    exponent(command.currency)
    try:
        ruleset = find(command.game)
    except UnknownRulesetError as error:
        raise Rejected("unknown_game", "", str(error), "game") from error
    try:
        options = ruleset.dump_options(ruleset.read_options(command.options))
        _check_measures(options)
    except (ValueError, TypeError) as error:
        raise Rejected("bad_options", "", str(error), "options") from error
    event = TableOpened(
        table=command.table, operator=command.operator, game=command.game, currency=command.currency,
        clock=command.clock, options=options,
    )  # fmt: skip
    work.begin(table_stream(command.table))
    work.append(table_stream(command.table), event, shared=True)
    play = opened(event)
    for table, found in rows(None, play).items():
        work.rows[table] = found
    work.done.append(lambda _: cache.put(play))
    return {"table": command.table, "options": options}


def _check_measures(options: Mapping[str, Any]) -> None:
    """``ValueError`` where rules could live with a value but clocks and shoes could not."""
    for name, value in options.items():
        if name.endswith("_s") and value > LONGEST_S:
            raise ValueError(f"{name}: at most {LONGEST_S} seconds")
    if options.get("packs", 1) > MOST_PACKS:
        raise ValueError(f"packs: at most {MOST_PACKS}")


def mount_shoe(command: MountShoe, work: Work) -> Mapping[str, Any]:
    """A new shoe; the one before is retired, and opened if it was virtual."""
    stage = Stage(work, command.table)
    if work.envelope.role == "operator" and stage.play.operator != work.envelope.actor_id:
        raise unknown_table(command.table)
    not_paused(stage.play)
    if stage.play.running or stage.play.status == "decided":
        raise Rejected("round_running", "", "a shoe is changed between rounds", "table")
    check_id(command.shoe, "shoe")
    if stage.play.ruleset.shoe_lasts == "deal":
        raise Rejected("bad_shoe", "", "this game's packs are dealt inside its rounds", "table")
    live = stage.play.live
    if command.source not in ("live", "virtual") or (command.source == "live") != live:
        raise Rejected("bad_shoe", "", f"this table plays with a {'live' if live else 'virtual'} shoe", "source")
    order = () if live else in_order(command.cards, stage.play.ruleset.pack(stage.play.options))
    event = _live_shoe(command, stage) if live else _virtual_shoe(command, stage, order)
    mount(stage, event, order)
    return {**stage.finish(), "shoe": event.shoe, "commitment": event.commitment}


def _live_shoe(command: MountShoe, stage: Stage) -> ShoeMounted:
    """The shown burn card is discarded with as many further cards as its value."""
    burn = stage.play.ruleset.burn
    if burn is None:
        if command.burn_card or command.burned:
            raise Rejected("bad_burn", "", "this game burns no card", "burn_card")
    elif command.burn_card not in IS_CARD or type(command.burned) is not int:
        raise Rejected("bad_burn", "", f"not a burn card: {command.burn_card!r}", "burn_card")
    elif command.burned != burn(command.burn_card):
        wanted = burn(command.burn_card)
        raise Rejected("bad_burn", "", f"{command.burn_card} burns {wanted} further cards", "burned")
    burned = command.burned + 1 if command.burn_card else 0
    packs = stage.play.raw_options.get("packs", 1)
    return ShoeMounted(
        shoe=command.shoe, table=command.table, live=True, packs=packs, burn_card=command.burn_card, burned=burned,
        commitment="", cut=0,
    )  # fmt: skip


def _virtual_shoe(command: MountShoe, stage: Stage, order: tuple[str, ...]) -> ShoeMounted:
    if type(command.cut) is not int or not 0 <= command.cut <= len(order):
        raise Rejected("bad_shoe", "", "the cut card lies inside the shoe", "cut")
    packs = stage.play.raw_options.get("packs", 1)
    return seal_shoe(stage, command.shoe, order, packs=packs, cut=command.cut)


def report_cut_card(command: ReportCutCard, work: Work) -> Mapping[str, Any]:
    """Live: it came out now, the running round is the last of this shoe."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    shoe = stage.play.shoe
    if shoe is None or shoe.id != command.shoe:
        raise Rejected("wrong_shoe", "", f"the table deals from {shoe.id if shoe else 'no shoe'}", "shoe")
    stage.cut_card()
    return stage.finish()


def open_round(command: OpenRound, work: Work) -> Mapping[str, Any]:
    """Betting opens, or the antes are taken; ruleset, options and seats are pinned in the round's first event."""
    stage = Stage(work, command.table)
    play = stage.play
    not_paused(play)
    if play.running or play.status == "decided":
        raise Rejected("round_running", "", f"round {play.round} is not over", "table")
    shoe = None if play.ruleset.shoe_lasts == "deal" else play.shoe
    if play.ruleset.shoe_lasts != "deal" and (shoe is None or shoe.cut_out or shoe.retired):
        raise Rejected("no_shoe", "", "no shoe that may start a round", "table")
    check_id(command.round, "round")
    _excuse(stage)
    play = stage.play
    seated = tuple(play.ruleset.seats(play.state).values())
    work.begin(round_stream(command.round))
    if shoe:
        work.guard(shoe_stream(shoe.id))
    work.correlation = command.round
    stage.record("table", TableRoundOpened(round=command.round))
    opening = RoundOpened(
        round=command.round,
        table=play.table,
        game=play.game,
        options=dict(play.raw_options),
        shoe=shoe.id if shoe else "",
        seated=seated,
    )
    stage.record("round", opening)
    stage.apply(play.ruleset.decide(stage.play.state, rules.OpenRound(command.dealer), stage))
    stage.drive()
    end_if_over(stage)
    return stage.finish()


def _excuse(stage: Stage) -> None:
    """Who has taken a break gives his seats up before the round: he is not dealt in, and holds up nobody.

    If the round cannot be opened without him he leaves all the same, so that somebody else may sit there.
    """
    play = stage.play
    players = {seat.player for seat in play.ruleset.seats(play.state).values()}
    stage.book.load(sorted(players))
    for player in sorted(players):
        if stage.paused(player):
            stage.work.consequences.append(("system:pause", Leave(table=play.table, player=player)))
            stage.apply(play.ruleset.decide(stage.play.state, rules.Leave(player), stage))


def deal_pack(command: DealPack, work: Work) -> Mapping[str, Any]:
    """The pack that a series or match awaits: sealed, mounted, and dealt as far as the round goes by itself."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    due = stage.play.expects() if stage.play.running else None
    if not isinstance(due, Shuffle) or due.what != command.what:
        raise Rejected("wrong_phase", "", f"no {command.what} is due", "what")
    check_id(command.shoe, "shoe")
    order = in_order(command.cards, due.cards)
    shown_at = command.shown_at or (choice(due.places) if due.places and not command.cards else 0)
    if type(shown_at) is not int or ((shown_at or due.places) and shown_at not in due.places):
        raise Rejected("bad_shoe", "", "the card to be shown is one of the rest of the pack", "shown_at")
    event = seal_shoe(stage, command.shoe, order)
    mount(stage, event, order)
    stage.record("round", PackShuffled(shoe=command.shoe, what=due.what, shown_at=shown_at))
    stage.drive()
    end_if_over(stage)
    return {**stage.finish(), "shoe": event.shoe, "commitment": event.commitment}
