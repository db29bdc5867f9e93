"""What games keep of people: presets, friends, blocks, and which are the house's bots."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.rules import registry


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


class Leave(models.Model):
    """A time in which a person's clocks are paused, in games that allow it."""

    class Told(models.IntegerChoices):
        NOTHING = 0
        BEGAN = 1
        ENDED = 2

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="leaves", db_index=False
    )
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    told = models.PositiveSmallIntegerField(choices=Told, default=Told.NOTHING)
    """What the others saw of it."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-begins_at"]
        indexes = [
            models.Index(fields=["user", "-begins_at"], name="leave_of_user"),
            models.Index(fields=["begins_at"], name="leave_to_tell", condition=Q(told__lt=2)),
        ]
        constraints = [
            models.CheckConstraint(
                name="leave_forwards", condition=Q(ends_at__gt=models.F("begins_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.begins_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"


class HouseRobot(models.Model):
    """An account of the house that a program of ours plays: an ordinary one in all else."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="robot"
    )
    strength = models.CharField(max_length=20, unique=True)

    def __str__(self) -> str:
        return f"{self.user}: {self.strength}"

    def plays(self, ruleset: str) -> bool:
        """Return whether a bot of this strength plays a rule set."""
        robot = registry.robot(ruleset)
        return robot is not None and self.strength in robot.strengths


class Friend(models.Model):
    """Someone whom a person calls a friend: one-sided, and shown to that person alone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friends", db_index=False
    )
    """Who calls the other a friend."""
    friend = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friend_of"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "friend"], name="friend_once"),
            models.CheckConstraint(
                name="friend_not_oneself", condition=~Q(user=models.F("friend"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} and {self.friend_id}"


class Block(models.Model):
    """Someone who is not to challenge someone else."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks", db_index=False
    )
    """Who does not want to be challenged."""
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="block_once"),
            models.CheckConstraint(
                name="block_not_oneself", condition=~Q(user=models.F("blocked"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} blocks {self.blocked_id}"
