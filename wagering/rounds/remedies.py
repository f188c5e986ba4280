"""Incidents and what supervisors do about them: pause, resume, void before and after settlement, correct a card."""

from collections.abc import Mapping
from typing import Any, Final

from games.kernel.cards import IS_CARD
from games.kernel.correction import corrected, repeat
from games.kernel.events import CardDealt, DealCancelled
from games.kernel.ruleset import Rejected
from games.kernel.shoe import check_possible
from wagering.dispatch.work import Work
from wagering.incidents.commands import ReportIncident, ResumeTable
from wagering.incidents.events import IncidentReported, IncidentResolved, incident_stream
from wagering.rounds.adjusting import Now, adjust_bets
from wagering.rounds.commands import CorrectCard, VoidDeal, VoidRound
from wagering.rounds.events import CardCorrected, DealVoided, RoundPaused, RoundResumed, RoundVoided
from wagering.rounds.evolve import evolve
from wagering.rounds.guards import two_supervisors
from wagering.rounds.load import load_round, with_shoe
from wagering.rounds.packs import retire, retire_after_round
from wagering.rounds.play import Play, round_stream, shoe_stream
from wagering.rounds.projections import round_row
from wagering.rounds.settling import closing, settled, taken_back
from wagering.rounds.stage import Stage
from wagering.tables.events import DrawCorrected
from wagering.wallet import queries
from wagering.wallet.events import BetVoided

VOID_REASONS: Final = frozenset({"EXPOSED", "MISSCAN", "STREAM_LOSS", "SHOE_DEFECT", "NO_RESULT"})
CORRECTION_REASONS: Final = frozenset({"MISSCAN", "WRONG_ENTRY"})


def report_incident(command: ReportIncident, work: Work) -> Mapping[str, Any]:
    """The table pauses, its clocks stop, and the incident's own deadline starts."""
    stage = Stage(work, command.table)
    play = stage.play
    if play.paused:
        return stage.answer()
    if not play.running:
        raise Rejected("no_round", "", "no round is running", "table")
    stage.lock()
    incident = f"{play.round}-i{play.round_version + 1}"
    work.begin(incident_stream(incident))
    reported = IncidentReported(incident=incident, table=play.table, round=play.round, note=command.note)
    work.append(incident_stream(incident), reported)
    work.row("incidents_incident", {
        "id": incident, "table": play.table, "round": play.round, "note": command.note, "resolution": "",
        "reported_by": work.envelope.actor, "reported_at": work.envelope.at, "resolved_by": "",
    })  # fmt: skip
    stage.record("round", RoundPaused(incident=incident))
    return {**stage.finish(), "incident": incident}


def resume_table(command: ResumeTable, work: Work) -> Mapping[str, Any]:
    """Go on where the round stopped."""
    stage = Stage(work, command.table)
    if not stage.play.paused:
        raise Rejected("not_paused", "", "the table is not paused", "table")
    _resolve(stage, "resumed", command.supervisor)
    stage.record("round", RoundResumed(incident=stage.play.paused, supervisor=command.supervisor))
    stage.drive()
    return stage.finish()


def void_round(command: VoidRound, work: Work) -> Mapping[str, Any]:
    """Every bet of the round goes back, exactly once, before or after settlement."""
    stage = Stage(work, command.table)
    play = _round(stage, command.round)
    if command.reason not in VOID_REASONS:
        raise Rejected("bad_reason", "", f"not a reason to void a round: {command.reason!r}", "reason")
    if play.running:
        if not play.paused:
            raise Rejected("not_paused", "", "pause the table before voiding its running round", "table")
        return _void_running(stage, command.reason, command.supervisor, command.second)
    two_supervisors(command.supervisor, command.second)
    event = RoundVoided(reason=command.reason, supervisor=command.supervisor, second=command.second, late=True)
    _record(stage, play, event)
    bets = queries.round_bets(play.round, ("settled",))
    adjust_bets(stage, bets, lambda bet: Now("void", "void", bet.stake, taken_back(play, bet)), "void")
    closing(stage, play.round)
    return stage.finish()


def void_deal(command: VoidDeal, work: Work) -> Mapping[str, Any]:
    """The game in progress of a series or match does not count; the same deal is awaited again."""
    stage = Stage(work, command.table)
    if not stage.play.paused:
        raise Rejected("not_paused", "", "pause the table before voiding its running game", "table")
    if command.reason not in VOID_REASONS:
        raise Rejected("bad_reason", "", f"not a reason to void a game: {command.reason!r}", "reason")
    ruleset, state = stage.play.ruleset, stage.play.state
    if ruleset.shoe_lasts != "deal" or not ruleset.fits(state, DealCancelled()):
        raise Rejected("wrong_phase", "", "no game of a series or match is in progress", "table")
    incident = stage.play.paused
    _resolve(stage, "deal_voided", command.supervisor)
    stage.record("round", DealVoided(incident=incident, reason=command.reason, supervisor=command.supervisor))
    retire(stage)
    return stage.finish()


