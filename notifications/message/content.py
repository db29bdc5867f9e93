"""The words of a message, made from the receiver's point of view.

The same for every channel: a mail shows all of them, a push title and summary.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.dateformat import format as date_text
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games import wording
from games.events import EventType
from games.models import Act, Challenge, Game
from games.rules import registry
from games.services.replay import history_of
from notifications.message.context import MessageContext
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


def compose(context: MessageContext) -> MessageContent:
    """Return what this message says, as things are now."""
    match context.kind:
        case NotificationKind.CHALLENGE_RECEIVED:
            assert context.challenge is not None, "the message is about a challenge"
            return _challenge(context, context.challenge)
        case NotificationKind.GAME_OVER:
            assert context.game is not None, "the message is about a game"
            return _over(context, context.game)
    assert context.game is not None, "the message is about a game"
    return _asking(context, context.game)


def local_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock, with the day and the zone."""
    zone = zone_of(context.receiver)
    local = moment.astimezone(zone)
    return f"{date_format(local, 'FULL_DATE_FORMAT')}, {wording.clock(local)} ({zone})"


def short_time(context: MessageContext, moment: datetime) -> str:
    """Return a moment by the receiver's clock in few letters."""
    local = moment.astimezone(zone_of(context.receiver))
    return f"{date_text(local, 'D')} {wording.clock(local)}"


def what_happened(context: MessageContext, game: Game) -> list[str]:
    """Return what was done since the receiver's last turn, in sentences; nothing if it cannot
    be told."""
    names = {seat.side: seat.username for seat in game.seats}
    try:
        return [
            _ended(wording.act_told(game, row, context.receiver.pk))
            if isinstance(row, Act)
            else " ".join(game.presenter.narrate(row.happenings, names))
            for row in history_of(context.turns, context.acts)
        ]
    except Exception:
        # What was played can be looked at; that it is their turn must be told in any case.
        logger.exception("the turns of game %s could not be told", game.pk)
        return []


_ASKING = {
    NotificationKind.CHALLENGE_ACCEPTED: gettext_noop("{opponent} accepts your challenge"),
    NotificationKind.FORMATION: gettext_noop("Your formation against {opponent}"),
    NotificationKind.TURN: gettext_noop("Your turn against {opponent}"),
    NotificationKind.REMINDER: gettext_noop("Your time against {opponent} runs out"),
    NotificationKind.DRAW_OFFERED: gettext_noop("{actor} offers a draw"),
    NotificationKind.ROUND_ENDED: gettext_noop("Round {round} against {opponent} is over"),
}


