"""Reading games, challenges and events; nothing here changes anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, TypeVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import (
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from config.http.pagination import Span
from games.models import (
    Act,
    Arrangement,
    Block,
    Challenge,
    Friend,
    Game,
    GameEvent,
    HouseRobot,
    Inbox,
    InboxEntry,
    Invitation,
    Leave,
    Player,
    Preset,
    Turn,
)
from games.models.querysets import GameQuerySet
from games.refusals import NotFound
from games.rules import registry
from games.rules.contract import Presenter
from games.store.game_lists import Wanted, find_games
from games.store.locking import is_public_id
from games.store.people import may_see_challenge
from games.store.read import read_awaiting, read_game

Row = TypeVar("Row", Turn, Act, Arrangement)
"""What belongs to a game."""


class Stamp(NamedTuple):
    """The little of a game that shows whether an answer given before is still good."""

    pk: str
    revision: int
    deadline: datetime | None
    last_event: int
    status: str
    next_turn: int
    ruleset: str
    rules_version: int
    live: Mapping[str, Any] | None = None
    rated: bool = False
    is_public: bool = True
    competition: Mapping[str, Any] | None = None
    is_late: bool = False
    """Whether it describes an earlier state than the true one, because an onlooker asks."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status not in Game.ACTIVE

    @property
    def presenter(self) -> Presenter[Any]:
        """The face of the rule set, in the version that the game began with."""
        return registry.presenter(self.ruleset, self.rules_version)

    def is_overdue(self, now: datetime) -> bool:
        """Return whether the deadline has passed with no one having acted on it."""
        return self.deadline is not None and self.deadline <= now


class NumberedEvent(NamedTuple):
    """An event under the number by which its receiver, or its game, counts it."""

    number: int
    event: GameEvent
    your_side: str | None = None
    """The side of the player who is notified, where it is shown to a person and they have one."""


def find_game(game_id: str) -> Game:
    """Return the game with its seats; raises ``NotFound``."""
    game = read_game(game_id) if is_public_id(game_id) else None
    if game is None:
        raise NotFound(_("This game doesn't exist."))
    return game


def find_stamp(game_id: str) -> Stamp:
    """Return the game's revision and deadline alone; raises ``NotFound``."""
    row = (
        Game.objects.filter(pk=game_id).values_list(*Stamp._fields[:-1]).first()
        if is_public_id(game_id)
        else None
    )
    if row is None:
        raise NotFound(_("This game doesn't exist."))
    return Stamp(*row)


def has_played(user: User) -> bool:
    """Return whether a game of this person has ever begun."""
    return Player.objects.filter(user=user).exists()


def plays_with_people(user: User) -> bool:
    """Return whether a game of this person continues in which others than house bots play."""
    others = Player.objects.filter(game__in=Game.objects.of_player(user.pk).values("pk"))
    others = others.exclude(user=user).filter(user__robot__isnull=True)
    return others.filter(game__status__in=Game.ACTIVE, user__deleted_at__isnull=True).exists()


def games_awaiting(user_id: int, span: Span, rulesets: Sequence[str] = ()) -> list[Game]:
    """Return the games that wait for this person, nearest deadline first."""
    return read_awaiting(
        user_id,
        span.limit,
        after=span.after,
        backwards=span.backwards,
        rulesets=rulesets,
    )


def running_games(player: int) -> GameQuerySet:
    """Return the games this person is in that continue, nearest deadline first."""
    games = find_games(Wanted(player=player, viewer=player)).filter(status__in=Game.ACTIVE)
    return games.order_by("deadline", "pk")


def finished_games(
    *, player: int | None = None, before: str | None = None, viewer: int | None = None
) -> GameQuerySet:
    """Return games that are over, newest first; those older than the game ``before``.

    A person's hold those that were aborted as well.
    """
    over = [Game.Status.FINISHED, *([Game.Status.ABORTED] if player is not None else [])]
    return _older(find_games(Wanted(player=player, viewer=viewer)).filter(status__in=over), before)


def watchable_games(*, before: str | None = None, viewer: int | None = None) -> GameQuerySet:
    """Return the games that are played and may be listed, newest first; those older than one."""
    return _older(find_games(Wanted(statuses=(Game.Status.PLAYING,), viewer=viewer)), before)


def _older(games: GameQuerySet, before: str | None) -> GameQuerySet:
    """Return those of a list, newest first, that follow the game ``before`` in it."""
    if not before or not is_public_id(before):
        return games
    start = Game.objects.filter(pk=before).values("created_at")
    return games.annotate(start=Subquery(start)).filter(
        Q(created_at__lt=F("start")) | Q(created_at=F("start"), pk__lt=before)
    )


def turns_of(game_id: str, *, after: int = 0) -> QuerySet[Turn]:
    """Return the history of a game, or what followed the turn ``after``, first turn first."""
    return Turn.objects.filter(game=game_id, number__gt=after).order_by("number")


