"""Addresses of plans, below ``/api/v1/``."""

from django.urls import path

from games.features.plans import api

urlpatterns = [
    # In the place of the core's own: a turn may bring plans along.
    path("games/<str:game_id>/turns", api.PlannedTurnsView.as_view(), name="planned-turns"),
    path("games/<str:game_id>/plans", api.PlansView.as_view(), name="plans"),
    path("games/<str:game_id>/plans/fallback", api.FallbackView.as_view(), name="plan-fallback"),
    path("games/<str:game_id>/plans/<int:entry_id>", api.OnePlanView.as_view(), name="plan"),
]
