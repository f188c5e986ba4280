"""Celery tasks about rounds: each only looks for work in the database."""

from celery import shared_task

from wagering.rounds.waking import pay_decided


@shared_task(name="rounds.pay_decided", ignore_result=True)
def pay() -> None:
    """Finish the payments of decided rounds."""
    pay_decided()
