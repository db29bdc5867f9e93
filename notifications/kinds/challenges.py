"""Kinds about challenges."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Challenge
from games.rules import registry
from games.shown import wording
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from notifications.kinds.play import AboutPlay
from notifications.message.content import MessageContent, join, local_time
from notifications.message.context import MessageContext
from notifications.preferences import zone_of
from notifications.vocabulary.kind import Kind

MOST_MAILS: Final = 20
"""Emails about challenges to one player within a day: many accounts can each send a few."""


class ChallengeReceived(Kind):
    """Another player asks for a game."""

    name = "challenge_received"
    label = gettext_lazy("Someone challenges you")
    events = (EventType.CHALLENGE_RECEIVED,)
    most_mails_a_day = MOST_MAILS
    asks = True

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        """Return whether the receiver can still answer the challenge, and has not yet."""
        challenge = context.challenge
        if challenge is None or challenge.status != Challenge.Status.OPEN:
            return False
        if challenge.expires_at <= now:
            return False
        mine = challenge.invitations.filter(user=context.receiver, accepted_at__isnull=False)
        return not (challenge.is_for_several and mine.exists())

    def compose(self, context: MessageContext) -> MessageContent:
        challenge = context.challenge
        assert challenge is not None, "the message is about a challenge"
        terms = [registry.get(challenge.ruleset).name]
        zone = zone_of(context.receiver)
        terms += wording.terms(challenge.ruleset, challenge.terms, zone)
        terms.append(_("rated") if challenge.rated else _("unrated"))
        mine = _("The sides are drawn at random.")
        if challenge.side != "random":
            mine = _("{name} plays {side}.").format(
                name=context.opponent, side=wording.side_played(challenge.side)
            )
        title, onward = _("{name} challenges you"), []
        if challenge.rematch_of_id is not None:
            title = _("{name} offers a rematch")
        if challenge.goes_on_from_id is not None:
            title = _("{name} offers to continue your game")
            onward = [
                _("It starts where one of you lost your last game on time. That result stays.")
            ]
        return MessageContent(
            title=title.format(name=context.opponent),
            summary=join(*terms, wording.pace(challenge)),
            sentences=[
                *onward,
                ", ".join(terms) + ".",
                _capital(wording.time_terms(challenge)),
                mine,
                *_asked_too(context, challenge),
                *wording.notes(challenge.ruleset, challenge.options),
            ],
            deadline=_("The challenge expires on {when}.").format(
                when=local_time(context, challenge.expires_at)
            ),
            action=_("Answer the challenge"),
            path=f"/challenges/{challenge.pk}/",
        )


class ChallengeAccepted(AboutPlay):
    """A challenge of the receiver has become a game; it asks for the formation, too."""

    name = "challenge_accepted"
    label = gettext_lazy("Your challenge was accepted")
    events = (EventType.CHALLENGE_ACCEPTED,)

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return ngettext(
            "{opponent} accepts your challenge",
            "{opponent} accept your challenge",
            len(view.others),
        ).format(opponent=context.opponent)


KINDS: Final = (ChallengeReceived(), ChallengeAccepted())


def _asked_too(context: MessageContext, challenge: Challenge) -> list[str]:
    """Return who else is asked to a game of several, as a sentence."""
    if not challenge.is_for_several:
        return []
    others = challenge.invitations.exclude(user=context.receiver).filter(user__isnull=False)
    names = list(others.order_by("seat").values_list("user__username", flat=True))
    if not names:
        return []
    asked = wording.joined(names)
    also = ngettext("{names} is invited too.", "{names} are invited too.", len(names))
    return [also.format(names=asked)]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
