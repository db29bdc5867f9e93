"""How challenges end: declined, taken back, lapsed, or left by someone who goes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.clock.uptime import acts_until, enforceable_until
from games.models import Challenge, Invitation
from games.play.challenge.invitations import accepted_by, invited_to, is_named, leave_seat
from games.refusals import Conflict
from games.store import happened
from games.store.outbox import NewEvent, record_challenge_events


def leave_challenges(user_id: int, *, now: datetime) -> None:
    """Take back what this person offered and decline what they were offered: they are going."""
    pending = Challenge.objects.filter(status=Challenge.Status.OPEN)
    asked = list(Invitation.objects.filter(user=user_id).values_list("challenge", flat=True))
    mine = pending.filter(Q(challenger=user_id) | Q(opponent=user_id) | Q(pk__in=asked))
    for challenge in mine.order_by("pk").select_for_update():
        if has_lapsed(challenge, now):
            continue
        if challenge.challenger_id == user_id:
            close_as_cancelled(challenge, now)
        elif challenge.opponent_id == user_id or is_named(challenge, user_id):
            close_as_declined(challenge, "", now)
        else:
            leave_seat(challenge, user_id)


def lapse_challenges(now: datetime, limit: int) -> int:
    """Close up to ``limit`` challenges that no one answered in time; return how many."""
    due = (
        Challenge.objects.filter(status=Challenge.Status.OPEN, expires_at__lte=now)
        .order_by("expires_at")
        .select_for_update(skip_locked=True)
    )
    with transaction.atomic():
        found = list(due[:limit])
        # Answered at the time it lapsed, not when it was noticed.
        Challenge.objects.filter(pk__in=[challenge.pk for challenge in found]).update(
            status=Challenge.Status.LAPSED, answered_at=F("expires_at")
        )
        record_challenge_events((challenge, _lapse_of(challenge)) for challenge in found)
    return len(found)


def has_lapsed(challenge: Challenge, now: datetime) -> bool:
    """Close the locked challenge if its time is long over; return whether it is over."""
    is_open = challenge.status == Challenge.Status.OPEN
    ends_at = challenge.expires_at
    is_over = is_open and ends_at <= now and ends_at <= enforceable_until(now)
    if is_over and ends_at <= acts_until(now):
        close(challenge, Challenge.Status.LAPSED, challenge.expires_at)
        record_challenge_events([(challenge, _lapse_of(challenge))])
    return is_over or challenge.status == Challenge.Status.LAPSED


def lapsed() -> Conflict:
    """Return the refusal of an answer that came too late."""
    return Conflict(_("This challenge has expired."), code="challenge_lapsed")


def check_is_open(challenge: Challenge) -> None:
    """Raise ``Conflict`` where a locked challenge was answered already."""
    if challenge.status != Challenge.Status.OPEN:
        raise Conflict(
            _("This challenge is closed: {status}.").format(status=challenge.status),
            code="challenge_closed",
        )


def close(challenge: Challenge, status: Challenge.Status, at: datetime) -> None:
    """Write down what became of a locked challenge."""
    challenge.status = status
    challenge.answered_at = at
    challenge.save(update_fields=["status", "answered_at", "game", "decline_reason"])


def close_as_declined(challenge: Challenge, reason: str, now: datetime) -> None:
    """Decline a locked challenge for all who were asked, and notify those who had accepted."""
    challenge.decline_reason = reason
    close(challenge, Challenge.Status.DECLINED, now)
    why: happened.OwnDeclined = {"reason": reason or None}
    record_challenge_events(
        (challenge, happened.CHALLENGE_DECLINED(now, [user_id], why))
        for user_id in [challenge.challenger_id, *accepted_by(challenge)]
    )


def close_as_cancelled(challenge: Challenge, now: datetime) -> None:
    """Take a locked challenge back; one to no one in particular concerns no one else."""
    close(challenge, Challenge.Status.CANCELLED, now)
    record_challenge_events(
        (challenge, happened.CHALLENGE_CANCELLED(now, [user_id], {}))
        for user_id in invited_to(challenge)
    )


def _lapse_of(challenge: Challenge) -> NewEvent:
    """Return the event that shows all, for none of them did it."""
    everyone = [challenge.challenger_id, *invited_to(challenge)]
    return happened.CHALLENGE_LAPSED(challenge.expires_at, everyone, {})
