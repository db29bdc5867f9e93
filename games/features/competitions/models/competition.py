"""The whole event."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.features.competitions.lines import is_usual_name, usual_name
from games.models import new_public_id

LEAGUE_RESERVE_S: Final = 2 * 24 * 3600


class Competition(models.Model):
    """The whole event, as it was announced."""

    class Kind(models.TextChoices):
        CUP = "cup"
        LEAGUE = "league"

    class AgeCheck(models.TextChoices):
        DECLARED = "declared"
        SHOWN = "shown"

    id = models.CharField(primary_key=True, max_length=8, default=new_public_id, editable=False)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.CUP)
    name = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    ruleset = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    days_per_turn = models.PositiveSmallIntegerField(default=1)
    turn_s = models.PositiveIntegerField(null=True, blank=True)
    """Seconds for a turn in place of the days, where these are no whole days."""
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="competitions_organised",
        null=True,
        blank=True,
    )
    """Who set it up; empty once they have gone, and operators act instead."""
    is_private = models.BooleanField(default=False)
    """In no list: who has the link may look and enter."""
    code = models.CharField(max_length=8, unique=True, null=True, blank=True, editable=False)
    """The end of the link by which friends join; empty where entries are announced (chapter 11)."""
    age_check = models.CharField(max_length=10, choices=AgeCheck, default=AgeCheck.DECLARED)
    age_date = models.DateField()
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    starts_at = models.DateTimeField()
    round_days = models.PositiveSmallIntegerField(default=56)
    third_place = models.BooleanField(default=False)
    certificates_for_all = models.BooleanField(default=False)
    plans = models.BooleanField(default=True, db_default=True)
    """Whether its players may prepare answers that are played for them."""
    has_rest = models.BooleanField(default=False, db_default=False)
    """Whether its players' rest days pause their clocks (law 6.6)."""
    prizes = models.JSONField(default=list)
    """A list of section, standing and text."""
    season = models.PositiveSmallIntegerField(null=True, blank=True)
    """Counts the seasons of a league from 1."""
    previous = models.OneToOneField(
        "self", on_delete=models.SET_NULL, related_name="following", null=True, blank=True
    )
    """The season of the league before this one."""
    goes_on = models.BooleanField(default=True, db_default=True)
    """Whether a season of a league is followed by another."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(
                fields=["-created_at", "-id"],
                name="competition_public",
                condition=Q(is_private=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="competition_in_order",
                condition=Q(
                    closes_at__gt=models.F("opens_at"), starts_at__gte=models.F("closes_at")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"

    @property
    def title(self) -> str:
        """Its name; one that no one typed follows its kind and the reader's language."""
        if self.is_among_friends and self.organiser is not None:
            username = self.organiser.username
            if is_usual_name(self.name, username):
                return usual_name(username, is_league=self.is_league)
        return self.name

    @property
    def is_league(self) -> bool:
        return self.kind == self.Kind.LEAGUE

    @property
    def is_among_friends(self) -> bool:
        return self.code is not None

    @property
    def reserve_s(self) -> int:
        """Seconds in the time bank in each game: many matches need some room (law 10.3)."""
        return LEAGUE_RESERVE_S if self.is_league else 0

    @property
    def has_leave(self) -> bool:
        return self.is_league
