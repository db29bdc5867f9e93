"""What is stored of a game. No column here knows of a ball, a goal or a board.

The rule set owns ``Game.state`` (its text form) and ``Game.description`` (the same as plain
data for a screen). Everything else is the service's: who sits where, whose time runs until
when, what was played and who is to hear of it.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.functional import cached_property

from games import fairness
from games.querysets import GameQuerySet, Seat

_ID_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def new_public_id() -> str:
    """Return eight random letters and digits, none easily taken for another."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(8))


def new_secret() -> bytes:
    """Return the 32 bytes from which the rolls of one game follow."""
    return secrets.token_bytes(32)


class Game(models.Model):
    """One match, from the accepted challenge to the result."""

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
    rated = models.BooleanField(default=False)

    status = models.CharField(max_length=10, choices=Status)
    state = models.TextField()
    description = models.JSONField()
    next_turn = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(default=1)
    """Grows with every change that a reader could see; the ETag."""

    deadline = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    """When the next reminder is due; empty once it was sent."""
    clock_started_at = models.DateTimeField(default=timezone.now)
    """When the time that now runs began to run."""
    draw_offered_by = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001

    secret = models.BinaryField(default=new_secret, editable=False)
    rolls_drawn = models.PositiveIntegerField(default=0)

    winner = models.CharField(max_length=20, null=True, blank=True)  # noqa: DJ001
    reason = models.CharField(max_length=20, blank=True)
    ranking = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    outage_given_back = models.BigIntegerField(null=True, blank=True)
    """The newest outage whose length was added to the deadline: so each is added once."""

    last_event = models.PositiveIntegerField(default=0)
    """The number of the game's newest event."""

    set_aside_at = models.DateTimeField(null=True, blank=True)
    """When a sweep failed on this game and left it for the operator."""
    set_aside_reason = models.TextField(blank=True)

    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = GameQuerySet.as_manager()

    was_late = False
    """Set on an instance whose deadline was enforced by the very operation that holds it."""

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

    @property
    def commitment(self) -> str:
        """The SHA-256 (hex) of the secret, shown from the start so that it cannot be changed."""
        return fairness.commitment(bytes(self.secret))

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where, in the order of the sides; free after ``with_seats``."""
        rows = self.__dict__.get("seat_rows")
        if rows is None:
            rows = Game.objects.with_seats().values_list("seat_rows", flat=True).get(pk=self.pk)  # type: ignore[misc]
        return tuple(Seat(*row) for row in rows)

    @property
    def is_active(self) -> bool:
        return self.status in self.ACTIVE

    def is_overdue(self, now: datetime) -> bool:
        """Return whether the deadline has passed with nobody having acted on it."""
        return self.deadline is not None and self.deadline <= now


class Player(models.Model):
    """A seat: one person on one side of one game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    side = models.CharField(max_length=20)
    deadline = models.DateTimeField(null=True, blank=True)
    """The game's deadline while it waits for this player, else empty."""
    draw_offered_turn = models.PositiveIntegerField(null=True, blank=True)
    """The turn at which this player last offered a draw: one offer a turn is enough."""

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
    """One played turn: the history, written once and never changed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    side = models.CharField(max_length=20)
    actions = ArrayField(models.CharField(max_length=32))
    """As recorded, chance outcomes included; what was sent follows by cutting from ``=``."""
    notation = models.TextField()
    rolls = ArrayField(models.PositiveSmallIntegerField(), default=list)
    position_before = models.TextField()
    position_after = models.TextField(null=True)  # noqa: DJ001
    happenings = models.JSONField(default=list)
    played_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="turn_number_unique"),
            models.CheckConstraint(name="turn_number_from_one", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}. {self.notation}"


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


class Preset(models.Model):
    """An arrangement that a person keeps to use again, as the first side would set it up."""

    SLOTS = 3

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="presets"
    )
    ruleset = models.CharField(max_length=20)
    slot = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=30)
    content = models.JSONField()
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ruleset", "slot"]
        constraints = [
            models.UniqueConstraint(fields=["user", "ruleset", "slot"], name="preset_slot_unique"),
            models.CheckConstraint(name="preset_slot", condition=Q(slot__range=(1, 3))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.ruleset} {self.slot}: {self.name}"


class Challenge(models.Model):
    """An invitation to a game; ``opponent`` empty means anybody who has the link."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        CANCELLED = "cancelled"
        LAPSED = "lapsed"

    id = models.CharField(primary_key=True, max_length=8, default=new_public_id, editable=False)
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="challenges_made",
        db_index=False,
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="challenges_received",
        db_index=False,
        null=True,
        blank=True,
    )
    side = models.CharField(max_length=20, default="random")
    ruleset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    days_per_turn = models.PositiveSmallIntegerField(default=1)
    rated = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    expires_at = models.DateTimeField()
    rematch_of = models.ForeignKey(
        Game, on_delete=models.SET_NULL, related_name="rematches", null=True, blank=True
    )
    game = models.OneToOneField(
        Game, on_delete=models.SET_NULL, related_name="challenge", null=True, blank=True
    )
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["expires_at"], name="challenge_lapsing", condition=Q(status="open")
            ),
            models.Index(
                fields=["-created_at", "-id"],
                name="challenge_lobby",
                condition=Q(status="open", opponent__isnull=True),
            ),
            models.Index(fields=["challenger", "-created_at"], name="challenge_made"),
            models.Index(fields=["opponent", "-created_at"], name="challenge_received"),
        ]
        constraints = [
            models.CheckConstraint(
                name="challenge_not_to_oneself",
                condition=Q(opponent__isnull=True) | ~Q(opponent=F("challenger")),
            ),
            models.CheckConstraint(
                name="challenge_days_per_turn", condition=Q(days_per_turn__range=(1, 14))
            ),
            # One rematch offer at a time: both players may press the button at once.
            models.UniqueConstraint(
                fields=["rematch_of"],
                name="challenge_one_rematch",
                condition=Q(status__in=("open", "accepted")),
            ),
        ]

    def __str__(self) -> str:
        return self.id


