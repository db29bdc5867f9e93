"""Kinds about a game, from its first formation to its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Act, Game
from games.play.replay import history_of
from games.rules import registry
from games.rules.contract import RESIGN, TIME_OUT
from games.shown import wording
from games.shown.point_of_view import PointOfView
from games.store import selectors
from games.store.outbox import EventType
from notifications.message.content import (
    MessageContent,
    game_line,
    in_a_line,
    join,
    local_time,
    short_time,
    what_happened,
    whose_time,
)
from notifications.message.context import MEANT, MessageContext
from notifications.message.pace_line import pace_sentences
from notifications.preferences import zone_of
from notifications.vocabulary.kind import Kind, Occasion

_BEGINNINGS: Final = (EventType.GAME_STARTED, EventType.CHALLENGE_ACCEPTED)


class AboutPlay(Kind, ABC):
    """A message about a game that continues, which holds until the game has moved."""

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        view = context.view
        if view is None or not view.game.is_active or context.has_moved:
            return False
        if context.is_there and self.is_seen_on_page:
            return False
        return self.holds(view, now)

    def holds(self, view: PointOfView, now: datetime) -> bool:
        """Return whether it is true of a game in which nothing has happened since the event."""
        return True

    def compose(self, context: MessageContext) -> MessageContent:
        view = context.view
        assert view is not None, "the message is about a game"
        deadline = until = by = ""
        if view.is_awaited and view.game.deadline is not None:
            until = _until(context, view.game, self.end(context, view.game.deadline))
            deadline = _deadline(context, view)
            by = self.by(context, view)
        sentences = self.news(context, view)
        if view.is_awaited and (rest := view.rest_days(context.at)):
            sentences.append(rest)
        if view.is_awaited and view.side is not None:
            for remark in context.remarks:
                sentences += remark(view.game, view.side, is_draw=isinstance(self, DrawOffered))
        return MessageContent(
            title=self.title(context, view),
            summary=in_a_line(view.score, self.newest(context, view), until),
            sentences=sentences,
            score=view.headline if view.score else "",
            deadline=deadline,
            by=by,
            action=self.action(view),
            path=f"/games/{view.game.pk}/",
            game=game_line(context, view),
        )

    @abstractmethod
    def title(self, context: MessageContext, view: PointOfView) -> str:
        """Return the subject of an email, and the first line of a push."""

    def by(self, context: MessageContext, view: PointOfView) -> str:
        """Return until when the receiver is to act, where the subject of an email says it."""
        return ""

    def news(self, context: MessageContext, view: PointOfView) -> list[str]:
        """Return what has happened, in sentences."""
        event = context.event
        if event.type == EventType.ROUND_STARTED:
            return [_("Round {round} starts with your turn.").format(round=event.data["round"])]
        if event.type not in _BEGINNINGS:
            return what_happened(context, view)
        begun = (
            _("The game has started. Both sides choose a formation.")
            if view.is_formation
            else _("The game has started.")
        )
        if view.game.competition is None:
            return [begun]
        # The player did not choose this opponent, and has not read how soon they answer.
        paces = (
            pace_sentences(seat.called, seat.user_id, context.receiver, context.at)
            for seat in view.others
        )
        return [begun, *chain.from_iterable(paces)]

    def newest(self, context: MessageContext, view: PointOfView) -> str:
        """Return the last turn in few letters, where one line has room for it."""
        return ""

    def end(self, context: MessageContext, deadline: datetime) -> str:
        """Return the end of the time in few letters."""
        return short_time(context, deadline)

    def action(self, view: PointOfView) -> str:
        """Return what the link invites to."""
        if not view.is_awaited:
            return _("See the game")
        return _("Choose your formation") if view.is_formation else _("Play your turn")


class Formation(AboutPlay):
    """The receiver is to choose a formation."""

    name = "formation"
    label = gettext_lazy("Choose your formation")
    events = (EventType.CHALLENGE_ACCEPTED, EventType.GAME_STARTED, EventType.ROUND_ENDED)
    gives_way = asks = is_listed = is_seen_on_page = True

    def is_for(self, occasion: Occasion) -> bool:
        if occasion.type != EventType.GAME_STARTED:
            return True
        # The challenger hears by the acceptance of their challenge.
        return not _is_begun(occasion) and not occasion.is_actor

    def holds(self, view: PointOfView, now: datetime) -> bool:
        return view.is_awaited and view.is_formation

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _scored(context, view) or _("Your formation against {opponent}").format(
            opponent=context.opponent
        )

    def by(self, context: MessageContext, view: PointOfView) -> str:
        return "" if _scored(context, view) else _turn_ends(context, view)


class Turn(AboutPlay):
    """The receiver is to play."""

    name = "turn"
    label = gettext_lazy("Your turn")
    events = (
        EventType.GAME_STARTED,
        EventType.TURN_PLAYED,
        EventType.ACT_DONE,
        EventType.ROUND_STARTED,
    )
    asks = is_listed = is_seen_on_page = True

    def is_for(self, occasion: Occasion) -> bool:
        match occasion.type:
            case EventType.GAME_STARTED:
                return _is_begun(occasion) and occasion.is_awaited and not occasion.is_actor
            case EventType.TURN_PLAYED:
                is_next = occasion.is_awaited or not occasion.is_one_of_many
                return is_next and not occasion.is_actor
            case EventType.ACT_DONE:
                return occasion.side in occasion.data.get("newly_awaited", ())
        return occasion.is_awaited

    def holds(self, view: PointOfView, now: datetime) -> bool:
        return view.is_awaited and not view.is_formation

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _("Your turn against {opponent}").format(opponent=context.opponent)

    def by(self, context: MessageContext, view: PointOfView) -> str:
        return _turn_ends(context, view)

    def newest(self, context: MessageContext, view: PointOfView) -> str:
        if not context.turns or view.is_formation:
            return ""
        last = context.turns[-1]
        move = wording.in_notation(view.game, last) or last.notation
        return f"{view.usernames[last.side]}: {move}"


class DrawOffered(AboutPlay):
    """The receiver is asked whether the game is a draw."""

    name = "draw_offered"
    label = gettext_lazy("Draw offer")
    events = (EventType.DRAW_OFFERED,)
    is_urgent = asks = True

    def is_for(self, occasion: Occasion) -> bool:
        return not occasion.is_actor

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        """Return whether this very offer stands, and the receiver has a say and has not said it.

        Of two players either plays on instead; of more the others may while it is voted on.
        """
        view = context.view
        if view is None or view.side is None or not view.game.is_active or context.is_offered_again:
            return False
        game = view.game
        if context.has_moved and len(game.seats) == 2:
            return False
        is_asked = view.side not in view.summary.standing and view.side not in game.draw_votes
        return is_asked and game.draw_offered_by == context.event.data.get("side")

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _("{actor} offers a draw").format(actor=context.actor)

    def news(self, context: MessageContext, view: PointOfView) -> list[str]:
        if len(view.game.seats) == 2:
            return [_("Accept it, decline it, or play your turn.")]
        return [_("It's a draw when every remaining player agrees.")]

    def action(self, view: PointOfView) -> str:
        return _("Answer the offer")


class Reminder(AboutPlay):
    """The time of the receiver runs out. Written by ``reminders.ladders``, not about an event."""

    name = "reminder"
    label = gettext_lazy("Your time is running out")
    is_urgent = asks = True

    def holds(self, view: PointOfView, now: datetime) -> bool:
        deadline = view.game.deadline
        return view.is_awaited and deadline is not None and deadline > now

    def title(self, context: MessageContext, view: PointOfView) -> str:
        title = _("Reminder: your turn against {opponent}")
        if view.is_formation:
            title = _("Reminder: your formation against {opponent}")
        elif _runs_on_reserve(context):
            title = _("On your time bank: your turn against {opponent}")
        return title.format(opponent=context.opponent)

    def by(self, context: MessageContext, view: PointOfView) -> str:
        return _turn_ends(context, view)

    def news(self, context: MessageContext, view: PointOfView) -> list[str]:
        return what_happened(context, view)

    def end(self, context: MessageContext, deadline: datetime) -> str:
        return f"{short_time(context, deadline)} ({whose_time(zone_of(context.receiver))})"


class RoundEnded(AboutPlay):
    """A round is over."""

    name = "round_ended"
    label = gettext_lazy("Round over")
    events = (EventType.ROUND_ENDED,)
    is_seen_on_page = True

    def title(self, context: MessageContext, view: PointOfView) -> str:
        return _scored(context, view) or _("Round {round} against {opponent} is over").format(
            round=context.event.data.get("round", ""), opponent=context.opponent
        )


class TurnLost(Kind):
    """A turn of the receiver is gone since the database was restored."""

    name = "turn_lost"
    label = gettext_lazy("A turn lost in an outage")
    events = (EventType.TURN_LOST,)
    stays = True

    def is_for(self, occasion: Occasion) -> bool:
        return occasion.side is not None and occasion.data.get("side") == occasion.side

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        # That it was played again is no reason not to know of it: the result may differ.
        return context.view is not None

    def compose(self, context: MessageContext) -> MessageContent:
        view, data = context.view, context.event.data
        assert view is not None, "the message is about a game"
        played_at, restored_to = (
            local_time(context, datetime.fromisoformat(data[name]))
            for name in ("played_at", "restored_to")
        )
        sentences = [
            _("Turn {number}, {notation}, which you played on {when}, is gone.").format(
                number=data["turn"], notation=data["notation"], when=played_at
            ),
            _(
                "We had to restore our database as it was on {when}. We're sorry. You get the lost "
                "time back, and shots have new rolls."
            ).format(when=restored_to),
        ]
        return MessageContent(
            title=_("We lost your turn against {opponent}").format(opponent=context.opponent),
            summary=_("Turn {number}, {notation}").format(
                number=data["turn"], notation=data["notation"]
            ),
            sentences=sentences,
            score=view.headline if view.score else "",
            action=_("Play your turn") if view.is_awaited else _("See the game"),
            path=f"/games/{view.game.pk}/",
            game=game_line(context, view),
        )


class GameOver(Kind):
    """A game has ended, or continues without the receiver."""

    name = "game_over"
    label = gettext_lazy("Game over")
    events = (EventType.GAME_FINISHED, EventType.PLAYER_OUT)
    stays = True

    def is_for(self, occasion: Occasion) -> bool:
        if occasion.type == EventType.GAME_FINISHED:
            return True
        # A player who resigned knows it.
        return occasion.is_actor and occasion.data.get("by") != RESIGN

    def is_true(self, context: MessageContext, now: datetime) -> bool:
        # A player who is out hears of the end itself once it has come.
        is_final = context.event.type != EventType.PLAYER_OUT
        view = context.view
        return is_final or (view is not None and view.is_out and view.game.is_active)

    def compose(self, context: MessageContext) -> MessageContent:
        view = context.view
        assert view is not None, "the message is about a game"
        if view.game.is_active:
            title = _("You're out of the game against {name}").format(name=view.opponents)
            summary = _("The others continue.")
            sentences = [*_how_out(context, view), _("You're out. The others continue.")]
        else:
            title, summary = view.result_title, view.how_it_ended
            if not view.reason.is_by_score:
                summary = join(view.score, summary)
            meant = (means(view) for means in MEANT)
            sentences = [*_how_it_went(context, view), *filter(None, meant)]
            if view.game.finished_at:
                when = local_time(context, view.game.finished_at)
                sentences.append(_("The game ended on {when}.").format(when=when))
        return MessageContent(
            title=title,
            summary=summary,
            sentences=sentences,
            score=view.headline if view.score else "",
            action=_("See the game"),
            path=f"/games/{view.game.pk}/",
            game=game_line(context, view),
        )


FORMATION, TURN, REMINDER = Formation(), Turn(), Reminder()
KINDS: Final = (FORMATION, TURN, DrawOffered(), REMINDER, RoundEnded(), GameOver(), TurnLost())


def _is_begun(occasion: Occasion) -> bool:
    """Return whether a game has begun without formations, so that a turn is due."""
    return occasion.data.get("status") == Game.Status.PLAYING


def _scored(context: MessageContext, view: PointOfView) -> str:
    """Return the goal that ended a round as a subject line; empty where the round continues."""
    shooting = registry.find(view.game.ruleset, view.game.rules_version).shooting
    if context.event.type != EventType.ROUND_ENDED or shooting is None or not context.turns:
        return ""
    figures = shooting.figures(context.turns[-1].happenings)
    if "mates" in figures:
        return _("Checkmate! {score}").format(score=view.headline)
    return _("Goal! {score}").format(score=view.headline) if "goals" in figures else ""


def _until(context: MessageContext, game: Game, end: str) -> str:
    """Return in few words until when an answer is due."""
    assert game.deadline is not None, "somebody is awaited"
    if game.main_until is None or not context.at < game.main_until < game.deadline:
        return _("by {when}").format(when=end)
    main = short_time(context, game.main_until)
    return _("by {when}, or with your time bank by {end}").format(when=main, end=end)


def _turn_ends(context: MessageContext, view: PointOfView) -> str:
    """Return in few letters when the clock that runs ends, word for word as on Play."""
    ends_at = wording.turn_ends_at(view.game, context.at)
    return short_time(context, ends_at) if ends_at is not None else ""


def _deadline(context: MessageContext, view: PointOfView) -> str:
    """Return until when the reader has to act, and what comes of silence."""
    game = view.game
    assert game.deadline is not None, "somebody is awaited"
    when = local_time(context, game.deadline)
    if game.main_until is not None and game.main_until < game.deadline:
        began = local_time(context, game.main_until)
        if _runs_on_reserve(context):
            return _(
                "Your turn time ended on {began}. Your time bank now runs until {when}."
            ).format(began=began, when=when)
        return _(
            "Your turn time ends on {began}. Then your time bank runs until {when} at most."
        ).format(began=began, when=when)
    if view.is_formation:
        return _("On {when}, your formation is locked as it is.").format(when=when)
    return _("Play by {when}.").format(when=when)


def _runs_on_reserve(context: MessageContext) -> bool:
    """Return whether the time of the turn is over and a time bank runs."""
    game = context.game
    if game is None or game.main_until is None or game.deadline is None:
        return False
    return game.main_until <= context.at and game.main_until < game.deadline


def _how_out(context: MessageContext, view: PointOfView) -> list[str]:
    """Return the turn by which the receiver went out, in sentences; the deadline if it was that."""
    data = context.event.data
    if data["by"] == TIME_OUT:
        return [_("You missed the deadline.")]
    turns = selectors.standing_turns(view.game).filter(number__lt=data["turn"])
    last = turns.order_by("number").last() if data["by"] == "turn" else None
    return [" ".join(wording.report(view.game, last, view.usernames))] if last else []


def _how_it_went(context: MessageContext, view: PointOfView) -> list[str]:
    """Return what decided the game, in sentences; among several the result first.

    The title has the receiver's own result.
    """
    # The result is said once, by how it ended.
    ends = ("round_ended", "game_over")
    if len(view.game.seats) > 2:
        rows = history_of(context.turns, context.acts)
        if rows and isinstance(rows[-1], Act):
            # The act that ended the game is part of the result.
            context = replace(context, acts=[act for act in context.acts if act != rows[-1]])
        sentences = [f"{view.result_alone}.", *what_happened(context, view, ends)]
    elif view.reason.is_by_score and (news := what_happened(context, view, ends)):
        # The score is above.
        sentences = news
    else:
        sentences = [view.how_it_ended]
    return [sentence for sentence in sentences if sentence]
