"""The fields of a competition: who is in them, and their rounds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.features.competitions.league.divisions import Move
from games.features.competitions.models.competition import Competition


class Section(models.Model):
    """One field of a competition, with a bracket of its own."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced"
        ENTRIES = "entries"
        DRAWN = "drawn"
        PLAYING = "playing"
        FINISHED = "finished"
        NOT_HELD = "not_held"

    OVER = (Status.FINISHED, Status.NOT_HELD)

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="sections", db_index=False
    )
    key = models.CharField(max_length=20)
    under = models.PositiveSmallIntegerField(null=True, blank=True)
    cut_off = models.DateField(null=True, blank=True)
    limit = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status, default=Status.ANNOUNCED)
    sealed_secret = models.BinaryField(default=bytes, editable=False)
    """The 32 bytes from which the lots follow, sealed; drawn when entries open."""
    commitment = models.CharField(max_length=64, blank=True)
    earlier_commitments = models.JSONField(default=list, db_default=[])
    """Sums of secrets that an operator has replaced, each with until when it was shown."""
    seeding = models.JSONField(default=list)
    """Entries in the order in which the organiser gave them the first numbers."""
    drawn_numbers = models.JSONField(default=list)
    """The number of each entrant that was drawn by lot, in the order of their entries."""
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many were drawn."""
    drawn_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    """Since when a dispute keeps what was confirmed about ages; empty while there is none."""
    revision = models.PositiveIntegerField(default=0, db_default=0)
    """Grows with every change that its pages show; streams of the competition send it."""
    outage_given_back = models.BigIntegerField(default=0)
    """The newest outage whose length was added to the last days."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When the clock has something to do here; empty where nothing is left to come."""
    set_aside_at = models.DateTimeField(null=True, blank=True)
    set_aside_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["due_at"],
                name="section_due",
                condition=Q(due_at__isnull=False, set_aside_at__isnull=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["competition", "key"], name="section_key_unique"),
            models.CheckConstraint(name="section_limit", condition=Q(limit__range=(2, 128))),
        ]

    def __str__(self) -> str:
        return f"{self.competition_id}:{self.key}"

    @property
    def is_over(self) -> bool:
        return self.status in self.OVER

    @property
    def is_drawn(self) -> bool:
        return self.status in (self.Status.DRAWN, self.Status.PLAYING, self.Status.FINISHED)

    @property
    def hides_names(self) -> bool:
        """Whether it shows how old its players are (law 5.5)."""
        return self.under is not None


class Entry(models.Model):
    """A player in a section."""

    class Status(models.TextChoices):
        ASKED = "asked"
        """Played the last season, or the last time among friends, and has not confirmed yet."""
        ENTERED = "entered"
        WAITING = "waiting"
        PLAYING = "playing"
        """Has a number."""
        LEFT_OUT = "left_out"
        """Was not drawn: still on the waiting list, or without the proof that was asked for."""
        WITHDRAWN = "withdrawn"
        PUT_OUT = "put_out"

    IN = (Status.ASKED, Status.ENTERED, Status.WAITING, Status.PLAYING)

    competition = models.ForeignKey(
        Competition, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entries"
    )
    place = models.PositiveIntegerField()
    """Counts the entries of the section from 1; those withdrawn leave gaps."""
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField()
    may_move_up = models.BooleanField(default=False)
    """Plays in the next older section if this one is not held."""
    is_named = models.BooleanField(default=False)
    """Chose to be named in a section that hides names."""
    born_on_or_after = models.DateField(null=True, blank=True)
    """The cut-off that was confirmed: no date of birth."""
    guardian_agrees = models.BooleanField(default=False)
    stated_at = models.DateTimeField(null=True, blank=True)
    stated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    age_seen_at = models.DateTimeField(null=True, blank=True)
    age_seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    out_at = models.DateTimeField(null=True, blank=True)
    out_because = models.TextField(blank=True)
    is_dishonoured = models.BooleanField(default=False)
    """Put out for a false statement or cheating: without a standing."""
    standing = models.PositiveSmallIntegerField(null=True, blank=True)
    move = models.CharField(
        max_length=4, choices=[(one, one) for one in Move], blank=True, default="", db_default=""
    )
    """Where the place at the end of a season of a league leads."""

    class Meta:
        ordering = ["place"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="entry_one_section"),
            models.UniqueConstraint(fields=["section", "place"], name="entry_place_unique"),
            models.UniqueConstraint(fields=["section", "number"], name="entry_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id} {self.place}. {self.user_id}"

    @property
    def is_in(self) -> bool:
        """Whether the player may still have something to play."""
        return self.status in self.IN


class Round(models.Model):
    """A round of a section and its last day."""

    section = models.ForeignKey(
        Section, on_delete=models.CASCADE, related_name="rounds", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id} round {self.number}"
