"""What offers of vacant seats add: the kind that asks the other players."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.features import Feature
from games.features.seats.offering import offer_in
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from notifications.kinds.play import AboutPlay
from notifications.message.content import MessageContent
from notifications.message.context import MessageContext
from notifications.vocabulary.kind import KINDS, Occasion


class SeatOffered(AboutPlay):
    """The receiver is asked whether a vacant seat is offered to a person."""

    name = "seat_offered"
    label = gettext_lazy("Offer of a free seat")
    events = (EventType.SEAT_OFFERED,)
    asks = True

    def is_for(self, occasion: Occasion) -> bool:
        return not occasion.is_actor and bool(occasion.data.get("is_offered"))

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        """Return whether the receiver has yet to answer, however far the game has come."""
        view = context.view
        found = offer_in(view.game) if view is not None and view.side is not None else None
        return found is not None and view is not None and view.side not in found.agreed

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _("{actor} offers a free seat").format(actor=context.actor)

    def news(self, context: MessageContext, view: PointOfView) -> list[str]:
        return [_("A bot plays in it now. Someone can take it if all players agree.")]

    def action(self, view: PointOfView) -> str:
        return _("Answer the request")

    def compose(self, context: MessageContext) -> MessageContent:
        content = super().compose(context)
        assert context.game is not None, "the message is about a game"
        # A push has one line, and most who are asked aren't on turn: no deadline would fill it.
        return replace(
            content, summary=content.sentences[0], path=f"/games/{context.game.pk}/seat/"
        )


FEATURE = Feature("notifications.seats", hooks=[KINDS.by(SeatOffered())])
