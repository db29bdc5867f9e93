"""Someone's deadlines as a calendar that any program can follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from accounts.selectors import is_trusted_still
from config.features import Hook
from games.models import Game
from games.shown import feeds
from games.shown.point_of_view import PointOfView
from notifications.models import CalendarFeed

_SALT: Final = "notifications.calendar"
_SHOWN: Final = timedelta(minutes=30)
"""How long the entry is."""
_SPARE: Final = 0.2
"""The share of the time that is left when the alarm rings."""
MOST: Final = 200
ENTRIES: Final[Hook[Callable[[User, datetime], Iterable[Event]]]] = Hook()
"""Returns what features add to a player's calendar."""


def address_of(user: User, holder: str = "") -> str:
    """Return the secret address of a person's calendar.

    One that is read by a program has the program's name in it, as ``Credential.holder`` gives
    it, and shows nothing any more once the person has shut that program out.
    """
    feed, _rest = CalendarFeed.objects.get_or_create(user=user)
    return _address(feed, holder)


def feed_address_of(user: User) -> str:
    """Return the secret address of a feed of a person's turns: the same key in another form."""
    secret = address_of(user).rpartition("/")[2].removesuffix(".ics")
    return f"{settings.SITE_URL}/calendar/{secret}.atom"


def renew_address(user: User, holder: str = "") -> str:
    """Return a new address; anyone who knows the old one learns nothing more."""
    with transaction.atomic():
        CalendarFeed.objects.get_or_create(user=user)
        CalendarFeed.objects.filter(user=user).update(version=F("version") + 1)
    return address_of(user, holder)


def find_owner(secret: str, now: datetime) -> User | None:
    """Return whose calendar has this secret, or None."""
    try:
        user_id, version, *holder = signing.Signer(salt=_SALT).unsign(secret).split(".")
    except (signing.BadSignature, ValueError):
        return None
    feed = CalendarFeed.objects.filter(user=int(user_id), version=int(version))
    found = feed.select_related("user").filter(user__is_active=True, user__deleted_at__isnull=True)
    first = found.first()
    if first is None or not is_trusted_still(first.user, "".join(holder), now):
        return None
    return first.user


def write_calendar(user: User, now: datetime) -> bytes:
    """Return the deadlines of the games that wait for this person, as iCalendar (RFC 5545)."""
    calendar = Calendar()
    calendar.add("prodid", "-//Chess Eleven by post//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Chess Eleven")
    calendar.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT15M")
    for game in Game.objects.with_seats().awaiting(user.pk)[:MOST]:
        calendar.add_component(_entry(game, user))
    for entries in ENTRIES:
        for entry in entries(user, now):
            calendar.add_component(entry)
    return bytes(calendar.to_ical())


def write_feed(user: User, address: str) -> Atom1Feed:
    """Return the games that wait for this person as a feed, the newest first."""
    title = _("Your turns at Chess Eleven by post")
    feed = Atom1Feed(title, f"{settings.SITE_URL}/", "", feed_url=address)
    games = Game.objects.with_seats().awaiting(user.pk)[:MOST]
    for game in sorted(games, key=lambda one: one.updated_at, reverse=True):
        feeds.add_game(feed, game, PointOfView(game, user.pk).page_title, user.pk)
    return feed


def _entry(game: Game, user: User) -> Event:
    assert game.deadline is not None, "a game that waits has a deadline"
    view = PointOfView(game, user.pk)
    what, other = _("Formation") if view.is_formation else _("Turn"), view.opponents
    whole = game.deadline - game.clock_started_at
    entry = deadline_entry(
        # The same entry for as long as the game lasts: it moves from turn to turn.
        f"game-{game.pk}-{user.pk}",
        game.deadline,
        words=_("{what} against {other} due").format(what=what, other=other),
        path=f"/games/{game.pk}/",
        about=view.headline,
        alarm=_("{what} against {other}").format(what=what, other=other),
        before=(whole * _SPARE, timedelta(hours=1)),
        stamp=game.updated_at,
        sequence=game.revision,
    )
    entry.add("last-modified", game.updated_at)
    return entry


def deadline_entry(
    uid: str,
    ends_at: datetime,
    *,
    words: str,
    path: str,
    alarm: str,
    before: Sequence[timedelta],
    stamp: datetime,
    about: str = "",
    sequence: int | None = None,
) -> Event:
    """Return the entry; ``before`` says how long before its end the alarm rings."""
    link = f"{settings.SITE_URL}{path}?from=calendar"
    entry = Event()
    entry.add("uid", f"{uid}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", stamp)
    if sequence is not None:
        entry.add("sequence", sequence)
    entry.add("dtstart", ends_at - _SHOWN)
    entry.add("dtend", ends_at)
    entry.add("summary", words)
    entry.add("description", f"{about}\n{link}" if about else link)
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    for time in before:
        entry.add_component(_alarm(alarm, time))
    return entry


def _alarm(words: str, before: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", words)
    alarm.add("trigger", -timedelta(seconds=round(before.total_seconds())), {"RELATED": "END"})
    return alarm


def _address(feed: CalendarFeed, holder: str) -> str:
    parts = [str(feed.user_id), str(feed.version), holder]
    secret = signing.Signer(salt=_SALT).sign(".".join(filter(None, parts)))
    return f"{settings.SITE_URL}/api/v1/calendar/{secret}.ics"
