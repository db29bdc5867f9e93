"""How far someone has come."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class LearnProgress(models.Model):
    """A step that someone has done, and how well."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="learn_progress",
        db_index=False,
    )
    step = models.CharField(max_length=40)
    """Chapter and number: ``passing/3``."""
    stars = models.PositiveSmallIntegerField()
    done_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "step"], name="learn_step_once"),
            models.CheckConstraint(name="learn_stars", condition=Q(stars__range=(1, 3))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.step}: {self.stars}"
