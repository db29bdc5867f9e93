"""Addresses of phrases, below ``/api/v1/``."""

from django.urls import path

from games.features.phrases import api

urlpatterns = [
    path("games/<str:game_id>/phrases", api.PhrasesView.as_view(), name="phrases"),
    path("games/<str:game_id>/phrases/mute", api.MuteView.as_view(), name="mute"),
]
