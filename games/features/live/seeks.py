"""Looking for a live match: whoever is nearest in rating is the other.

A seek stands in the database and lives for as long as its maker shows signs of life. Pairing is
done with each new seek, and every two seconds by whichever worker comes by, for windows widen; a
lock of the pool lets one pair at a time, and what was paired is gone with the same commit.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.live.models import LivePlayer, Seek
from games.features.live.rests import check_may_seek
from games.models import Block
from games.play.challenge.agreements import check_agreement
from games.play.challenge.live import agree_live, check_is_free, pair
from games.play.seating import running_live
from games.play.start import Terms
from games.refusals import Invalid
from games.rules import registry
from games.store import selectors
from games.store.locking import hold_pool

WINDOW: Final = 100
"""So far the rating of the other may lie away at first."""
WIDER: Final = 50
"""So much farther after each ``WIDENS`` seconds."""
WIDENS: Final = timedelta(seconds=5)
OFFERS_AFTER: Final = timedelta(seconds=30)
"""After so long something else is offered: a robot now, or the same by post."""
GONE_AFTER: Final = timedelta(seconds=15)
"""A seek whose maker has shown no sign of life for so long is no more."""
UNRATED: Final = 1500

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Looking:
    """How it stands with somebody's search."""

    seek: Seek | None
    game_id: str | None
    """The live match that they play."""

    @property
    def state(self) -> str:
        """``playing``, ``seeking`` or ``off``."""
        if self.game_id is not None:
            return "playing"
        return "seeking" if self.seek is not None else "off"


def begin(
    user: User,
    ruleset: str,
    live: Mapping[str, Any] | None,
    *,
    rated: bool = False,
    least: int | None = None,
    most: int | None = None,
    now: datetime,
) -> Looking:
    """Look for a match, or go on looking; the same again is a sign of life.

    Raises ``Invalid`` for terms that are not played, ``Conflict`` for somebody who plays already,
    and the refusal of who has to wait.
    """
    agreed = agree_live(Terms(ruleset=known_ruleset(ruleset), live=live or {}, rated=rated))
    terms = dict(agreed.live or {})
    if user.is_guest:
        raise not_for_guests()
    check_is_free(user)
    check_may_seek(user, now)
    # What nobody could agree on with this person is refused now; they would wait in vain.
    check_agreement(agreed, [user], now)
    asked = {
        "ruleset": ruleset,
        "live": terms,
        "rated": rated,
        "is_bot": user.is_bot,
        "least": least,
        "most": most,
        "rating": _rating_of(ruleset, user.pk),
        "seen_at": now,
    }
    with transaction.atomic():
        # Two tabs of one person, and whoever pairs them meanwhile, come one after the other.
        hold_pool()
        if running_live(user.pk) is None:
            _note(user, asked, now)
    pair_all(now)
    return look(user, now)


def _note(user: User, asked: Mapping[str, Any], now: datetime) -> None:
    """Write down what somebody looks for; who looks for something else begins to wait anew."""
    known = Seek.objects.filter(user=user).first()
    if known is not None and (known.ruleset, known.live) != (asked["ruleset"], asked["live"]):
        known.delete()
    first = {**asked, "made_at": now}
    Seek.objects.update_or_create(user=user, defaults=asked, create_defaults=first)


def known_ruleset(key: str) -> str:
    """Return the key of a game that is played here; raises ``Invalid``."""
    if key not in registry.all_keys():
        raise Invalid(_("There is no game of that name here."), field="ruleset", code="unknown")
    return key


def look(user: User, now: datetime) -> Looking:
    """Return how it stands with somebody's search; to ask is a sign of life."""
    Seek.objects.filter(user=user).update(seen_at=now)
    return Looking(Seek.objects.filter(user=user).first(), running_live(user.pk))


def stop(user: User) -> None:
    """Look no more; again changes nothing."""
    Seek.objects.filter(user=user).delete()


def window_of(seek: Seek, now: datetime) -> int:
    """Return how far the rating of the other may lie away by now."""
    return WINDOW + WIDER * max(int((now - seek.made_at) / WIDENS), 0)


