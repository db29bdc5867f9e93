"""Looking for a live game: the player nearest in rating is the other.

A seek is a row that lives for as long as its maker shows signs of life. A new seek is paired
immediately with a near one; every two seconds a worker compares all seeks, because windows widen. A
lock of the pool lets one pair at a time, and seeks that were paired are gone with the same commit.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Abs
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from config.http.errors.refusals import Refusal
from games.clock.live import Live
from games.features.live.api.shapes import Offer
from games.features.live.models import Seek
from games.features.live.pairing import sorted_by_kind
from games.features.live.rests import check_may_seek
from games.models import Block, LivePlayer
from games.play.challenge.checks import check_agreement
from games.play.challenge.live import agree_live, check_is_free, pair
from games.play.seating import running_live
from games.play.start import Terms, ratings_of
from games.refusals import Forbidden, Invalid
from games.rules import registry
from games.store import selectors
from games.store.locking import hold_pool, try_hold_pool

WINDOW: Final = 100
"""So far the rating of the other may be away at first."""
WIDER: Final = 50
"""So much farther after each ``WIDENS`` seconds."""
WIDENS: Final = timedelta(seconds=5)
OFFERS_AFTER: Final = timedelta(seconds=30)
"""After so long something else is offered: a bot now, or the same by correspondence."""
GONE_AFTER: Final = timedelta(seconds=15)
"""A seek whose maker has shown no sign of life for so long is no more."""
UNRATED: Final = 1500
MOST_AT_ONCE: Final = 10
"""Matches begun in one transaction: a new seek waits for no more than these."""
MOST_TRIED: Final = 5
"""Opponents of a new seek that are tried; more than one only if a game cannot be begun."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Looking:
    """The state of someone's search."""

    seek: Seek | None
    game_id: str | None
    """The live game that they play."""

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
    """Look for a game, or continue looking; the same again is a sign of life.

    Raises ``Invalid`` for terms that are not played, ``Conflict`` for someone who plays already,
    and the refusal of who has to wait.
    """
    agreed = agree_live(Terms(ruleset=known_ruleset(ruleset), live=live or {}, rated=rated))
    terms = dict(agreed.live or {})
    if user.is_guest:
        raise not_for_guests()
    if user.is_family:
        raise Forbidden(_("In family mode, you play with friends only."), code="friends_only")
    check_is_free(user)
    check_may_seek(user, now)
    # What no one could agree on with this person is refused now; they would wait in vain.
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
    if _is_noted(user, asked, now):
        return look(user, now)
    with transaction.atomic():
        # Two tabs of one person, and anyone who pairs them meanwhile, come one after the other.
        hold_pool()
        if running_live(user.pk) is None:
            _pair_one(_note(user, asked, now), now)
    return look(user, now)


def _is_noted(user: User, asked: Mapping[str, Any], now: datetime) -> bool:
    """Return whether someone looks for just this already: then nothing has to be paired."""
    same = {name: value for name, value in asked.items() if name != "seen_at"}
    return Seek.objects.filter(user=user, seen_at__gte=now - GONE_AFTER, **same).exists()


def _note(user: User, asked: Mapping[str, Any], now: datetime) -> Seek:
    """Write down what someone looks for; a search for something else begins to wait again."""
    _forget_silent(user, now)
    known = Seek.objects.filter(user=user).first()
    if known is not None and (known.ruleset, known.live) != (asked["ruleset"], asked["live"]):
        known.delete()
    first = {**asked, "made_at": now}
    return Seek.objects.update_or_create(user=user, defaults=asked, create_defaults=first)[0]


def known_ruleset(key: str) -> str:
    """Return the key of a game that is played here; raises ``Invalid``."""
    if key not in registry.all_keys():
        raise Invalid(_("We don't have a game with this name."), field="ruleset", code="unknown")
    return key


def look(user: User, now: datetime) -> Looking:
    """Return the state of someone's search; to ask is a sign of life."""
    _forget_silent(user, now)
    Seek.objects.filter(user=user).update(seen_at=now)
    return Looking(Seek.objects.filter(user=user).first(), running_live(user.pk))


def _forget_silent(user: User, now: datetime) -> None:
    """Forget the seek of someone who has shown no sign of life for so long."""
    Seek.objects.filter(user=user, seen_at__lt=now - GONE_AFTER).delete()


def stop(user: User) -> None:
    """Look no more; again changes nothing."""
    Seek.objects.filter(user=user).delete()


def window_of(seek: Seek, now: datetime) -> int:
    """Return how far the rating of the other may be away by now."""
    return WINDOW + WIDER * max(int((now - seek.made_at) / WIDENS), 0)


