"""The words of a message, made from the receiver's point of view.

The same for every channel: a mail shows all of them, a push title and summary.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.dateformat import format as date_text
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.features.plans import wording as plans
from games.models import Act, Challenge, Game
from games.play.replay import history_of
from games.rules import registry
from games.shown import wording
from games.shown.point_of_view import PointOfView
from games.store.outbox import EventType
from notifications.message import competition
from notifications.message.context import MessageContext
from notifications.message.pace_line import pace_line
from notifications.preferences import zone_of
from notifications.vocabulary import NotificationKind

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MessageContent:
    """What a message says."""

    title: str
    summary: str
    """One line for where there is only one."""
    sentences: Sequence[str]
    score: str
    deadline: str
    """Until when an answer is awaited, as a sentence; empty where none is."""
    action: str
    """What the link invites to."""
    path: str
    game: str = ""
    """Which game it is and whom the receiver plays; empty where none is played yet."""


def compose(context: MessageContext) -> MessageContent:
    """Return what this message says, as things are now."""
    match context.kind:
        case NotificationKind.CHALLENGE_RECEIVED:
            assert context.challenge is not None, "the message is about a challenge"
            return _challenge(context, context.challenge)
        case NotificationKind.COMPETITION:
            return _competition(context)
    assert context.view is not None, "the message is about a game"
    if context.kind is NotificationKind.PLAN_FIRED:
        return _plan_fired(context, context.view)
    if context.kind is not NotificationKind.GAME_OVER:
        return _asking(context, context.view)
    is_over = not context.view.game.is_active
    return _over(context, context.view) if is_over else _out(context.view)


def _competition(context: MessageContext) -> MessageContent:
    words = competition.compose(context.event, context.receiver, context.at)
    until = ""
    if words.ends_at is not None:
        until = _("Until {when}.").format(when=local_time(context, words.ends_at))
    return MessageContent(
        title=words.title,
        summary=_join(*words.sentences),
        sentences=(*words.sentences, *words.more),
        score="",
        deadline=until,
        action=words.action,
        path=words.path,
    )


def local_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock, with the day and the zone."""
    zone = zone_of(context.receiver)
    local = moment.astimezone(zone)
    return f"{date_format(local, 'FULL_DATE_FORMAT')}, {wording.clock(local)} ({zone})"


