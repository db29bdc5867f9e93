"""What is stored of a competition. What it means is in the laws beside; when, in ``steps``."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.competitions.bracket import By
from games.competitions.league.divisions import Move
from games.models import Game, new_public_id

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
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="competitions_organised",
        null=True,
        blank=True,
    )
    """Who set it up; empty once they have gone, and operators stand in."""
    is_private = models.BooleanField(default=False)
    """In no list: who has the link may look and enter."""
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
    def is_league(self) -> bool:
        return self.kind == self.Kind.LEAGUE

    @property
    def reserve_s(self) -> int:
        """Seconds in reserve in each game: many matches at once ask for some room (law 10.3)."""
        return LEAGUE_RESERVE_S if self.is_league else 0

    @property
    def has_leave(self) -> bool:
        return self.is_league


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
        """Whether it tells how old its players are (law 5.5)."""
        return self.under is not None


class Entry(models.Model):
    """A player in a section."""

    class Status(models.TextChoices):
        ASKED = "asked"
        """Played the last season of the league and has not confirmed this one yet."""
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


class Match(models.Model):
    """A match as it lies in the bracket or the schedule; numbers as in ``bracket.Match``, 0 for
    nobody. In a league the upper place has White.
    """

    section = models.ForeignKey(
        Section, on_delete=models.CASCADE, related_name="matches", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    upper = models.PositiveSmallIntegerField(null=True, blank=True)
    lower = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=20, choices=[(by, by) for by in By], blank=True)
    score = models.JSONField(null=True, blank=True)
    """In a league, White's goals and Black's, and the goals that were to be expected."""
    counted = models.JSONField(null=True, blank=True)
    """What the players had when the last day decided, by number."""
    started_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    """When its players were told that it is decided."""

    class Meta:
        ordering = ["round", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "number"], name="match_place_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id} {self.name}"

    @property
    def name(self) -> str:
        """How it is called in labels and addresses: ``2.1``."""
        return f"{self.round}.{self.number}"


class MatchGame(models.Model):
    """A game of a match: the first, the second or the deciding one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    role = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="match_game")
    white = models.PositiveSmallIntegerField()
    """The number of who has White."""
    result = models.CharField(max_length=10, blank=True)
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``void`` for a game that does not count."""

    VOID = "void"

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game"], name="match_game_open", condition=Q(result="")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "role"], name="match_game_role", condition=~Q(result="void")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} game {self.role}: {self.game_id}"


class Shootout(models.Model):
    """The penalties of a match: what was handed in, and how it went."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="shootout"
    )
    white = models.PositiveSmallIntegerField()
    """The number of who shoots first in each pair: who had White."""
    sealed_secret = models.BinaryField(editable=False)
    commitment = models.CharField(max_length=64)
    earlier_commitments = models.JSONField(default=list, db_default=[])
    due_at = models.DateTimeField()
    white_shots = models.CharField(max_length=5, blank=True)
    white_stands = models.CharField(max_length=5, blank=True)
    black_shots = models.CharField(max_length=5, blank=True)
    black_stands = models.CharField(max_length=5, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"shoot-out of {self.match_id}"


class Certificate(models.Model):
    """What somebody achieved, on paper; it outlives the entry and names nobody by itself."""

    id = models.CharField(primary_key=True, max_length=8, default=new_public_id, editable=False)
    entry = models.OneToOneField(
        Entry, on_delete=models.SET_NULL, related_name="certificate", null=True, blank=True
    )
    competition = models.CharField(max_length=60)
    section = models.CharField(max_length=20)
    standing = models.PositiveSmallIntegerField()
    entrants = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    """As its holder typed it, once; empty prints the username."""
    named_at = models.DateTimeField(null=True, blank=True)
    awarded_on = models.DateField()
    sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.pk}: {self.standing} in {self.competition}"
