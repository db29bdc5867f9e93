"""What is stored of an analysis: marks of the turns, and what they add up to."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Game


class Analysis(models.Model):
    """The analysis of one game by one version of the value. It holds no name.

    Marks are the first side's chances, in whole hundredths of a point in 100.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        SUMMED = "summed"
        SEARCHING = "searching"
        DONE = "done"
        FAILED = "failed"

    QUEUED = (Status.WAITING, Status.SEARCHING)
    THERE = (Status.SUMMED, Status.SEARCHING, Status.DONE)
    """Those whose sum is there."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="analyses", db_index=False
    )
    value_version = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    done_to = models.PositiveIntegerField(default=0)
    """The turns that have marks."""
    start = models.PositiveSmallIntegerField(null=True)
    """The mark before anything was set up."""
    marks = ArrayField(models.PositiveSmallIntegerField(), default=list)
    """Two for each turn: as it was played, before its roll; and after it."""
    between = models.JSONField(default=list)
    """What changed the mark between turns: the turn that was due, the mark then, and ``lineup`` or
    ``act``."""
    scores = ArrayField(models.CharField(max_length=10), null=True)
    """After each turn what chess programs write of a position, in chess alone."""
    totals = models.JSONField(null=True)
    """What the marks add up to, once they are all there: ``totals.Totals`` as JSON."""
    best = ArrayField(models.PositiveSmallIntegerField(null=True), default=list)
    """The mark of the best turn in place of each; ``None`` for a bot's and one taken back."""
    best_turns = ArrayField(models.CharField(max_length=60), default=list)
    """Those turns, empty where there is none."""
    looked_again = models.JSONField(default=dict)
    """The numbers of the turns whose miss was looked at again, and whether it is still one."""
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+",
        db_index=False,
    )  # fmt: skip
    """Who asked for better turns. It is empty once they are there."""
    place = models.PositiveSmallIntegerField(default=0)
    """How many other requests of that person waited when this one came."""
    asked_at = models.DateTimeField(default=timezone.now)
    failed_at = models.DateTimeField(null=True)
    cpu_ms = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "value_version"], name="analysis_once"),
        ]
        indexes = [
            models.Index(
                fields=["asked_at", "id"],
                name="analysis_queued",
                condition=Q(status__in=("waiting", "searching")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.value_version}: {self.status}"
