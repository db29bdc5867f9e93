"""Addresses of the pages about ratings."""

from django.urls import path

from games.features.ratings.pages import boards, wishes

urlpatterns = [
    path("leaderboards/", boards.show, name="leaderboards"),
    path("leaderboards/<str:pool>/", boards.show, name="leaderboard"),
    path("settings/ratings/", wishes.wishes, name="rating_wishes"),
]
