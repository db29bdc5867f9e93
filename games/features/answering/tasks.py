"""Answering emails that were left, and forgetting old ones."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.features.answering import replies


@shared_task(name="games.answering.tasks.answer_mails")
def answer_mails() -> int:
    """Answer emails that no one has answered when they came; return how many there were."""
    return replies.answer_waiting()


@shared_task(name="games.answering.tasks.forget_mails")
def forget_mails() -> int:
    """Return how many old emails were deleted."""
    return replies.forget_old(timezone.now())
