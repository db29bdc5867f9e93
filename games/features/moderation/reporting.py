"""Reporting a player: bounded, and the same thing once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.features.moderation.models import Decision, Report
from games.models import Game, Player
from games.play.watching import watch_game
from games.refusals import Conflict, Invalid, NotFound
from games.store.locking import hold_person
from games.store.people import find_player

MOST_A_DAY: Final = 10
COUNTS_AGAIN_AFTER: Final = timedelta(days=7)
"""How long after a report was decided the same thing isn't reported again."""
KEPT_FOR: Final = timedelta(days=730)
"""Reports, decisions that hold no longer, and appeals are deleted after two years."""


def report(
    user: User,
    username: str,
    reason: str,
    *,
    game_id: str | None = None,
    turn: int | None = None,
    text: str = "",
    now: datetime,
) -> Report:
    """Return the report of a player; the same reason about the same person and game is one report.

    It is that while the report waits for a moderator and for a week after. Raises ``Invalid``,
    ``NotFound``, ``Conflict``, and the refusal of guests.
    """
    if user.is_guest:
        raise not_for_guests()
    game = watch_game(game_id, now, user.pk) if game_id else None
    about = _find(user, username, game)
    if about.pk == user.pk:
        raise Invalid(_("You can't report yourself."), field="about", code="self")
    if game is not None and turn is not None and not 0 < turn <= game.next_turn:
        raise Invalid(_("This turn isn't in the game."), field="turn", code="out_of_range")
    with transaction.atomic():
        # Held, so that many at the same time count as many.
        hold_person(user.pk)
        same = {"about": about, "place": game.pk if game else "", "reason": reason}
        is_recent = Q(closed_at=None) | Q(closed_at__gt=now - COUNTS_AGAIN_AFTER)
        if known := Report.objects.filter(is_recent, reporter=user, **same).first():
            return known
        today = Report.objects.filter(reporter=user, created_at__gt=now - timedelta(days=1))
        if today.count() >= MOST_A_DAY:
            raise Conflict(
                _("You've made {most} reports today. Wait until tomorrow.").format(most=MOST_A_DAY),
                code="too_many_reports",
            )
        return Report.objects.create(
            reporter=user, game=game, turn=turn, text=text.strip(), created_at=now, **same
        )


def _find(user: User, username: str, game: Game | None) -> User:
    """Return who is reported: a player of the game, else someone the reporter may see."""
    if game is None:
        try:
            return find_player(username, viewer=user.pk)
        except NotFound as error:
            raise Invalid(error.detail, field="about", code="unknown") from error
    for seat in game.seats:
        if seat.username.lower() == username.lower():
            return User.objects.get(pk=seat.user_id)
    raise Invalid(_("This player isn't in the game."), field="about", code="unknown")


def known_as(reports: Iterable[Report]) -> dict[int, str]:
    """Return under what name the reporter knows the player, for each report.

    A game may hide who plays it. There it is the name on the seat, never the username.
    """
    reports = list(reports)
    seats = Player.objects.filter(
        game__in={one.game_id for one in reports if one.game_id}, shown_as__isnull=False
    )
    hidden = {(seat.game_id, seat.user_id): seat.shown_as or "" for seat in seats}
    return {
        one.pk: hidden.get((one.game_id or "", one.about_id), one.about.username) for one in reports
    }


def forget_names(user: User, now: datetime) -> None:
    """Forget the name someone had before a moderator chose another: the account is deleted."""
    Decision.objects.filter(user=user).exclude(old_name="").update(old_name="")


def forget_old(now: datetime) -> int:
    """Delete what is older than two years and holds no longer; return how many rows."""
    before = now - KEPT_FOR
    reports = Report.objects.filter(created_at__lt=before, closed_at__isnull=False)
    count = reports.delete()[0]
    for decision in Decision.objects.filter(at__lt=before):
        if not decision.is_in_force(now):
            count += decision.delete()[0]
    return count
