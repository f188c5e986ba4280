"""The Celery task that verifies the chains."""

from celery import shared_task

from audit.watch import watch


@shared_task(name="audit.watch")
def watch_chains() -> None:
    """Verifies what is new, and keeps the verdict."""
    watch()
