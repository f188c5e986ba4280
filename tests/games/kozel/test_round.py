"""Matches as they are told, clause by clause: dealing, tricks, silence, counting, void games, money."""

from __future__ import annotations

import pytest

from games.kernel.bets import Line
from games.kernel.cards import cards
from games.kernel.events import CardDealt, PackShuffled
from games.kernel.expectations import Deal, Decide, Over, Proceed, Shuffle
from games.kernel.playthrough import Playthrough
from games.kernel.ruleset import Leave, Silence, Sit
from games.kozel.v1 import RULESET
from games.kozel.v1.events import CardsLaid, GameScored, MatchEnded, MatchOpened
from games.kozel.v1.expecting import REST
from games.kozel.v1.options import PACK
from games.kozel.v1.state import Play, taker
from tests.games.kozel.tables import (
    FUNDS,
    PLAYERS,
    PULLS,
    asked,
    dealt,
    in_silence,
    may,
    middle,
    opened,
    results,
    say,
    table,
)

LOW_FIRST = tuple(sorted(PACK, key=lambda card: ("CDHS".index(card[1]), "6789JQKTA".index(card[0]))))


def told(found: Playthrough) -> list[str]:
    return [str(found.rules.narrate(event)) for event in found.events]


# --- opening and dealing (§2, §3.1) ---------------------------------------------------------------------------------


def test_the_opening_takes_every_stake_and_awaits_a_pack() -> None:
    found = table(PULLS)
    found.shuffle = None
    with pytest.raises(ValueError, match="no shuffler"):
        found.open(2)
    assert found.events == [MatchOpened(dealer=2, stake=500)]
    assert found.rules.expects(found.state) == Shuffle("deal", PACK, range(17, 37))
    assert len(PACK) == 36
    assert list(REST) == list(range(17, 37))
    assert found.book.wallets == dict.fromkeys(PLAYERS, FUNDS - 500)
    assert [(bet.player, bet.seat, bet.kind, bet.stake) for bet in found.book.bets()] == [
        (player, seat, "match", 500) for seat, player in enumerate(PLAYERS)
    ]


def test_cards_go_round_one_at_a_time_from_after_the_dealer() -> None:
    found = opened(LOW_FIRST, dealer=2, shown_at=20)
    dealt_to = [event.to for event in found.events if hasattr(event, "to")]
    assert dealt_to == ["seat3", "seat0", "seat1", "seat2"] * 4
    assert found.state.game.hands[3] == tuple(LOW_FIRST[at] for at in (0, 4, 8, 12))
    assert found.state.game.hands[2] == tuple(LOW_FIRST[at] for at in (3, 7, 11, 15))
    assert (found.state.game.shown, found.state.game.left) == (LOW_FIRST[19], 20)


@pytest.mark.parametrize(
    ("dealer", "first_lead", "leads"), [(0, "after_dealer", 1), (3, "after_dealer", 0), (3, "dealer", 3)]
)
def test_who_leads_first(dealer: int, first_lead: str, leads: int) -> None:
    assert asked(opened(PULLS, dealer=dealer, first_lead=first_lead)) == leads


def test_the_shown_card_goes_back_and_is_drawn_at_its_place() -> None:
    found = opened(PULLS)
    assert found.state.game.shown == "6S"
    assert not any("6S" in hand for hand in found.state.game.hands)
    say(found, "bo lead 7H", "cy discard QD", "dee discard AC", "ana discard 8C")
    assert "6S" in found.state.game.hands[1]
    assert found.rules.view(found.state, "cy", found.book).cards["trump"] == ("6S",)


# --- tricks (§3.2 to §3.4) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leader", "plays", "takes"),
    [
        (0, ["lead 9S", "discard TH", "beat KS", "discard 6D"], 2),
        (1, ["lead 7C", "discard AD", "discard TD", "discard QH"], 1),
        (3, ["lead AH", "beat 8S", "beat 9S", "discard TC"], 1),
        (0, ["lead 8D", "discard AD", "discard TD", "discard QD"], 0),
    ],
)
def test_who_takes(leader: int, plays: list[str], takes: int) -> None:
    laid = []
    for step, text in enumerate(plays):
        action, card = text.split(" ")
        laid.append(Play((leader + step) % 4, action, (card,)))
    assert taker(laid) == takes


def test_the_taker_draws_first_and_leads_next() -> None:
    found = opened(PULLS)
    say(found, "bo lead 9D", "cy discard QD", "dee beat 7S", "ana discard 8C")
    drawn = [event.to for event in found.events if hasattr(event, "to")][16:]
    assert drawn == ["seat3", "seat0", "seat1", "seat2"]
    assert (asked(found), found.state.game.left) == (3, 16)
    assert found.state.game.tricks == (0, 1)
    assert sorted(found.state.game.piles[1]) == ["7S", "8C", "9D", "QD"]