class GameEvent(models.Model):
    """Something that happened to a game or a challenge: the outbox and the game's log.

    Written in the transaction of the change itself. ``number`` counts from 1 within the game,
    without gaps; it is empty for an event about a challenge.
    """

    game = models.ForeignKey(
        Game,
        on_delete=models.CASCADE,
        related_name="events",
        db_index=False,
        null=True,
        blank=True,
    )
    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="events", null=True, blank=True
    )
    number = models.PositiveIntegerField(null=True, blank=True)
    type = models.CharField(max_length=30)
    data = models.JSONField(default=dict)
    happened_at = models.DateTimeField()
    relayed_at = models.DateTimeField(null=True, blank=True)
    """When notifications were made of it; empty while it waits in the outbox."""

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="event_outbox", condition=Q(relayed_at__isnull=True)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_number_unique"),
            models.CheckConstraint(
                name="event_about_something",
                condition=Q(game__isnull=False, number__isnull=False)
                | Q(game__isnull=True, challenge__isnull=False, number__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.game_id or self.challenge_id}"


class Inbox(models.Model):
    """How many events a person has received; its row is locked to number the next."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="inbox"
    )
    last_number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.last_number}"


class InboxEntry(models.Model):
    """One event as one person receives it, numbered from 1 without gaps."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="inbox_entries",
        db_index=False,
    )
    number = models.PositiveBigIntegerField()
    event = models.ForeignKey(
        GameEvent, on_delete=models.CASCADE, related_name="entries", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="inbox_number_unique"),
            models.UniqueConstraint(fields=["event", "user"], name="inbox_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} #{self.number}"


class Heartbeat(models.Model):
    """The one row that says when a turn could last be played."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="heartbeat_single_row", condition=Q(id=1)),
        ]

    def __str__(self) -> str:
        return self.beat_at.isoformat()


class Outage(models.Model):
    """A time in which nothing could be played; every deadline it touched is moved by its length.

    ``ended_at`` is empty while the operator has paused the clocks. Until ``completed_at`` is
    set, no deadline that fell after ``started_at`` is acted on.
    """

    started_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=100, default="service down")
    games_moved = models.PositiveIntegerField(default=0)
    moved_below = models.DateTimeField(null=True, blank=True)
    """How far the moving has come, the latest deadlines first."""
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at"]
        indexes = [
            models.Index(
                fields=["started_at"],
                name="outage_unfinished",
                condition=Q(completed_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="outage_forwards", condition=Q(ended_at__gt=F("started_at"))
            ),
            models.CheckConstraint(
                name="outage_ended_before_completed",
                condition=Q(completed_at__isnull=True) | Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        end = f"{self.ended_at:%Y-%m-%d %H:%M}" if self.ended_at else "now"
        return f"{self.started_at:%Y-%m-%d %H:%M} to {end}"


class Sweep(models.Model):
    """One look at due rows that found some: how many, how late, and what went wrong."""

    class Kind(models.TextChoices):
        DEADLINES = "deadlines"
        REMINDERS = "reminders"

    kind = models.CharField(max_length=10, choices=Kind)
    ended_at = models.DateTimeField(db_index=True)
    handled = models.PositiveIntegerField()
    set_aside = models.PositiveIntegerField(default=0)
    total_lateness = models.DurationField()
    worst_lateness = models.DurationField()

    def __str__(self) -> str:
        return f"{self.handled} {self.kind} at {self.ended_at:%Y-%m-%d %H:%M:%S}"


class HouseRobot(models.Model):
    """An account of the house that a program of ours plays: an ordinary one in all else."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="robot"
    )
    strength = models.CharField(max_length=20, unique=True)

    def __str__(self) -> str:
        return f"{self.user}: {self.strength}"
