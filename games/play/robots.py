"""The house bots: they accept every challenge and answer within seconds.

They are ordinary accounts and go through the same services as everyone. A worker that plays for one
first claims the place in the game in the cache; without the claim it would only waste its time,
because the second turn would be refused. Games are played in the order in which they began to wait,
and no one has more than a few: a queue of thousands is no one's to make. The slow strengths are
played by a worker of their own: neither emails nor the other bots wait for them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from random import SystemRandom
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, F, Q
from django.utils import timezone

from accounts.models import User
from config.features import Hook
from config.http.errors.refusals import Refusal
from games.models import Challenge, Game, HouseRobot, Invitation, Player, Turn
from games.play.acts import claim
from games.play.challenge.challenges import decline_challenge, take_seat
from games.play.challenge.checks import MOST_AGAINST_ROBOTS, count_games_against_robots
from games.play.draws import accept_draw, decline_draw
from games.play.formations import save_formation
from games.play.turns import play_turn
from games.refusals import Conflict
from games.rules import registry
from games.rules.contract import CLAIM, Phase

logger = logging.getLogger(__name__)

AFTER_ACT: Final[Hook[Callable[[str, int, datetime], None]]] = Hook()
"""Done once a house bot has played: the game, the bot and the time."""

NAME: Final = "robot-{strength}"
BATCH: Final = 20
"""Challenges accepted in one go."""
MOST_LOOKED_AT: Final = 200
"""Games that one look finds; a few of them may be claimed by others, or broken."""
CLAIM_SECONDS: Final = 90
"""Longer than a task may run, so that a killed worker's claim frees itself."""


class Waiting(NamedTuple):
    """A game that waits for a bot."""

    game_id: str
    user_id: int
    side: str
    strength: str


def open_house() -> list[HouseRobot]:
    """Return the house bots, one for each strength of any game, made where they are missing."""
    return [_find_or_make(strength) for strength in registry.robot_strengths()]


def _find_or_make(strength: str) -> HouseRobot:
    found = HouseRobot.objects.filter(strength=strength).first()
    if found:
        return found
    with transaction.atomic():
        name = NAME.format(strength=strength)
        if User.objects.filter(username__iexact=name).exists():
            # Someone was here first; the name stays theirs.
            name = f"house-{name}"
        user = User.objects.create_user(name, is_bot=True)
        return HouseRobot.objects.create(user=user, strength=strength)


def accept_waiting_challenges(now: datetime) -> int:
    """Accept what the bots were challenged to; return how many games began."""
    return sum(_answer(robot, challenge, now) for robot, challenge in _asked(now))


def answer_now(challenge: Challenge, now: datetime) -> str | None:
    """Let the house bots that a challenge names answer it now; return the game if it began.

    No one looks at a page that waits for their next look at all challenges. What goes wrong is done
    again then.
    """
    asked = Q(user=challenge.opponent_id) | Q(
        user__in=Invitation.objects.filter(challenge=challenge).values("user")
    )
    for robot in HouseRobot.objects.filter(asked).select_related("user"):
        _answer(robot, challenge, now)
    challenge.refresh_from_db(fields=["game"])
    return challenge.game_id


def _asked(now: datetime) -> Iterator[tuple[HouseRobot, Challenge]]:
    """Yield each bot with a challenge that waits for its answer."""
    waiting = Challenge.objects.filter(
        challenger__is_active=True, status=Challenge.Status.OPEN, expires_at__gt=now
    )
    for challenge in waiting.filter(opponent__robot__isnull=False).select_related(
        "opponent__robot__user"
    )[:BATCH]:
        assert challenge.opponent is not None
        yield challenge.opponent.robot, challenge
    seats = Invitation.objects.filter(
        challenge__in=waiting, user__robot__isnull=False, accepted_at__isnull=True
    )
    for seat in seats.select_related("challenge", "user__robot__user")[:BATCH]:
        assert seat.user is not None
        yield seat.user.robot, seat.challenge


def _answer(robot: HouseRobot, challenge: Challenge, now: datetime) -> bool:
    """Accept or decline for a bot; return whether it accepted."""
    try:
        if not robot.plays(challenge.ruleset):
            reason = Challenge.DeclineReason.RULESET.value
            decline_challenge(robot.user, challenge.pk, reason=reason, now=now)
            return False
        # The limit is kept when challenges are made; two made at the same time pass it together.
        if count_games_against_robots(challenge.challenger_id) >= MOST_AGAINST_ROBOTS:
            decline_challenge(robot.user, challenge.pk, now=now)
            return False
        take_seat(robot.user, challenge.pk, now=now)
    except Refusal as refusal:
        logger.info("challenge %s was not accepted by its robot: %s", challenge.pk, refusal)
        return False
    return True


def answer_draw_offers(now: datetime) -> int:
    """Agree to the draws that bots are offered, or decline them; return how many were answered.

    No one waits for a bot's answer: it says no where it does not say yes.
    """
    asked = Player.objects.filter(
        user__robot__isnull=False, game__draw_offered_by__isnull=False
    ).exclude(side=F("game__draw_offered_by"))
    # Newest first: where a bot has agreed and others think it over, the offer stays.
    rows = asked.select_related("game", "user__robot").order_by("-game__updated_at")
    return sum(_answer_offer(player, now) for player in rows[:MOST_LOOKED_AT])


