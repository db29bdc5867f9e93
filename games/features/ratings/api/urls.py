"""Addresses of the ratings API, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from games.features.ratings.api import views

app_name = "ratings_api"

urlpatterns = [
    path("players/<str:username>/ratings", views.PlayerRatingsView.as_view(), name="ratings"),
    path("players/<str:username>/badges", views.PlayerBadgesView.as_view(), name="badges"),
    path(
        "players/<str:username>/ratings/<str:pool>/history",
        views.RatingHistoryView.as_view(),
        name="rating-history",
    ),
    path("leaderboards/<str:pool>", views.LeaderboardView.as_view(), name="leaderboard"),
    path("games/<str:game_id>/give-back", views.GiveBackView.as_view(), name="give-back"),
]
