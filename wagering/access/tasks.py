"""The Celery task that forgets what nobody needs any more."""

from celery import shared_task

from wagering.access.authentication import forget_nonces
from wagering.api import throttle


@shared_task(name="access.forget", ignore_result=True)
def forget() -> None:
    """Nonces that would not be believed any more, buckets that are full."""
    forget_nonces()
    throttle.forget()
