"""The audit's figures for monitoring, which knows nothing of the audit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from prometheus_client import Metric

from audit.models import Verdict
from audit.watch import CHAINS
from wagering.project.monitoring.gauges import gauge


def chains() -> Iterator[Metric]:
    """The last verdict on the hash chains and how old it is; nothing before the first."""
    verdict = Verdict.objects.filter(pk=CHAINS).first()
    if verdict is not None:
        now = datetime.now(UTC)
        yield gauge("chains_good", "1: every hash fits, 0: the log is damaged.", float(verdict.good))
        yield gauge(
            "chains_verified_age_seconds", "Since new events were last verified.", (now - verdict.at).total_seconds()
        )
        yield gauge(
            "chains_verified_whole_age_seconds",
            "Since the whole log was last verified.",
            (now - verdict.whole_at).total_seconds(),
        )
