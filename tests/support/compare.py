"""Holds a session's result against the session's own expectations (the ``expect`` lines).

``differences(lines, result)`` says what does not agree, in words; an empty list means that everything does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

Line = Mapping[str, Any]

ROW: Final = ("table", "game", "bet_kind", "money")
FIGURES: Final = ("rounds", "bets", "handle", "returned", "ggr", "voided", "refunded", "escrow")


def differences(lines: Sequence[Line], result: Mapping[str, Any]) -> list[str]:
    """Every disagreement between what the session expects and what ``result`` reports."""
    expected = _Expected(result)
    for line in lines:
        if line["kind"].startswith("expect"):
            getattr(expected, line["kind"])(line)
        elif "expect_refused" in line:
            expected.refused[str(line["seq"])] = line["expect_refused"]
    return list(expected.all())


def _same(where: str, wanted: Any, found: Any) -> Iterator[str]:
    """Equal in value and in kind: 1 is neither 1.0 nor true."""
    if repr(_plain(wanted)) != repr(_plain(found)):
        yield f"{where}: expected {wanted!r}, found {found!r}"


def _plain(value: Any) -> Any:
    """Tuples as lists and keys in order, so that ``repr`` tells values and kinds apart and nothing else."""
    if isinstance(value, Mapping):
        return {key: _plain(value[key]) for key in sorted(value)}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


@dataclass
class _Expected:
    """What the lines so far add up to; differences are noted as the lines pass."""

    result: Mapping[str, Any]
    refused: dict[str, str] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)
    owed: Mapping[str, int] = field(default_factory=dict)
    rounds: dict[str, str] = field(default_factory=dict)
    bets: dict[str, dict[str, Any]] = field(default_factory=dict)
    totals: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def seen(self, what: str, line: Line) -> Any:
        return self.result.get(what, {}).get(str(line["seq"]), {})

    def note(self, line: Line, what: str, wanted: Any, found: Any) -> None:
        self.found += _same(f"line {line['seq']}, {what}", wanted, found)

    def money(self, line: Line) -> None:
        """Balances left out are as before; receivables left out altogether are as before, zeros never count."""
        self.balances.update(line.get("balances", {}))
        self.owed = line.get("receivables", self.owed)
        self.note(line, "balances", self.balances, self.seen("balances", line))
        owed = {player: amount for player, amount in self.seen("receivables", line).items() if amount != 0}
        self.note(line, "receivables", {k: v for k, v in self.owed.items() if v != 0}, owed)

    def expect(self, line: Line) -> None:
        self.money(line)
        if "status" in line:
            self.rounds[line["round"]] = line["status"]
            for bet, (outcome, stake, returned) in line.get("bets", {}).items():
                self.bets[bet] = {"outcome": outcome, "stake": stake, "returned": returned}
        for name, where in (("seats", "seats"), ("score", "scores")):
            if name in line:
                self.note(line, name, line[name], self.seen(where, line))

    def expect_view(self, line: Line) -> None:
        seen = self.seen("views", line)
        wanted, found = ({p: sorted(c) for p, c in v.get("cards", {}).items() if c} for v in (line, seen))
        self.note(line, f"cards for {line['viewer']}", wanted, found)
        self.note(line, f"may of {line['viewer']}", sorted(line["may"]), sorted(seen.get("may", ["nothing observed"])))

    def expect_totals(self, line: Line) -> None:
        self.money(line)
        self.totals.update(_by_row(line["totals"]))

    def all(self) -> Iterator[str]:
        """The lines' differences, then those of the whole."""
        yield from _same("format", 1, self.result.get("format"))
        yield from _each("refusal of line", self.refused, self.result.get("refusals", {}))
        yield from self.found
        yield from _each("round", self.rounds, self.result.get("rounds", {}))
        yield from _each("bet", self.bets, self.result.get("bets", {}))
        yield from _each("totals of", self.totals, _by_row(self.result.get("totals", [])))


def _each(what: str, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[str]:
    for key in sorted({*wanted, *found}):
        yield from _same(f"{what} {key}", wanted.get(key), found.get(key))


def _by_row(rows: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {"/".join(str(row[name]) for name in ROW): {name: row[name] for name in FIGURES} for row in rows}
