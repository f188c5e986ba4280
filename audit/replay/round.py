"""One round repeated from its events: state and bets are folded anew, and every recorded result is worked out again.

The ruleset and the options are those the round was pinned to when it opened. Nothing here depends on projections, on
the wagering side's own folding, or on what the rules would decide today.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from audit.decode import UnreadableError, built, game_event
from audit.replay.bets import Bets, Standing, escrow_change
from audit.replay.cards import cards_by_place
from audit.replay.record import Stored
from games.catalog import find
from games.kernel.cards import is_exactly
from games.kernel.events import CardDealt, DealCancelled, PackShuffled, RoundCancelled
from games.kernel.expectations import Over, Shuffle
from games.kernel.ruleset import Ruleset, Seated

_CLOSED: Final = {"wallet.bet_refunded@1": "refunded", "wallet.bet_voided@1": "void"}


@dataclass(slots=True)
class Checked:
    """One bet: as recorded at the end, and as the rules give it."""

    bet: Standing
    outcome: str
    returned: int

    @property
    def agrees(self) -> bool:
        return (self.outcome, self.returned) == (self.bet.outcome, self.bet.returned)


@dataclass(slots=True)
class Repeated:
    """``apply`` the round's events in order, then ``finish``. ``differences``: position and what does not agree."""

    ruleset: Ruleset | None = None
    state: Any = None
    seated: tuple[Seated, ...] = ()
    options: Any = None
    history: list[Any] = field(default_factory=list)
    dealt: dict[str, list[str]] = field(default_factory=dict)
    packs: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the cards that were due, by shoe
    bets: Bets = field(default_factory=Bets)
    status: str = ""
    outcome: Any = None  # as recorded, brought up to date by late corrections
    ledgers: Mapping[str, str] = field(default_factory=dict)  # player -> ledger
    differences: list[tuple[int, str]] = field(default_factory=list)
    checked: list[Checked] = field(default_factory=list)

    def apply(self, event: Stored) -> str:
        """Fold one event; the game's own sentence for it, or ``""``. Whatever does not fit becomes a difference."""
        try:
            if event.kind == "round":
                return self._round(event)
            if event.kind == "wallet":
                self._wallet(event)
            if event.name == "shoe.retired@1":
                self._opened(event)
        except (UnreadableError, LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
            self._differs(event, f"{event.name} does not fit the round: {error!r}")
        return ""

    def finish(self, last: Stored) -> None:
        """After the last event: every bet against the rules, and nothing left open or in escrow."""
        for bet in self.bets.by_id.values():
            outcome, returned = self._due(bet)
            found = Checked(bet, outcome, returned)
            self.checked.append(found)
            if not found.agrees:
                self._differs(
                    last, f"bet {bet.id} stands at {bet.outcome} {bet.returned}, the rules give {outcome} {returned}"
                )
        if self.status in ("settled", "void", "not_played"):
            self._check_closed(last)

    def places(self) -> dict[str, tuple[str, ...]]:
        """Cards by place now."""
        if self.ruleset is None:
            return {}
        return cards_by_place(self.ruleset, self.state, self.bets, self.dealt)

    # --- the round's own stream ---

    def _round(self, event: Stored) -> str:
        body = event.body
        match event.name:
            case "round.opened@1":
                self._open(body)
            case "round.decided@1":
                self._decided(event)
            case "round.settled@1":
                self.status = "settled" if self.status == "decided" else "not_played"
            case "round.voided@1":
                self.status = "void"
                if not body["late"]:
                    self.state = self._rules().evolve(self.state, RoundCancelled())
            case "round.deal_voided@1":
                self.state = self._rules().evolve(self.state, DealCancelled())
                self.history.append(DealCancelled())
                self.dealt = {}
            case "round.card_corrected@1":
                self._correct(event)
            case "round.paused@1" | "round.resumed@1":
                pass
            case _:
                return self._play(event)
        return ""

    def _rules(self) -> Ruleset:
        if self.ruleset is None:
            raise ValueError("the round was not opened")
        return self.ruleset

    def _open(self, body: Mapping[str, Any]) -> None:
        self.ruleset = find(body["game"])
        self.options = self.ruleset.read_options(body["options"])
        self.seated = built(tuple[Seated, ...], body["seated"])
        self.state = self.ruleset.initial(self.options, self.seated)
        self.status = "running"

    def _play(self, event: Stored) -> str:
        rules = self._rules()
        happened = game_event(rules, event.name, event.body)
        if not rules.fits(self.state, happened):
            self._differs(event, f"{event.name} could not happen here by the rules")
        if isinstance(happened, PackShuffled):
            self._shuffled(event, happened)
        self.state = rules.evolve(self.state, happened)
        self.history.append(happened)
        if isinstance(happened, PackShuffled) and happened.what == "deal":
            self.dealt = {}
        if isinstance(happened, CardDealt):
            self.dealt.setdefault(happened.to, []).append(happened.card)
        return str(rules.narrate(happened))

    def _shuffled(self, event: Stored, pack: PackShuffled) -> None:
        """Was such a pack due, and may its card be shown at that place."""
        due = self._rules().expects(self.state)
        if not isinstance(due, Shuffle) or due.what != pack.what:
            self._differs(event, f"no {pack.what} was due")
            return
        if pack.shown_at not in (due.places or (0,)):
            self._differs(event, f"no card may be shown at place {pack.shown_at}")
        self.packs[pack.shoe] = due.cards

    def _opened(self, event: Stored) -> None:
        """A pack that was dealt in this round, now seen whole: exactly the cards that were due."""
        due = self.packs.pop(event.owner, None)
        if due is not None and not is_exactly(event.body["order"].split(" "), due):
            self._differs(event, f"pack {event.owner} was not exactly the {len(due)} cards that were due")

    def _decided(self, event: Stored) -> None:
        expected = self._rules().expects(self.state)
        played = isinstance(expected, Over) and expected.played
        if not isinstance(expected, Over) or played != event.body["played"]:
            self._differs(event, f"the round is recorded as decided; by the rules {expected} comes next")
        self.status = "decided" if event.body["played"] else "not_played"
        self.outcome = event.body["outcome"]
        self._compare_outcome(event)

    def _compare_outcome(self, event: Stored) -> None:
        """Every hand, score and result of the recorded outcome, by one comparison of the whole."""
        due = plain(self._rules().outcome(self.state))
        for key in sorted(due.keys() | self.outcome.keys()):
            if due.get(key) != self.outcome.get(key):
                text = f"outcome {key}: recorded {self.outcome.get(key)!r}, the rules give {due.get(key)!r}"
                self._differs(event, text)

    def _correct(self, event: Stored) -> None:
        """Repeat the play with the card as it really was."""
        body, rules = event.body, self._rules()
        at = [
            index
            for index, happened in enumerate(self.history)
            if isinstance(happened, CardDealt) and (happened.shoe, happened.draw) == (body["shoe"], body["draw"])
        ]
        if len(at) != 1 or self.history[at[0]].card != body["was"]:
            self._differs(event, f"draw {body['draw']} of {body['shoe']} was not {body['was']} in this round")
            return
        self.history[at[0]] = replace(self.history[at[0]], card=body["card"])
        state, self.dealt = rules.initial(self.options, self.seated), {}
        for happened in self.history:
            if not rules.fits(state, happened):
                self._differs(event, f"after the correction {happened} could not have happened")
            state = rules.evolve(state, happened)
            if isinstance(happened, CardDealt):
                self.dealt.setdefault(happened.to, []).append(happened.card)
        self.state = state
        if body["late"]:
            self.outcome = plain(rules.outcome(state))

    # --- the bettors' wallets ---

    def _wallet(self, event: Stored) -> None:
        body = event.body
        ledger = self.ledgers.get(event.owner, "")
        self.bets.escrow[ledger] = self.bets.escrow.get(ledger, 0) + escrow_change(event)
        match event.name:
            case "wallet.bet_placed@1" | "wallet.stake_taken@1":
                self.bets.place(event)
            case "wallet.stake_returned@1":
                self.bets.give_back(body)
            case "wallet.question_answered@1":
                self.bets.answer(body)
            case "wallet.bet_settled@1":
                self._settled(event)
            case "wallet.bet_refunded@1" | "wallet.bet_voided@1":
                status = _CLOSED[event.name]
                self._closes(event, body["bet"])
                bet = self.bets.close(body, status, status, body["amount"])
                if bet.stake != body["amount"]:
                    self._differs(event, f"bet {bet.id} took {bet.stake} and gave {body['amount']} back")
            case "wallet.round_adjusted@1":
                self._adjusted(event)

    def _settled(self, event: Stored) -> None:
        body = event.body
        self._closes(event, body["bet"])
        bet = self.bets.by_id[body["bet"]]
        if bet.stake != body["stake"]:
            self._differs(event, f"bet {bet.id} took {bet.stake}, settled was {body['stake']}")
        due = plain(self._rules().settle(bet.for_rules(), self.state))
        for key in ("returned", "outcome", "lines"):
            if due[key] != body[key]:
                self._differs(event, f"bet {bet.id}, {key}: recorded {body[key]!r}, the rules give {due[key]!r}")
        self.bets.close(body, "settled", body["outcome"], body["returned"])

    def _closes(self, event: Stored, bet: str) -> None:
        if self.bets.by_id[bet].status != "open":
            self._differs(event, f"bet {bet} is closed a second time")

    def _adjusted(self, event: Stored) -> None:
        """A late remedy: what it says was returned before must be so; what is returned now is looked at in the end."""
        body = event.body
        for adjusted in body["bets"]:
            bet = self.bets.by_id[adjusted["bet"]]
            if (bet.stake, bet.returned) != (adjusted["stake"], adjusted["returned_before"]):
                self._differs(event, f"bet {bet.id} had taken {bet.stake} and returned {bet.returned} before")
            self.bets.close(adjusted, adjusted["status"], adjusted["outcome"], adjusted["returned"])
        net = sum(bet["returned"] - bet["returned_before"] for bet in body["bets"])
        if not net == body["net"] == body["cash"] - body["receivable"]:
            self._differs(event, f"the bets move {net}, recorded is {body['net']}")

    # --- the end ---

    def _due(self, bet: Standing) -> tuple[str, int]:
        """Outcome and returned amount of a bet by the rules, for the play as it stands after every correction."""
        if bet.status == "undone":
            return "undone", 0
        if self.status == "void":
            status = "refunded" if bet.status == "refunded" else "void"
            return status, bet.stake
        if bet.status == "refunded":
            return "refunded", bet.stake
        if self.status in ("settled", "decided") and bet.status != "open":
            due = self._rules().settle(bet.for_rules(), self.state)
            return due.outcome, due.returned
        return "", 0

    def _check_closed(self, last: Stored) -> None:
        for shoe in self.packs:
            self._differs(last, f"the round is {self.status}, pack {shoe} was never opened")
        for bet in self.bets.by_id.values():
            if bet.status == "open":
                self._differs(last, f"the round is {self.status}, bet {bet.id} is still open")
        for ledger, amount in self.bets.escrow.items():
            if amount:
                self._differs(last, f"the round is {self.status} with {amount} in escrow of {ledger}")

    def _differs(self, event: Stored, what: str) -> None:
        self.differences.append((event.position, what))


def plain(value: Any) -> Any:
    """Dataclasses, tuples and named tuples as JSON has them."""
    return json.loads(json.dumps(value, default=_fields))


def _fields(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(f"{value!r} has no JSON")