def pair_all(now: datetime) -> int:
    """Pair whoever can be paired; return how many matches began.

    1. One at a time: whoever comes second waits, and finds what is left.
    2. Seeks without a sign of life go, and those of people who play by now.
    3. Who has waited longest chooses first: the nearest rating among those whom both windows hold.
    """
    with transaction.atomic():
        hold_pool()
        playing = LivePlayer.objects.values("user")
        Seek.objects.filter(Q(seen_at__lt=now - GONE_AFTER) | Q(user__in=playing)).delete()
        # Whoever is just giving a sign of life is waited for: passed over, nobody would come again
        # before the next round.
        rows = Seek.objects.select_for_update(of=("self",))
        waiting = list(rows.select_related("user").order_by("made_at", "pk"))
        if len(waiting) < 2:
            return 0
        strangers = _blocked(waiting)
        begun = 0
        while waiting:
            seek = waiting.pop(0)
            fitting = [one for one in waiting if _fit(seek, one, strangers, now)]
            fitting.sort(key=lambda one: abs(one.rating - seek.rating))
            for other in fitting:
                if _start(seek, other, now):
                    waiting.remove(other)
                    begun += 1
                    break
        return begun


def _fit(one: Seek, other: Seek, strangers: set[tuple[int, int]], now: datetime) -> bool:
    """Return whether two look for the same, and for each other."""
    if _sought(one) != _sought(other):
        return False
    if (one.user_id, other.user_id) in strangers:
        return False
    apart = abs(one.rating - other.rating)
    if apart > min(window_of(one, now), window_of(other, now)):
        return False
    return _takes(one, other) and _takes(other, one)


def _sought(seek: Seek) -> tuple[Any, ...]:
    """Return what two must have in common to meet."""
    return seek.ruleset, seek.live, seek.rated, seek.is_bot


def _takes(one: Seek, other: Seek) -> bool:
    """Return whether the rating of the other is one that this person asked for."""
    is_enough = one.least is None or other.rating >= one.least
    return is_enough and (one.most is None or other.rating <= one.most)


def _blocked(seeks: Sequence[Seek]) -> set[tuple[int, int]]:
    """Return the pairs of people of whom one blocks the other, each both ways."""
    people = [seek.user_id for seek in seeks]
    blocks = Block.objects.filter(Q(user__in=people) & Q(blocked__in=people))
    found = set(blocks.values_list("user_id", "blocked_id"))
    return found | {(blocked, user) for user, blocked in found}


def _start(one: Seek, other: Seek, now: datetime) -> bool:
    """Begin the match of two and forget their seeks; return whether it could be begun."""
    try:
        with transaction.atomic():
            pair(one.user, other.user, ruleset=one.ruleset, live=one.live, rated=one.rated, now=now)
            Seek.objects.filter(user__in=(one.user_id, other.user_id)).delete()
    except Refusal as refusal:
        # One of them plays already, or has left: that seek goes when its maker is gone.
        logger.info("%s and %s were not paired: %s", one.user_id, other.user_id, refusal.code)
        return False
    return True


def _rating_of(ruleset: str, user_id: int) -> int:
    """Return what somebody is rated live, else by post, as far as others may know."""
    find = import_string(settings.GAME_RATINGS)
    found = find(ruleset, [user_id], is_live=True) or find(ruleset, [user_id])
    return int(found.get(user_id, UNRATED))


def offers_to(seek: Seek, now: datetime) -> list[dict[str, Any]]:
    """Return what somebody may have instead who has waited for long: bodies of challenges."""
    if now - seek.made_at < OFFERS_AFTER:
        return []
    game = {"ruleset": seek.ruleset}
    robots = [
        {"kind": "robot", "challenge": {**game, "opponent": house.user.username, "live": seek.live}}
        for house in selectors.house_robots(seek.ruleset)[:1]
    ]
    return [*robots, {"kind": "post", "challenge": {**game, "opponent": None}}]
