"""What offers to take back a turn add: the kind that asks, and a remark once it was taken back."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.features import Feature
from games.features.takebacks.offers import open_offer, taken_back_in
from games.models import Game
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from notifications.kinds.play import AboutPlay
from notifications.message.context import REMARKS, MessageContext, Remark
from notifications.vocabulary.kind import KINDS, Occasion


class TakebackOffered(AboutPlay):
    """The receiver is asked to let the last turn be taken back."""

    name = "takeback_offered"
    label = gettext_lazy("Request to take back a turn")
    events = (EventType.TAKEBACK_OFFERED,)
    is_urgent = asks = is_seen_on_page = True

    def is_for(self, occasion: Occasion) -> bool:
        return not occasion.is_actor

    def holds(self, view: PointOfView, now: datetime) -> bool:
        return open_offer(view.game) is not None

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _("{actor} asks to take back a turn").format(actor=context.actor)

    def news(self, context: MessageContext, view: PointOfView) -> list[str]:
        return [_("Accept it, decline it, or play your turn.")]

    def action(self, view: PointOfView) -> str:
        return _("Answer the request")


def remarks(games: Collection[str]) -> Remark:
    """Return what says that a turn is due again, because the last one was taken back."""
    found = taken_back_in(games)

    def remark(game: Game, side: str, *, is_draw: bool) -> list[str]:
        if (game.pk, side) not in found:
            return []
        return [_("Your last turn was taken back. Your conditional moves in this game are gone.")]

    return remark


FEATURE = Feature(
    "notifications.takebacks", hooks=[KINDS.by(TakebackOffered()), REMARKS.by(remarks)]
)
