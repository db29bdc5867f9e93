"""What competitions add: their kind of notification, and the entries of the calendar."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.features import Feature
from games.features.competitions.models import Section
from games.features.competitions.pages.on_games import belongings
from games.features.competitions.steps.beginning import ASKED
from games.features.competitions.wording import is_division
from games.models import Game
from games.rules import registry
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from notifications.calendar import ENTRIES
from notifications.features.competitions import calendar, cup
from notifications.message.content import MessageContent, join, local_time
from notifications.message.context import MEANT, PLAYED_FOR, MessageContext
from notifications.preferences import who_asked
from notifications.vocabulary import Timing
from notifications.vocabulary.kind import KINDS, Kind, Occasion


class CompetitionNews(Kind):
    """Something has happened in a competition of the receiver."""

    name = "competition"
    label = gettext_lazy("News from your competitions")
    events = (
        EventType.COMPETITION_ENTERED,
        EventType.COMPETITION_DRAWN,
        EventType.MATCH_STARTED,
        EventType.MATCH_ENDED,
        EventType.SHOOTOUT_DUE,
        EventType.ROUND_NEAR_END,
        EventType.SECTION_FINISHED,
        EventType.SEASON_CONFIRM,
        EventType.PROMOTED,
        EventType.RELEGATED,
    )
    mail = Timing.DAILY
    mailed_at_once = (
        EventType.MATCH_STARTED,
        EventType.SHOOTOUT_DUE,
        EventType.SECTION_FINISHED,
        EventType.SEASON_CONFIRM,
    )

    def is_for(self, occasion: Occasion) -> bool:
        if occasion.type != EventType.MATCH_STARTED:
            return True
        # All matches of a season begin with its draw, and the start of a game asks for the turn.
        return not is_division(occasion.data.get("section", "")) and not occasion.is_awaited

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        return cup.is_true(context.event, context.receiver)

    def compose(self, context: MessageContext) -> MessageContent:
        words = cup.compose(context.event, context.receiver, context.at)
        until = ""
        if words.ends_at is not None:
            said = words.deadline or _("By {when}.")
            until = said.format(when=local_time(context, words.ends_at))
        return MessageContent(
            title=words.title,
            summary=join(*words.sentences),
            sentences=(*words.sentences, *words.more),
            deadline=until,
            action=words.action,
            path=words.path,
        )


class PublicCup(Kind):
    """A public competition is open for entries."""

    name = "public_cup"
    label = gettext_lazy("A public cup or league opens")
    events = (EventType.COMPETITION_OPENED,)
    mail, push = Timing.OFF, Timing.OFF
    is_asked_for = True

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        section = cup.section_of(context.event)
        if section is None or section.competition.closes_at <= now:
            return False
        entries = section.competition.entries.filter(user=context.receiver)
        return section.status == Section.Status.ENTRIES and not entries.exists()

    def compose(self, context: MessageContext) -> MessageContent:
        section = cup.section_of(context.event)
        assert section is not None, "the message holds"
        competition = section.competition
        game = registry.get(competition.ruleset).name
        words = _("{game}, up to {n} players.").format(game=game, n=section.limit)
        return MessageContent(
            title=_("{name} is open for entries").format(name=competition.title),
            summary=words,
            sentences=[words],
            deadline=_("Enter by {when}.").format(when=local_time(context, competition.closes_at)),
            action=_("See the league") if competition.is_league else _("See the cup"),
            path=f"/competitions/{competition.pk}/",
        )


def played_for(games: Collection[str]) -> Callable[[Game], str]:
    """Return what names the match of a competition for which a game is played."""
    found = belongings(games)

    def name(game: Game) -> str:
        belonging = found.get(game.pk)
        if belonging is None:
            return ""
        return _("{name}: {round}").format(name=belonging.name, round=belonging.round)

    return name


def meant(view: PointOfView) -> str:
    """Return what the end of a game means in its cup; empty for a game of none."""
    belonging = belongings([view.game.pk]).get(view.game.pk)
    return belonging.outcome(view) if belonging is not None else ""


FEATURE = Feature(
    "notifications.competitions",
    hooks=[
        KINDS.by(CompetitionNews()),
        KINDS.by(PublicCup()),
        PLAYED_FOR.by(played_for),
        MEANT.by(meant),
        ENTRIES.by(calendar.entries),
        ASKED.by(partial(who_asked, PublicCup.name), name=PublicCup.name),
    ],
)
