"""The first game of someone without an account: against the easy bot, or who sent the link."""

from __future__ import annotations

from datetime import datetime
from random import SystemRandom
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.guests import not_for_guests
from accounts.models import User
from games.models import Challenge, Game, HouseRobot, Player
from games.play.challenge.challenges import accept_challenge, make_challenge, take_seat
from games.play.formations import save_formation
from games.play.robots import plays_simplest
from games.play.start import Terms
from games.refusals import Conflict, NotFound
from games.rules import registry
from games.store.locking import hold_person, is_public_id

TERMS: Final = Terms(side="white", options={"goals_to_win": 1})


def begin_first_match(guest: User, now: datetime) -> Game:
    """Return a game against the easy bot, ready to kick off; the one that continues, if any.

    Raises ``Conflict`` where the house has no bot, and a refusal for one game too many.
    """
    with transaction.atomic():
        # Two taps at the same time begin one game.
        hold_person(guest.pk)
        if (running := _unfinished_match(guest)) is not None:
            return running
        robot = plays_simplest(TERMS.ruleset)
        if robot is None:
            raise Conflict(_("No bot is available. Try again later."), code="opponent_gone")
        challenge = make_challenge(guest, robot.user, TERMS, now=now)
        game = accept_challenge(robot.user, challenge.pk, now=now)
        _line_up(game, guest, robot, now)
    return Game.objects.with_seats().get(pk=game.pk)


def follow_link(guest: User, challenge_id: str, now: datetime) -> Challenge:
    """Take a seat of the challenge whose link someone followed, and return the challenge.

    Raises ``NotFound``, ``Forbidden``, ``Conflict``, and the refusal of what guests may not do.
    """
    found = (
        Challenge.objects.filter(pk=challenge_id).first() if is_public_id(challenge_id) else None
    )
    if found is None:
        raise NotFound(_("This challenge doesn't exist."))
    if found.rated:
        raise not_for_guests()
    return take_seat(guest, challenge_id, now=now)


def _unfinished_match(guest: User) -> Game | None:
    against_robot = Player.objects.filter(user__robot__isnull=False).values("game_id")
    games = Game.objects.with_seats().of_player(guest.pk)
    return (
        games.filter(pk__in=against_robot, status__in=Game.ACTIVE).order_by("-created_at").first()
    )


def _line_up(game: Game, guest: User, robot: HouseRobot, now: datetime) -> None:
    """Let both sides be ready: formations come in the second game."""
    state = game.rules.load(game.state)
    mind = registry.robot(game.ruleset, game.rules_version)
    assert mind is not None, "a robot of this strength plays the game"
    for seat in game.seats:
        if seat.user_id == guest.pk:
            content = {"pieces": game.description["formation"][seat.side]["pieces"]}
        else:
            content = dict(
                mind.choose_arrangement(state, seat.side, robot.strength, SystemRandom())
            )
        save_formation(seat.user_id, game.pk, content, ready=True, now=now)
