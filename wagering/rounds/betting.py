"""Sitting, leaving and betting while betting is open."""

from collections.abc import Mapping
from typing import Any

from games.kernel import ruleset as rules
from games.kernel.bets import Stake
from games.kernel.expectations import Betting
from games.kernel.ruleset import Rejected
from wagering.dispatch.work import Work
from wagering.rounds.commands import CloseBets, Leave, PlaceBet, Sit, UndoBet
from wagering.rounds.guards import not_paused
from wagering.rounds.play import round_stream
from wagering.rounds.settling import end_if_over
from wagering.rounds.stage import Stage
from wagering.wallet.state import bet_id


def sit(command: Sit, work: Work) -> Mapping[str, Any]:
    """Take an open seat; the rules say when, and what a second seat costs."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    stage.may_play(command.player)
    stage.lock()
    intent = rules.Sit(command.player, command.seat)
    _go_on(stage, stage.decided(command.player, lambda: stage.play.ruleset.decide(stage.play.state, intent, stage)))
    return stage.finish()


def leave(command: Leave, work: Work) -> Mapping[str, Any]:
    """Give up all seats at this table, now or after the round as the rules say."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    stage.book.wallet(command.player)
    _decide(stage, rules.Leave(command.player))
    return stage.finish()


def place_bet(command: PlaceBet, work: Work) -> Mapping[str, Any]:
    """Add to a bet. The event goes to the bettor's wallet; the round's phase is only guarded, shared by all."""
    stage = Stage(work, command.table)
    play = stage.play
    not_paused(play)
    stage.may_play(command.player)
    request = Stake(command.player, command.seat, command.bet_kind, "1", command.amount)
    stakes = stage.decided(command.player, lambda: play.ruleset.accept(play.state, request, stage))
    work.guard(round_stream(play.round))
    stage.apply(stakes)
    taken = {f"{s.seat}/{s.kind}": s.amount for s in stakes}
    return {"round": play.round, "taken": taken, "funds": stage.book.wallet(command.player).funds}


def undo_bet(command: UndoBet, work: Work) -> Mapping[str, Any]:
    """Give a bet back as if never placed, with those that cannot stand without it. A break hinders nobody."""
    stage = Stage(work, command.table)
    play = stage.play
    not_paused(play)
    bets = stage.book.wallet(command.player).bets
    bet = bets.get(bet_id(play.round, command.seat, command.bet_kind, command.player))
    if bet is None:
        raise Rejected("no_bet", "", "there is no such bet of this player", "bet_kind")
    stakes = play.ruleset.retract(play.state, bet.for_rules(), stage)
    work.guard(round_stream(play.round))
    stage.apply(stakes)
    returned = {f"{s.seat}/{s.kind}": -s.amount for s in stakes}
    return {"round": play.round, "returned": returned, "funds": stage.book.wallet(command.player).funds}


def close_bets(command: CloseBets, work: Work) -> Mapping[str, Any]:
    """No more bets. Nobody can place one between the look at them and the close: the round is held exclusively."""
    stage = Stage(work, command.table)
    not_paused(stage.play)
    due = stage.play.deadline
    if command.at_deadline and (due is None or due.due > work.envelope.at):
        return stage.answer()
    if stage.play.running and isinstance(stage.play.expects(), Betting):
        _decide(stage, rules.CloseBetting())
    return stage.finish()


def _decide(stage: Stage, intent: Any) -> None:
    stage.lock()
    _go_on(stage, stage.play.ruleset.decide(stage.play.state, intent, stage))


def _go_on(stage: Stage, decision: rules.Decision) -> None:
    stage.apply(decision)
    stage.drive()
    end_if_over(stage)
