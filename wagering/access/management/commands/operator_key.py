"""``manage.py operator_key OPERATOR``: the first key of an operator's machines."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from wagering.access.commands import IssueKey, Revoke
from wagering.access.secrets import derive
from wagering.dispatch.command import Envelope
from wagering.dispatch.pipeline import execute

ACTOR: Final = "system:operator_key"


class Command(BaseCommand):
    """Issues a key, or takes one back."""

    help = "Issue a key to an operator and print its secret, which is stored nowhere; or revoke one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The operator, and perhaps a key."""
        parser.add_argument("operator")
        parser.add_argument("--revoke", metavar="KEY", help="this key counts no more")

    def handle(self, *args: Any, **options: Any) -> None:
        """``CommandError`` with the reason of a refusal."""
        operator, revoked = options["operator"], options["revoke"]
        asked = Revoke(operator=operator, kind="key", credential=revoked) if revoked else IssueKey(operator=operator)
        answer = execute(Envelope(f"{ACTOR}/{uuid.uuid4()}", ACTOR, datetime.now(UTC), asked))
        if not answer.accepted:
            raise CommandError(f"{answer.code}: {answer.content['why']}")
        key = answer.content["credential"]
        self.stdout.write(f"{key} is revoked" if revoked else f"key     {key}\nsecret  {derive('operator', key)}")
