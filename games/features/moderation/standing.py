"""What is in force about a person, and what follows from it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.features.moderation.models import Decision
from games.pages.notes import Note
from games.play.start import Terms
from games.refusals import Conflict, Forbidden

SHOWN_FOR: Final = timedelta(days=14)
"""So long the first page shows a decision that restricts no one any more."""


def in_force(user_ids: Collection[int], kind: str, now: datetime) -> Decision | None:
    """Return a decision of this kind that restricts one of these people now."""
    found = Decision.objects.filter(user__in=user_ids, kind=kind, undone_at=None)
    return found.filter(Q(until=None) | Q(until__gt=now)).select_related("user").first()


def check_may_speak(user_id: int, now: datetime) -> None:
    """Raise ``Forbidden`` for someone whose messages a moderator has stopped."""
    decision = in_force([user_id], Decision.Kind.MUTE, now)
    if decision is not None:
        raise Forbidden(
            _("A moderator stopped your messages {until}.").format(until=until_words(decision)),
            code="muted",
        )


def check_may_be_rated(terms: Terms, people: Collection[User], now: datetime) -> None:
    """Raise ``Conflict`` where someone may not play rated games now."""
    if not terms.rated:
        return
    decision = in_force([one.pk for one in people], Decision.Kind.UNRATED, now)
    if decision is not None:
        raise Conflict(
            _("{username} can't play rated games {until}.").format(
                username=decision.user.username, until=until_words(decision)
            ),
            code="not_rated",
        )


def until_words(decision: Decision) -> str:
    """Return until when a decision holds, in words: ``until 3 December 2026``."""
    if decision.until is None:
        return _("for good")
    return _("until {day}").format(day=date_format(decision.until, "DATE_FORMAT"))


def decisions_of(user_id: int) -> Sequence[Decision]:
    """Return what was decided about a person and concerns them, newest first."""
    found = Decision.objects.filter(user=user_id).exclude(kind=Decision.Kind.NO_ACTION)
    return list(found.select_related("appeal"))


def recent_decisions(user_id: int, now: datetime) -> QuerySet[Decision]:
    """Return the decisions about a person that the first page speaks of."""
    found = Decision.objects.filter(user=user_id, undone_at=None)
    return found.exclude(kind=Decision.Kind.NO_ACTION).filter(
        Q(until__gt=now) | Q(at__gt=now - SHOWN_FOR)
    )


def notes_of(user_id: int, now: datetime) -> list[Note]:
    """Return what the first page says of recent decisions about the reader."""
    return [Note(_("A moderator made a decision about your account."), "/standing/")]
