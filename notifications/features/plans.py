"""What plans add: the kind about a turn that a plan has played, and why another was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.features import Feature
from games.features.plans import wording as plans
from games.features.plans.models import PlanBook
from games.models import Game
from games.shown import wording
from games.store.outbox import EventType
from notifications.message.content import MessageContent, join
from notifications.message.context import REMARKS, MessageContext, Remark
from notifications.relay import ANSWERING
from notifications.vocabulary import Timing
from notifications.vocabulary.kind import KINDS, Kind, Occasion


class PlanFired(Kind):
    """A plan of the receiver has played a turn or chosen a formation."""

    name = "plan_fired"
    label = gettext_lazy("A conditional move was played")
    events = (EventType.TURN_PLAYED, EventType.FORMATION_CHANGED)
    mail, push = Timing.DAILY, Timing.OFF

    def is_for(self, occasion: Occasion) -> bool:
        # A formation chosen by hand is an event for the others alone, who see it on the page.
        is_of_plan = occasion.is_prepared or occasion.type == EventType.FORMATION_CHANGED
        return occasion.is_actor and is_of_plan

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        return context.view is not None

    def compose(self, context: MessageContext) -> MessageContent:
        view, data = context.view, context.event.data
        assert view is not None, "the message is about a game"
        game = view.game
        if "turn" in data:
            words = plans.sentences(game, data["turn"])
        else:
            words = [_("Your formation for round {n} was played.").format(n=data["round"])]
        waits = [seat.called for seat in game.seats if seat.is_awaited and seat.side != view.side]
        if waits and game.is_active:
            words.append(_("It is {name}'s turn.").format(name=wording.joined(waits)))
        return MessageContent(
            title=_("Your reply to {opponent} was played").format(opponent=view.opponents),
            summary=join(view.score, words[-1] if len(words) == 1 else words[1]),
            sentences=words,
            score=view.headline if view.score else "",
            action=_("See the game"),
            path=f"/games/{game.pk}/",
        )

    def daily_lines(
        self, contexts: Sequence[MessageContext], news: Sequence[MessageContext]
    ) -> Iterator[str]:
        """Yield how many turns plans have played, of each game that ``news`` do not show whole."""
        # A formation is no turn.
        fired = [context.view for context in contexts if "turn" in context.event.data]
        views = {view.game.pk: view for view in fired if view is not None}
        counted = Counter(view.game.pk for view in fired if view is not None)
        shown = {one.game.pk for one in news if one.game is not None and one.kind is self}
        for game_id, n in counted.items():
            if n > 1 or game_id not in shown:
                yield ngettext(
                    "Your replies played {n} turn against {name}.",
                    "Your replies played {n} turns against {name}.",
                    n,
                ).format(n=n, name=views[game_id].opponents)


def remarks(games: Collection[str]) -> Remark:
    """Return what says why nothing that was prepared in these games is played."""
    prepared = plans.prospects(games)

    def remark(game: Game, side: str, *, is_draw: bool) -> list[str]:
        prospect = prepared.get((game.pk, side), plans.Prospect())
        return plans.left_undone(game, side, prospect, is_draw=is_draw)

    return remark


def answering(games: Collection[str]) -> Iterable[tuple[str, str]]:
    """Return the seats for which answers wait, by game and side."""
    return PlanBook.objects.filter(game__in=games).values_list("game_id", "side")


FEATURE = Feature(
    "notifications.plans",
    hooks=[KINDS.by(PlanFired()), REMARKS.by(remarks), ANSWERING.by(answering)],
)
