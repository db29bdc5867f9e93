"""Periodic work about people and their requests."""

from __future__ import annotations

import logging

import redis
from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from oauth2_provider.models import clear_expired

from accounts import idempotency, mail
from accounts.services import deletion, guests, own_data, tokens

logger = logging.getLogger(__name__)

_SECONDS = 25.0
"""How long one task runs; well below its time limit."""


@shared_task
def forget_idempotent_requests() -> int:
    """Return how many stored answers were deleted because their 24 hours are over."""
    return idempotency.forget_old(timezone.now())


@shared_task
def compact_broker() -> bool:
    """Let the broker write its file again, without what has gone; return whether it agreed.

    Its append-only file keeps all that ever was in a queue until it is written again.
    """
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5) as broker:
            broker.bgrewriteaof()
    except redis.ResponseError as error:
        # One that is managed elsewhere forbids it, and one that writes at this moment declines.
        logger.info("the broker does not write its file anew: %s", error)
        return False
    return True


@shared_task
def forget_dead_tokens() -> None:
    """Delete what no one can use any more: expired tokens, codes and families, and sessions."""
    clear_expired()
    tokens.forget_dead(timezone.now())
    call_command("clearsessions")
    living = Session.objects.values("session_key")
    UserSession.objects.exclude(session_key__in=living).delete()


@shared_task
def forget_guests() -> int:
    """Return how many guests were deleted whom no one has put a name to."""
    return guests.forget_old(timezone.now(), _SECONDS)


@shared_task
def clear_deleted_accounts() -> int:
    """Return of how many deleted accounts nothing is left now."""
    return deletion.clear_waiting(timezone.now(), _SECONDS)


@shared_task(soft_time_limit=100, time_limit=110)
def make_data_exports() -> int:
    """Return how many copies of people's own data were made."""
    now = timezone.now()
    own_data.forget_old(now)
    return own_data.make_due(now)


@shared_task
def send_mails() -> int:
    """Return how many emails about accounts were handed over."""
    return mail.send_due(timezone.now())
