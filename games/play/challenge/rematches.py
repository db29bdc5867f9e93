"""Another game after one that has ended: a rematch, or going on from a win on time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.clock.clocks import clock_of
from games.clock.times import ends_at
from games.models import Challenge, Game, Player
from games.play.challenge.challenges import accept_locked, make_challenge
from games.play.challenge.checks import find_opponent
from games.play.challenge.ends import has_lapsed
from games.play.challenge.invitations import Invited, accepted_by
from games.play.deadlines import with_locked_game
from games.play.guards import seat_of
from games.play.start import Terms
from games.refusals import Conflict, Forbidden, Invalid
from games.rules.contract import UNTIL
from games.store.locking import hold_people, is_public_id


class Rematch(NamedTuple):
    """The challenge to another game, and whether this request made or accepted it."""

    challenge: Challenge
    is_new: bool


def offer_rematch(user: User, game_id: str, *, now: datetime) -> Rematch:
    """Return the challenge to play the same game again, everyone on the next side.

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
        offered = _open_offer(now, rematch_of=game)
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

    return with_locked_game(game_id, now, act, hold=partial(_hold_players, game_id))


def hides_names(game: Game) -> bool:
    """Return whether someone plays this game under another name than theirs."""
    if game.competition is None:
        return False
    return Player.objects.filter(game=game, shown_as__isnull=False).exists()


def _offer(game: Game, user: User, now: datetime) -> Challenge:
    """Return the challenge to all others of a game, by name and with the next side for each."""
    onward = _onward(game)
    mine = next(seat for seat in game.seats if seat.user_id == user.pk)
    # The terms of time as they were agreed on, not what is left of a time bank.
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
    """Return the same options; what was agreed for a side holds for its player, who moves on.

    A moment at which the game ended is no term of the next one.
    """
    moving = {field.name for field in game.rules.option_fields() if field.kind == "sides"}
    return {
        name: [onward.get(side, side) for side in value] if name in moving else value
        for name, value in game.options.items()
        if name != UNTIL
    }


def _has_accepted(offered: Challenge, user: User) -> bool:
    return user.pk in accepted_by(offered)


def _open_offer(now: datetime, **of_game: Game) -> Challenge | None:
    """Return the challenge after this game that was not refused, locked; lapse an old one."""
    offered = (
        Challenge.objects.select_for_update(of=("self",))
        .select_related("challenger", "opponent")
        .filter(**of_game, status__in=(Challenge.Status.OPEN, Challenge.Status.ACCEPTED))
        .first()
    )
    return None if offered is None or has_lapsed(offered, now) else offered


def _hold_players(game_id: str) -> None:
    """Hold the players of a game, before the game itself is locked."""
    if is_public_id(game_id):
        hold_people(Player.objects.filter(game=game_id).values_list("user_id", flat=True))


OFFERED_WITHIN: Final = timedelta(days=14)


class Offer(NamedTuple):
    """The challenge to continue, and whether this request made it."""

    challenge: Challenge
    is_new: bool


def offer_to_go_on(user: User, game_id: str, *, now: datetime) -> Offer:
    """Return the challenge to continue where this person has won on time, under the same terms.

    Asked again, the challenge that stands is returned. Raises ``NotFound``, ``Forbidden`` and
    ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Offer:
        seat = seat_of(game, user.pk)
        if seat.side != game.winner:
            raise Forbidden(_("Only the winner can offer to continue."), code="not_yours")
        offered = _open_offer(now, goes_on_from=game)
        if offered is not None:
            return Offer(offered, is_new=False)
        if reason := why_not(game, now):
            raise Conflict(reason, code="wrong_phase", game=game)
        (other,) = (one for one in game.seats if one != seat)
        terms = replace(Terms.of(game), side=seat.side, rated=False)
        try:
            opponent = find_opponent(user, other.username)
        except Invalid as error:
            raise Conflict(
                _("Your opponent is no longer online."), code="opponent_gone", game=game
            ) from error
        challenge = make_challenge(user, opponent, terms, now=now, goes_on_from=game)
        return Offer(challenge, is_new=True)

    return with_locked_game(game_id, now, act, hold=partial(_hold_players, game_id))


def why_not(game: Game, now: datetime) -> str:
    """Return why no one can continue from this game; empty where its winner may offer it."""
    if not is_lost_on_time(game):
        return _("You can continue only a two-player game that was lost on time.")
    if game.finished_at is None or now > game.finished_at + OFFERED_WITHIN:
        return _("You can continue for {days} days after the game.").format(
            days=OFFERED_WITHIN.days
        )
    if ends_at(game) is not None:
        return _("This game had a date at which it ends.")
    if Player.objects.filter(game=game, shown_as__isnull=False).exists():
        return _("Names in this game are hidden, and a new game would show them.")
    return ""


def is_lost_on_time(game: Game) -> bool:
    """Return whether one of two has won by correspondence because the other missed a deadline."""
    if game.status != Game.Status.FINISHED or game.winner is None:
        return False
    if len(game.seats) != 2 or clock_of(game).is_live:
        return False
    late = game.rules.forfeited_by(game.rules.load(game.state))
    return bool(late) and game.winner not in late


def offer_of(game: Game) -> Challenge | None:
    """Return the offer to continue from this game that stands or was taken."""
    pending = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
    return Challenge.objects.filter(goes_on_from=game.pk, status__in=pending).first()
