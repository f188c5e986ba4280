"""What the page of one record consists of; ``record.html`` draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values."""

    kind: ClassVar[str] = "facts"
    title: str
    rows: Sequence[tuple[str, Any]]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. A column whose name begins with ``#`` holds numbers. ``empty`` explains what would be here."""

    kind: ClassVar[str] = "grid"
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]
    empty: str
    foot: Sequence[Any] = ()
    note: str = ""
    wide: bool = False

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """Each column's name and whether it holds numbers."""
        return [(name.lstrip("#"), name.startswith("#")) for name in self.columns]

    @property
    def cells(self) -> list[list[tuple[Any, bool]]]:
        """Each row's values, with whether they are numbers."""
        return [[(value, self.columns[at].startswith("#")) for at, value in enumerate(row)] for row in self.rows]

    @property
    def foot_cells(self) -> list[tuple[Any, bool]]:
        """The last row's values, with whether they are numbers."""
        return [(value, self.columns[at].startswith("#")) for at, value in enumerate(self.foot)]


@dataclass(frozen=True, slots=True)
class Text:
    """Text as it is stored."""

    kind: ClassVar[str] = "text"
    title: str
    text: str
    note: str = ""
    wide: bool = False


Panel = Facts | Grid | Text


@dataclass(frozen=True, slots=True)
class Answer:
    """One question the header answers. ``tone``: good, bad, wait or quiet."""

    question: str
    verdict: str
    tone: str
    icon: str
    details: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """``chips`` stand beside the title, ``lead`` below it, ``answers`` above everything else."""

    title: str
    lead: Any = ""
    chips: Sequence[Any] = ()
    answers: Sequence[Answer] = ()
    panels: Sequence[Panel] = ()
    template: str = "backoffice/record.html"
    extra: dict[str, Any] = field(default_factory=dict)
