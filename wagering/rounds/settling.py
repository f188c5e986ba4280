"""Settlement: the outcome is recorded once, then every open bet is paid in batches. Decided and paid are two facts."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games.kernel.bets import Line
from games.kernel.expectations import Over
from games.kernel.ruleset import Rejected
from wagering.dispatch.work import Work
from wagering.rounds.commands import PayBets
from wagering.rounds.events import RoundDecided, RoundSettled
from wagering.rounds.packs import retire_after_round
from wagering.rounds.play import Play
from wagering.rounds.stage import Stage
from wagering.wallet import queries
from wagering.wallet.events import BetSettled
from wagering.wallet.ledger import pooled
from wagering.wallet.state import OpenBet

BATCH: Final = 1_000
"""Bets paid by one command. The first batch is paid by the command that ends the round, the rest by PayBets."""


def end_if_over(stage: Stage) -> None:
    """If the round has come to its end: record the outcome and pay the first batch."""
    play = stage.play
    expected = play.expects() if play.running else None
    if not isinstance(expected, Over):
        return
    bets = stage.open_bets()
    stage.record("round", RoundDecided(played=expected.played, outcome=play.ruleset.outcome(play.state)))
    _pay(stage, bets[:BATCH])
    if len(bets) <= BATCH:
        close(stage)


def pay_bets(command: PayBets, work: Work) -> Mapping[str, Any]:
    """Pay the next batch; safe to send twice or at the same time, a bet's revision lets one through."""
    stage = Stage(work, command.table)
    if stage.play.round != command.round:
        raise Rejected("unknown_round", "", f"round {command.round} is not at this table", "round")
    if stage.play.status != "decided":
        return stage.answer()
    bets = queries.round_bets(command.round, limit=BATCH + 1)
    _pay(stage, bets[:BATCH])
    if len(bets) <= BATCH:
        close(stage)
    return stage.finish()


def close(stage: Stage) -> None:
    """Every bet is paid; the database refuses this while the escrow or a pot holds money."""
    stage.record("round", RoundSettled())
    closing(stage, stage.play.round)
    retire_after_round(stage)


def closing(stage: Stage, round_id: str) -> None:
    """Have the commit check that the round's escrow and pots are empty, in every ledger that bet on it."""
    stage.work.rows.setdefault("closed_rounds", []).append(round_id)


def _pay(stage: Stage, bets: list[OpenBet]) -> None:
    for bet in bets:
        stage.book.close(bet, settled(stage.play, bet))


def taken_back(play: Play, bet: OpenBet) -> tuple[Line, ...]:
    """Lines that undo what the pots of a settled round moved for ``bet``; none for a bet against the house."""
    lines = play.ruleset.settle(bet.for_rules(), play.state).lines
    if not pooled(lines):
        return ()
    return tuple(replace(line, stake=-line.stake, returned=-line.returned) for line in lines)


def settled(play: Play, bet: OpenBet) -> BetSettled:
    """What the rules give for ``bet``, with the clause behind every part of it."""
    result = play.ruleset.settle(bet.for_rules(), play.state)
    return BetSettled(
        bet=bet.id, round=bet.round, table=bet.table, kind=bet.kind, stake=bet.stake, returned=result.returned,
        outcome=result.outcome, lines=result.lines,
    )  # fmt: skip
