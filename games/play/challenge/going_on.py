"""Going on, unrated, from where the other lost on time: the result stands, the match is played."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games.clock.clocks import clock_of
from games.models import Challenge, Game, Player
from games.play.challenge.challenges import make_challenge
from games.play.challenge.checks import find_opponent
from games.play.challenge.ends import has_lapsed
from games.play.deadlines import with_locked_game
from games.play.guards import seat_of
from games.play.start import Terms
from games.refusals import Conflict, Forbidden, Invalid
from games.store.locking import hold_people, is_public_id

OFFERED_WITHIN: Final = timedelta(days=14)


class Offer(NamedTuple):
    """The challenge to go on, and whether this request made it."""

    challenge: Challenge
    is_new: bool


def offer_to_go_on(user: User, game_id: str, *, now: datetime) -> Offer:
    """Return the challenge to go on from where this person has won on time, under the same terms.

    Asked again, the challenge that stands is returned. Raises ``NotFound``, ``Forbidden`` and
    ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Offer:
        seat = seat_of(game, user.pk)
        if seat.side != game.winner:
            raise Forbidden(_("Only the winner can offer to continue."), code="not_yours")
        offered = _standing_offer(game, now)
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

    def hold() -> None:
        players = (
            Player.objects.filter(game=game_id) if is_public_id(game_id) else Player.objects.none()
        )
        hold_people(players.values_list("user_id", flat=True))

    return with_locked_game(game_id, now, act, hold=hold)


def why_not(game: Game, now: datetime) -> str:
    """Return why nobody can go on from this game; empty where its winner may offer it."""
    if not is_lost_on_time(game):
        return _("You can continue only a two-player game that was lost on time.")
    if game.finished_at is None or now > game.finished_at + OFFERED_WITHIN:
        return _("You can continue for {days} days after the game.").format(
            days=OFFERED_WITHIN.days
        )
    if Player.objects.filter(game=game, shown_as__isnull=False).exists():
        return _("Names in this game are hidden, and a new game would show them.")
    return ""


def is_lost_on_time(game: Game) -> bool:
    """Return whether one of two has won by post because the other missed a deadline."""
    if game.status != Game.Status.FINISHED or game.winner is None:
        return False
    if len(game.seats) != 2 or clock_of(game).is_live:
        return False
    late = game.rules.forfeited_by(game.rules.load(game.state))
    return bool(late) and game.winner not in late


def offer_of(game: Game) -> Challenge | None:
    """Return the offer to go on from this game that stands or was taken."""
    standing = (Challenge.Status.OPEN, Challenge.Status.ACCEPTED)
    return Challenge.objects.filter(goes_on_from=game.pk, status__in=standing).first()


def _standing_offer(game: Game, now: datetime) -> Challenge | None:
    """Return the offer that was made and not refused, locked; lapse one that is too old."""
    offered = (
        Challenge.objects.select_for_update(of=("self",))
        .select_related("challenger", "opponent")
        .filter(goes_on_from=game, status__in=(Challenge.Status.OPEN, Challenge.Status.ACCEPTED))
        .first()
    )
    return None if offered is None or has_lapsed(offered, now) else offered
