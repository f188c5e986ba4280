"""The next state of a table at play. Never refuses; an unknown event is an error of the game's ``evolve``.

Table, shoe and round events are folded into one ``Play``, because a table deals one round at a time.
"""

import dataclasses
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from games.catalog import find
from games.kernel.correction import corrected, fold
from games.kernel.events import CardDealt, DealCancelled, RoundCancelled
from games.kernel.shoe import Drawn, Shoe, correct, take
from wagering.rounds import events as r
from wagering.rounds.play import Deadline, Play, countdown_of, question_of
from wagering.tables import events as t

VERSIONS = {"table": "table_version", "round": "round_version", "shoe": "shoe_version"}


def opened(event: t.TableOpened) -> Play:
    """The first state of a table."""
    ruleset = find(event.game)
    options = ruleset.read_options(event.options)
    state = ruleset.initial(options, ())
    return Play(
        table=event.table, operator=event.operator, game=event.game, ruleset=ruleset, options=options,
        raw_options=event.options, currency=event.currency, clock=event.clock, state=state,
    )  # fmt: skip


def evolve(play: Play, stream: str, event: Any, at: datetime) -> Play:
    """``play`` after ``event`` of ``stream`` (its name up to the slash), which occurred ``at``."""
    version = VERSIONS[stream]
    play = replace(play, **{version: getattr(play, version) + 1})
    match event:
        case CardDealt():
            play = _with_clock(_dealt(play, event), at)
        case t.ShoeChanged():
            return replace(play, shoe_version=0) if play.shoe is None or play.shoe.id != event.shoe else play
        case t.TableRoundOpened():
            return replace(play, round=event.round, round_version=0)
        case t.ShoeMounted():
            return _mounted(play, event)
        case t.CutCardOut():
            return replace(play, shoe=dataclasses.replace(play.shoe, cut_out=True)) if play.shoe else play
        case t.DrawCorrected():
            return replace(play, shoe=correct(play.shoe, event.draw, event.card)) if play.shoe else play
        case t.ShoeRetired():
            return replace(play, shoe=dataclasses.replace(play.shoe, retired=True)) if play.shoe else play
        case r.RoundOpened():
            return _round_opened(play, event, at)
        case r.RoundPaused():
            return _paused(play, event, at)
        case r.RoundResumed():
            return _resumed(play, at)
        case r.RoundDecided():
            return replace(play, status="decided", played=event.played, outcome=event.outcome, deadline=None)
        case r.RoundSettled():
            return replace(play, status="settled" if play.played else "not_played", ended_at=at)
        case r.RoundVoided():
            return _voided(play, event, at)
        case r.DealVoided():
            return _deal_voided(play, at)
        case r.CardCorrected():
            return _corrected(play, event)
        case _:
            state = play.ruleset.evolve(play.state, event)
            if stream != "round":
                return replace(play, state=state, since=(*play.since, event))
            return _with_clock(replace(play, state=state, history=(*play.history, event)), at)
    return play


def _with_clock(play: Play, at: datetime) -> Play:
    """Start the countdown of a new question at ``at``; a question that is still open keeps its clock."""
    if not play.running or play.paused:
        return play
    expected = play.expects()
    question, countdown = question_of(expected), countdown_of(expected)
    if question is None or countdown is None:
        return replace(play, deadline=None) if play.deadline else play
    if play.deadline and (play.deadline.what, play.deadline.number) == question:
        return play
    return replace(play, deadline=Deadline(*question, at + timedelta(seconds=countdown.seconds)))


def _dealt(play: Play, event: CardDealt) -> Play:
    state = play.ruleset.evolve(play.state, event)
    shoe = take(play.shoe, event.draw, event.card, event.to, play.round) if play.shoe else None
    return replace(play, state=state, shoe=shoe, history=(*play.history, event))


def _mounted(play: Play, event: t.ShoeMounted) -> Play:
    drawn = {1: Drawn(event.burn_card, "", "")} if event.burn_card else {}
    shoe = Shoe(event.shoe, event.packs, event.live, event.burned, event.burned + 1, drawn)
    return replace(play, shoe=shoe, shoe_version=1, cut=event.cut, order=())


def _round_opened(play: Play, event: r.RoundOpened, at: datetime) -> Play:
    state = play.ruleset.initial(play.options, event.seated)
    return replace(
        play, state=state, round=event.round, round_version=1, round_shoe=event.shoe, status="running", opened_at=at,
        ended_at=None, outcome=None, reason="", corrections=0, seated=event.seated, history=(), since=(),
        deadline=None, paused="", left=None,
    )  # fmt: skip


def _paused(play: Play, event: r.RoundPaused, at: datetime) -> Play:
    left = (play.deadline, play.deadline.due - at) if play.deadline else None
    number = play.deadline.number if play.deadline else 0
    due = at + timedelta(seconds=play.raw_options["incident_s"])
    return replace(play, paused=event.incident, left=left, deadline=Deadline("incident", number, due))


def _resumed(play: Play, at: datetime) -> Play:
    deadline = replace(play.left[0], due=at + play.left[1]) if play.left else None
    return replace(play, paused="", deadline=deadline, left=None)


def _voided(play: Play, event: r.RoundVoided, at: datetime) -> Play:
    state = play.state if event.late else play.ruleset.evolve(play.state, RoundCancelled())
    ended = play.ended_at if event.late else at
    return replace(
        play, state=state, status="void", reason=event.reason, ended_at=ended, paused="", deadline=None, left=None
    )


def _deal_voided(play: Play, at: datetime) -> Play:
    cancelled = DealCancelled()
    state, history = play.ruleset.evolve(play.state, cancelled), (*play.history, cancelled)
    return _with_clock(replace(play, state=state, history=history, paused="", deadline=None, left=None), at)


def _corrected(play: Play, event: r.CardCorrected) -> Play:
    history = tuple(corrected(play.history, event.shoe, event.draw, event.card))
    state = fold(play.ruleset, play.ruleset.initial(play.options, play.seated), (*history, *play.since))
    outcome = play.ruleset.outcome(state) if event.late else play.outcome
    return replace(play, history=history, state=state, outcome=outcome, corrections=play.corrections + 1)
