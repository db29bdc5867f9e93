"""Addresses of clips, below ``/api/v1/``."""

from django.urls import path

from games.features.share import api

urlpatterns = [
    path("games/<str:game_id>/clip.gif", api.ClipView.as_view(), name="api_clip"),
    path("games/<str:game_id>/clip.webp", api.WebpView.as_view(), name="api_clip_webp"),
]
