"""Addresses of the notebook, below ``/api/v1/``."""

from django.urls import path

from games.notebook import api

urlpatterns = [
    path("games/<str:game_id>/note", api.GameNoteView.as_view(), name="api_game_note"),
    path("players/<str:username>/note", api.PlayerNoteView.as_view(), name="api_player_note"),
]
