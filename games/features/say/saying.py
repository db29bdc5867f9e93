"""Doing what a player's text asks for; what isn't clear does nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.zones import zone_of
from games.features.say.understanding import understand
from games.models import Game, Turn
from games.play import watching
from games.play.acts import do_act
from games.play.draws import accept_draw, decline_draw, offer_draw
from games.play.formations import save_formation
from games.play.guards import seat_of
from games.play.leaves import take_leave
from games.play.replay import state_before
from games.play.turns import PLANNED_TURNS, PlayedTurn, check_is_next, check_turn_is_due, play_turn
from games.refusals import Conflict, Forbidden, Unprocessable
from games.rules import registry
from games.rules.contract import RESIGN
from games.rules.sentences import Do, Sentence, read_sentence
from games.shown.point_of_view import PointOfView
from games.shown.wording import report

RESIGN_NOW = "resign yes"


class Did(StrEnum):
    """What a text did."""

    PLAYED = "played"
    LOCKED = "formation_locked"
    OFFERED = "draw_offered"
    ACCEPTED = "draw_accepted"
    DECLINED = "draw_declined"
    ASKED = "asked"
    """Nothing yet: the answer says what to send to do it."""
    RESIGNED = "resigned"
    LEFT = "vacation_taken"
    SHOWN = "shown"


class Said(NamedTuple):
    """What a text did, in words, and the game after it."""

    did: Did
    words: str
    game: Game
    turn: Turn | None = None
    ask: str | None = None
    """The text to send to confirm it."""


def say(
    user: User,
    game_id: str,
    text: str,
    *,
    number: int | None = None,
    now: datetime,
    before_leave: Callable[[], object] = lambda: None,
) -> Said:
    """Do what a text asks for, as this player; ``number`` is the turn that it answers.

    With ``number`` it can be sent again: what was done is answered and not repeated.
    ``before_leave`` refuses a vacation where the caller may not take one. Raises ``Refusal``s.
    """
    game = watching.view_game(game_id, now)
    seat = seat_of(game, user.pk)
    sentence = read_sentence(text)
    if number is not None and sentence.do in _OF_THE_MOMENT:
        check_is_next(game, number)
    match sentence.do:
        case Do.TURN:
            return _play(user, game, sentence, number or game.next_turn, now)
        case Do.READY:
            content = registry.find(game.ruleset, game.rules_version).speech.arrangement(
                game.description, seat.side
            )
            game = save_formation(user.pk, game_id, content or {}, ready=True, now=now)
            return Said(Did.LOCKED, _("Your formation is locked."), game)
        case Do.DRAW:
            game = offer_draw(user.pk, game_id, now=now)
            return Said(Did.OFFERED, _("You offered a draw."), game)
        case Do.ACCEPT:
            game = accept_draw(user.pk, game_id, now=now)
            return Said(Did.ACCEPTED, _("You accepted the draw."), game)
        case Do.DECLINE:
            game = decline_draw(user.pk, game_id, now=now)
            return Said(Did.DECLINED, _("You declined the draw."), game)
        case Do.RESIGN:
            words = _("Resign this game? Send “{text}”.").format(text=RESIGN_NOW)
            return Said(Did.ASKED, words, game, ask=RESIGN_NOW)
        case Do.RESIGN_NOW:
            game = do_act(user.pk, game_id, RESIGN, now=now)
            return Said(Did.RESIGNED, _("You resigned."), game)
        case Do.LEAVE:
            before_leave()
            return _leave(user, game, sentence.days, now)
        case Do.HELP:
            return Said(Did.SHOWN, help_text(game), game)
        case Do.STATUS:
            return Said(Did.SHOWN, PointOfView(game, user.pk).page_title + ".", game)


_OF_THE_MOMENT = frozenset(
    {Do.READY, Do.DRAW, Do.ACCEPT, Do.DECLINE, Do.RESIGN, Do.RESIGN_NOW, Do.LEAVE}
)
"""What means the game as the player last saw it."""


def _play(user: User, game: Game, sentence: Sentence, number: int, now: datetime) -> Said:
    seat = seat_of(game, user.pk)
    is_again = number < game.next_turn and _is_own(game, number, seat.side)
    if not is_again:
        check_turn_is_due(game, seat, number)
    try:
        understood = understand(game, state_before(game, number), sentence)
    except Unprocessable:
        if is_again:  # Not the turn that was played then: turns of that board would not help.
            check_turn_is_due(game, seat, number)
        raise
    actions = understood.actions
    if understood.plans or understood.fallback:
        planned: dict[str, Any] = {"turn": number, "actions": actions, "plans": understood.plans}
        if understood.fallback:
            planned["fallback"] = understood.fallback
        played = _play_planned(user, game, planned, now)
    else:
        played = play_turn(user.pk, game.pk, number, actions, now=now)
    after = played.game
    names = {one.side: one.called for one in after.seats}
    words = [" ".join(report(after, played.turn, names))]
    if count := len(understood.plans) + bool(understood.fallback):
        saved = ngettext("We saved {n} conditional move.", "We saved {n} conditional moves.", count)
        words.append(saved.format(n=count))
    if sentence.with_draw:
        # The turn may have ended the game, and once a turn is enough.
        with suppress(Conflict):
            after = offer_draw(user.pk, game.pk, now=now)
            words.append(_("You offered a draw."))
    return Said(Did.PLAYED, " ".join(words), after, turn=played.turn)


def _is_own(game: Game, number: int, side: str) -> bool:
    return Turn.objects.filter(game=game, number=number, side=side).exists()


def _play_planned(user: User, game: Game, planned: dict[str, Any], now: datetime) -> PlayedTurn:
    for play in PLANNED_TURNS:
        return play(user.pk, game.pk, planned, now=now)
    raise Forbidden(_("This service has no conditional moves."), code="plans_not_allowed")


def _leave(user: User, game: Game, days: int, now: datetime) -> Said:
    if not days:
        raise Unprocessable(_("Take at least one day."), code="not_understood", nearest=[])
    zone = zone_of(user.time_zone)
    until = (now.astimezone(zone) + timedelta(days=days)).astimezone(now.tzinfo)
    take_leave(user, None, until, now)
    words = ngettext("You're on vacation for {n} day.", "You're on vacation for {n} days.", days)
    return Said(Did.LEFT, words.format(n=days), watching.view_game(game.pk, now))


def help_text(game: Game) -> str:
    """Return what can be written about a game, with an example of its own."""
    lines = []
    if game.is_active and game.summary.position is not None:
        options = game.rules.choices(game.rules.load(game.state), ())
        if options["actions"]:
            example = options["actions"][0]
            lines.append(
                _("A turn: {text} ({label}).").format(text=example["text"], label=example["label"])
            )
    return "\n".join(
        [
            *lines,
            _("Or: draw, accept, decline, resign, ready, status, help."),
            _("Vacation: leave 2 days."),
            _("Conditional moves, after a comma or on a new line: if their turn: your turn."),
        ]
    )
