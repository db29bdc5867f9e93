"""How a player who waits will hear of the answer, for the page of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from games.shown.point_of_view import PointOfView
from notifications.kinds.play import Turn
from notifications.models import PushSubscription
from notifications.preferences import NotificationPreferences
from notifications.vocabulary import Channel, Timing


def on_game_page(view: PointOfView) -> Mapping[str, Any]:
    """Return what the page says to a player who is not awaited; nothing where others are quick."""
    you = view.you
    is_quick = view.is_live or all(seat.is_bot for seat in view.others)
    if you is None or not view.game.is_active or view.is_out or is_quick:
        return {}
    return {"how": _words(you.user_id)}


def _words(user_id: int) -> str:
    chosen, has_mail, has_device = (
        User.objects.filter(pk=user_id)
        .values_list(
            "notification_preferences__chosen",
            Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)),
            Exists(PushSubscription.objects.filter(user=OuterRef("pk"))),
        )
        .get()
    )
    wishes, turn = NotificationPreferences(chosen or {}), Turn()
    mail = wishes.way(Channel.MAIL, turn) if has_mail else Timing.OFF
    if mail is Timing.AT_ONCE:
        return _("We'll email you when it's your turn.")
    if has_device and wishes.way(Channel.PUSH, turn) is Timing.AT_ONCE:
        return _("We'll notify you when it's your turn.")
    return _("The daily email lists what waits for you.") if mail is Timing.DAILY else ""