def short_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock in few letters."""
    local = moment.astimezone(zone_of(context.receiver))
    return f"{date_text(local, 'D')} {wording.clock(local)}"


def what_happened(context: MessageContext, view: PointOfView) -> list[str]:
    """Return what was done since the receiver's last turn, in sentences; nothing if it cannot
    be told."""
    narrate, names = view.game.presenter.narrate, view.usernames
    try:
        return [
            _ended(view.act_told(row))
            if isinstance(row, Act)
            else " ".join(narrate(row.happenings, names))
            for row in history_of(context.turns, context.acts)
        ]
    except Exception:
        # What was played can be looked at; that it is their turn must be told in any case.
        logger.exception("the turns of game %s could not be told", view.game.pk)
        return []


_BEGINNINGS = (EventType.GAME_STARTED, EventType.CHALLENGE_ACCEPTED)
_ASKING = {
    NotificationKind.CHALLENGE_ACCEPTED: gettext_noop("{opponent} accepts your challenge"),
    NotificationKind.FORMATION: gettext_noop("Your formation against {opponent}"),
    NotificationKind.TURN: gettext_noop("Your turn against {opponent}"),
    NotificationKind.REMINDER: gettext_noop("Your time against {opponent} runs out"),
    NotificationKind.DRAW_OFFERED: gettext_noop("{actor} offers a draw"),
    NotificationKind.ROUND_ENDED: gettext_noop("Round {round} against {opponent} is over"),
}


def _asking(context: MessageContext, view: PointOfView) -> MessageContent:
    """Return the words of a message about a game that goes on."""
    is_turn = context.kind is NotificationKind.TURN
    newest = context.turns[-1] if context.turns and not view.is_formation else None
    move = f"{view.usernames[newest.side]}: {newest.notation}" if newest and is_turn else ""
    deadline = until = ""
    if view.is_awaited and view.game.deadline is not None:
        until = _until(context, view.game)
        deadline = _deadline(context, view)
    return MessageContent(
        title=_asking_title(context, view),
        summary=_join(view.score, move, until),
        sentences=_asking_sentences(context, view),
        score=view.headline,
        deadline=deadline,
        action=_action(context.kind, is_formation=view.is_formation, is_awaited=view.is_awaited),
        path=f"/games/{view.game.pk}/",
        game=_game_told(view),
    )


def _asking_sentences(context: MessageContext, view: PointOfView) -> list[str]:
    """Return what has happened, and why nothing that was prepared is played."""
    game, told = view.game, context.event.data
    sentences = []
    is_reminder = context.kind is NotificationKind.REMINDER
    if context.event.type == EventType.ROUND_STARTED and not is_reminder:
        sentences.append(_("Round {round} begins with your turn.").format(round=told["round"]))
    elif context.kind is NotificationKind.DRAW_OFFERED:
        sentences.append(
            _("Accept, decline, or simply play on.")
            if len(game.seats) == 2
            else _("It is a draw once all who still play have agreed.")
        )
    elif context.event.type in _BEGINNINGS and not is_reminder:
        sentences.append(
            _("The game has begun: both sides choose their formations.")
            if view.is_formation
            else _("The game has begun.")
        )
        if game.competition is not None:
            # Nobody chose this opponent, and so has not read how soon they answer.
            sentences += [
                pace_line(seat.called, seat.user_id, context.receiver, context.at)
                for seat in view.others
            ]
    else:
        sentences += what_happened(context, view)
    if view.is_awaited and view.side is not None:
        is_draw = context.kind is NotificationKind.DRAW_OFFERED
        sentences += plans.left_undone(game, view.side, context.prospect, is_draw=is_draw)
    return sentences


def _deadline(context: MessageContext, view: PointOfView) -> str:
    """Return until when the reader is awaited, and what comes of silence."""
    game = view.game
    assert game.deadline is not None, "somebody is awaited"
    when = local_time(context, game.deadline)
    if game.main_until is not None and game.main_until < game.deadline:
        return _with_reserve(context, game.main_until, when)
    if view.is_formation:
        return _("Your formation is locked as it stands on {when}.").format(when=when)
    return _("Your turn is awaited until {when}.").format(when=when)


def _asking_title(context: MessageContext, view: PointOfView) -> str:
    """Return the subject of a mail, and the first line of a push."""
    is_reminder = context.kind is NotificationKind.REMINDER
    title = _(_ASKING[context.kind])
    if is_reminder and runs_on_reserve(context):
        title = _("Your reserve against {opponent} runs")
    elif context.event.type == EventType.ROUND_ENDED and not is_reminder:
        title = _scored(context, view) or title
    if context.kind is NotificationKind.CHALLENGE_ACCEPTED:
        title = ngettext(
            "{opponent} accepts your challenge",
            "{opponent} accept your challenge",
            len(view.others),
        )
    return title.format(
        opponent=context.opponent,
        actor=context.actor,
        round=context.event.data.get("round", ""),
    )


def _scored(context: MessageContext, view: PointOfView) -> str:
    """Return what ended a round as a subject line, where somebody scored; else nothing."""
    shooting = registry.find(view.game.ruleset, view.game.rules_version).shooting
    if shooting is None or not context.turns:
        return ""
    figures = shooting.figures(context.turns[-1].happenings)
    if "mates" in figures:
        return _("Checkmate! {score}").format(score=view.headline)
    return _("Goal! {score}").format(score=view.headline) if "goals" in figures else ""


def _until(context: MessageContext, game: Game) -> str:
    """Return in few words until when an answer is awaited; a reminder names the zone."""
    assert game.deadline is not None, "somebody is awaited"
    end, main = short_time(context, game.deadline), ""
    if game.main_until is not None and context.at < game.main_until < game.deadline:
        main = short_time(context, game.main_until)
    if context.kind is NotificationKind.REMINDER:
        end = f"{end} ({zone_of(context.receiver)})"
    if main:
        return _("until {when}, with the reserve until {end}").format(when=main, end=end)
    return _("until {when}").format(when=end)


def runs_on_reserve(context: MessageContext) -> bool:
    """Return whether the time of the turn is over and a reserve runs."""
    game = context.game
    if game is None or game.main_until is None or game.deadline is None:
        return False
    return game.main_until <= context.at and game.main_until < game.deadline


def _with_reserve(context: MessageContext, main_until: datetime, when: str) -> str:
    """Return until when a turn is awaited where a reserve follows its own time, or runs already."""
    began = local_time(context, main_until)
    if runs_on_reserve(context):
        return _(
            "The time of this turn is over since {began}. Your reserve runs now: until {when}."
        ).format(began=began, when=when)
    return _(
        "The time of this turn ends on {began}. Then your reserve runs, at most until {when}."
    ).format(began=began, when=when)


def _plan_fired(context: MessageContext, view: PointOfView) -> MessageContent:
    """Return the words about a turn that a plan has played."""
    game, data = view.game, context.event.data
    if "turn" in data:
        words = plans.told(game, data["turn"])
    else:
        words = [_("Your plan has lined up for round {n}.").format(n=data["round"])]
    waits = [seat.called for seat in game.seats if seat.is_awaited and seat.side != view.side]
    if waits and game.is_active:
        words.append(_("It is {name}'s turn.").format(name=wording.joined(waits)))
    return MessageContent(
        title=_("Your plan has answered {opponent}").format(opponent=view.opponents),
        summary=_join(view.score, words[-1] if len(words) == 1 else words[1]),
        sentences=words,
        score=view.headline,
        deadline="",
        action=_("Look at the game"),
        path=f"/games/{game.pk}/",
    )


def _action(kind: NotificationKind, *, is_formation: bool, is_awaited: bool) -> str:
    if kind is NotificationKind.DRAW_OFFERED:
        return _("Answer the offer")
    if is_awaited:
        return _("Arrange your formation") if is_formation else _("Play your turn")
    return _("Look at the game")


def _challenge(context: MessageContext, challenge: Challenge) -> MessageContent:
    terms = [registry.get(challenge.ruleset).name]
    terms += wording.terms(challenge.ruleset, challenge.terms)
    terms.append(_("rated") if challenge.rated else _("not rated"))
    mine = _("The sides are drawn by lot.")
    if challenge.side != "random":
        mine = _("{name} plays {side}.").format(
            name=context.opponent, side=wording.side_played(challenge.side)
        )
    title, onward = _("{name} challenges you"), []
    if challenge.goes_on_from_id is not None:
        title = _("{name} offers to go on")
        onward = [_("It begins where your last game was lost on time; that result stands.")]
    return MessageContent(
        title=title.format(name=context.opponent),
        summary=_join(*terms, wording.pace(challenge)),
        sentences=[
            *onward,
            ", ".join(terms) + ".",
            _capital(wording.time_terms(challenge)),
            mine,
            *_asked_too(context, challenge),
            *wording.notes(challenge.ruleset, challenge.options),
        ],
        score="",
        deadline=_("The challenge lapses on {when}.").format(
            when=local_time(context, challenge.expires_at)
        ),
        action=_("Answer the challenge"),
        path=f"/challenges/{challenge.pk}/",
    )


def _over(context: MessageContext, view: PointOfView) -> MessageContent:
    """Return the words of a message about a game that has ended."""
    game, how, ended = view.game, view.how_it_ended, ""
    told = what_happened(context, view) if view.reason.is_by_score else []
    if game.finished_at:
        ended = _("It ended on {when}.").format(when=local_time(context, game.finished_at))
    return MessageContent(
        title=view.result_title,
        summary=_join(view.score, how),
        sentences=[sentence for sentence in (*told, how, ended) if sentence],
        score=view.headline,
        deadline="",
        action=_("Look at the game"),
        path=f"/games/{game.pk}/",
        game=_game_told(view),
    )


def _out(view: PointOfView) -> MessageContent:
    """Return the words for somebody who plays no more while the others play on."""
    return MessageContent(
        title=_("You are out of the game against {name}").format(name=view.opponents),
        summary=_("The others play on."),
        sentences=[_("You are out. The others play on.")],
        score=view.headline,
        deadline="",
        action=_("Look at the game"),
        path=f"/games/{view.game.pk}/",
        game=_game_told(view),
    )


def _game_told(view: PointOfView) -> str:
    """Return which game it is, for several are played here: ``Future Chess, you play white``."""
    name = view.game.rules.name
    if view.side is None:
        return name
    return _("{game}, you play {side}").format(game=name, side=wording.side_played(view.side))


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _asked_too(context: MessageContext, challenge: Challenge) -> list[str]:
    """Return who else is asked to a game of several, as a sentence."""
    if not challenge.is_for_several:
        return []
    others = challenge.invitations.exclude(user=context.receiver).filter(user__isnull=False)
    names = list(others.order_by("seat").values_list("user__username", flat=True))
    if not names:
        return []
    asked = wording.joined(names)
    told = ngettext("{names} is asked too.", "{names} are asked too.", len(names))
    return [told.format(names=asked)]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _join(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