def test_after_three_cards_each_with_four_left_everybody_draws_one() -> None:
    plays = (
        Play(0, "lead", ("JC", "QC", "KC")),
        Play(1, "beat", ("7S", "8S", "9S")),
        Play(2, "discard", ("7D", "8D", "9D")),
        Play(3, "discard", ("7H", "8H", "9H")),
    )
    state = middle({0: "6C", 1: "6D", 2: "6H", 3: "7C"}, plays, left=4)._replace(phase="taking")
    (taken,) = RULESET.decide(state, Proceed(), table().book)
    state = RULESET.evolve(state, taken)
    drawn = []
    for draw, card in enumerate(("AC", "AD", "AH", "AS"), 33):
        due = RULESET.expects(state)
        assert isinstance(due, Deal)
        drawn.append(due.to)
        state = RULESET.evolve(state, CardDealt(shoe="x", draw=draw, to=due.to, card=card, face=due.face))
    assert drawn == ["seat1", "seat2", "seat3", "seat0"]
    assert isinstance(RULESET.expects(state), Decide)
    assert ([len(hand) for hand in state.game.hands], state.game.left) == ([2, 2, 2, 2], 0)


def test_discards_are_seen_by_their_owner_only() -> None:
    found = opened(PULLS)
    say(found, "bo lead 7H KH", "cy discard 8D TD", "dee beat 7S 8S")
    for viewer, shown in (("cy", ("8D", "TD")), ("bo", ("??", "??")), ("public", ("??", "??"))):
        seen = found.rules.view(found.state, viewer, found.book).cards
        assert seen["trick2"] == shown
        assert (seen["trick1"], seen["trick3"]) == (("7H", "KH"), ("7S", "8S"))
        assert seen["seat0"] == ("??",) * 4
    assert found.rules.view(found.state, "ana", found.book).cards["seat0"] == ("8C", "9C", "KC", "TC")


# --- silence (§3.6) --------------------------------------------------------------------------------------------------


def test_the_system_plays_the_lowest_cards() -> None:
    order = dealt({0: "6S 6H 6D JC", 1: "9C AS TH KH", 2: "7H 7C 7S AC", 3: "QC QD QH JD"}, "8S")
    found = opened(order)
    for _ in range(4):
        found.send(Silence("turn"))
    laid = [(event.seat, event.action, event.cards, event.by) for event in found.events if isinstance(event, CardsLaid)]
    assert laid == [
        (1, "lead", ("9C",), "silence"),
        (2, "discard", ("7C",), "silence"),
        (3, "discard", ("JD",), "silence"),
        (0, "discard", ("6D",), "silence"),
    ]
    assert found.state.game.tricks == (0, 1)


def test_a_silent_player_does_not_claim_his_pull() -> None:
    found = opened(PULLS)
    say(found, "bo lead 7H KH")
    found.send(Silence("turn"))
    assert found.state.game.plays[-1] == Play(2, "discard", ("8D", "QD"))


# --- counting and the match (§4) -------------------------------------------------------------------------------------


def test_a_match_in_silence_is_told() -> None:
    found = table(LOW_FIRST, LOW_FIRST[::-1], shown_at=36)
    found.open(0)
    in_silence(found)
    assert told(found)[0] == "A match begins; seat 0 deals first."
    assert told(found)[1:3] == ["A new game; the pack is shuffled.", "Seat 1 gets a card."]
    assert told(found)[18:20] == ["AS is shown; its suit is trump.", "Seat 1 leads 6C, played by the system."]
    assert told(found)[20] == "Seat 2 discards face down, played by the system; cards: 1."
    assert told(found)[-2:] == [
        "The game ends: A 0 points, B 120; loss points: A 6, B 0. Match score: A 12, B 0, eggs 0.",
        "Team A loses the match: goat.",
    ]
    scored = [event for event in found.events if isinstance(event, GameScored)]
    assert [event.tricks for event in scored] == [(0, 9), (0, 9)]
    assert found.events[-1] == MatchEnded(loser="A", eggs=0)
    assert results(found) == {
        "ana": ("lose", 500, 0), "bo": ("win", 500, 1000), "cy": ("lose", 500, 0), "dee": ("win", 500, 1000),
    }  # fmt: skip
    assert found.book.wallets == {"ana": 9500, "bo": 10500, "cy": 9500, "dee": 10500}
    assert found.rules.outcome(found.state) == {
        "cancelled": False, "score": {"A": 12, "B": 0, "eggs": 0}, "loser": "A", "title": "goat",
        "feats": {"ana": {"goat": 1}, "bo": {}, "cy": {"goat": 1}, "dee": {}},
    }  # fmt: skip


def test_every_line_of_a_settlement_is_from_the_one_pot() -> None:
    found = opened(LOW_FIRST, loss_limit=1, shown_at=36)
    in_silence(found)
    lines = {bet.player: done.lines for bet, done in found.settle()}
    assert lines["bo"] == (Line("pot:1", "win", 500, 1000, "§5.2", 1),)
    assert lines["ana"] == (Line("pot:1", "lose", 500, 0, "§5.3", 0),)


