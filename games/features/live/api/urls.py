"""Addresses of live play, below ``/api/v1/``."""

from django.urls import path

from games.features.live.api import by_post, playing_on, seeks

urlpatterns = [
    path("live/seeks", seeks.SeeksView.as_view(), name="live_seeks"),
    path("games/<str:game_id>/by-post", by_post.ByPostView.as_view(), name="by_post"),
    path("games/<str:game_id>/playing-on", playing_on.PlayingOnView.as_view(), name="playing_on"),
]
