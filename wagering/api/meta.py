"""What the codes of problems mean."""

from __future__ import annotations

import msgspec

from wagering.api.endpoint import NoQuery, query
from wagering.api.problems import STATUS, Problem, status_of
from wagering.api.views import ApiView
from wagering.dispatch.refusals import MESSAGES, message


class ProblemMeaning(msgspec.Struct, frozen=True):
    """A code, the status it comes with, and what it means in the language asked for."""

    code: str
    status: int
    meaning: str


class ProblemList(msgspec.Struct, frozen=True):
    """Every code there is, or the one asked for."""

    problems: list[ProblemMeaning]


class Problems(ApiView):
    """The register of problems."""

    @query("problems", ProblemList)
    def get(self, caller: object, asked: NoQuery) -> ProblemList:
        """Every code with its meaning."""
        return ProblemList([_meaning(code) for code in sorted({*STATUS, *MESSAGES})])


class ProblemOf(ApiView):
    """One of them: the address that a problem gives as its type."""

    @query("problem", ProblemMeaning)
    def get(self, caller: object, asked: NoQuery, code: str) -> ProblemMeaning:
        """What one code means."""
        if code not in STATUS and code not in MESSAGES:
            raise Problem("not_found", "there is no such code", "code")
        return _meaning(code)


def _meaning(code: str) -> ProblemMeaning:
    return ProblemMeaning(code, status_of(code), message(code))