def pair_all(now: datetime) -> int:
    """Pair up to ``MOST_AT_ONCE`` pairs of seeks; return how many games began.

    1. One at a time: if another pairs at this moment, there is nothing to do here.
    2. Seeks without a sign of life go, and those of players who are in a live game by now.
    3. The seek that has waited longest chooses first: the nearest rating that fits (``pairing``).
    """
    with transaction.atomic():
        if not try_hold_pool():
            return 0
        playing = LivePlayer.objects.values("user")
        Seek.objects.filter(Q(seen_at__lt=now - GONE_AFTER) | Q(user__in=playing)).delete()
        waiting = list(Seek.objects.order_by("made_at", "pk"))
        if len(waiting) < 2:
            return 0
        strangers = _blocked(waiting)
        paired: set[int] = set()
        begun = 0
        for one, kind in sorted_by_kind(waiting, lambda seek: window_of(seek, now)):
            if one.seek.pk in paired:
                continue
            for other in kind.fitting(one):
                both = (one.seek.pk, other.seek.pk)
                if other.seek.pk in paired or both in strangers or not _start(*both, now):
                    continue
                paired.update(both)
                begun += 1
                break
            if begun == MOST_AT_ONCE:
                break
        return begun


def _pair_one(mine: Seek, now: datetime) -> None:
    """Pair a new seek immediately if an opponent is within the window that every seek has.

    The others have been compared with each other before. Called while the pool is held.
    """
    blocks = Block.objects.filter(
        Q(user=mine.user_id, blocked=OuterRef("user"))
        | Q(user=OuterRef("user"), blocked=mine.user_id)
    )
    window = Q(rating__range=(mine.rating - WINDOW, mine.rating + WINDOW))
    if mine.least is not None:
        window &= Q(rating__gte=mine.least)
    if mine.most is not None:
        window &= Q(rating__lte=mine.most)
    fitting = (
        Seek.objects.filter(
            window,
            Q(least=None) | Q(least__lte=mine.rating),
            Q(most=None) | Q(most__gte=mine.rating),
            ~Exists(blocks),
            ruleset=mine.ruleset,
            live=mine.live,
            rated=mine.rated,
            is_bot=mine.is_bot,
            seen_at__gte=now - GONE_AFTER,
        )
        .exclude(pk=mine.pk)
        .exclude(user__in=LivePlayer.objects.values("user"))
    )
    by_distance = fitting.order_by(Abs(F("rating") - mine.rating), "made_at", "pk")
    for other in by_distance.values_list("pk", flat=True)[:MOST_TRIED]:
        if _start(mine.pk, other, now):
            return


def _blocked(seeks: Sequence[Seek]) -> set[tuple[int, int]]:
    """Return the pairs of people of whom one blocks the other, each both ways."""
    people = [seek.user_id for seek in seeks]
    blocks = Block.objects.filter(Q(user__in=people) & Q(blocked__in=people))
    found = set(blocks.values_list("user_id", "blocked_id"))
    return found | {(blocked, user) for user, blocked in found}


def _start(first: int, second: int, now: datetime) -> bool:
    """Begin the game of two seeks and delete them; return whether it could be begun."""
    try:
        with transaction.atomic():
            # A seeker who asks how it is at this moment is waited for.
            rows = Seek.objects.select_for_update(of=("self",)).filter(pk__in=(first, second))
            found = list(rows.select_related("user").order_by("made_at", "pk"))
            if len(found) < 2:
                return False
            one, other = found
            pair(one.user, other.user, ruleset=one.ruleset, live=one.live, rated=one.rated, now=now)
            Seek.objects.filter(pk__in=(first, second)).delete()
    except Refusal as refusal:
        # One of them plays already, or has left: that seek goes when its maker is gone.
        logger.info("%s and %s were not paired: %s", first, second, refusal.code)
        return False
    return True


def _rating_of(ruleset: str, user_id: int) -> int:
    """Return what someone is rated live, else by correspondence, as far as others may know."""
    found = ratings_of(ruleset, [user_id], pace=Live.pace) or ratings_of(ruleset, [user_id])
    return int(found.get(user_id, UNRATED))


def offers_to(seek: Seek, now: datetime) -> list[Offer]:
    """Return what someone may have instead who has waited for long: bodies of challenges."""
    if now - seek.made_at < OFFERS_AFTER:
        return []
    game = {"ruleset": seek.ruleset}
    robots: list[Offer] = [
        {"kind": "robot", "challenge": {**game, "opponent": house.user.username, "live": seek.live}}
        for house in selectors.house_robots(seek.ruleset)[:1]
    ]
    return [*robots, {"kind": "post", "challenge": {**game, "opponent": None}}]