def turns_shown(game: Game | Stamp, *, after: int = 0) -> QuerySet[Turn]:
    """Return the history of a game as far as it is shown: what it has come to, and no further.

    Of a live game onlookers are shown an earlier state, whose next turn has long been played.
    """
    return turns_of(game.pk, after=after).filter(number__lt=game.next_turn)


def standing_turns(game: Game | Stamp, *, after: int = 0) -> QuerySet[Turn]:
    """Return the turns that are shown and have led to the present: none that was taken back."""
    return turns_shown(game, after=after).filter(taken_back=False)


def turn_before(game: Game, number: int) -> Turn | None:
    """Return the turn that led to the position before another; ``None`` before the first."""
    return standing_turns(game).filter(number__lt=number).last() if number > 1 else None


def marking_own(turns: QuerySet[Turn], user_id: int) -> QuerySet[Turn]:
    """Return these turns, each with ``is_own``: whether this person's side played it."""
    own = Player.objects.filter(game=OuterRef("game"), side=OuterRef("side"), user=user_id)
    return turns.annotate(is_own=Exists(own))


def by_game(rows: QuerySet[Row], game_ids: Sequence[str]) -> dict[str, list[Row]]:
    """Return the rows that belong to several games, by game, each game's in their own order."""
    found: dict[str, list[Row]] = {game_id: [] for game_id in game_ids}
    for row in rows.filter(game__in=game_ids):
        found[row.game_id].append(row)
    return found


def find_turn(game: Game, number: int) -> Turn:
    """Return one turn of a game as far as it is shown; raises ``NotFound``."""
    turn = None
    if 1 <= number < game.next_turn:
        turn = Turn.objects.filter(game=game, number=number).first()
    if turn is None:
        raise NotFound(_("The game has no turn {number}.").format(number=number))
    return turn


def acts_of(game_id: str) -> QuerySet[Act]:
    """Return what was done outside turns in a game, in order."""
    return Act.objects.filter(game=game_id).order_by("turn", "index")


def acts_shown(game: Game | Stamp) -> QuerySet[Act]:
    """Return what was done outside turns in a game, as far as it is shown."""
    return acts_of(game.pk).filter(turn__lte=game.next_turn)


def arrangements_shown(game: Game) -> QuerySet[Arrangement]:
    """Return how the sides set themselves up, as far as a game is shown."""
    return arrangements_of(game.pk).filter(round__lte=game.round)


def arrangements_of(game_id: str) -> QuerySet[Arrangement]:
    """Return how the sides set themselves up, round by round."""
    return Arrangement.objects.filter(game=game_id).order_by("round", "side")


def blocks_of(user_id: int) -> QuerySet[Block]:
    """Return whom this person blocks, newest first."""
    found = Block.objects.filter(user=user_id).select_related("blocked")
    return found.order_by("-created_at", "-pk")


def is_blocked(user_id: int, blocked_id: int) -> bool:
    """Return whether the first of these people blocks the second."""
    return Block.objects.filter(user=user_id, blocked=blocked_id).exists()


def presets_of(user_id: int, ruleset: str) -> QuerySet[Preset]:
    """Return the arrangements that a person keeps for a rule set, by slot."""
    return Preset.objects.filter(user=user_id, ruleset=ruleset).order_by("slot")


def last_arrangement(user_id: int, ruleset: str) -> Arrangement | None:
    """Return how this person last began a round, or ``None`` before the first; without the one in
    which a guest's first game began, which was lined up for them."""
    return (
        Arrangement.objects.filter(
            game__ruleset=ruleset,
            game__players__user=user_id,
            game__players__side=F("side"),
            locked_at__gt=F("game__created_at"),
        )
        .order_by("-locked_at")
        .first()
    )


def events_after(user_id: int, number: int, limit: int) -> list[NumberedEvent]:
    """Return what a person has heard after their event ``number``, in order."""
    # An accepted challenge belongs to no game's log, but its receiver has a seat in one.
    game = Coalesce("event__game", "event__challenge__game")
    seat = Player.objects.filter(user=user_id, game=OuterRef("seated_in")).values("side")
    entries = (
        InboxEntry.objects.filter(user=user_id, number__gt=number)
        .select_related("event__challenge__challenger", "event__challenge__opponent")
        .annotate(seated_in=game, your_side=Subquery(seat))
        .order_by("number")[:limit]
    )
    return [
        NumberedEvent(entry.number, entry.event, entry.your_side or _offered(entry.event, user_id))
        for entry in entries
    ]


def _offered(event: GameEvent, user_id: int) -> str | None:
    """Return the side that a challenge offers this person, where it is no longer to be drawn."""
    return event.challenge.side_of(user_id) if event.challenge else None


