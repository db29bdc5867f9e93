"""Somebody's deadlines as a calendar that any program can follow."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from accounts.selectors import is_trusted_still
from games.features.competitions.models import Competition, Shootout
from games.features.competitions.selectors import (
    OwnMatch,
    own_matches,
    seasons_to_confirm,
    shootouts_of,
)
from games.features.competitions.steps.penalties import HAND_IN
from games.models import Game
from games.shown.point_of_view import PointOfView
from notifications.models import CalendarFeed

_SALT: Final = "notifications.calendar"
_SHOWN: Final = timedelta(minutes=30)
"""How long the entry is that ends with the deadline."""
_SPARE: Final = 0.2
"""The share of the time that is left when the alarm rings."""
MOST: Final = 200


def address_of(user: User, holder: str = "") -> str:
    """Return the secret address of a person's calendar.

    One that is read by a program has the program's name in it, as ``Credential.holder`` gives
    it, and shows nothing any more once the person has shut that program out.
    """
    feed, _rest = CalendarFeed.objects.get_or_create(user=user)
    return _address(feed, holder)


def renew_address(user: User, holder: str = "") -> str:
    """Return a new address; whoever knows the old one learns nothing more."""
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
    for own in own_matches(user.pk):
        calendar.add_component(_last_day(own, user))
    for row in shootouts_of(user.pk, now):
        calendar.add_component(_shootout(row, user))
    for season in seasons_to_confirm(user.pk, now):
        calendar.add_component(_season(season, user))
    return bytes(calendar.to_ical())


def _entry(game: Game, user: User) -> Event:
    assert game.deadline is not None, "a game that waits has a deadline"
    view = PointOfView(game, user.pk)
    what, other = _("Formation") if view.is_formation else _("Turn"), view.opponents
    link = f"{settings.SITE_URL}/games/{game.pk}/?from=calendar"
    entry = Event()
    # The same entry for as long as the game lasts: it moves from turn to turn.
    entry.add("uid", f"game-{game.pk}-{user.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", game.updated_at)
    entry.add("last-modified", game.updated_at)
    entry.add("sequence", game.revision)
    entry.add("dtstart", game.deadline - _SHOWN)
    entry.add("dtend", game.deadline)
    entry.add("summary", _("{what} against {other} until then").format(what=what, other=other))
    entry.add("description", f"{view.headline}\n{link}")
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    whole = game.deadline - game.clock_started_at
    for before in (whole * _SPARE, timedelta(hours=1)):
        entry.add_component(
            _alarm(_("{what} against {other}").format(what=what, other=other), before)
        )
    return entry


def _last_day(own: OwnMatch, user: User) -> Event:
    """Return the last day of the round of a match that this person plays in a cup."""
    competition = own.entry.section.competition
    link = f"{settings.SITE_URL}/competitions/{competition.pk}/?from=calendar"
    entry = Event()
    # The same entry for as long as the match or the season lasts: an outage moves it.
    about = f"season-{competition.pk}" if competition.is_league else f"match-{own.match.pk}"
    entry.add("uid", f"{about}-{user.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", own.match.started_at or own.entry.entered_at)
    entry.add("sequence", int(own.ends_at.timestamp()))
    entry.add("dtstart", own.ends_at - _SHOWN)
    entry.add("dtend", own.ends_at)
    ends = _("{name}: the season ends") if competition.is_league else _("{name}: the round ends")
    entry.add("summary", ends.format(name=competition.name))
    entry.add("description", link)
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    entry.add_component(_alarm(competition.name, timedelta(days=3)))
    return entry


def _shootout(row: Shootout, user: User) -> Event:
    """Return until when this person has to choose their penalties."""
    section, name = row.match.section, row.match.name
    path = f"/competitions/{section.competition_id}/{section.key}/matches/{name}/"
    link = f"{settings.SITE_URL}{path}?from=calendar"
    entry = Event()
    entry.add("uid", f"penalties-{row.pk}-{user.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", row.due_at - HAND_IN)
    entry.add("dtstart", row.due_at - _SHOWN)
    entry.add("dtend", row.due_at)
    words = _("{name}: choose your penalties").format(name=section.competition.name)
    entry.add("summary", words)
    entry.add("description", link)
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    entry.add_component(_alarm(words, timedelta(hours=3)))
    return entry


def _season(competition: Competition, user: User) -> Event:
    """Return until when this person has to confirm the next season of a league."""
    link = f"{settings.SITE_URL}/competitions/{competition.pk}/?from=calendar"
    entry = Event()
    entry.add("uid", f"confirm-{competition.pk}-{user.pk}@{urlsplit(settings.SITE_URL).hostname}")
    entry.add("dtstamp", competition.created_at)
    entry.add("dtstart", competition.closes_at - _SHOWN)
    entry.add("dtend", competition.closes_at)
    entry.add("summary", _("{name}: confirm the next season").format(name=competition.name))
    entry.add("description", link)
    entry.add("url", link)
    entry.add("transp", "TRANSPARENT")
    entry.add_component(_alarm(competition.name, timedelta(days=1)))
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
