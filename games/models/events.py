"""What happened, and who received it under which number."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.challenge import Challenge
from games.models.game import Game


class GameEvent(models.Model):
    """Something that happened to a game, a challenge or a competition: the outbox, and the log
    of games.

    Written in the transaction of the change itself. ``number`` counts from 1 within the game,
    without gaps; it is empty for an event about anything else, and for one that is shown to some of
    the players and not to the world.
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
        Challenge,
        on_delete=models.CASCADE,
        related_name="events",
        db_index=False,
        null=True,
        blank=True,
    )
    competition = models.CharField(max_length=8, null=True, blank=True)
    """The id of what the event is about; competitions are an app above this one."""
    number = models.PositiveIntegerField(null=True, blank=True)
    type = models.CharField(max_length=30)
    data = models.JSONField(default=dict)
    happened_at = models.DateTimeField()
    relayed_at = models.DateTimeField(null=True, blank=True)
    """When notifications were made of it; empty while it waits in the outbox."""

    class Meta:
        indexes = [
            models.Index(fields=["id"], name="event_outbox", condition=Q(relayed_at__isnull=True)),
            # Without the events of games, which are nearly all.
            models.Index(
                fields=["challenge"],
                name="event_of_challenge",
                condition=Q(challenge__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_number_unique"),
            models.CheckConstraint(
                name="event_about_something",
                condition=Q(game__isnull=False)
                | Q(game__isnull=True, challenge__isnull=False, number__isnull=True)
                | Q(
                    game__isnull=True,
                    challenge__isnull=True,
                    competition__isnull=False,
                    number__isnull=True,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.game_id or self.challenge_id or self.competition}"


class Inbox(models.Model):
    """How many events a person has received; its row is locked to number the next."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="inbox"
    )
    last_number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.last_number}"


class InboxEntry(models.Model):
    """One event as one person receives it, numbered from 1 without gaps.

    The database doesn't check its keys, which costs each turn four look-ups. It is only written
    with its event, in one statement, under the lock of an ``Inbox`` whose key is checked.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="inbox_entries",
        db_index=False,
        db_constraint=False,
    )
    number = models.PositiveBigIntegerField()
    event = models.ForeignKey(
        GameEvent,
        on_delete=models.CASCADE,
        related_name="entries",
        db_index=False,
        db_constraint=False,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="inbox_number_unique"),
            models.UniqueConstraint(fields=["event", "user"], name="inbox_event_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} #{self.number}"
