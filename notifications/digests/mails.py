"""The mails by the clock as they travel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.http.site import domain
from notifications import unsubscribe
from notifications.channels.email_message import (
    PICTURE,
    PicturedMail,
    headers,
    inline,
    link_to,
    write_letter,
)
from notifications.digests.daily import Daily
from notifications.digests.puzzle import PuzzleOfDay
from notifications.digests.weekly import Weekly
from notifications.message.picture import WIDTH
from notifications.models import Digest
from notifications.vocabulary import Period


def write_daily(digest: Digest, daily: Daily, address: str) -> PicturedMail:
    """Return the daily mail."""
    n = len(daily.waiting) + daily.more
    title = ngettext("{n} game waits for you", "{n} games wait for you", n).format(n=n)
    if not n:
        n = len(daily.news)
        title = ngettext("{n} game: what happened", "{n} games: what happened", n).format(n=n)
    more = ""
    if daily.more:
        more = ngettext(
            "{n} more game waits.", "{n} more games wait.", daily.more
        ).format(n=daily.more)  # fmt: skip
    shown = {
        "waiting": [(one, link_to(one.words)) for one in daily.waiting],
        "more": more,
        "games_link": _link("/games/"),
        "items": [(words, link_to(words)) for words in daily.news],
        "lines": daily.lines,
    }
    return _write("digest", title, shown, digest, address)


def write_weekly(digest: Digest, weekly: Weekly, address: str) -> PicturedMail:
    """Return the weekly mail."""
    title = _("Your week on Chess Eleven by post")
    shown = {
        "weekly": weekly,
        "results": [(one.told, _link(one.path)) for one in weekly.results],
        "best_link": _link(weekly.best_path),
    }
    return _write("weekly", title, shown, digest, address, weekly.picture)


def write_puzzle(digest: Digest, daily: PuzzleOfDay, address: str) -> PicturedMail:
    """Return the mail with the puzzle of the day."""
    title = _("Puzzle of the day: {kind}").format(kind=daily.kind)
    shown = {"puzzle": daily, "link": _link(reverse("puzzle", args=[daily.puzzle_id]))}
    return _write("puzzle", title, shown, digest, address, daily.picture)


def _write(
    template: str,
    title: str,
    shown: Mapping[str, Any],
    digest: Digest,
    address: str,
    picture: bytes | None = None,
) -> PicturedMail:
    """Return the mail of a template with what all of these mails have."""
    stop = unsubscribe.address_for(digest.user_id, Period(digest.period))
    common = {
        "title": title,
        "picture": PICTURE if picture else "",
        "picture_width": WIDTH,
        "name": digest.user.username,
        "stop": stop,
    }
    mail = write_letter(template, title, {**shown, **common}, digest.user, address)
    mail.extra_headers |= headers(_message_id(digest), stop)
    if picture:
        mail.attach(inline(picture))
    return mail


def _link(path: str) -> str:
    return f"{settings.SITE_URL}{path}?from=mail"


def _message_id(digest: Digest) -> str:
    """Return the same id however often this mail is sent: a repeat is seen as one."""
    return f"<{digest.period}-{digest.pk}@{domain()}>"