def _answer_offer(player: Player, now: datetime) -> bool:
    """Answer for a bot in one game; return whether it had to and could."""
    taken = f"robot-draw:{player.game_id}:{player.side}"
    if player.side in player.game.draw_votes or not cache.add(taken, True, CLAIM_SECONDS):
        return False
    return _do_claimed(player.game_id, taken, partial(_agree_or_decline, player, now))


def _agree_or_decline(player: Player, now: datetime) -> None:
    """Answer an offer; decline also where it is too early for a draw by the terms of the game."""
    game = player.game
    robot = registry.robot(game.ruleset, game.rules_version)
    state = game.rules.load(game.state)
    strength = player.user.robot.strength
    if robot is not None and robot.agrees_to_draw(state, player.side, strength):
        try:
            accept_draw(player.user_id, game.pk, now=now)
        except Conflict as conflict:
            if conflict.code != "wrong_phase":
                raise
        else:
            return
    decline_draw(player.user_id, game.pk, now=now)


def play_waiting_games(seconds: float, *, slow: bool = False) -> int:
    """Play for the bots wherever they have to act, for at most so long; return how often.

    Either for the slow strengths or for all others.
    """
    until, played = time.monotonic() + seconds, 0
    for waiting in _waiting(slow=slow):
        taken = _claim_of(waiting)
        if not cache.add(taken, True, CLAIM_SECONDS):
            continue
        played += _do_claimed(waiting.game_id, taken, partial(_act, waiting))
        if time.monotonic() > until:
            break
    return played


def has_slow_turn() -> bool:
    """Return whether a bot that thinks for longer has to play, and no worker has taken its game."""
    return any(cache.get(_claim_of(waiting)) is None for waiting in _waiting(slow=True))


def _claim_of(waiting: Waiting) -> str:
    return f"robot:{waiting.game_id}:{waiting.side}"


def _do_claimed(game_id: str, taken: str, act: Callable[[], None]) -> bool:
    """Act in a claimed game and give the claim back; return whether the bot could."""
    could = False
    try:
        act()
        could = True
    except Refusal as refusal:
        # The game moved on between the look and the act; the next look sees how.
        logger.info("game %s: what the robot did was refused: %s", game_id, refusal)
    except Exception:
        # It stays claimed: the next looks pass by a game that a bot cannot play.
        logger.exception("game %s: the robot failed", game_id)
        return False
    cache.delete(taken)
    return could


def _waiting(*, slow: bool) -> Iterator[Waiting]:
    seats = Player.objects.filter(user__robot__isnull=False, deadline__isnull=False)
    is_slow = Q(user__robot__strength__in=registry.slow_strengths())
    # Anyone who plays live sits there and waits, and the clock runs.
    is_by_post = ExpressionWrapper(Q(game__live__isnull=True), output_field=BooleanField())
    rows = (
        seats.filter(is_slow if slow else ~is_slow)
        .order_by(is_by_post, "game__updated_at")
        .values_list("game_id", "user_id", "side", "user__robot__strength")
    )
    for row in rows[:MOST_LOOKED_AT]:
        yield Waiting(*row)


def _act(waiting: Waiting) -> None:
    """Choose a formation or a turn and send it, as any player would, or claim what ends a stall."""
    game = Game.objects.get(pk=waiting.game_id)
    robot = registry.robot(game.ruleset, game.rules_version)
    if robot is None:
        return
    rules = game.rules
    state = rules.load(game.state)
    if waiting.side not in game.summary.to_act or waiting.side in game.summary.standing:
        return  # Who is away and waited for has nothing to play.
    rng = SystemRandom()
    if game.summary.phase is Phase.FORMATION:
        content = robot.choose_arrangement(state, waiting.side, waiting.strength, rng)
        save_formation(waiting.user_id, game.pk, content, ready=True, now=timezone.now())
    elif CLAIM in game.summary.acts.get(waiting.side, ()) and robot.agrees_to_draw(
        state, waiting.side, waiting.strength
    ):
        claim(waiting.user_id, game.pk, now=timezone.now())
    else:
        actions = robot.choose_turn(state, waiting.strength, rng)
        now, by = timezone.now(), Turn.By.ROBOT
        play_turn(waiting.user_id, game.pk, game.next_turn, actions, now=now, by=by)
    for react in AFTER_ACT:
        react(game.pk, waiting.user_id, timezone.now())


def plays_simplest(ruleset: str) -> HouseRobot | None:
    """Return the weakest house bot that plays a rule set, or ``None`` where none is at home."""
    mind = registry.robot(ruleset)
    robots = HouseRobot.objects.filter(user__is_active=True).select_related("user")
    at_home = {robot.strength: robot for robot in robots}
    known = mind.strengths if mind is not None else ()
    return next((at_home[strength] for strength in known if strength in at_home), None)