def game_events_after(
    game_id: str, number: int, limit: int, *, until: int | None = None
) -> list[NumberedEvent]:
    """Return what happened in a game after its event ``number``, up to ``until``, in order."""
    events = GameEvent.objects.filter(game=game_id, number__gt=number).order_by("number")
    if until is not None:
        events = events.filter(number__lte=until)
    return [NumberedEvent(event.number or 0, event) for event in events[:limit]]


def game_events_of(game_id: str, kind: str) -> QuerySet[GameEvent]:
    """Return the events of one type in a game, in order."""
    return GameEvent.objects.filter(game=game_id, type=kind).order_by("number")


def newest_event_of(user_id: int) -> int:
    """Return the number of the newest event a person has heard, 0 before the first."""
    return Inbox.objects.filter(pk=user_id).values_list("last_number", flat=True).first() or 0


def find_challenge(challenge_id: str, user_id: int | None) -> Challenge:
    """Return a challenge; one to someone else is not there. Raises ``NotFound``."""
    challenge = (
        Challenge.objects.select_related("challenger", "opponent").filter(pk=challenge_id).first()
        if is_public_id(challenge_id)
        else None
    )
    if (
        challenge is None
        or not challenge.concerns(user_id)
        or not may_see_challenge(challenge, user_id)
    ):
        raise NotFound(_("This challenge doesn't exist."))
    return challenge


def challenges_of(
    user_id: int,
    now: datetime,
    *,
    direction: str | None = None,
    status: str | None = None,
    rulesets: Sequence[str] = (),
) -> QuerySet[Challenge]:
    """Return the challenges this person made (``out``) or was sent (``in``), newest first."""
    # As an array: PostgreSQL then looks each challenge up by its index.
    asked = Invitation.objects.filter(user=user_id).values("challenge")
    is_asked = Q(pk__any_of=ArraySubquery(asked))
    mine = {"in": Q(opponent=user_id) | is_asked, "out": Q(challenger=user_id)}
    found = _challenges(rulesets).filter(mine[direction] if direction else mine["in"] | mine["out"])
    if status is None:
        return found
    # One whose time is over has lapsed, whether a sweep has noticed or not.
    unanswered = Q(status=Challenge.Status.OPEN)
    if status == Challenge.Status.OPEN:
        return found.filter(unanswered, expires_at__gt=now)
    if status == Challenge.Status.LAPSED:
        return found.filter(Q(status=status) | unanswered & Q(expires_at__lte=now))
    return found.filter(status=status)


def open_challenges(
    now: datetime, rulesets: Sequence[str] = (), viewer: int | None = None
) -> QuerySet[Challenge]:
    """Return the challenges that anyone may accept, newest first, and those for the viewer as a
    friend.
    """
    shown = Q(is_public=True)
    if viewer is not None:
        mine = Friend.objects.filter(user=OuterRef("challenger"), friend=viewer)
        shown |= Q(Exists(mine), for_friends=True)
    return _challenges(rulesets).filter(
        shown,
        status=Challenge.Status.OPEN,
        opponent__isnull=True,
        seats_free__gt=0,
        expires_at__gt=now,
        challenger__is_active=True,
    )


def attach_invitations(challenges: Sequence[Challenge]) -> None:
    """Read the seats of challenges to several, with their people, in one go; none for two."""
    prefetch_related_objects(
        [challenge for challenge in challenges if challenge.is_for_several], "invitations__user"
    )


def _challenges(rulesets: Sequence[str]) -> QuerySet[Challenge]:
    found = Challenge.objects.select_related("challenger", "opponent")
    if rulesets:
        found = found.filter(ruleset__in=rulesets)
    return found.order_by("-created_at", "-pk")


def all_leaves_of(user_id: int) -> QuerySet[Leave]:
    """Return the leaves of a person, the latest first."""
    return Leave.objects.filter(user=user_id).order_by("-begins_at", "-pk")


_STILL_MATTERS: Final = timedelta(days=60)
"""How long a vacation that is over still matters to a clock: longer than any turn lasts."""


def leaves_of(user_ids: Sequence[int], now: datetime) -> dict[int, list[int]]:
    """Return the leaves of people as their seats keep them; who has none is not in it."""
    found: dict[int, list[int]] = {}
    leaves = Leave.objects.filter(user__in=user_ids, ends_at__gt=now - _STILL_MATTERS)
    for leave in leaves.order_by("begins_at"):
        moments = (int(leave.begins_at.timestamp()), int(leave.ends_at.timestamp()))
        found.setdefault(leave.user_id, []).extend(moments)
    return found


def house_robots(ruleset: str | None = None) -> list[HouseRobot]:
    """Return the bots of the house with their accounts, weakest first.

    With a rule set only those that play it.
    """
    robot = registry.robot(ruleset) if ruleset is not None else None
    strengths = registry.robot_strengths() if ruleset is None else robot.strengths if robot else ()
    found = HouseRobot.objects.filter(user__is_active=True, strength__in=strengths)
    return sorted(found.select_related("user"), key=lambda house: strengths.index(house.strength))