def _asking(context: MessageContext, game: Game) -> MessageContent:
    """Return the words of a message about a game that goes on."""
    is_formation = game.status == Game.Status.FORMATION
    is_awaited = context.seat is not None and context.seat.is_awaited
    told = context.event.data
    score = _score(context, game)
    sentences = []
    if context.event.type == EventType.ROUND_STARTED:
        sentences.append(_("Round {round} begins with your turn.").format(round=told["round"]))
    elif context.kind is NotificationKind.DRAW_OFFERED:
        sentences.append(
            _("Accept, decline, or simply play on.")
            if len(game.seats) == 2
            else _("It is a draw once all who still play have agreed.")
        )
    elif context.event.type in (EventType.GAME_STARTED, EventType.CHALLENGE_ACCEPTED):
        sentences.append(
            _("The game has begun: both sides choose their formations.")
            if is_formation
            else _("The game has begun.")
        )
    else:
        sentences += what_happened(context, game)

    deadline = until = ""
    if is_awaited and game.deadline is not None:
        until = _("until {when}").format(when=short_time(context, game.deadline))
        when = local_time(context, game.deadline)
        deadline = (
            _("Your formation is locked as it stands on {when}.").format(when=when)
            if is_formation
            else _("Your turn is awaited until {when}.").format(when=when)
        )
    newest = context.turns[-1].notation if context.turns and not is_formation else ""
    called = {seat.side: seat.username for seat in game.seats}
    is_turn = context.kind is NotificationKind.TURN
    move = f"{called[context.turns[-1].side]}: {newest}" if newest and is_turn else ""
    title = _(_ASKING[context.kind])
    if context.kind is NotificationKind.CHALLENGE_ACCEPTED:
        number = len(game.seats) - 1
        title = ngettext(
            "{opponent} accepts your challenge", "{opponent} accept your challenge", number
        )
    title = title.format(
        opponent=context.opponent, actor=context.actor, round=told.get("round", "")
    )
    return MessageContent(
        title=title,
        summary=_join(score, move, until),
        sentences=sentences,
        score=wording.headline(game, context.receiver.pk),
        deadline=deadline,
        action=_action(context.kind, is_formation=is_formation, is_awaited=is_awaited),
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
    terms += wording.terms(challenge.ruleset, challenge.options)
    n = challenge.turn_s or challenge.days_per_turn
    for_a_turn = (
        ngettext("{n} second for a turn", "{n} seconds for a turn", n)
        if challenge.turn_s
        else ngettext("{n} day for a turn", "{n} days for a turn", n)
    )
    terms.append(for_a_turn.format(n=n))
    terms.append(_("rated") if challenge.rated else _("not rated"))
    mine = _("The sides are drawn by lot.")
    if challenge.side != "random":
        mine = _("{name} plays {side}.").format(
            name=context.opponent, side=wording.side_played(challenge.side)
        )
    return MessageContent(
        title=_("{name} challenges you").format(name=context.opponent),
        summary=_join(*terms),
        sentences=[", ".join(terms) + ".", mine, *_asked_too(context, challenge)],
        score="",
        deadline=_("The challenge lapses on {when}.").format(
            when=local_time(context, challenge.expires_at)
        ),
        action=_("Answer the challenge"),
        path=f"/challenges/{challenge.pk}/",
    )


def _over(context: MessageContext, game: Game) -> MessageContent:
    side = context.seat.side if context.seat else ""
    if game.is_active:
        return _out(context, game)
    opponent, score, place = context.opponent, _score(context, game), ""
    if game.status == Game.Status.ABORTED:
        title = _("The game against {opponent} has no result")
    elif len(game.seats) > 2 and side not in (game.ranking or [[]])[0]:
        place = wording.ordinal(wording.place_of(game, side))
        title = _("You came {place} of {number} against {opponent}")
    elif game.winner is None:
        title = _("A draw against {opponent}")
    else:
        has_won = game.winner == side
        title = _("You won against {opponent}") if has_won else _("You lost against {opponent}")
    title = title.format(opponent=opponent, place=place, number=len(game.seats))
    how = _how(game, side, opponent)
    told = what_happened(context, game) if wording.reason_of(game).is_by_score else []
    ended = ""
    if game.finished_at:
        ended = _("It ended on {when}.").format(when=local_time(context, game.finished_at))
    return MessageContent(
        title=title,
        summary=_join(score, how),
        sentences=[sentence for sentence in (*told, how, ended) if sentence],
        score=wording.headline(game, context.receiver.pk),
        deadline="",
        action=_("Look at the game"),
        path=f"/games/{game.pk}/",
    )


def _out(context: MessageContext, game: Game) -> MessageContent:
    """Return the words for somebody who plays no more while the others play on."""
    return MessageContent(
        title=_("You are out of the game against {name}").format(name=context.opponent),
        summary=_("The others play on."),
        sentences=[_("You are out. The others play on.")],
        score=wording.headline(game, context.receiver.pk),
        deadline="",
        action=_("Look at the game"),
        path=f"/games/{game.pk}/",
    )


def _how(game: Game, side: str, opponent: str) -> str:
    """Return how the game ended for this side, in one sentence."""
    reason = wording.reason_of(game)
    lost_by = _late(game) if game.status == Game.Status.ABORTED else wording.losers(game)
    called = {seat.side: seat.username for seat in game.seats}
    loser = wording.joined([called[one] for one in called if one in lost_by])
    winner = called.get(game.winner or "", opponent)
    told = reason.told
    if side == game.winner:
        told = reason.won or told
    elif side in lost_by:
        told = reason.lost or told
    reason_word = game.reason.replace("_", " ")
    told = _(told) if told else _("It ended by {reason}.").format(reason=reason_word)
    return told.format(winner=winner, loser=loser)


def _late(game: Game) -> Collection[str]:
    """Return the sides whose missed deadline ended the game."""
    return game.rules.forfeited_by(game.rules.load(game.state))


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
    return [f"{asked} is asked too." if len(names) == 1 else f"{asked} are asked too."]


def _score(context: MessageContext, game: Game) -> str:
    return wording.score(game, context.seat.side if context.seat else None)


def _join(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
