"""What the operator sees of games and their clock."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ToLookAt
from games.models import Game, Outage, Sweep
from games.play.sweeps import revive


class SetAside(admin.SimpleListFilter):
    """Chooses the games that a sweep could not handle."""

    title = "set aside"
    parameter_name = "set_aside"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "yes")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(set_aside_at__isnull=False) if self.value() else queryset


@admin.register(Game)
class GameAdmin(ToLookAt):
    """Games, and a way to give those set aside back to the sweeps."""

    list_display = ("id", "ruleset", "status", "deadline", "set_aside_at", "set_aside_reason")
    list_filter = (SetAside, "status")
    search_fields = ("=id",)
    ordering = ("-created_at", "-id")
    exclude = ("sealed_seed", "earlier_seeds")
    actions = ("let_sweeps_see",)

    @admin.action(description="Let the sweeps see them again", permissions=["view"])
    def let_sweeps_see(self, request: HttpRequest, games: QuerySet[Game]) -> None:
        count = revive(list(games.values_list("pk", flat=True)))
        self.message_user(request, f"{count} revived: the next sweep looks at them.")


@admin.register(Outage)
class OutageAdmin(ToLookAt):
    """Times that were given back."""

    list_display = ("started_at", "ended_at", "reason", "games_moved", "completed_at")


@admin.register(Sweep)
class SweepAdmin(ToLookAt):
    """How punctual the sweeps were."""

    list_display = (
        "ended_at",
        "kind",
        "handled",
        "set_aside",
        "mean_lateness",
        "worst_lateness",
    )
    list_filter = ("kind",)
    ordering = ("-ended_at",)

    @admin.display(description="mean lateness")
    def mean_lateness(self, sweep: Sweep) -> Any:
        return sweep.total_lateness / sweep.handled if sweep.handled else ""
