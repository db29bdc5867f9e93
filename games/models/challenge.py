"""How a game comes about."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.identifiers import new_public_id
from games.rules import registry


class Challenge(models.Model):
    """An invitation to a game; ``opponent`` empty means anyone who has the link."""

    DRAWN = "random"
    """The ``side`` of a challenger who leaves it to chance."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        CANCELLED = "cancelled"
        LAPSED = "lapsed"

    class DeclineReason(models.TextChoices):
        LATER = "later", _("Not now, maybe later.")
        TOO_FAST = "too_fast", _("I'd like more time per turn.")
        TOO_SLOW = "too_slow", _("I'd like less time per turn.")
        TERMS = "terms", _("I'd like other settings.")
        RULESET = "ruleset", _("I'd like another game.")
        NO_BOTS = "no_bots", _("I don't play bots.")
        ONLY_BOTS = "only_bots", _("I only play bots.")

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
    by_player = models.JSONField(default=dict, db_default={})
    """Terms for players whose sides are yet to be drawn: the option, and whom it is about."""
    days_per_turn = models.PositiveSmallIntegerField(default=1)
    turn_s = models.PositiveIntegerField(null=True, blank=True)
    """Seconds for a turn where these are no whole days."""
    reserve_s = models.PositiveIntegerField(default=0, db_default=0)
    gain_s = models.PositiveIntegerField(default=0, db_default=0)
    has_leave = models.BooleanField(default=False, db_default=False)
    has_rest = models.BooleanField(default=False, db_default=False)
    filters = models.JSONField(default=dict, db_default={}, blank=True)
    """What is asked of anyone who accepts an open one; empty where everyone fits."""
    live = models.JSONField(null=True, blank=True)
    """The terms of a live game; empty for a correspondence game."""
    rated = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True, db_default=True)
    """Whether it and its game may be listed; else they are for those who have the address."""
    for_friends = models.BooleanField(default=False, db_default=False)
    """Whether the friends of the challenger see it in their lobby, though others do not."""
    seats_free = models.PositiveSmallIntegerField(default=1, db_default=1)
    """How many seats anyone may take, in a challenge to no one by name or to several people."""
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    decline_reason = models.CharField(max_length=20, choices=DeclineReason, blank=True)
    expires_at = models.DateTimeField()
    rematch_of = models.ForeignKey(
        Game, on_delete=models.SET_NULL, related_name="rematches", null=True, blank=True
    )
    goes_on_from = models.ForeignKey(
        Game,
        on_delete=models.SET_NULL,
        related_name="offers_to_go_on",
        null=True,
        blank=True,
        db_index=False,
    )
    """The game that was lost on time, where the next one is to begin as that one stood."""
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
            # One rematch offer at a time: both players may press the button at the same time.
            models.UniqueConstraint(
                fields=["rematch_of"],
                name="challenge_one_rematch",
                condition=Q(status__in=("open", "accepted")),
            ),
            models.UniqueConstraint(
                fields=["goes_on_from"],
                name="challenge_one_onward",
                condition=Q(status__in=("open", "accepted")),
            ),
        ]

    def __str__(self) -> str:
        return self.id

    def side_of(self, user_id: int) -> str | None:
        """Return the side this person would play; ``None`` where it is yet to be drawn."""
        if user_id == self.challenger_id:
            return self.side if self.side != self.DRAWN else None
        if self.is_for_several:
            return None
        sides = registry.get(self.ruleset).seats(self.options)
        others = [side for side in sides if side != self.side]
        return others[0] if len(others) == 1 else None

    @property
    def terms(self) -> dict[str, Any]:
        """What is to be agreed on; those whose sides are yet to be drawn are there by name."""
        if not self.by_player:
            return dict(self.options)
        people = [self.challenger, self.opponent]
        if self.is_for_several:
            prefetch_related_objects([self], "invitations__user")
            people += [seat.user for seat in self.invitations.all()]
        names = {person.pk: person.username for person in people if person is not None}
        return self.options | {
            name: [*self.options[name], *(names[pk] for pk in players if pk in names)]
            for name, players in self.by_player.items()
        }

    @property
    def is_for_several(self) -> bool:
        """Whether more than two play: then each of the other seats is an ``Invitation``."""
        return len(registry.get(self.ruleset).seats(self.options)) > 2

    def concerns(self, user_id: int | None) -> bool:
        """Return whether someone may see it: those asked, or anyone who has the link."""
        if user_id is not None and user_id in (self.challenger_id, self.opponent_id):
            return True
        if self.opponent_id is not None:
            return False
        if not self.is_for_several or self.seats_free:
            return True
        mine = Q(user=user_id) if user_id is not None else Q(pk=None)
        return self.invitations.filter(mine | Q(is_named=False)).exists()


class Invitation(models.Model):
    """One of the other seats of a challenge to several: for someone by name, or for anyone."""

    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    seat = models.PositiveSmallIntegerField()
    """Counts the seats but the challenger's, from 0."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="invitations",
        null=True,
        blank=True,
    )
    is_named = models.BooleanField(default=False)
    """Whether it was made to this person by name; another may be taken by anyone."""
    side = models.CharField(max_length=20, null=True, blank=True)
    """The side that goes with it, in a rematch; else it falls by lot."""
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["challenge", "seat"], name="invitation_seat_unique"),
            models.UniqueConstraint(fields=["challenge", "user"], name="invitation_user_unique"),
            models.CheckConstraint(
                name="invitation_taken_by_somebody",
                condition=Q(user__isnull=False) | Q(is_named=False, accepted_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id} {self.seat}"
