"""What supervisors add: the kind that asks one, and the kind that says what one did."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.features import Feature
from games.features.supervisor.naming import supervision_of
from games.features.supervisor.wording import done_words
from games.models.faces import name_of
from games.rules import registry
from games.shown import wording
from games.store.outbox import EventType
from notifications.kinds.challenges import MOST_MAILS
from notifications.message.content import MessageContent, join
from notifications.message.context import MessageContext
from notifications.vocabulary.kind import KINDS, Kind


class SupervisorAsked(Kind):
    """The receiver is asked to supervise a game."""

    name = "supervisor_asked"
    label = gettext_lazy("Someone asks you to supervise a game")
    events = (EventType.SUPERVISOR_NAMED,)
    most_mails_a_day = MOST_MAILS
    asks = True

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        if context.challenge is None:
            return False
        found = supervision_of(challenge_id=context.challenge.pk)
        return found is not None and found.user_id == context.receiver.pk and not found.answer

    def compose(self, context: MessageContext) -> MessageContent:
        challenge = context.challenge
        assert challenge is not None, "the message is about a challenge"
        terms = [registry.get(challenge.ruleset).name]
        terms += wording.terms(challenge.ruleset, challenge.terms)
        challenger = name_of(challenge.challenger)
        return MessageContent(
            title=_("{name} asks you to supervise a game").format(name=challenger),
            summary=join(*terms, wording.pace(challenge)),
            sentences=[
                ", ".join(terms) + ".",
                _("You don't play. You can help the players. They see what you do and why."),
            ],
            action=_("Answer the request"),
            path=f"/supervised/{challenge.pk}/",
        )


class Supervised(Kind):
    """The supervisor did something in a game of the receiver."""

    name = "supervised"
    label = gettext_lazy("News from your game's supervisor")
    events = (EventType.SUPERVISOR_ACTED,)

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        """Return whether the receiver is a player, one who was replaced included."""
        if context.view is None:
            return False
        found = supervision_of(game_id=context.view.game.pk)
        return found is None or found.user_id != context.receiver.pk

    def compose(self, context: MessageContext) -> MessageContent:
        view, said = context.view, context.event.data
        assert view is not None, "the message is about a game"
        return MessageContent(
            title=done_words(view, said["name"], said["side"], said),
            summary=view.score or view.page_title,
            sentences=[],
            score=view.headline if view.score else "",
            action=_("See the game"),
            path=f"/games/{view.game.pk}/",
        )


FEATURE = Feature(
    "notifications.supervisor", hooks=[KINDS.by(SupervisorAsked()), KINDS.by(Supervised())]
)
