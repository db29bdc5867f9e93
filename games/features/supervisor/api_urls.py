"""Addresses of supervisors, below ``/api/v1/``."""

from django.urls import path

from games.features.supervisor import api

urlpatterns = [
    path(
        "challenges/<str:challenge_id>/supervisor",
        api.ChallengeSupervisorView.as_view(),
        name="challenge-supervisor",
    ),
    path("me/supervised", api.SupervisedView.as_view(), name="supervised"),
    path(
        "games/<str:game_id>/supervisor", api.GameSupervisorView.as_view(), name="game-supervisor"
    ),
]