def void_unresolved(stage: Stage) -> Mapping[str, Any]:
    """The incident's deadline passed: the round is void by itself, reason NO_RESULT."""
    return _void_running(stage, "NO_RESULT", "system", "")


def correct_card(command: CorrectCard, work: Work) -> Mapping[str, Any]:
    """Repeat the recorded play with the card as it really was; after settlement the bets are settled anew."""
    stage = Stage(work, command.table)
    play = _round(stage, command.round)
    if command.reason not in CORRECTION_REASONS:
        raise Rejected("bad_reason", "", f"not a reason to correct a card: {command.reason!r}", "reason")
    if play.running and not play.paused:
        raise Rejected("not_paused", "", "pause the table before correcting its running round", "table")
    if not play.running:
        two_supervisors(command.supervisor, command.second)
    history = corrected(play.history, command.shoe, command.draw, command.card)
    was = next(e for e in play.history if isinstance(e, CardDealt) and (e.shoe, e.draw) == (command.shoe, command.draw))
    shoe = _check_card(stage, command)
    repeat(play.ruleset, play.ruleset.initial(play.options, play.seated), history, play.expects())
    event = CardCorrected(
        shoe=command.shoe, draw=command.draw, was=was.card, card=command.card, reason=command.reason,
        supervisor=command.supervisor, second=command.second, late=not play.running,
    )  # fmt: skip
    before, play = play, _record(stage, play, event)
    _record_draw(stage, shoe, DrawCorrected(draw=command.draw, card=command.card))
    draw = {"id": f"{command.shoe}/{command.draw}", "shoe": command.shoe, "draw": command.draw, "card": command.card}
    work.row("corrected_draws", {**draw, "to": was.to, "round": play.round})
    if event.late:
        bets = queries.round_bets(play.round, ("settled",))
        adjust_bets(stage, bets, lambda bet: _settled_now(before, play, bet), "correction")
        closing(stage, play.round)
    return stage.finish()


def _round(stage: Stage, round_id: str) -> Play:
    """The named round of this table: the current one, or an earlier one from its stream."""
    play = stage.play if stage.play.round == round_id else load_round(stage.play.table, round_id)
    # Before any refusal: who has seen an older state of the round is to be told that.
    stage.work.based_on[round_stream(round_id)] = play.round_version
    if play.status == "void":
        raise Rejected("already_void", "", f"round {round_id} is already void", "round")
    if play.status == "decided":
        raise Rejected("round_running", "", f"round {round_id} is being paid", "round")
    stage.work.correlation = round_id
    return play


def _record(stage: Stage, play: Play, event: Any) -> Play:
    """Record a remedy in its round, which may be an earlier one than the table's current round."""
    if play.round == stage.play.round:
        stage.record("round", event)
        return stage.play
    play = evolve(play, "round", event, stage.work.envelope.at)
    stage.work.append(round_stream(play.round), event, shared=True)
    stage.work.row("rounds_round", round_row(play))
    return play


def _void_running(stage: Stage, reason: str, supervisor: str, second: str) -> Mapping[str, Any]:
    _resolve(stage, "voided", supervisor)
    bets = stage.open_bets()
    stage.record("round", RoundVoided(reason=reason, supervisor=supervisor, second=second, late=False))
    for bet in bets:
        voided = BetVoided(bet=bet.id, round=bet.round, table=bet.table, kind=bet.kind, amount=bet.stake)
        stage.book.close(bet, voided)
    closing(stage, stage.play.round)
    retire_after_round(stage)
    return stage.finish()


def _resolve(stage: Stage, resolution: str, by: str) -> None:
    incident, at = stage.play.paused, stage.work.envelope.at
    stage.work.append(incident_stream(incident), IncidentResolved(resolution=resolution, by=by))
    row = {"id": incident, "resolution": resolution, "resolved_by": by, "resolved_at": at}
    stage.work.row("resolved_incidents", row)


def _check_card(stage: Stage, command: CorrectCard) -> Play:
    """The table with the shoe that the card came from, which may have been changed since; the card must be possible."""
    if command.card not in IS_CARD:
        raise Rejected("impossible_card", "", f"not a card: {command.card!r}", "card")
    play = stage.play
    if play.shoe is None or play.shoe.id != command.shoe:
        play = with_shoe(play, command.shoe)
    if play.shoe is not None:
        if not play.shoe.live:
            raise Rejected("correction_impossible", "", "the order of a virtual shoe is sealed", "shoe")
        check_possible(play.shoe, command.card, without_draw=command.draw)
    return play


def _record_draw(stage: Stage, source: Play, event: DrawCorrected) -> None:
    """In the shoe's own stream too: two corrections of one shoe at once must not exceed its packs together."""
    if source.shoe is None:
        return
    if stage.play.shoe and stage.play.shoe.id == source.shoe.id:
        stage.record("shoe", event)
        return
    stream = shoe_stream(source.shoe.id)
    stage.work.based_on[stream] = source.shoe_version
    stage.work.append(stream, event, shared=True)


def _settled_now(before: Play, play: Play, bet: Any) -> Now:
    event = settled(play, bet)
    return Now("settled", event.outcome, event.returned, (*taken_back(before, bet), *event.lines))
