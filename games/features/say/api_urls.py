"""Addresses of playing by words, below ``/api/v1/``."""

from django.urls import path

from games.features.say import api

urlpatterns = [
    path("games/<str:game_id>/say", api.SayView.as_view(), name="say"),
    path("games/<str:game_id>/board.txt", api.BoardTextView.as_view(), name="board-txt"),
]
