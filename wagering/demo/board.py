"""What a person sees while the demonstration runs: a live table in a terminal, plain lines elsewhere."""

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from wagering.demo import figures
from wagering.demo.children import Children
from wagering.demo.house import OPERATOR
from wagering.demo.sender import Sender
from wagering.tables import models
from wagering.wallet.currencies import decimal

LINE_EVERY_S: Final = 5.0
FIGURES_EVERY_S: Final = 2.0


class Board:
    """Shows progress until ``over()`` says that it is enough."""

    def __init__(self, console: Console, sender: Sender, children: Children, since: datetime) -> None:
        self.console, self.sender, self.children, self.since = console, sender, children, since
        self._purses: Sequence[figures.Purse] = ()
        self._statuses: dict[str, int] = {}
        self._looked = 0.0
        self._begun = (time.monotonic(), figures.position())
        self._mark = self._begun
        self.rate = 0.0

    def show(self, over: Callable[[], bool]) -> None:
        """Until ``over()``; news that were not shown yet come out in either form."""
        if not self.console.is_terminal:
            self._lines(over)
            return
        with Live(console=self.console, auto_refresh=False, transient=True) as live:
            while not over():
                live.update(self._picture(), refresh=True)
                time.sleep(0.25)

    def overall_rate(self) -> float:
        """Events per second since the board was made."""
        began, first = self._begun
        return (figures.position() - first) / max(time.monotonic() - began, 0.001)

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked < FIGURES_EVERY_S:
            return
        self._looked = now
        position, (before, last) = figures.position(), self._mark
        if now - before > 1.0:
            self.rate = (position - last) / (now - before)
            self._mark = (now, position)
        self._purses = figures.by_purse(self.since)
        self._statuses = figures.rounds_by_status(self.since)

    def _lines(self, over: Callable[[], bool]) -> None:
        due = time.monotonic() + LINE_EVERY_S
        while not over():
            while self.sender.news:
                self.console.print(self.sender.news.popleft(), highlight=False)
            if time.monotonic() >= due:
                due += LINE_EVERY_S
                self._look()
                ended = sum(n for status, n in self._statuses.items() if status not in ("running", "decided"))
                tables = ", ".join(f"{t.id}: {t.awaits}" for t in models.Table.objects.filter(operator=OPERATOR))
                self.console.print(f"{ended} rounds, {self.rate:.0f} events/s; {tables}", highlight=False)
                if dead := self.children.dead():
                    self.console.print(f"not running: {', '.join(dead)}", highlight=False)
            time.sleep(0.1)

    def _picture(self) -> RenderableType:
        self._look()
        table = Table(title="Demonstration", title_justify="left", expand=True)
        for name in ("table", "round", "awaits", "left", "seats"):
            table.add_column(name, no_wrap=True)
        for name in ("rounds", "bets", "handle", "GGR"):
            table.add_column(name, justify="right", no_wrap=True)
        for row in models.Table.objects.filter(operator=OPERATOR).order_by("id"):
            left = f"{max((row.due_at - datetime.now(UTC)).total_seconds(), 0):.1f} s" if row.due_at else ""
            cash = next((p for p in self._purses if p.table == row.id and p.purse == "cash"), None)
            money = (
                (str(cash.rounds), str(cash.bets), _money(cash.handle, cash), _money(cash.ggr, cash))
                if cash
                else ("0", "0", "", "")
            )
            awaits = Text(row.awaits, style="bold red" if row.paused else "green")
            table.add_row(row.id, row.round.removeprefix(f"{row.id}-"), awaits, left, " ".join(row.seats), *money)
        dead = self.children.dead()
        status = Text(f"http://127.0.0.1:{self.children.port}/admin/   {self.rate:.0f} events/s   Ctrl-C ends it")
        if dead:
            status.append(f"   not running: {', '.join(dead)}", style="bold red")
        refused = ", ".join(f"{code} {count}" for code, count in self.sender.refused.most_common(6))
        news = [Text(line, style="dim", no_wrap=True) for line in list(self.sender.news)[-6:]]
        return Group(table, status, Text(f"refused: {refused or 'nothing'}"), *news)


def _money(amount: int, purse: figures.Purse) -> str:
    return f"{decimal(amount, purse.currency)} {purse.currency}"