@pytest.mark.parametrize(("next_dealer", "deals"), [("clockwise", 2), ("same", 1)])
def test_the_deal_moves_on_and_the_last_taker_leads(next_dealer: str, deals: int) -> None:
    """Dealer 1 deals the first game; seat 2 leads it and, in silence, takes every trick."""
    found = table(LOW_FIRST, PULLS, shown_at=36, next_dealer=next_dealer)
    found.open(1)
    in_silence(found, lambda: found.packs == 2)
    start = next(at for at, event in enumerate(found.events) if isinstance(event, PackShuffled) and at > 1)
    assert found.events[start + 1].to == f"seat{(deals + 1) % 4}"
    assert (found.state.dealer, asked(found)) == (deals, 2)
    assert found.state.score == (0, 6)


EGG = cards(
    "JC AH KH 8C 7C 9D 8S TD KC 8H 7D 9C QC KS QD TH 6H JH QH 7S QS AC JS 9S 6D AS KD 9H 6C 6S JD 7H AD TC 8D TS"
)
EGG_PLAYS = """ana lead KC;bo beat KS;cy discard 7D;dee discard 8C;bo lead 9D;cy discard 8S;dee discard TD;ana beat 7S
ana lead QC JC;bo discard 6H 8H;cy discard KH QD;dee discard 9C 9S;ana lead 7C;bo discard AC;cy discard KD
dee discard 7H;ana lead AD;bo beat 6S;cy beat JS;dee beat TS;dee lead TH;ana beat QS;bo discard TC;cy discard 8D
ana lead 6D;bo beat AS;cy discard JD;dee discard QH;bo lead AH;cy discard JH;dee discard 9H;ana discard 6C"""


def test_an_egg_changes_no_score_and_names_the_goat() -> None:
    found = table(EGG, LOW_FIRST, shown_at=20, loss_limit=2)
    found.open(3)
    say(found, *EGG_PLAYS.replace("\n", ";").split(";"))
    assert found.rules.outcome(found.state)["score"] == {"A": 0, "B": 0, "eggs": 1}
    assert "Each team has 60 points, an egg. Match score: A 0, B 0, eggs 1." in told(found)
    in_silence(found)
    assert told(found)[-1].endswith("goat with eggs.")
    outcome = found.rules.outcome(found.state)
    assert outcome["title"] == "goat with eggs"
    assert all(feats["egg"] == 1 for feats in outcome["feats"].values())
    assert set(outcome["feats"]) == set(PLAYERS)


# --- interruptions (§3.7) --------------------------------------------------------------------------------------------


def test_a_void_game_is_dealt_again_by_the_same_dealer_and_its_pulls_do_not_count() -> None:
    found = table(LOW_FIRST, PULLS, LOW_FIRST, shown_at=36, loss_limit=7)
    found.open(0)
    in_silence(found, lambda: found.packs == 2)
    say(found, "bo pull")
    before = (found.state.dealer, found.state.first, found.state.score)
    assert before == (1, 1, (6, 0))
    found.cancel_deal()
    assert (found.state.dealer, found.state.first, found.state.score) == before
    assert (found.packs, asked(found)) == (3, 1)
    in_silence(found)
    assert "The game is void; it is dealt again." in told(found)
    assert found.rules.outcome(found.state)["score"] == {"A": 12, "B": 0, "eggs": 0}
    assert not any("pull" in feats for feats in found.rules.outcome(found.state)["feats"].values())


def test_a_cancelled_match_returns_every_stake_and_the_seats_stay() -> None:
    found = opened(PULLS)
    say(found, "bo lead 7H KH")
    found.cancel()
    assert found.rules.expects(found.state) == Over()
    assert found.book.wallets == dict.fromkeys(PLAYERS, FUNDS)
    assert len(found.rules.seats(found.state)) == 4
    assert told(found)[-1] == "The match is cancelled; every stake goes back."
    assert found.rules.outcome(found.state)["feats"] == {}


def test_who_takes_a_seat_after_a_match_does_not_see_the_cards_that_lie_there() -> None:
    found = opened(PULLS)
    say(found, "bo lead 7H KH", "cy discard 8D TD")
    found.cancel()
    for leaver, seat in (("ana", 0), ("cy", 2)):
        found.send(Leave(leaver))
        found.book.wallets[f"next {seat}"] = 500
        found.send(Sit(f"next {seat}", seat))
    assert [seat.player for seat in found.rules.seats(found.state).values()] == ["next 0", "bo", "next 2", "dee"]
    seen = {name: found.rules.view(found.state, name, found.book).cards for name in ("ana", "next 0", "next 2")}
    assert seen["ana"]["seat0"] == ("8C", "9C", "KC", "TC")
    assert seen["next 0"]["seat0"] == ("??",) * 4
    assert seen["next 2"]["trick2"] == ("??", "??")
    found.shuffle = lambda _: (PULLS, 17)
    found.open(0)
    assert [may(found, name) for name in ("ana", "next 0", "bo")] == [(), ("pull",), ("lead",)]


def test_without_a_stake_a_match_is_played_for_nothing() -> None:
    found = opened(LOW_FIRST, match_stake=0, loss_limit=1, wallets=dict.fromkeys(PLAYERS, 0))
    in_silence(found)
    assert results(found) == {}
    assert found.rules.outcome(found.state)["loser"] == "A"
