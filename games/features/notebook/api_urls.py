"""Addresses of the notebook, below ``/api/v1/``."""

from django.urls import path

from games.features.notebook import api, lines_api

urlpatterns = [
    path("games/<str:game_id>/note", api.GameNoteView.as_view(), name="api_game_note"),
    path("games/<str:game_id>/lines", lines_api.LinesView.as_view(), name="api_lines"),
    path("players/<str:username>/note", api.PlayerNoteView.as_view(), name="api_player_note"),
]
