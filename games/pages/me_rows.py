"""Lines and figures of the page about the reader that come from games."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.pages.me import Number, Row
from games.models import Friend
from games.play import leaves
from games.shown.statistics import record_of


def finished_games(user: User, now: datetime) -> Row:
    """Return the line of a player's finished games."""
    path = f"/players/{user.username}/games/"
    return Row("film", _("Your games"), path, _("Finished, with goals and replays"))


def profile(user: User, now: datetime) -> Row:
    """Return the line of the page that others see."""
    words = _("Your page, as others see it")
    return Row("chart", _("Statistics and ratings"), f"/players/{user.username}/", words)


def vacation(user: User, now: datetime) -> Row:
    """Return the line of the vacation, with the days left."""
    n = leaves.days_left(user, now)
    words = ngettext("{n} vacation day left", "{n} vacation days left", n).format(n=n)
    return Row("clock", _("Vacation"), "/settings/leaves/", words)


def people(user: User, now: datetime) -> Row | None:
    """Return the line of friends, blocked players and family mode."""
    if user.is_guest:
        return None
    n = Friend.objects.filter(user=user).count()
    words = ngettext("{n} friend", "{n} friends", n).format(n=n) if n else _("Find players")
    if user.is_family:
        words = _("Family mode is on")
    return Row("people", _("Friends"), "/people/", words)


def games_played(user: User, now: datetime) -> Sequence[Number]:
    """Return how many games someone has finished, and how many of them they have won."""
    record = record_of(user.pk)
    if not record.games:
        return ()
    played = ngettext("game", "games", record.games)
    return Number(str(record.games), played), Number(str(record.won), _("won"))
