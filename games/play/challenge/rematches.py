"""Playing again with sides swapped."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Challenge, Game, Player
from games.play.challenge.challenges import accept_locked, make_challenge
from games.play.challenge.checks import find_opponent
from games.play.challenge.ends import has_lapsed
from games.play.challenge.invitations import Invited, accepted_by
from games.play.deadlines import with_locked_game
from games.play.guards import seat_of
from games.play.start import Terms
from games.refusals import Conflict, Invalid
from games.store.locking import hold_people, is_public_id


class Rematch(NamedTuple):
    """The challenge to another game, and whether this request made or accepted it."""

    challenge: Challenge
    is_new: bool


def offer_rematch(user: User, game_id: str, *, now: datetime) -> Rematch:
    """Return the challenge to play the same game again, everybody on the next side.

    All may press the button: who presses later accepts what the first one offered. Pressing
    again returns the same challenge. Raises ``NotFound``, ``Forbidden`` and ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Rematch:
        seat_of(game, user.pk)
        if game.is_active:
            raise Conflict(
                _("This game isn't over. Offer a rematch when it is."),
                code="wrong_phase",
                game=game,
            )
        offered = _standing_offer(game, now)
        if offered is not None:
            if offered.challenger_id == user.pk or offered.status != Challenge.Status.OPEN:
                return Rematch(offered, is_new=False)
            is_new = not _has_accepted(offered, user)
            accept_locked(offered, user, now=now)
            return Rematch(offered, is_new=is_new)

        if hides_names(game):
            raise Conflict(
                _("Names in this game are hidden, and a new game would show them."),
                code="wrong_phase",
                game=game,
            )
        try:
            challenge = _offer(game, user, now)
        except Invalid as error:
            raise Conflict(
                _("Your opponent is no longer online."), code="opponent_gone", game=game
            ) from error
        return Rematch(challenge, is_new=True)

    def hold() -> None:
        players = (
            Player.objects.filter(game=game_id) if is_public_id(game_id) else Player.objects.none()
        )
        hold_people(players.values_list("user_id", flat=True))

    return with_locked_game(game_id, now, act, hold=hold)


def hides_names(game: Game) -> bool:
    """Return whether somebody plays this game under another name than theirs."""
    if game.competition is None:
        return False
    return Player.objects.filter(game=game, shown_as__isnull=False).exists()


def _offer(game: Game, user: User, now: datetime) -> Challenge:
    """Return the challenge to all others of a game, by name and with the next side for each."""
    onward = _onward(game)
    mine = next(seat for seat in game.seats if seat.user_id == user.pk)
    # The terms of time as they were agreed on, not what is left of a reserve.
    terms = replace(Terms.of(game), side=onward[mine.side], options=_options_onward(game, onward))
    others = [
        Invited(find_opponent(user, seat.username), onward[seat.side])
        for seat in game.seats
        if seat != mine
    ]
    return make_challenge(user, None, terms, now=now, rematch_of=game, others=others)


def _onward(game: Game) -> dict[str, str]:
    """Return the next side of each, in the order of play: of two, they are swapped."""
    sides = [seat.side for seat in game.seats]
    return dict(zip(sides, [*sides[1:], sides[0]], strict=True))


def _options_onward(game: Game, onward: dict[str, str]) -> dict[str, Any]:
    """Return the same options; what was agreed for a side holds for its player, who moves on."""
    moving = {field.name for field in game.rules.option_fields() if field.kind == "sides"}
    return {
        name: [onward.get(side, side) for side in value] if name in moving else value
        for name, value in game.options.items()
    }


def _has_accepted(offered: Challenge, user: User) -> bool:
    return user.pk in accepted_by(offered)


def _standing_offer(game: Game, now: datetime) -> Challenge | None:
    """Return the rematch that was offered and not refused, locked; lapse one that is too old."""
    offered = (
        Challenge.objects.select_for_update(of=("self",))
        .select_related("challenger", "opponent")
        .filter(rematch_of=game, status__in=(Challenge.Status.OPEN, Challenge.Status.ACCEPTED))
        .first()
    )
    return None if offered is None or has_lapsed(offered, now) else offered
