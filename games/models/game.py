"""A game: who sits where, whose time runs until when, and what was played."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property

from games.models import fairness
from games.models.identifiers import new_public_id
from games.models.querysets import GameQuerySet, Seat
from games.models.running_clock import RunningClock
from games.models.shapes import LiveClock
from games.rules import registry
from games.rules.contract import Presenter, RuleSet, Summary


class Game(models.Model):
    """One game, from the accepted challenge to the result."""

    class Status(models.TextChoices):
        FORMATION = "formation"
        PLAYING = "playing"
        FINISHED = "finished"
        ABORTED = "aborted"

    ACTIVE = (Status.FORMATION, Status.PLAYING)

    id = models.CharField(primary_key=True, max_length=8, default=new_public_id, editable=False)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    days_per_turn = models.PositiveSmallIntegerField(default=1)
    turn_s = models.PositiveIntegerField(null=True, blank=True)
    """Seconds for a turn where these are no whole days."""
    reserve_s = models.PositiveIntegerField(default=0, db_default=0)
    """Seconds that each player may use beyond the turns, once in the whole game."""
    gain_s = models.PositiveIntegerField(default=0, db_default=0)
    """Seconds that come back to the time bank after each own turn, never above its beginning."""
    has_leave = models.BooleanField(default=False, db_default=False)
    """Whether the clock of a player who has taken a vacation is paused."""
    has_rest = models.BooleanField(default=False, db_default=False)
    """Whether the clocks of players are paused on their rest days."""
    live = models.JSONField(null=True, blank=True)
    """The terms and the clock of a live game: a ``RunningClock`` as JSON."""
    rated = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True, db_default=True)
    """Whether lists name it to others than its players; anyone who has its address may look on."""

    status = models.CharField(max_length=10, choices=Status)
    state = models.TextField()
    description = models.JSONField()
    next_turn = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(default=1)
    """Grows with every change that a reader could see; the ETag."""

    deadline = models.DateTimeField(null=True, blank=True)
    """When the time of a turn and the time bank are over: the one moment that a sweep acts on."""
    main_until = models.DateTimeField(null=True, blank=True)
    """When the time of the turn is over and the time bank begins to run; empty in older games."""
    remind_at = models.DateTimeField(null=True, blank=True)
    """When the next notice of the clock is due; empty once the last was given."""
    given_s = models.PositiveIntegerField(default=0, db_default=0)
    """Seconds that the others have given to the clock that runs."""
    clock_started_at = models.DateTimeField(default=timezone.now)
    """When the time that now runs began to run."""
    draw_offered_by = models.CharField(max_length=20, null=True, blank=True)
    draw_votes = models.JSONField(default=list, db_default=[])
    """The sides that agree to a draw, who offered it first; empty while none is on offer."""

    fairness_scheme = models.PositiveSmallIntegerField(default=fairness.NEWEST)
    """By which formula rolls follow from the seed; a game keeps the one it began with."""
    sealed_seed = models.BinaryField(default=bytes, editable=False)
    """The 32 bytes from which the rolls follow, as ``encryption.seal`` stores them."""
    commitment = models.CharField(max_length=64, blank=True)
    """The SHA-256 (hex) of the seed, shown from the start so that it cannot be changed."""
    salts = models.JSONField(default=dict)
    """What the sides added to the seed, by side, once they had seen the commitment."""
    first_shot = models.PositiveIntegerField(default=0)
    """The first shot that the seed decides; above 0 where it took the place of an earlier one."""
    earlier_seeds = models.JSONField(default=list, editable=False)
    """The seeds before this one, sealed, each with its commitment, salts and first shot."""
    rolls_drawn = models.PositiveIntegerField(default=0)

    winner = models.CharField(max_length=20, null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    ranking = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rating_change = models.JSONField(null=True, blank=True)
    """What a rated game did to the ratings, or why nothing; empty until that is known."""

    outage_given_back = models.BigIntegerField(null=True, blank=True)
    """The newest outage whose length was added to the deadline: so each is added once."""

    last_event = models.PositiveIntegerField(default=0)
    """The number of the game's newest event."""

    set_aside_at = models.DateTimeField(null=True, blank=True)
    """When a sweep failed on this game and left it for the operator."""
    set_aside_reason = models.TextField(blank=True)

    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    competition = models.JSONField(null=True, blank=True)
    """Where it belongs in a competition, which writes it once: its id, section and game."""
    begins_with = models.JSONField(null=True, blank=True)
    """Where it begins, if it continues from another game: that one, its turn and its state then."""

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = [
            # Each index feeds one sweep or one list and holds only the rows that it looks for.
            models.Index(
                fields=["deadline"],
                name="game_overdue",
                condition=Q(deadline__isnull=False, set_aside_at__isnull=True),
            ),
            models.Index(
                fields=["remind_at"],
                name="game_to_remind",
                condition=Q(remind_at__isnull=False, set_aside_at__isnull=True),
            ),
            models.Index(
                fields=["set_aside_at"],
                name="game_set_aside",
                condition=Q(set_aside_at__isnull=False),
            ),
            # Few games at a time: an offer is gone with the end of its game.
            models.Index(
                fields=["id"],
                name="game_draw_offered",
                condition=Q(draw_offered_by__isnull=False),
            ),
            models.Index(
                fields=["finished_at", "id"],
                name="game_to_rate",
                condition=Q(rated=True, finished_at__isnull=False, rating_change__isnull=True),
            ),
            models.Index(
                fields=["finished_at", "id"],
                name="game_ended",
                condition=Q(finished_at__isnull=False),
            ),
            models.Index(fields=["-created_at", "-id"], name="game_newest"),
            models.Index(fields=["status", "-created_at", "-id"], name="game_newest_by_status"),
        ]
        constraints = [
            models.CheckConstraint(
                name="game_deadline_while_active",
                condition=Q(status__in=("formation", "playing"), deadline__isnull=False)
                | Q(status__in=("finished", "aborted"), deadline__isnull=True),
            ),
            models.CheckConstraint(
                name="game_result_when_over",
                condition=Q(
                    status__in=("formation", "playing"), reason="", finished_at__isnull=True
                )
                | (
                    Q(status__in=("finished", "aborted"), finished_at__isnull=False) & ~Q(reason="")
                ),
            ),
            models.CheckConstraint(
                name="game_no_reminder_when_over",
                condition=Q(remind_at__isnull=True) | Q(status__in=("formation", "playing")),
            ),
            models.CheckConstraint(name="game_next_turn", condition=Q(next_turn__gte=1)),
            models.CheckConstraint(
                name="game_days_per_turn", condition=Q(days_per_turn__range=(1, 14))
            ),
        ]

    def __str__(self) -> str:
        return self.id

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, in the order of the sides; free after ``with_seats``."""
        rows = self.__dict__.get("seat_rows")
        if rows is None:
            rows = Game.objects.with_seats().values_list("seat_rows", flat=True).get(pk=self.pk)  # type: ignore[misc]
        return tuple(Seat(*row) for row in rows)

    @property
    def rules(self) -> RuleSet[Any]:
        """The laws, in the version that the game began with."""
        return registry.get(self.ruleset, self.rules_version)

    @property
    def presenter(self) -> Presenter[Any]:
        """The face of the rule set, in the version that the game began with."""
        return registry.presenter(self.ruleset, self.rules_version)

    @property
    def summary(self) -> Summary:
        """All that the service knows of how the game is; made once of each description."""
        known: tuple[Any, Summary] | None = self.__dict__.get("_summed")
        if known is None or known[0] is not self.description:
            known = self.description, self.rules.summary(self.description)
            self.__dict__["_summed"] = known
        return known[1]

    @property
    def shown_clock(self) -> LiveClock | None:
        """The clock of a live game as everyone sees it; ``None`` by correspondence."""
        if self.live is None:
            return None
        return RunningClock.read(self.live).shown(self.summary.live or {})

    @property
    def round(self) -> int:
        """The round that is played; 1 throughout in a game without rounds."""
        return self.summary.round or 1

    @property
    def is_active(self) -> bool:
        return self.status in self.ACTIVE

    def is_overdue(self, now: datetime) -> bool:
        """Return whether the deadline has passed with no one having acted on it."""
        return self.deadline is not None and self.deadline <= now


class Player(models.Model):
    """A seat: one person on one side of one game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    side = models.CharField(max_length=20)
    shown_as = models.CharField(max_length=30, null=True, blank=True)
    """Replaces the name, to everyone, where a competition hides who plays."""
    deadline = models.DateTimeField(null=True, blank=True)
    """The game's deadline while it waits for this player, else empty."""
    reserve_left = models.PositiveIntegerField(default=0, db_default=0)
    """Seconds of the time bank as they were when this player's clock last stopped."""
    away = ArrayField(models.BigIntegerField(), null=True, blank=True)
    """From when until when this player is on vacation, as seconds of the epoch, one by one.

    A copy of their vacations that is where the turns lock it: who plays a turn knows without asking
    whether the other is away. Empty where leave is not allowed."""
    draw_offered_turn = models.PositiveIntegerField(null=True, blank=True)
    """The turn at which this player last offered a draw: one offer a turn is enough."""
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """The place in the finished game, from 1; those who share one are on the same."""
    points = models.FloatField(null=True, blank=True)
    """For each player placed behind one, for each on the same place a half."""
    score = models.IntegerField(null=True, blank=True)
    """What was scored in the finished game, where something is counted."""
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    """What this player was rated at the start of a rated game, where that was to be seen."""
    shooting = ArrayField(models.PositiveIntegerField(), null=True, blank=True)
    """In a game with shots at goal: the goals to be expected of this player's shots so far, in per
    cent; the variance of that, in units of a ten-thousandth; and the goals that came of them."""

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "deadline", "game"],
                name="player_awaited",
                condition=Q(deadline__isnull=False),
            ),
            models.Index(fields=["user", "-id"], name="player_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "side"], name="player_side_unique"),
            models.UniqueConstraint(fields=["game", "user"], name="player_user_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}"


class Turn(models.Model):
    """One played turn: the history, written once and never changed but for one mark.

    The database doesn't check its game: a turn is only written with the row of its game, in one
    statement, and a game is locked before it is deleted.
    """

    class By(models.TextChoices):
        """How it came about."""

        HAND = "hand"
        PLAN = "plan"
        FALLBACK = "fallback"
        ROBOT = "robot"
        PREMOVE = "premove"

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="turns", db_index=False, db_constraint=False
    )
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    actions = ArrayField(models.CharField(max_length=32))
    """As recorded, chance outcomes included; what was sent follows by cutting from ``=``."""
    notation = models.TextField()
    rolls = ArrayField(models.PositiveSmallIntegerField(), default=list)
    position_before = models.TextField()
    position_after = models.TextField(null=True)
    happenings = models.JSONField(default=list)
    played_at = models.DateTimeField()
    took = models.PositiveIntegerField(null=True, blank=True)
    """Seconds of the player's time that it took; empty for turns of long ago."""
    chances = models.JSONField(null=True, blank=True)
    """How its shot could have ended, in per cent; empty without one, and for turns of long ago."""
    by = models.CharField(max_length=10, choices=By, default=By.HAND, db_default=By.HAND)
    """How it came about: for its player alone, and for all once the game is over."""
    taken_back = models.BooleanField(default=False, db_default=False)
    """Whether an act restored the state before it; the one mark that history gets later."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="turn_number_unique"),
            models.CheckConstraint(name="turn_number_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}. {self.notation}"


class Act(models.Model):
    """What was done outside a turn: resigning, missing a deadline, leaving, agreeing on a draw.

    History with the turns: ``turn`` is the number of the turn that was due, ``index`` counts the
    acts at it from 0. Replaying needs both.
    """

    HAND_OVER = "hand_over"
    """A house bot took the place of a player: the laws know nothing of it."""
    GIVE_TIME = "give_time"
    """A supervisor gave time; what players give is no act."""
    TAKE_BACK = "take_back"
    """The state before the last turn was restored: again no concern of the laws."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="acts", db_index=False)
    turn = models.PositiveIntegerField()
    index = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    name = models.CharField(max_length=20)
    position_after = models.TextField(null=True)
    happenings = models.JSONField(default=list)
    at = models.DateTimeField()

    class Meta:
        ordering = ["turn", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "turn", "index"], name="act_place_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.turn}/{self.index} {self.side} {self.name}"


class Arrangement(models.Model):
    """How a side set itself up for a round: its last save, then what the round began with.

    Replaying a game needs it.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="arrangements", db_index=False
    )
    round = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    content = models.JSONField()
    ready = models.BooleanField(default=False)
    saved_at = models.DateTimeField(default=timezone.now)
    locked_at = models.DateTimeField(null=True, blank=True)
    """When the round began; empty while it is still being prepared."""

    class Meta:
        ordering = ["round", "side"]
        constraints = [
            models.UniqueConstraint(fields=["game", "round", "side"], name="arrangement_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} round {self.round} {self.side}"
