"""House bots where people are missing: they take the free seats of a challenge that is open."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.models import Challenge
from games.play.challenge.challenges import take_seat
from games.play.challenge.checks import check_robots_have_time
from games.play.challenge.ends import has_lapsed, lapsed
from games.play.challenge.invitations import keep_seats, seats_of
from games.refusals import Conflict, Forbidden, Invalid, NotFound
from games.store import selectors
from games.store.locking import lock_challenge

logger = logging.getLogger(__name__)


def let_robots_in(
    user: User, challenge_id: str, *, strength: str | None = None, now: datetime
) -> Challenge:
    """Let house bots take the free seats of your own challenge and return it.

    The first is the one of this strength, or the weakest; more come in the order of strength.
    Asking again changes nothing. Raises ``NotFound``, ``Forbidden``, ``Invalid`` and ``Conflict``.

    1. They are invited by name, in one transaction.
    2. Each accepts. What goes wrong with that is done again with the bots' next look at all that
       they are invited to.
    """
    came = _invite(user, challenge_id, strength, now)
    for robot in came:
        try:
            take_seat(robot, challenge_id, now=now)
        except Refusal as refusal:
            logger.info("challenge %s: the robot did not take its seat: %s", challenge_id, refusal)
    return selectors.find_challenge(challenge_id, user.pk)


def _invite(user: User, challenge_id: str, strength: str | None, now: datetime) -> list[User]:
    with transaction.atomic():
        challenge = lock_challenge(challenge_id)
        if challenge.challenger_id != user.pk:
            if not challenge.concerns(user.pk):
                raise NotFound(_("This challenge doesn't exist."))
            raise Forbidden(_("Only the challenger can add bots."), code="not_yours")
        if not has_lapsed(challenge, now):
            return _fill(user, challenge, strength, now)
    raise lapsed()


def _fill(user: User, challenge: Challenge, strength: str | None, now: datetime) -> list[User]:
    """Name bots for the free seats of a locked challenge and return them."""
    houses = selectors.house_robots(challenge.ruleset)
    if strength is not None and not any(house.strength == strength for house in houses):
        raise Invalid(
            _("No house bot of that strength plays this game."),
            field="strength",
            code="unknown_choice",
        )
    if challenge.status == Challenge.Status.ACCEPTED or _free(challenge) == 0:
        return []
    if challenge.status != Challenge.Status.OPEN:
        raise Conflict(
            _("This challenge is closed: {status}.").format(status=challenge.status),
            code="challenge_closed",
        )
    seated = {seat.user_id for seat in seats_of(challenge)} if challenge.is_for_several else set()
    houses.sort(key=lambda house: house.strength != strength)
    coming = [house.user for house in houses if house.user_id not in seated][: _free(challenge)]
    if not coming:
        raise Forbidden(_("No house bot is free for this game."), code="challenge_not_taken")
    check_robots_have_time(user, coming, now)
    if challenge.is_for_several:
        keep_seats(challenge, coming)
    else:
        challenge.opponent = coming[0]
        challenge.save(update_fields=["opponent"])
    return coming


def _free(challenge: Challenge) -> int:
    """Return how many seats anyone may take."""
    if challenge.is_for_several:
        return challenge.seats_free
    return int(challenge.opponent_id is None)
