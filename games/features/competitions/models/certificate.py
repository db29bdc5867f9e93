"""What is left of a competition for those who were in it."""

from __future__ import annotations

from django.db import models

from games.features.competitions.models.section import Entry
from games.models import new_public_id


class Certificate(models.Model):
    """What someone achieved, on paper; it outlives the entry and names no one."""

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

    @property
    def title(self) -> str:
        """What the competition is called: as it is now, where it still has that name."""
        held = self.entry.competition if self.entry is not None else None
        is_same = held is not None and held.name == self.competition
        return held.title if held is not None and is_same else self.competition
